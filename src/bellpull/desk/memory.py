"""What a desk remembers over its own end, in one small file: where it was in the hub's events, what it left on the
screen, what is put off, how long it is to be quiet, and answers that the hub has not taken yet."""

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple


class Memory(NamedTuple):
    hub: str
    seq: int
    left: dict[str, Any]
    snoozed: dict[str, datetime]
    quiet_until: datetime | None
    unsent: dict[str, dict[str, str]]


class MemoryFile:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = ""

    def read(self) -> Memory:
        """What the last life wrote; nothing where that cannot be understood."""
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            said = json.loads(self._path.read_text(encoding="utf-8"))
            quiet = said["quiet_until"]
            return Memory(
                str(said["hub"]),
                int(said["seq"]),
                dict(said["left"]),
                {id: datetime.fromisoformat(until) for id, until in said["snoozed"].items()},
                datetime.fromisoformat(quiet) if quiet else None,
                {id: dict(answer) for id, answer in said["unsent"].items()},
            )
        return Memory("", 0, {}, {}, None, {})

    def write(self, memory: Memory) -> None:
        """Only if something changed. A disk that is full costs the desk its memory, not its life."""
        said = memory._asdict() | {
            "snoozed": {id: until.isoformat() for id, until in memory.snoozed.items()},
            "quiet_until": memory.quiet_until and memory.quiet_until.isoformat(),
        }
        text = json.dumps(said)
        if text == self._written:
            return
        unfinished = self._path.with_suffix(".unfinished")
        with suppress(OSError):
            unfinished.touch(mode=0o600)
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(self._path)
            self._written = text
