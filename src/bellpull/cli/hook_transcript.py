"""What became of a tool's call, read in the record that Claude Code keeps of its session (`transcript_path`): JSON,
line by line. So a hook knows that a dialog is over also if the hub was away when the other hooks told it.

If the record is not as it was, nothing is known: then the next event of the session ends the dialog.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

#: The call stands at the end of the record when the hook of its permission begins.
LONGEST_END = 1_000_000
LONGEST_PIECE = 5_000_000


class Transcript:
    def __init__(self, path: object, tool: object, arguments: object) -> None:
        self._path = Path(path) if isinstance(path, str) and path else None
        self._at = max(0, self._size() - LONGEST_END)
        self._call = tool, arguments
        self._ids: set[str] = set()
        self.has_result = False
        #: The model has said its last word after it.
        self.has_ended = False

    def read(self) -> None:
        """What was added since."""
        if self._path is None or self._size() <= self._at:
            return
        with suppress(OSError), self._path.open("rb") as file:
            file.seek(self._at)
            whole, newline, _ = file.read(LONGEST_PIECE).rpartition(b"\n")
            self._at += len(whole) + len(newline)
            for line in whole.splitlines():
                self._take(line)

    def _take(self, line: bytes) -> None:
        for part in _parts(line):
            match part.get("type"):
                case "tool_use" if (part.get("name"), part.get("input")) == self._call:
                    self._ids, self.has_result = {str(part.get("id"))}, False
                case "tool_result" if part.get("tool_use_id") in self._ids:
                    self.has_result = True
                case "text" if self.has_result:
                    self.has_ended = self.has_ended or b'"stop_reason":"end_turn"' in line

    def _size(self) -> int:
        try:
            return self._path.stat().st_size if self._path else 0
        except OSError:
            return 0


def _parts(line: bytes) -> Iterator[dict[str, Any]]:
    with suppress(ValueError):
        said = json.loads(line)
        message = said.get("message") if isinstance(said, dict) else None
        content = message.get("content") if isinstance(message, dict) else None
        yield from (part for part in content if isinstance(part, dict)) if isinstance(content, list) else ()
