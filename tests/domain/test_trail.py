"""What a trail says of each event, from the records that it is about."""

from typing import Any

import pytest

from bellpull.domain.asking import CHOICE, SHOW, TEXT, Ask
from bellpull.domain.event import Event
from bellpull.domain.notification import Notification
from bellpull.domain.nudge import Nudge
from bellpull.domain.question import Question
from bellpull.domain.trail import Entry, entry_of_nudge, entry_of_question, entry_told

OPENED, LATER, END = "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z", "2026-01-02T00:00:00.000Z"
MERGE = Ask("Merge", "Merge to main?", CHOICE, ("Yes", "No"))
NAME = Ask("Name", "Which name?", TEXT)


def event(type: str, at: str = LATER) -> Event:
    return Event(7, at, type, "bot", "{}")


def question(ask: Ask = MERGE, **values: Any) -> Question:
    return Question("question_1", "bot", ask, OPENED, None, END, **values)


def nudge(**values: Any) -> Nudge:
    return Nudge("nudge_1", "bot", "session-1", "ci", "main", "The build broke", None, OPENED, **values)


def test_told_entry_says_what_the_notification_said() -> None:
    told = Notification("notif_1", "bot", "info", "Built", "All green", "high", "ci", None, "pending", LATER)
    said = {
        "notification_id": "notif_1",
        "notification_type": "info",
        "title": "Built",
        "message": "All green",
        "priority": "high",
    }
    assert entry_told(event("agent_notification"), told) == Entry(7, LATER, "told", said)


def test_asked_entry_stands_where_the_question_was_opened() -> None:
    said = {"question_id": "question_1", "title": "Merge", "question": "Merge to main?", "options": ["Yes", "No"]}
    assert entry_of_question(event("question_opened", OPENED), question()) == Entry(7, OPENED, "asked", said)
    assert entry_of_question(event("question_opened", LATER), question()) is None


@pytest.mark.parametrize(
    "asked, outcome, text",
    [
        (question(outcome="accepted", choice="Yes"), "accepted", "Yes"),
        (question(NAME, outcome="accepted", reply="Ada"), "accepted", "Ada"),
        (question(outcome="declined", choice="No", reply="too early"), "declined", "No"),
        (question(outcome="dismissed"), "dismissed", '{"response": "dismissed", "choice": null}'),
        (question(NAME, outcome="dismissed"), "dismissed", "User dismissed the popup"),
        (question(NAME, outcome="cancelled"), "cancelled", "User cancelled the popup"),
        (question(NAME, outcome="empty"), "empty", "User submitted empty response"),
        (question(Ask("Done", "It is done", SHOW), outcome="shown"), "shown", "✓ Message displayed successfully"),
        (question(NAME._replace(secret=True), outcome="accepted", reply="hunter2"), "accepted", None),
        (question(), None, None),
    ],
)
def test_answered_entry_says_what_the_person_did_unless_it_is_secret(
    asked: Question, outcome: str | None, text: str | None
) -> None:
    entry = entry_of_question(event("question_settled"), asked._replace(by="ada", via="page"))
    said = {"question_id": "question_1", "title": asked.ask.title, "outcome": outcome, "text": text}
    assert entry == Entry(7, LATER, "answered", said | {"via": "page", "by": "ada"})


def test_released_entry_says_why_nobody_waits() -> None:
    said = {"question_id": "question_1", "title": "Merge", "reason": "timeout"}
    assert entry_of_question(event("question_released"), question(released="timeout")) == Entry(
        7, LATER, "released", said
    )


@pytest.mark.parametrize("secret, message", [(False, "The build broke"), (True, None)])
def test_nudged_entry_stands_where_the_nudge_was_made(secret: bool, message: str | None) -> None:
    made = nudge(by="ada", times=2)
    said = {"nudge_id": "nudge_1", "source": "ci", "label": "main", "message": message, "question_id": None}
    further = {"by": "ada", "session": "session-1", "times": 2}
    assert entry_of_nudge(event("nudge_pending", OPENED), made, secret) == Entry(7, OPENED, "nudged", said | further)
    assert entry_of_nudge(event("nudge_pending", LATER), made, secret) is None


def test_handed_entry_says_which_session_got_the_nudge() -> None:
    made = nudge(handed_via="hook", handed_session="session-2")
    said = {"nudge_id": "nudge_1", "source": "ci", "label": "main", "message": "The build broke", "question_id": None}
    further = {"via": "hook", "session": "session-2"}
    assert entry_of_nudge(event("nudge_handed"), made, False) == Entry(7, LATER, "handed", said | further)
