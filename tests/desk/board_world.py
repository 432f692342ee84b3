"""A board without a desktop: what was done with its commands, as a person would see it."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from bellpull.desk.board import Board, Settings
from bellpull.desk.commands import (
    Acknowledge,
    CloseBanner,
    Command,
    OpenInbox,
    OpenWindow,
    Release,
    ReportFailure,
    SendAnswer,
    ShowBanner,
    ShowTold,
    TellWindow,
    TickAfter,
)
from bellpull.desk.notifications import Banner, Can, Happening
from bellpull.desk.quiet import Quiet
from bellpull.desk.words import desk_words
from bellpull.domain.instant import instant
from bellpull.domain.words import words

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
SERVER = Can("dunst 1.9.0", True, 8, False, True, True, True)
LOOK = {
    "window_title": None,
    "show_history": True,
    "theme": "auto",
    "chime_enabled": False,
    "repo": "shop",
    "branch": "main",
    "asked_as": None,
    "task": None,
}

_numbers = count()


def question(kind: str = "choice", *, waits: float | None = None, at: datetime = NOON, **fields: Any) -> dict[str, Any]:
    """A question as the hub shows it; `waits`: so many seconds a call waits for it."""
    options = ["Yes", "No"] if kind == "choice" else []
    answers: list[dict[str, Any]] = [{"label": option, "answer": {"choice": option}} for option in options]
    close = [{"label": "Close", "answer": {"outcome": "dismissed"}}] if kind == "choice" else []
    return {
        "id": f"notif_{next(_numbers):016}",
        "agent_name": "builder",
        "kind": kind,
        "title": "Merge",
        "question": "Merge to main?",
        "options": options,
        "free_text": False,
        "action_label": None,
        "buttons": answers + close,
        "urgency": "normal",
        "secret": False,
        "look": LOOK,
        "project": None,
        "session": None,
        "opened_at": instant(at),
        "waiting_until": None if waits is None else instant(at + timedelta(seconds=waits)),
        "open_until": instant(at + timedelta(days=1)),
        "state": "settled" if kind == "show" else "open",
        "outcome": "shown" if kind == "show" else None,
        "released": None,
        "via": None,
    } | fields


def told(
    title: str = "Done", *, agent: str = "builder", priority: str = "normal", type: str = "info"
) -> dict[str, Any]:
    return {
        "type": "agent_notification",
        "agent_name": agent,
        "notification_id": f"notif_{next(_numbers):016}",
        "notification_type": type,
        "title": title,
        "priority": priority,
    }


class World:
    """The window here behaves as its promise says: told to go, it goes, unless somebody has typed in it."""

    def __init__(
        self,
        *,
        can: Can | None = SERVER,
        window: bool = True,
        quiet: Quiet | None = None,
        window_is_slow: bool = False,
    ) -> None:
        settings = Settings(words("en"), desk_words("en"), timedelta(minutes=5))
        self.board = Board(settings, quiet or Quiet())
        self.board.equip(can, has_window=window)
        self.now = NOON
        self.banners: dict[str, Banner] = {}
        self.notifications: dict[str, int] = {}
        self.window: Mapping[str, Any] | None = None
        self.plain = False
        self.typed_in = False
        self.banner_in_window: str | None = None
        self._window_is_slow = window_is_slow
        self.answers: list[tuple[str, Mapping[str, str]]] = []
        self.released: list[tuple[str, str]] = []
        self.failed: list[str] = []
        self.acknowledged: list[str] = []
        self.inbox_opened = 0
        self.windows_opened: list[str] = []

    def do(self, commands: list[Command]) -> None:
        for command in commands:
            self._do(command)

    def _do(self, command: Command) -> None:
        match command:
            case ShowBanner(banner):
                self.banners[banner.key] = banner
            case ShowTold(id, times):
                self.notifications[id] = times
            case CloseBanner(key):
                self.banners.pop(key, None)
                self.notifications.pop(key, None)
            case OpenWindow(asked, plain):
                assert self.window is None, "one window at a time"
                self.window, self.plain, self.typed_in, self.banner_in_window = asked, plain, False, None
                self.windows_opened.append(asked["id"])
            case TellWindow(line):
                self._tell_window(line)
            case SendAnswer(id, answer):
                self.answers.append((id, answer))
            case Release(id, reason):
                self.released.append((id, reason))
            case ReportFailure(asked, _):
                self.failed.append(asked["id"])
            case Acknowledge(id):
                self.acknowledged.append(id)
            case OpenInbox():
                self.inbox_opened += 1
            case TickAfter(wait):
                assert wait > timedelta(0)

    def _tell_window(self, line: Mapping[str, Any]) -> None:
        assert self.window is not None, "nobody is there to be told"
        goes = {"close", "moved_on", "settled"} & set(line)
        if not goes:
            return
        if self.typed_in:
            self.banner_in_window = next(iter(goes))
        elif not self._window_is_slow:
            self.window_goes()

    def window_goes(self) -> None:
        self.ends({"answer": None, "why": "told"})

    # What happens

    def asks(self, kind: str = "choice", **fields: Any) -> dict[str, Any]:
        asked = question(kind, at=self.now, **fields)
        self.do(self.board.opened(asked, self.now))
        return asked

    def tells(self, title: str = "Done", **fields: Any) -> dict[str, Any]:
        event = told(title, **fields)
        self.do(self.board.told(event, self.now))
        return event

    def types(self) -> None:
        assert self.window is not None
        self.typed_in = True
        self.board.window_touched()

    def ends(self, result: dict[str, Any]) -> None:
        self.window = None
        self.do(self.board.window_ended(result, self.now))

    def dies(self) -> None:
        self.window = None
        self.do(self.board.window_died("it crashed", self.now))

    def happens(self, happening: Happening) -> None:
        key = getattr(happening, "key", "")
        self.banners.pop(key, None)
        self.notifications.pop(key, None)
        self.do(self.board.happened(happening, self.now))

    def settles(self, asked: Mapping[str, Any], via: str = "page") -> None:
        self.do(self.board.settled(asked["id"], "accepted", via))

    def releases(self, asked: Mapping[str, Any], reason: str = "timeout") -> None:
        self.do(self.board.released(asked["id"], reason, self.now))

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)
        self.do(self.board.tick(self.now))

    def sees(self, asked: Mapping[str, Any]) -> bool:
        return asked["id"] in self.banners or (self.window is not None and self.window["id"] == asked["id"])
