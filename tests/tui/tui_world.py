"""The model of the terminal view with clocks of its own, the hub's words for it, and keys."""

from datetime import UTC, datetime, timedelta
from typing import Any

from bellpull.domain.instant import instant
from bellpull.domain.words import words
from bellpull.tui import acts
from bellpull.tui.chrome import bottom_line, button_rows
from bellpull.tui.detail import session_lines
from bellpull.tui.model import View
from bellpull.tui.pressing import Pressing
from bellpull.tui.rows import session_row
from bellpull.tui.words import tui_words

MORNING = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)


class Time:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds

    def clock(self) -> datetime:
        return MORNING + timedelta(seconds=self.seconds - 1000)


class World:
    """A view, the hub's words for it, and keys."""

    def __init__(self, language: str = "en") -> None:
        self.time = Time()
        self.view = View(words(language), tui_words(language), self.time.now, self.time.clock)
        self.keys = Pressing(self.view)
        self.watch: dict[str, Any] = {"title": "🤖 2", "sessions": [], "questions": [], "servers": []}

    def session(self, id: str, *waits: dict[str, Any], **fields: Any) -> None:
        said = {"id": id, "agent_name": "builder", "state": "working", "busy": True, "title": id, "waits": list(waits)}
        said |= {"since": "2026-03-02T09:00:00.000Z"} | fields
        self.watch["sessions"] = [one for one in self.watch["sessions"] if one["id"] != id] + [said]

    def tell(self, *questions: dict[str, Any]) -> None:
        for one in questions:
            self.view.take_question(one)
        self.view.take_watch(self.watch)

    def wait(self, seconds: float = 1.0) -> None:
        self.time.seconds += seconds
        self.view.refresh()

    def press(self, *keys: str) -> list[acts.Act]:
        return [act for key in keys for act in self.keys.press(key)]

    def type(self, text: str) -> None:
        self.view.type(text)

    def listed(self) -> list[str]:
        return [f"{entry.icon} {entry.title}" for entry in self.view.sessions.shown]

    def text(self) -> str:
        return "\n".join("".join(text for text, _ in line) for line in session_lines(self.view, 78))


def question(id: str, **fields: Any) -> dict[str, Any]:
    options = fields.get("options", ["Yes", "No"])
    buttons = [{"label": label, "answer": {"choice": label}} for label in options]
    close = {"label": "Close", "answer": {"outcome": "dismissed"}}
    made = {"id": id, "agent_name": "builder", "kind": "choice", "title": id, "question": f"{id}?", "options": options}
    made |= {
        "urgency": "normal",
        "opened_at": "2026-03-02T09:50:00.000Z",
        "free_text": False,
        "buttons": [*buttons, close] if buttons else [],
        "secret": False,
        "session": None,
    }
    return made | {"state": "open", "waiting_until": None, "released": None, "settled_at": None} | fields


def wait(question_id: str | None, **fields: Any) -> dict[str, Any]:
    told = {
        "kind": "ask",
        "title": question_id or "maybe",
        "reason": "because",
        "source": "hub",
        "agent_name": "builder",
    }
    return told | {"since": "2026-03-02T09:50:00.000Z", "confidence": "certain", "question_id": question_id} | fields


def later(seconds: float) -> str:
    return instant(MORNING + timedelta(seconds=seconds))


def ask_alone(world: World, *questions: dict[str, Any]) -> None:
    """Questions that no known session asked."""
    world.watch["questions"] = [wait(one["id"], agent_name=one["agent_name"]) for one in questions]
    world.tell(*questions)


def drawn(world: World, place: int, columns: int = 80) -> str:
    row = session_row(world.view.sessions.shown[place], columns, world.view.clock(), world.view.own)
    return "\n".join("".join(text for text, _ in line) for line in row)


def said_below(world: World, columns: int = 80) -> str:
    return "".join(text for text, _ in bottom_line(world.view, columns))


def labels_of(world: World) -> list[str]:
    return [label for row in button_rows(world.view, 200) for _, label in row]
