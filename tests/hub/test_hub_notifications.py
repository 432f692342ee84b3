"""Notifications: tell one, tell it again, acknowledge and dismiss, one by one or many, and what their trail says."""

import json
from datetime import timedelta
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft, Limits, Notification
from bellpull.hub.ending import MOST_AT_ONCE
from bellpull.hub.hub import Rules
from bellpull.hub.ports import Filters
from support.asks import CHOSEN, asked, choice
from support.in_process import HubRates, Stage, refused

PENDING, ACKNOWLEDGED, DISMISSED = "pending", "acknowledged", "dismissed"
NOBODY_S = "notif_0000000000000000"


def told(stage: Stage, who: Principal, title: str = "x", **more: str) -> Notification:
    return stage.do(stage.hub.tell(who, Draft(more.pop("kind", "info"), title, **more)))[0]


def look(stage: Stage, who: Principal, id: str) -> Notification:
    return stage.do(stage.hub.notification(who, id))


def types(stage: Stage, who: Principal, id: str) -> list[str]:
    return [one.type for one in stage.do(stage.hub.trail(who, id))]


# Telling


def test_notification_is_kept_as_it_was_told(stage: Stage) -> None:
    bot = stage.agent()
    draft = Draft("alert", "Disk", "It is full 🔔", "urgent", "disk", '{"free": 0}')
    kept, new = stage.do(stage.hub.tell(bot, draft))
    assert new
    assert kept == (kept.id, "bot", *draft[:6], PENDING, "2026-01-01T00:00:00.000Z", None, None)
    stage.reopen()
    assert look(stage, stage.owner, kept.id) == look(stage, bot, kept.id) == kept


def test_repeat_of_a_create_gives_the_notification_as_it_is_now(stage: Stage) -> None:
    bot, draft = stage.agent(), Draft("info", "once")
    first, _ = stage.do(stage.hub.tell(bot, draft, "key"))
    stage.do(stage.hub.acknowledge(stage.owner, first.id))
    stage.reopen()
    again, new = stage.do(stage.hub.tell(bot, draft, "key"))
    assert (again.id, again.status, new) == (first.id, ACKNOWLEDGED, False)
    assert types(stage, bot, first.id) == ["agent_notification", "notification_acknowledged"]


@pytest.mark.parametrize(
    "other", [Draft("info", "twice"), Draft("info", "once", priority="high"), Draft("info", "once", metadata="{}")]
)
def test_key_of_a_create_refuses_another_body(stage: Stage, other: Draft) -> None:
    bot = stage.agent()
    stage.do(stage.hub.tell(bot, Draft("info", "once"), "key"))
    with refused("idempotency_conflict"):
        stage.do(stage.hub.tell(bot, other, "key"))
    assert stage.do(stage.hub.pending_count(bot)) == 1


def test_keys_of_creates_differ_by_letter_and_by_agent(stage: Stage) -> None:
    draft, agents = Draft("info", "once"), [stage.agent("bot"), stage.agent("pet")]
    made = [stage.do(stage.hub.tell(who, draft, key)) for who in agents for key in ("k", "K")]
    assert len({one.id for one, _ in made}) == 4


def test_creates_at_once_with_one_key_make_one_notification(stage: Stage) -> None:
    bot = stage.agent()
    made = stage.at_once(*(stage.hub.tell(bot, Draft("info", "once"), "key") for _ in range(16)))
    assert [new for _, new in made].count(True) == 1
    assert len({one.id for one, _ in made}) == 1
    other = stage.at_once(*(stage.hub.tell(bot, Draft("info", f"{number}"), "other") for number in range(8)))
    assert sum(isinstance(one, Exception) for one in other) == 7
    assert stage.do(stage.hub.pending_count(bot)) == 2


def test_refused_create_uses_up_no_key_and_costs_others_nothing(stage: Stage) -> None:
    bot = stage.agent()
    drafts = [(Draft("info", " " if number % 3 == 0 else f"{number}"), f"key {number}") for number in range(30)]
    made = stage.at_once(*(stage.hub.tell(bot, draft, key) for draft, key in drafts))
    assert [isinstance(one, Exception) for one in made] == [number % 3 == 0 for number in range(30)]
    assert stage.do(stage.hub.tell(bot, Draft("info", "0"), "key 0"))[1]


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (Draft("news", "x"), "invalid_notification_type"),
        (Draft("info", "x", priority="top"), "invalid_priority"),
        (Draft("info", " \n"), "title_required"),
        (Draft("info", "x" * 6), "title_too_long"),
        (Draft("info", "x", "é" * 6), "message_too_long"),
        (Draft("info", "x", category="c" * 6), "category_too_long"),
        (Draft("info", "x", metadata="{" + " " * 9 + "}"), "metadata_too_long"),
        (Draft("info", "a\0b"), "invalid_title"),
    ],
)
def test_notification_over_a_limit_is_refused_and_not_kept(stages: Any, draft: Draft, code: str) -> None:
    stage = stages(Rules(limits=Limits(5, 10, 5, 10)))
    bot = stage.agent()
    with refused(code):
        stage.do(stage.hub.tell(bot, draft))
    assert stage.do(stage.hub.notifications(bot, Filters())) == []


def test_creates_of_an_agent_are_held_back_and_repeats_are_not(stages: Any) -> None:
    stage = stages(rates=HubRates(creates=3))
    bot, other, draft = stage.agent("bot"), stage.agent("pet"), Draft("info", "x")
    stage.do(stage.hub.tell(bot, draft, "key"))
    for _ in range(2):
        stage.do(stage.hub.tell(bot, draft))
    with refused("too_many") as over:
        stage.do(stage.hub.tell(bot, draft))
    assert 0 < over.value.retry_after <= 20  # type: ignore[attr-defined]
    assert not stage.do(stage.hub.tell(bot, draft, "key"))[1]
    stage.do(stage.hub.tell(other, draft))
    stage.passes(20)
    stage.do(stage.hub.tell(bot, draft))


def test_key_that_was_revoked_tells_nothing_more(stage: Stage) -> None:
    bot = stage.agent()
    stage.do(stage.hub.access.revoke_key(stage.owner, bot.key_id))
    with refused("invalid_key"):
        stage.do(stage.hub.tell(bot, Draft("info", "x")))


# One by one


def test_acknowledgement_says_who_and_when_and_stays(stage: Stage) -> None:
    ada = stage.person()
    id = told(stage, stage.agent("bot", ada)).id
    stage.passes(60)
    first = stage.do(stage.hub.acknowledge(ada, id))
    assert (first.status, first.acknowledged_by) == (ACKNOWLEDGED, "ada")
    assert first.acknowledged_at == "2026-01-01T00:01:00.000Z"
    stage.passes(60)
    assert stage.do(stage.hub.acknowledge(stage.owner, id)) == first
    assert stage.do(stage.hub.dismiss(stage.owner, id)) == first._replace(status=DISMISSED)
    assert stage.do(stage.hub.acknowledge(ada, id)).status == DISMISSED
    assert types(stage, ada, id) == ["agent_notification", "notification_acknowledged", "notification_dismissed"]


def test_dismissal_says_who_and_when_and_is_never_revived(stage: Stage) -> None:
    ada = stage.person()
    id = told(stage, stage.agent("bot", ada)).id
    first = stage.do(stage.hub.dismiss(ada, id))
    assert (first.status, first.acknowledged_by) == (DISMISSED, "ada")
    for verb in (stage.hub.acknowledge, stage.hub.dismiss):
        assert stage.do(verb(stage.owner, id)) == first
    assert stage.do(stage.hub.pending_count(ada)) == 0


def test_notification_ends_once_for_people_who_end_it_at_once(stage: Stage) -> None:
    ada, id = stage.person(), told(stage, stage.agent()).id
    stage.do(stage.hub.sharing.share(stage.owner, "bot", "ada"))
    verbs = [stage.hub.acknowledge(stage.owner, id), stage.hub.dismiss(ada, id), stage.hub.acknowledge(ada, id)]
    ended = stage.at_once(*verbs)
    assert {one.acknowledged_by for one in ended} == {"owner"}
    assert types(stage, ada, id) == ["agent_notification", "notification_acknowledged", "notification_dismissed"]


def test_agent_can_end_nothing(stage: Stage) -> None:
    bot = stage.agent()
    id, ends = told(stage, bot).id, stage.hub.endings
    verbs = [
        lambda: stage.hub.acknowledge(bot, id),
        lambda: stage.hub.dismiss(bot, id),
        lambda: ends.acknowledge(bot, [id]),
        lambda: ends.dismiss(bot, [id]),
        lambda: ends.acknowledge_all(bot, Filters(), None),
        lambda: ends.dismiss_all(bot, Filters(), None),
        lambda: ends.clear(bot),
    ]
    for verb in verbs:
        with refused("person_required"):
            stage.do(verb())
    assert look(stage, bot, id).status == PENDING


def test_notification_of_another_person_is_not_there(stage: Stage) -> None:
    id, ada = told(stage, stage.agent()).id, stage.person()
    for verb in (stage.hub.notification, stage.hub.acknowledge, stage.hub.dismiss, stage.hub.trail):
        with refused("notification_not_found"):
            stage.do(verb(ada, id))  # type: ignore[operator]


# Many at once


@pytest.mark.parametrize(("verb", "status"), [("acknowledge", ACKNOWLEDGED), ("dismiss", DISMISSED)])
def test_named_notifications_end_and_only_those_that_changed_are_counted(stage: Stage, verb: str, status: str) -> None:
    ada = stage.person()
    bot, other = stage.agent("bot", ada), stage.agent("pet")
    one, two, ended, left = (told(stage, bot, f"{number}").id for number in range(4))
    foreign = told(stage, other).id
    stage.do(stage.hub.dismiss(ada, ended))
    ids = [two, one, one, ended, foreign, NOBODY_S, "'"]
    end = getattr(stage.hub.endings, verb)
    assert stage.do(end(ada, ids)) == 2
    assert [look(stage, ada, id).status for id in (one, two, ended, left)] == [status, status, DISMISSED, PENDING]
    assert look(stage, stage.owner, foreign).status == PENDING
    assert stage.do(end(ada, ids)) == 0
    assert types(stage, ada, one) == ["agent_notification", f"notification_{status}"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), "abcdef"),
        (Filters(types=("alert", "status")), "ab"),
        (Filters(priorities=("high", "urgent")), "bc"),
        (Filters(category="ci"), "d"),
        (Filters(words=("BIG", "fish")), "e"),
        (Filters(statuses=("pending",), types=("alert",)), "a"),
        (Filters(statuses=("dismissed",)), ""),
        (Filters(words=("nothing like it",)), ""),
        (Filters(agent_name="bot"), "abcdef"),
    ],
)
@pytest.mark.parametrize(("verb", "status"), [("acknowledge_all", ACKNOWLEDGED), ("dismiss_all", DISMISSED)])
def test_all_that_a_filter_finds_ends_and_nothing_else(
    stage: Stage, verb: str, status: str, filters: Filters, expected: str
) -> None:
    ada = stage.person()
    bot, other = stage.agent("bot", ada), stage.agent("pet")
    sent = {
        "a": told(stage, bot, "a", kind="alert"),
        "b": told(stage, bot, "b", kind="status", priority="high"),
        "c": told(stage, bot, "c", priority="urgent"),
        "d": told(stage, bot, "d", category="ci"),
        "e": told(stage, bot, "a big one", message="a Fish"),
        "f": told(stage, bot, "f"),
    }
    foreign = told(stage, other, "a big fish", kind="alert", priority="high", category="ci").id
    assert stage.do(getattr(stage.hub.endings, verb)(ada, filters, None)) == len(expected)
    assert {name for name, one in sent.items() if look(stage, ada, one.id).status == status} == set(expected)
    assert look(stage, stage.owner, foreign).status == PENDING


def test_notification_newer_than_the_newest_that_was_meant_stays(stage: Stage) -> None:
    bot, other = stage.agent("bot"), stage.person()
    ids = [told(stage, bot, title).id for title in ("first", "second", "third", "third")]
    ends = stage.hub.endings
    assert stage.do(ends.acknowledge_all(stage.owner, Filters(), ids[1])) == 2
    assert stage.do(ends.dismiss_all(stage.owner, Filters(words=("third",)), ids[2])) == 1
    assert [look(stage, bot, id).status for id in ids] == [ACKNOWLEDGED, ACKNOWLEDGED, DISMISSED, PENDING]
    for who, unknown in ((stage.owner, NOBODY_S), (other, ids[0])):
        with refused("unknown_up_to"):
            stage.do(ends.dismiss_all(who, Filters(), unknown))


def test_seen_notifications_can_be_put_away_alone(stage: Stage) -> None:
    bot, ends = stage.agent(), stage.hub.endings
    seen, new = told(stage, bot).id, told(stage, bot).id
    stage.do(stage.hub.acknowledge(stage.owner, seen))
    assert stage.do(ends.acknowledge_all(stage.owner, Filters(statuses=(ACKNOWLEDGED, DISMISSED)), None)) == 0
    assert stage.do(ends.dismiss_all(stage.owner, Filters(statuses=(ACKNOWLEDGED,)), None)) == 1
    assert [look(stage, bot, id).status for id in (seen, new)] == [DISMISSED, PENDING]


@pytest.mark.parametrize("verb", ["acknowledge_all", "dismiss_all", "clear"])
def test_open_questions_are_left_alone_by_those_who_tidy_up(stage: Stage, verb: str) -> None:
    bot, ends = stage.agent(), stage.hub.endings
    still, answered, plain = asked(stage, bot).id, asked(stage, bot, choice("Other?")).id, told(stage, bot).id
    stage.do(stage.hub.questions.answer(stage.owner, answered, CHOSEN, "page"))
    count = ends.clear(stage.owner) if verb == "clear" else getattr(ends, verb)(stage.owner, Filters(), None)
    # Who answered it has acknowledged it.
    assert stage.do(count) == (1 if verb == "acknowledge_all" else 2)
    assert stage.do(ends.dismiss(stage.owner, [still])) == 0
    assert stage.do(stage.hub.questions.find(bot, still)).is_open
    assert [look(stage, bot, id).status == PENDING for id in (still, plain)] == [True, False]


def test_clearing_is_told_in_one_event_for_each_agent(stage: Stage) -> None:
    ada = stage.person()
    bot, pet, other = stage.agent("bot", ada), stage.agent("pet", ada), stage.agent("other")
    ids = [told(stage, who).id for who in (bot, bot, pet)]
    foreign = told(stage, other).id
    stage.do(stage.hub.acknowledge(stage.owner, ids[0]))
    before = stage.do(stage.store.read(lambda reader: reader.replay())).newest
    assert stage.do(stage.hub.endings.clear(ada, "bot")) == 2
    assert stage.do(stage.hub.endings.clear(ada)) == 1
    assert stage.do(stage.hub.endings.clear(ada)) == 0
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, before, 10**6, 100)))
    assert [(one.type, one.agent_name, json.loads(one.data)["count"]) for one in events] == [
        ("notifications_cleared", "bot", 2),
        ("notifications_cleared", "pet", 1),
    ]
    assert look(stage, ada, ids[0]).acknowledged_by == "owner"
    assert look(stage, stage.owner, foreign).status == PENDING
    assert types(stage, ada, ids[2]) == ["agent_notification", "notifications_cleared"]


@pytest.mark.parametrize(("name", "code"), [("other", "agent_denied"), ("nobody-here", "agent_not_found")])
def test_notifications_of_an_agent_end_only_for_those_who_see_it(stage: Stage, name: str, code: str) -> None:
    ada, other = stage.person(), stage.agent("other")
    told(stage, other)
    with refused(code):
        stage.do(stage.hub.endings.clear(ada, name))
    with refused(code):
        stage.do(stage.hub.endings.dismiss_all(ada, Filters(agent_name=name), None))
    assert stage.do(stage.hub.pending_count(other)) == 1


def test_more_than_one_transaction_takes_end_in_one_call_each_with_its_event(stage: Stage) -> None:
    bot, many = stage.agent(), 2 * MOST_AT_ONCE + 3
    stage.at_once(*(stage.hub.tell(bot, Draft("info", f"{number}")) for number in range(many)))
    assert stage.do(stage.hub.endings.acknowledge_all(stage.owner, Filters(), None)) == many
    assert stage.do(stage.hub.endings.dismiss_all(stage.owner, Filters(statuses=(ACKNOWLEDGED,)), None)) == many
    events = stage.do(stage.store.read(lambda reader: reader.events(bot, 0, 10**6, 10**6)))
    counted = [one.type for one in events]
    assert [counted.count(f"notification_{status}") for status in (ACKNOWLEDGED, DISMISSED)] == [many, many]


# Counting


def test_counts_are_of_what_one_sees_and_follow_each_change(stage: Stage) -> None:
    ada = stage.person()
    bot, other = stage.agent("bot", ada), stage.agent("other")
    ids = [told(stage, bot).id for _ in range(3)]
    told(stage, other)
    counted = [stage.do(stage.hub.pending_count(who)) for who in (stage.owner, ada, bot, other)]
    assert counted == [4, 3, 3, 1]
    stage.do(stage.hub.acknowledge(ada, ids[0]))
    assert stage.do(stage.hub.pending_count_of(stage.owner, "bot")) == 2
    with refused("agent_denied"):
        stage.do(stage.hub.pending_count_of(ada, "other"))


def test_moment_of_telling_orders_the_list_and_pages_meet(stage: Stage) -> None:
    bot = stage.agent()
    ids = []
    for number in range(7):
        ids.append(told(stage, bot, f"{number}").id)
        stage.passes(timedelta(milliseconds=number % 2), looks=False)
    pages, before = [], None
    while page := stage.do(stage.hub.notifications(bot, Filters(limit=3, before=before))):
        pages += [one.id for one in page]
        before = page[-1].id
    assert pages == ids[::-1]
