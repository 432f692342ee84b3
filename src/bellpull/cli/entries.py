"""The entries of an agent's trail as boxes. A nudge and its handing over are one box, where both are there."""

from __future__ import annotations

from bellpull.cli.drawing import Box
from bellpull.cli.questions import begins_with_title
from bellpull.cli.terminal import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    Entry = Mapping[str, Any]

SECRET = "(secret)"  # noqa: S105 - what is shown instead of one
USUAL_PRIORITIES = ("low", "normal")


class Boxes:
    """Of one trail, shown in one or several goes: it knows which nudges were already shown."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """`now` in the time zone that people are shown."""
        self._now = now
        self._shown: set[str] = set()

    def of(self, entries: Sequence[Entry]) -> Iterator[Box]:
        """Oldest first."""
        handed = {entry["nudge_id"]: entry for entry in entries if entry["kind"] == "handed"}
        for entry in entries:
            kind = entry["kind"]
            if kind == "nudged":
                self._shown.add(entry["nudge_id"])
                yield self._nudge(entry, handed.pop(entry["nudge_id"], None))
            elif kind == "handed" and entry["nudge_id"] in handed:
                yield self._handed(entry)
            elif kind in _BOXES:
                yield _BOXES[kind](entry, self._time(entry))

    def _nudge(self, entry: Entry, handed: Entry | None) -> Box:
        to = f" for {entry['session']}" if entry.get("session") else ""
        end = f"not yet handed{to}" if handed is None else self._when_handed(handed)
        return Box(f"{_notification(entry)} {self._time(entry)}", _message(entry), end)

    def _handed(self, entry: Entry) -> Box:
        """The nudge itself is further above, or too old to be here."""
        lines = _message(entry)
        if entry["nudge_id"] in self._shown:
            lines = lines[0].splitlines()[:1]
        return Box(_notification(entry), lines, self._when_handed(entry))

    def _when_handed(self, entry: Entry) -> str:
        via = f" via {entry['via']}" if entry.get("via") else ""
        return f"handed {self._time(entry)}{via}"

    def _time(self, entry: Entry) -> str:
        from datetime import datetime

        now = self._now()
        try:
            at = datetime.fromisoformat(entry["at"]).astimezone(now.tzinfo)
        except ValueError:
            return "?"
        return f"{at:%H:%M}" if at.date() == now.date() else moment(entry["at"], now.tzinfo)


def _notification(entry: Entry) -> str:
    return f"notification ({', '.join(part for part in (entry['source'], entry['label']) if part)})"


def _message(entry: Entry) -> list[str]:
    message = SECRET if entry["message"] is None else str(entry["message"])
    often = [f"(said {entry['times']} times; this is the latest)"] if entry.get("times", 1) > 1 else []
    return [message, *often]


def _told(entry: Entry, time: str) -> Box:
    priority = entry["priority"]
    kind = ", ".join([entry["notification_type"], *([] if priority in USUAL_PRIORITIES else [priority])])
    return Box(f"told ({kind}) {time}", [text for text in (entry["title"], entry["message"]) if text])


def _asked(entry: Entry, time: str) -> Box:
    title = [] if begins_with_title(dict(entry)) else [entry["title"]]
    options = ["  ".join(f"[{option}]" for option in entry["options"])] if entry["options"] else []
    return Box(f"asked {time}", [*title, entry["question"], *options])


def _answered(entry: Entry, time: str) -> Box:
    text = SECRET if entry["text"] is None and entry["outcome"] == "accepted" else entry["text"]
    end = " ".join(f"{word} {entry[word]}" for word in ("by", "via") if entry.get(word))
    return Box(f"answered ({entry['outcome']}) {time}", [entry["title"], *([f"→ {text}"] if text else [])], end)


def _released(entry: Entry, time: str) -> Box:
    return Box(f"stopped waiting ({entry['reason']}) {time}", [entry["title"]])


_BOXES = {"told": _told, "asked": _asked, "answered": _answered, "released": _released}
