"""What the board wants done: values, carried out by the presenter in their order. Nothing here does anything."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from bellpull.desk.notifications import Banner

Question = Mapping[str, Any]


class ShowBanner(NamedTuple):
    banner: Banner


class ShowTold(NamedTuple):
    """A notification: its message is fetched first, and it is shown if it is still pending."""

    id: str
    #: So many like it came in a row.
    times: int
    #: It asks when it is to come again.
    asks_when: bool = False


class CloseBanner(NamedTuple):
    key: str


class OpenWindow(NamedTuple):
    question: Question
    #: The window died before: without what some systems cannot draw.
    plain: bool = False


class TellWindow(NamedTuple):
    """One more line for the window that is open."""

    line: Mapping[str, Any]


class SendAnswer(NamedTuple):
    question_id: str
    answer: Mapping[str, str]
    #: A sound says that the hub has it.
    chimes: bool = False
    #: It is in no file of the desk.
    secret: bool = False


class Release(NamedTuple):
    question_id: str
    reason: str


class ReportFailure(NamedTuple):
    """The window of this question died twice."""

    question: Question
    reason: str


class Acknowledge(NamedTuple):
    notification_id: str


class OpenInbox(NamedTuple):
    pass


class TickAfter(NamedTuple):
    """The board is to be told the time sooner than its clock would."""

    wait: timedelta


Command = (
    ShowBanner
    | ShowTold
    | CloseBanner
    | OpenWindow
    | TellWindow
    | SendAnswer
    | Release
    | ReportFailure
    | Acknowledge
    | OpenInbox
    | TickAfter
)
