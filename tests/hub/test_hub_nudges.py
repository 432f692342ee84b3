"""Nudges: tell an agent something; carriers claim it, confirm it and give it back; leases, order, sessions, room."""

from datetime import timedelta
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.nudge import LEASE, Nudge, NudgeDraft
from bellpull.domain.question import Answer
from bellpull.domain.session import Sign
from bellpull.hub.nudges import MORE_FOR_PEOPLE, MOST_CHARACTERS, MOST_CLAIMED, MOST_PENDING, Claimed
from support.asks import asked, typed
from support.in_process import HubRates, Stage, refused

ONE, OTHER = "opencode:ses_1", "opencode:ses_2"


def tell(stage: Stage, message: str, who: Principal | None = None, source: str = "user", **more: str) -> Nudge:
    draft = NudgeDraft(source, message, **more)
    return stage.do(stage.hub.nudges.tell(who or stage.owner, "bot", draft))[0]


def claims(
    stage: Stage, bot: Principal, session: str | None = None, limit: int | None = None, max_chars: int | None = None
) -> Claimed:
    return stage.do(stage.hub.nudges.claim(bot, "bot", session, "shim", limit=limit, max_chars=max_chars))


def messages(stage: Stage, bot: Principal, session: str | None = None) -> list[str]:
    return [one.message for one in claims(stage, bot, session).nudges]


def confirm(stage: Stage, bot: Principal, *nudges: Nudge) -> int:
    return stage.do(stage.hub.nudges.confirm(bot, "bot", [one.id for one in nudges]))


def release(stage: Stage, bot: Principal, *nudges: Nudge, repeat: bool = False) -> int:
    return stage.do(stage.hub.nudges.release(bot, "bot", [one.id for one in nudges], repeat=repeat))


def pending(stage: Stage, session: str | None = None) -> list[Nudge]:
    return stage.do(stage.hub.nudges.pending(stage.owner, "bot", session, 0)).nudges


def shapes(nudges: list[Nudge]) -> list[tuple[str, int, bool]]:
    return [(one.message, one.times, one.repeat) for one in nudges]


# Telling


def test_nudge_is_kept_as_it_was_told(stage: Stage) -> None:
    bot = stage.agent()
    told = tell(stage, "main is red", source="ci", label='make "all"', session=ONE)
    stage.reopen()
    assert pending(stage) == [told]
    assert (told.by, told.source, told.label, told.session, told.times) == ("owner", "ci", 'make "all"', ONE, 1)
    assert claims(stage, bot, ONE).nudges[0].message == "main is red"


def test_repeat_of_a_nudge_tells_nothing_new(stage: Stage) -> None:
    stage.agent()
    verb, draft = stage.hub.nudges.tell, NudgeDraft("user", "once")
    first, new = stage.do(verb(stage.owner, "bot", draft, "key"))
    assert new
    assert stage.do(verb(stage.owner, "bot", draft, "key")) == (first, False)
    with refused("idempotency_conflict"):
        stage.do(verb(stage.owner, "bot", NudgeDraft("user", "twice"), "key"))
    assert pending(stage) == [first]


@pytest.mark.parametrize("source", ["user", "User", " USER "])
def test_agent_never_speaks_as_a_person(stage: Stage, source: str) -> None:
    bot = stage.agent()
    with refused("not_a_person"):
        tell(stage, "x", bot, source)
    assert tell(stage, "x", bot, "background_task").by == "bot"


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (NudgeDraft("ci", " \n"), "message_required"),
        (NudgeDraft("ci", "a\0b"), "invalid_message"),
        (NudgeDraft("ci", "é" * 8_193), "nudge_too_long"),
        (NudgeDraft("", "x"), "invalid_source"),
        (NudgeDraft("s" * 65, "x"), "invalid_source"),
        (NudgeDraft("us\u0435r", "x"), "invalid_source"),
        (NudgeDraft("ci", "x", label="l" * 201), "invalid_label"),
        (NudgeDraft("ci", "x", dedup_key=" "), "invalid_dedup_key"),
        (NudgeDraft("ci", "x", session="a\tb"), "invalid_session"),
    ],
)
def test_nudge_over_a_limit_is_refused_and_not_kept(stage: Stage, draft: NudgeDraft, code: str) -> None:
    stage.agent()
    with refused(code):
        stage.do(stage.hub.nudges.tell(stage.owner, "bot", draft))
    assert pending(stage) == []


def test_nudge_for_nobody_or_for_a_person_is_refused(stage: Stage) -> None:
    ada = stage.person()
    stage.agent("bot")
    for who, name, code in (
        (stage.owner, "nobody-here", "agent_not_found"),
        (stage.owner, "ada", "not_an_agent"),
        (ada, "bot", "agent_denied"),
    ):
        with refused(code):
            stage.do(stage.hub.nudges.tell(who, name, NudgeDraft("user", "x")))


def test_nudges_are_held_back_like_other_creates(stages: Any) -> None:
    stage = stages(rates=HubRates(creates=2))
    stage.agent()
    for number in range(2):
        tell(stage, f"{number}")
    with refused("too_many"):
        tell(stage, "one more")


# Claims, and what becomes of them


def test_nudges_come_in_their_order_to_one_carrier_at_a_time(stage: Stage) -> None:
    bot = stage.agent()
    for number in range(3):
        tell(stage, f"{number}")
    first = claims(stage, bot, limit=2)
    assert (shapes(first.nudges), first.left) == ([("0", 1, False), ("1", 1, False)], 1)
    assert claims(stage, bot) == Claimed([], 0)  # behind what a carrier has, none goes
    assert confirm(stage, bot, *first.nudges) == 2
    assert messages(stage, bot) == ["2"]


def test_claims_at_once_share_out_each_nudge_once(stage: Stage) -> None:
    bot = stage.agent()
    for number in range(5):
        tell(stage, f"{number}")
    taken = stage.at_once(*(stage.hub.nudges.claim(bot, "bot", None, f"shim {n}") for n in range(4)))
    assert [len(one.nudges) for one in taken] == [5, 0, 0, 0]


def test_nudge_is_handed_once_and_says_by_whom(stage: Stage) -> None:
    bot = stage.agent()
    told = tell(stage, "x")
    claims(stage, bot, ONE)
    outcomes = stage.at_once(*(stage.hub.nudges.confirm(bot, "bot", [told.id, told.id]) for _ in range(4)))
    assert outcomes == [1, 0, 0, 0]
    (handed,) = stage.do(stage.hub.nudges.handed(stage.owner, "bot", 10)).nudges
    assert (handed.id, handed.handed_via, handed.handed_session) == (told.id, "shim", ONE)
    assert release(stage, bot, told) == 0
    assert claims(stage, bot).nudges == []


@pytest.mark.parametrize("repeat", [False, True])
def test_released_nudge_is_free_at_once_and_marked_if_it_may_have_been_read(stage: Stage, repeat: bool) -> None:
    bot = stage.agent()
    tell(stage, "x")
    taken = claims(stage, bot).nudges
    assert release(stage, bot, *taken, repeat=repeat) == 1
    assert shapes(claims(stage, bot).nudges) == [("x", 1, repeat)]


@pytest.mark.parametrize("looks", [False, True])
def test_lease_that_ran_out_frees_the_nudge_and_marks_it(stage: Stage, looks: bool) -> None:
    bot = stage.agent()
    tell(stage, "x")
    claims(stage, bot)
    stage.passes(LEASE - timedelta(milliseconds=1), looks=looks)
    assert claims(stage, bot).nudges == []
    stage.passes(timedelta(milliseconds=1), looks=looks)
    again = claims(stage, bot).nudges
    assert shapes(again) == [("x", 1, True)]
    # The first carrier was only slow: what it says now counts.
    assert confirm(stage, bot, *again) == 1


def test_lease_lasts_as_long_as_its_carrier_says(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "x")
    stage.do(stage.hub.nudges.claim(bot, "bot", None, "hook", lease=timedelta(seconds=60)))
    stage.passes(59)
    assert claims(stage, bot).nudges == []
    stage.passes(1)
    assert messages(stage, bot) == ["x"]


def test_claim_outlives_the_hub(stage: Stage) -> None:
    bot = stage.agent()
    told = tell(stage, "x")
    claims(stage, bot)
    stage.reopen()
    assert claims(stage, bot).nudges == []
    assert confirm(stage, bot, told) == 1


def test_claim_takes_a_hundred_and_says_how_many_are_left(stage: Stage) -> None:
    bot, many = stage.agent(), MOST_CLAIMED + 20
    stage.at_once(
        *(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", f"{number}")) for number in range(many))
    )
    taken = claims(stage, bot, limit=1_000)
    assert (len(taken.nudges), taken.left) == (MOST_CLAIMED, 20)
    assert confirm(stage, bot, *taken.nudges) == MOST_CLAIMED
    rest = claims(stage, bot)
    assert (len(rest.nudges), rest.left) == (20, 0)


def test_long_nudge_is_cut_when_it_is_first_and_waits_when_it_is_not(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "short")
    long = tell(stage, "x" * 5_000)
    (short,) = claims(stage, bot, max_chars=1_000).nudges
    confirm(stage, bot, short)
    (cut,) = claims(stage, bot, max_chars=1_000).nudges
    assert (cut.id, len(cut.message) < 1_000) == (long.id, True)
    assert cut.message.endswith("… (cut; all of it: bellpull trail bot)")
    confirm(stage, bot, cut)
    assert stage.do(stage.hub.nudges.handed(bot, "bot", 1)).nudges[0].message == "x" * 5_000


def test_nudge_stays_if_a_carrier_has_no_room(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "x" * 1_000)
    assert claims(stage, bot, max_chars=100).nudges == []
    assert messages(stage, bot) == ["x" * 1_000]


def test_only_the_agent_and_its_owner_carry_its_nudges(stage: Stage) -> None:
    ada, bob = stage.person("ada"), stage.person("bob")
    bot, other = stage.agent("bot", ada), stage.agent("other", ada)
    stage.do(stage.hub.sharing.share(ada, "bot", "bob"))
    told, verbs = tell(stage, "x"), stage.hub.nudges
    for who, code in ((other, "agent_denied"), (bob, "not_your_nudges"), (stage.owner, "not_your_nudges")):
        for verb in (
            lambda who=who: verbs.claim(who, "bot", None, "shim"),
            lambda who=who: verbs.confirm(who, "bot", [told.id]),
            lambda who=who: verbs.release(who, "bot", [told.id]),
        ):
            with refused(code):
                stage.do(verb())
    with refused("agent_not_found"):
        stage.do(verbs.claim(ada, "nobody-here", None, "shim"))
    assert messages(stage, ada) == ["x"]
    assert confirm(stage, ada, told) == 1
    assert claims(stage, bot).nudges == []


def test_nudge_of_another_agent_is_confirmed_and_released_by_nobody_else(stage: Stage) -> None:
    bot, other = stage.agent("bot"), stage.agent("other")
    told = tell(stage, "x")
    claims(stage, bot)
    for id in (told.id, "nudge_0", "", "x" * 300):
        assert stage.do(stage.hub.nudges.confirm(other, "other", [id])) == 0
        assert stage.do(stage.hub.nudges.release(other, "other", [id])) == 0
    assert claims(stage, bot).nudges == []
    assert confirm(stage, bot, told) == 1


# What is said under one key


def test_newest_nudge_of_a_dedup_key_waits_and_says_how_often(stage: Stage) -> None:
    stage.agent()
    tell(stage, "12 errors", source="ide", dedup_key="lint")
    tell(stage, "in between")
    for number in (11, 10):
        tell(stage, f"{number} errors", source="ide", dedup_key="lint")
    tell(stage, "of another source", source="ci", dedup_key="lint")
    tell(stage, "of another session", source="ide", dedup_key="lint", session=ONE)
    assert shapes(pending(stage)) == [
        ("in between", 1, False),
        ("10 errors", 3, False),
        ("of another source", 1, False),
        ("of another session", 1, False),
    ]


def test_nudge_that_a_carrier_has_is_not_replaced(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "first", dedup_key="k")
    taken = claims(stage, bot).nudges
    assert tell(stage, "second", dedup_key="k").times == 1
    assert confirm(stage, bot, *taken) == 1
    assert shapes(claims(stage, bot).nudges) == [("second", 1, False)]


@pytest.mark.parametrize("how", ["released", "run out"])
@pytest.mark.parametrize("both", [False, True])
def test_newest_nudge_of_a_key_takes_the_place_of_what_a_carrier_gives_back(stage: Stage, how: str, both: bool) -> None:
    bot = stage.agent()
    tell(stage, "first", dedup_key="k")
    taken = claims(stage, bot).nudges
    tell(stage, "second", dedup_key="k")
    if both:  # after the lease, and before the hub has looked
        stage.passes(LEASE, looks=False)
        taken = claims(stage, bot).nudges
        assert len(taken) == 2
    if how == "released":
        release(stage, bot, *taken)
    else:
        stage.passes(LEASE)
    (left,) = pending(stage)
    assert (left.message, left.times) == ("second", 2)


# Sessions


def test_nudge_for_one_session_is_no_other_s(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "for one", session=ONE)
    tell(stage, "for any")
    pages = [stage.do(stage.hub.nudges.pending(bot, "bot", session, 0, 1)) for session in (ONE, OTHER, None)]
    assert [page.total for page in pages] == [2, 1, 2]
    assert messages(stage, bot, OTHER) == ["for any"]
    assert messages(stage, bot, ONE) == ["for one"]


def test_sub_agent_takes_what_is_for_itself_and_others_wait_while_it_works(stage: Stage) -> None:
    bot, claim = stage.agent(), stage.hub.nudges.claim
    stage.do(stage.hub.sessions.sign(bot, [Sign(ONE, "working"), Sign(OTHER, "working", parent=ONE)]))
    tell(stage, "for the parent")
    tell(stage, "for the child", session=OTHER)
    assert messages(stage, bot, ONE) == []  # a sub-agent may be what reads it
    assert [one.message for one in stage.do(claim(bot, "bot", OTHER, "x", sure=True)).nudges] == ["for the child"]
    assert [one.message for one in stage.do(claim(bot, "bot", ONE, "x", sure=True)).nudges] == ["for the parent"]


def test_session_takes_its_nudges_when_its_sub_agent_is_done(stage: Stage) -> None:
    bot = stage.agent()
    stage.do(stage.hub.sessions.sign(bot, [Sign(OTHER, "working", parent=ONE)]))
    tell(stage, "for the parent")
    assert messages(stage, bot, "process:1") == []
    stage.do(stage.hub.sessions.sign(bot, [Sign(OTHER, "idle")]))
    assert messages(stage, bot, "process:1") == ["for the parent"]


@pytest.mark.parametrize(("state", "wakes", "wakes_it"), [("idle", True, True), ("working", True, False)])
def test_nudge_wakes_an_idle_session_that_can_be_woken(stage: Stage, state: str, wakes: bool, wakes_it: bool) -> None:
    bot = stage.agent()
    stage.do(stage.hub.sessions.sign(bot, [Sign(ONE, state, wakes=wakes, source="plugin")]))
    assert stage.do(stage.hub.nudges.wakes("bot", None)) is wakes_it


# Carriers that wait


def test_carrier_that_waits_hears_at_once_and_of_nothing_that_it_may_not_take(stage: Stage) -> None:
    bot, nudges = stage.agent(), stage.hub.nudges
    carrier = stage.start(nudges.pending(bot, "bot", ONE, 30))
    tell(stage, "elsewhere", session=OTHER)
    stage.do(nudges.pending(bot, "bot", ONE, 0))
    assert not carrier.done()
    tell(stage, "here", session=ONE)
    assert [one.message for one in stage.do(carrier).nudges] == ["here"]


@pytest.mark.parametrize("end", ["confirmed", "released", "run out"])
def test_carrier_that_waits_behind_another_goes_on_when_that_is_done(stage: Stage, end: str) -> None:
    bot = stage.agent()
    tell(stage, "carried")
    taken = claims(stage, bot).nudges
    tell(stage, "behind it")
    carrier = stage.start(stage.hub.nudges.pending(bot, "bot", None, 30))
    stage.do(stage.hub.nudges.pending(bot, "bot", None, 0))
    assert not carrier.done()
    if end == "confirmed":
        confirm(stage, bot, *taken)
    elif end == "released":
        release(stage, bot, *taken)
    else:
        stage.passes(LEASE)
    assert [one.message for one in stage.do(carrier).nudges] == ["carried", "behind it"][end == "confirmed" :]


def test_carrier_whose_time_is_up_gets_what_there_is(stage: Stage) -> None:
    bot = stage.agent()
    assert stage.do(stage.hub.nudges.pending(bot, "bot", None, 0.01)) == ([], 0)


def test_carrier_whose_key_was_revoked_while_it_waited_gets_nothing(stage: Stage) -> None:
    bot = stage.agent()
    carrier = stage.start(stage.hub.nudges.pending(bot, "bot", None, 30))
    stage.do(stage.hub.access.revoke_key(stage.owner, bot.key_id))
    tell(stage, "x")
    with refused("invalid_key"):
        stage.do(carrier)


def test_hub_knows_for_whom_nothing_is_pending(stage: Stage) -> None:
    bot, maybe = stage.agent(), stage.hub.nudges.maybe_pending
    assert not maybe("bot")
    tell(stage, "x")
    assert maybe("bot")
    taken = claims(stage, bot).nudges
    assert maybe("bot")
    confirm(stage, bot, *taken)
    assert not maybe("bot")
    tell(stage, "y")
    stage.reopen()
    assert stage.hub.nudges.maybe_pending("bot")


# Lists and room


@pytest.mark.parametrize(("state", "order"), [("pending", range(7)), ("handed", range(6, -1, -1))])
def test_nudges_are_listed_in_pages_that_say_how_many_there_are(stage: Stage, state: str, order: range) -> None:
    bot, nudges = stage.agent(), stage.hub.nudges
    told = [tell(stage, f"{number}") for number in range(7)]
    if state == "handed":
        confirm(stage, bot, *told)
    read: list[Nudge] = []
    while True:
        after = read[-1].id if read else None
        of_state = nudges.handed(bot, "bot", 3, after)
        page = stage.do(of_state if state == "handed" else nudges.pending(bot, "bot", None, 0, 3, after))
        if state == "pending":
            of_state.close()
        assert page.total == 7
        if not page.nudges:
            break
        read += page.nudges
    assert [one.message for one in read] == [f"{number}" for number in order]


def test_page_goes_on_behind_a_nudge_that_is_gone(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "first")
    gone = tell(stage, "build 1", dedup_key="k")
    tell(stage, "third")
    tell(stage, "build 2", dedup_key="k")
    page = stage.do(stage.hub.nudges.pending(bot, "bot", None, 0, 10, gone.id))
    assert [one.message for one in page.nudges] == ["third", "build 2"]


def test_page_of_long_nudges_ends_early_and_says_how_many_there_are(stage: Stage) -> None:
    bot, long = stage.agent(), 15_000
    stage.at_once(*(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "x" * long)) for _ in range(20)))
    read: list[str] = []
    while page := stage.do(stage.hub.nudges.pending(bot, "bot", None, 0, 500, read[-1] if read else None)).nudges:
        assert len(page) <= MOST_CHARACTERS // long
        read += [one.id for one in page]
    assert len(set(read)) == len(read) == 20


def fill(stage: Stage, who: Principal, source: str, count: int) -> None:
    tells = stage.hub.nudges.tell
    told = stage.at_once(*(tells(who, "bot", NudgeDraft(source, f"{number}")) for number in range(count)))
    assert not any(isinstance(one, Exception) for one in told)


def test_room_for_nudges_is_limited_and_people_and_answers_have_some_still(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, typed()).id
    tell(stage, "build 1", bot, "ci", dedup_key="build")
    fill(stage, bot, "ci", MOST_PENDING - 1)
    with refused("too_many_pending"):
        tell(stage, "one more", bot, "ci")
    assert tell(stage, "build 2", bot, "ci", dedup_key="build").times == 2
    fill(stage, stage.owner, "user", MORE_FOR_PEOPLE)
    with refused("too_many_pending"):
        tell(stage, "one more")
    stage.do(stage.hub.questions.answer(stage.owner, id, Answer(text="Belfry"), "rest"))
    page = stage.do(stage.hub.nudges.pending(bot, "bot", None, 0, 5_000))
    assert (page.total, page.nudges[-1].question_id) == (MOST_PENDING + MORE_FOR_PEOPLE + 1, id)
    taken = claims(stage, bot, limit=1)
    assert taken.left == MOST_PENDING + MORE_FOR_PEOPLE
    confirm(stage, bot, *claims(stage, bot).nudges, *taken.nudges)


def test_nudges_go_with_their_agent(stage: Stage) -> None:
    bot = stage.agent()
    tell(stage, "x")
    stage.do(stage.hub.sessions.sign(bot, [Sign(ONE, "idle")]))
    stage.do(stage.hub.access.remove_agent(stage.owner, "bot"))
    again = stage.agent()
    assert stage.do(stage.hub.nudges.pending(again, "bot", None, 0)).total == 0
    assert stage.do(stage.hub.sessions.listed(again, None, 10)).total == 0
