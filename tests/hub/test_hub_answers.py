"""The way of an answer to its agent: a call that waits for it, or a nudge if none does; once, or marked as a repeat."""

import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.nudge import LEASE, Nudge, NudgeDraft
from bellpull.domain.question import Answer
from bellpull.domain.session import Sign
from bellpull.hub.deadlines import HAND_OVER, STRANDED, meet_deadlines
from bellpull.store.sqlite import SqliteStore
from support.asks import CANCELLED, CHOSEN, DECLINED, DISMISSED, YES, asked, choice, shown, typed
from support.in_process import Stage, refused

DAY = timedelta(days=1)


def answered(stage: Stage, id: str, answer: Answer = CHOSEN) -> None:
    stage.do(stage.hub.questions.answer(stage.owner, id, answer, "page"))


def claimed(stage: Stage, bot: Principal, session: str | None = "process:1") -> list[Nudge]:
    return stage.do(stage.hub.nudges.claim(bot, bot.name, session, "shim")).nudges


def of(nudges: list[Nudge]) -> list[tuple[str | None, bool]]:
    return [(one.question_id, one.repeat) for one in nudges]


def hands(stage: Stage, bot: Principal, id: str) -> bool:
    return stage.do(stage.hub.questions.handed(bot, id))[1]


# Calls that wait


@pytest.mark.parametrize("end", ["answered", "withdrawn", "cancelled", "notification dismissed", "expired"])
def test_call_that_waits_returns_as_soon_as_the_question_is_settled(stage: Stage, end: str) -> None:
    hub, bot = stage.hub, stage.agent()
    id = asked(stage, bot, wait=60).id
    calls = [stage.start(hub.questions.wait(who, id, 30)) for who in (bot, stage.owner, bot)]
    assert not any(call.done() for call in calls)
    if end == "withdrawn":
        stage.do(hub.questions.withdraw(bot, id))
    elif end == "notification dismissed":
        stage.do(hub.dismiss(stage.owner, id))
    elif end == "expired":
        stage.passes(DAY)
    else:
        answered(stage, id, CHOSEN if end == "answered" else CANCELLED)
    outcome = {"answered": "accepted", "notification dismissed": "dismissed"}.get(end, end)
    assert [stage.do(call).outcome for call in calls] == [outcome] * 3


@pytest.mark.parametrize("reason", ["timeout", "replaced", "gone"])
def test_call_that_waits_returns_when_it_is_released(stage: Stage, reason: str) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    call = stage.start(stage.hub.questions.wait(bot, id, 30))
    stage.do(stage.hub.questions.release(stage.owner, id, reason))
    told = stage.do(call)
    assert (told.is_open, told.released) == (True, reason)
    later = stage.start(stage.hub.questions.wait(bot, id, 30))
    assert later.done() is (reason == "replaced")  # who was let go by a surface is told so once more
    answered(stage, id)
    assert stage.do(later).is_open is (reason == "replaced")


def test_call_that_waits_for_another_question_or_hears_of_an_acknowledgement_waits_on(stage: Stage) -> None:
    bot = stage.agent()
    one, other = (asked(stage, bot, choice(text), wait=60).id for text in ("One?", "Other?"))
    call = stage.start(stage.hub.questions.wait(bot, other, 30))
    stage.do(stage.hub.acknowledge(stage.owner, other))
    answered(stage, one)
    assert not call.done()
    answered(stage, other, DECLINED)
    assert stage.do(call).outcome == "declined"


@pytest.mark.parametrize("seconds", [0, 0.01])
def test_call_whose_time_is_up_gets_the_question_as_it_is(stage: Stage, seconds: float) -> None:
    bot = stage.agent()
    question = asked(stage, bot, wait=60)
    assert stage.do(stage.hub.questions.wait(bot, question.id, seconds)) == question


def test_call_that_is_given_up_leaves_the_answer_to_the_others(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    gone, there = (stage.start(stage.hub.questions.wait(bot, id, 30)) for _ in range(2))
    gone.cancel()
    answered(stage, id)
    assert stage.do(there).choice == YES


@pytest.mark.parametrize("lost", ["share", "key"])
def test_call_that_lost_its_right_while_it_waited_gets_no_answer(stage: Stage, lost: str) -> None:
    bot, ada = stage.agent(), stage.person()
    stage.do(stage.hub.sharing.share(stage.owner, "bot", "ada"))
    id = asked(stage, bot, wait=60).id
    call = stage.start(stage.hub.questions.wait(ada, id, 30))
    if lost == "share":
        stage.do(stage.hub.sharing.unshare(stage.owner, "bot", "ada"))
    else:
        stage.do(stage.hub.access.revoke_key(stage.owner, ada.key_id))
    answered(stage, id)
    with refused("question_not_found" if lost == "share" else "invalid_key"):
        stage.do(call)


def test_calls_are_told_that_the_hub_stops(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    call = stage.start(stage.hub.questions.wait(bot, id, 30))
    stage.hub.questions.waiting.stop()
    with refused("stopping"):
        stage.do(call)


# A call has it


def test_answer_that_its_caller_confirms_is_no_nudge(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    assert not hands(stage, bot, id)
    answered(stage, id)
    assert [hands(stage, bot, id) for _ in range(2)] == [True, False]
    stage.passes(60)
    assert claimed(stage, bot) == []
    assert stage.do(stage.hub.questions.wait(bot, id, 0)).repeat


def test_answer_is_handed_once_among_calls_at_once(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    answered(stage, id)
    outcomes = stage.at_once(*(stage.hub.questions.handed(bot, id) for _ in range(8)))
    assert [first for _, first in outcomes].count(True) == 1


def test_secret_answer_is_erased_when_it_is_handed(stage: Stage) -> None:
    bot = stage.agent()
    late, waited = asked(stage, bot, typed("Late?", secret=True)).id, asked(stage, bot, typed(secret=True), wait=60).id
    for id in (late, waited):
        answered(stage, id, Answer(text="hush"))
    assert hands(stage, bot, waited)
    listed = stage.do(stage.hub.nudges.pending(stage.owner, "bot", None, 0)).nudges
    assert [one.message for one in listed] == ["(a secret answer)"]
    (nudge,) = claimed(stage, bot)
    assert nudge.message.endswith("hush")
    stage.do(stage.hub.nudges.confirm(bot, "bot", [nudge.id]))
    assert [stage.do(stage.hub.questions.find(bot, id)).reply for id in (late, waited)] == [None, None]
    handed = stage.do(stage.hub.nudges.handed(stage.owner, "bot", 10)).nudges
    assert "hush" not in handed[0].message


# Nobody waits


@pytest.mark.parametrize("why", ["never waited", "timeout", "replaced", "gone", "its time is up"])
def test_answer_that_nobody_waits_for_is_a_nudge_at_once(stage: Stage, why: str) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=None if why == "never waited" else 60).id
    if why == "its time is up":
        stage.passes(60)
    elif why != "never waited":
        stage.do(stage.hub.questions.release(bot, id, why))
    answered(stage, id)
    (nudge,) = claimed(stage, bot)
    assert (nudge.question_id, nudge.source, nudge.by, nudge.repeat) == (id, "user", "owner", False)
    assert nudge.message == f'Your question: Merge to main?\n{{"response": "accepted", "choice": "{YES}"}}'
    assert stage.do(stage.hub.nudges.confirm(bot, "bot", [nudge.id])) == 1
    assert stage.do(stage.hub.questions.find(bot, id)).handed_at is not None
    assert not hands(stage, bot, id)
    assert claimed(stage, bot) == []


def test_answer_that_its_caller_does_not_confirm_becomes_a_nudge_after_two_seconds(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    stage.passes(1)
    answered(stage, id)
    stage.passes(HAND_OVER - timedelta(milliseconds=1))
    assert claimed(stage, bot) == []
    stage.passes(timedelta(milliseconds=1))
    assert of(claimed(stage, bot)) == [(id, False)]


@pytest.mark.parametrize("restarted", [False, True])
def test_late_answer_says_that_it_may_be_a_repeat_if_a_call_may_have_read_it(stage: Stage, restarted: bool) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=60).id
    if restarted:
        answered(stage, id)
        stage.reopen()  # which calls have read it is forgotten
    else:
        call = stage.start(stage.hub.questions.wait(bot, id, 30))
        answered(stage, id)
        assert not stage.do(call).repeat
    stage.passes(HAND_OVER)
    assert of(claimed(stage, bot)) == [(id, True)]


@pytest.mark.parametrize("leased", [False, True])
def test_call_that_reads_an_answer_which_is_a_nudge_too_marks_one_of_them(stage: Stage, leased: bool) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    answered(stage, id)
    taken = claimed(stage, bot) if leased else []
    read = stage.do(stage.hub.questions.wait(bot, id, 0))
    assert read.repeat is leased
    if not leased:
        taken = claimed(stage, bot)
    assert of(taken) == [(id, not leased)]


def test_answer_is_marked_for_a_call_if_a_claim_of_the_same_commit_takes_its_nudge(stage: Stage) -> None:
    """Nobody said that a call would wait, so the answer is a nudge at once, though a call is there."""
    hub, bot = stage.hub, stage.agent()
    stage.do(hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "so that a claim does not end early")))
    id = asked(stage, bot).id
    call = stage.start(hub.questions.wait(bot, id, 30))
    _, taken = stage.at_once(
        hub.questions.answer(stage.owner, id, CHOSEN, "page"), hub.nudges.claim(bot, "bot", None, "hook")
    )
    read = stage.do(call)
    assert [one.question_id for one in taken.nudges] == [None, id]
    assert [read.repeat, taken.nudges[1].repeat].count(True) == 1


def test_nudge_that_is_made_while_a_call_reads_the_answer_is_marked(stage: Stage) -> None:
    """The call has looked for a nudge, and has not said yet that it has the answer."""
    bot = stage.agent()
    stage.passes(1)
    id = asked(stage, bot, wait=60).id
    answered(stage, id)
    stage.passes(HAND_OVER, looks=False)
    glance, looks = stage.store.glance, 0

    async def then_it_is_late(look: Any) -> Any:
        nonlocal looks
        seen, looks = await glance(look), looks + 1
        if looks == 2:  # the first finds the question, the second its nudge
            await meet_deadlines(stage.hub, stage.hub.clock(), stage.hub.lived())
        return seen

    stage.store.glance = then_it_is_late  # type: ignore[method-assign]
    assert not stage.do(stage.hub.questions.wait(bot, id, 0)).repeat
    stage.store.glance = glance  # type: ignore[method-assign]
    assert of(claimed(stage, bot)) == [(id, True)]


def test_confirmed_call_takes_back_the_nudge_and_a_confirmed_nudge_the_call_s_word(stage: Stage) -> None:
    bot = stage.agent()
    kept, taken, leased = (asked(stage, bot, choice(text)).id for text in ("Kept?", "Taken?", "Leased?"))
    answered(stage, taken)
    assert hands(stage, bot, taken)
    answered(stage, leased)
    (nudge,) = claimed(stage, bot)
    assert hands(stage, bot, leased)
    assert stage.do(stage.hub.nudges.confirm(bot, "bot", [nudge.id])) == 0
    answered(stage, kept)
    assert of(claimed(stage, bot)) == [(kept, False)]


def test_late_answers_come_in_the_order_in_which_they_were_given(stage: Stage) -> None:
    bot, order = stage.agent(), [3, 0, 4, 1, 2]
    ids = [asked(stage, bot, choice(f"{number}?")).id for number in range(5)]
    for number in order:
        answered(stage, ids[number])
    assert [one.question_id for one in claimed(stage, bot)] == [ids[number] for number in order]


@pytest.mark.parametrize("by", ["answer", "notification"])
def test_late_dismissal_is_told_too(stage: Stage, by: str) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    if by == "answer":
        answered(stage, id, DISMISSED)
    else:
        stage.do(stage.hub.dismiss(stage.owner, id))
    (nudge,) = claimed(stage, bot)
    assert nudge.message.endswith('{"response": "dismissed", "choice": null}')


def test_settled_question_without_an_answer_is_no_nudge(stage: Stage) -> None:
    bot = stage.agent()
    asked(stage, bot, shown())
    for wait in (None, 60):
        stage.do(stage.hub.questions.withdraw(bot, asked(stage, bot, wait=wait).id))
    asked(stage, bot)
    stage.passes(DAY)
    assert stage.do(stage.hub.nudges.pending(bot, "bot", None, 0)).total == 0


def test_answer_to_a_person_is_carried_to_nobody(stage: Stage) -> None:
    ada = stage.person()
    question = asked(stage, ada, wait=60)
    stage.do(stage.hub.questions.release(ada, question.id, "gone"))
    answered(stage, question.id)
    stage.passes(HAND_OVER)
    assert stage.do(stage.store.read(lambda reader: reader.standing())).pending_nudges == 0
    assert stage.do(stage.hub.questions.wait(ada, question.id, 0)).choice == YES


@pytest.mark.parametrize("waited", [False, True])
def test_answer_outlives_the_hub(stage: Stage, waited: bool) -> None:
    bot = stage.agent()
    id = asked(stage, bot, wait=600 if waited else None).id
    answered(stage, id)
    stage.reopen()
    stage.passes(HAND_OVER)
    (nudge,) = claimed(stage, bot, "process:of-the-next-life")
    assert nudge.question_id == id


def test_carrier_leaves_out_the_answer_that_its_call_brings(stage: Stage) -> None:
    bot, claim = stage.agent(), stage.hub.nudges.claim
    ids = [asked(stage, bot, choice(f"{number}?")).id for number in range(3)]
    for id in ids:
        answered(stage, id)
    taken = stage.do(claim(bot, "bot", None, "shim", except_questions=[ids[1], "notif_0000000000000000"])).nudges
    assert [one.question_id for one in taken] == [ids[0], ids[2]]
    assert hands(stage, bot, ids[1])


# A session that asked


def of_a_session(stage: Stage, bot: Principal, state: str = "working") -> str:
    id = asked(stage, bot).id
    stage.do(stage.hub.sessions.sign(bot, [Sign("there", state)]))
    stage.do(stage.store.write(lambda writer: writer.questions.join("bot", id, "there")))
    return id


def test_answer_waits_for_the_session_that_asked_until_nothing_is_heard_of_it(stage: Stage) -> None:
    bot = stage.agent()
    id = of_a_session(stage, bot)
    answered(stage, id)
    stage.passes(STRANDED)
    assert claimed(stage, bot, "elsewhere") == []
    stage.passes(timedelta(milliseconds=1))
    assert of(claimed(stage, bot, "elsewhere")) == [(id, False)]


@pytest.mark.parametrize("gone", ["ended", "silent"])
def test_answer_for_a_session_that_is_not_there_is_anybody_s(stage: Stage, gone: str) -> None:
    bot = stage.agent()
    id = of_a_session(stage, bot, "ended" if gone == "ended" else "working")
    stage.passes(91 if gone == "silent" else 0)
    answered(stage, id)
    assert of(claimed(stage, bot, "elsewhere")) == [(id, False)]


def test_carrier_that_died_leaves_the_answer_to_another_marked_as_a_repeat(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    answered(stage, id)
    claimed(stage, bot)
    stage.passes(LEASE - timedelta(milliseconds=1))
    assert claimed(stage, bot) == []
    stage.passes(timedelta(milliseconds=1))
    assert of(claimed(stage, bot)) == [(id, True)]


def test_answer_that_cannot_be_told_is_logged_once_and_the_others_reach_their_agents(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    bot = stage.agent()
    odd, other = (asked(stage, bot, typed(text), wait=30).id for text in ("Odd?", "Other?"))
    for id in (odd, other):
        answered(stage, id, Answer(text="Yes"))

    def write_by_hand(path: str) -> None:
        """As no verb leaves it."""
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE questions SET outcome = 'declined', reply = NULL WHERE id = ?", [odd])

    if not isinstance(stage.store, SqliteStore):
        pytest.skip("its rows are written by hand in SQLite alone")
    write_by_hand(str(stage.folder / "bellpull.db"))
    for _ in range(2):
        stage.passes(HAND_OVER)
    assert [one.question_id for one in stage.do(stage.hub.nudges.pending(bot, "bot", None, 0)).nudges] == [other]
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert logged == [f"the answer to {odd} cannot be told to its agent: it is written as none that there is"]
