"""The last lines of what a command printed, as text for an agent.

Pure, and bounded however much is printed. Lines are those of a terminal that is read afterwards: what a progress bar
drew over is gone, colours and control characters too. Lines of several streams stand in the order in which they ended.
"""

from __future__ import annotations

import re
from collections import deque

from bellpull.sources.words import JOINER, LONGEST_LINE, MOST_BYTES, cut

LINES = 20
MOST_CHARACTERS = 4_000
#: Of one unfinished line: colours included, far more than is shown of it.
LONGEST_RAW = 4_096
SEQUENCES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours and moves
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c|$)"  # OSC and other strings
    "|\x1b[ -/]*[0-~]"
)
DRAWN_OVER = re.compile("[^\x08]\x08")


def clean(raw: bytes) -> str:
    """One line without sequences and control characters; what was drawn over is left out."""
    text = SEQUENCES.sub("", raw.decode("utf-8", "replace"))
    while DRAWN_OVER.search(text):
        text = DRAWN_OVER.sub("", text)
    kept = "".join(character for character in text if character.isprintable() or character in ("\t", JOINER))
    return kept.rstrip()


def _last_state(raw: bytes) -> bytes:
    """Of a line that was drawn several times, the last time."""
    states = [state for state in raw.split(b"\r") if clean(state)]
    return states[-1] if states else b""


class Tail:
    """Takes pieces of output as they come. Not for threads."""

    def __init__(self, lines: int = LINES) -> None:
        self._most = lines
        self._ended: deque[bytes] = deque(maxlen=lines)
        self._open: dict[int, bytes] = {}

    def feed(self, stream: int, data: bytes) -> None:
        # Of a piece with more lines than are kept the first ones are never looked at.
        pieces = data.rsplit(b"\n", self._most + 1)
        pieces[0] = self._open.get(stream, b"") + pieces[0]
        self._ended.extend(_bounded(piece) for piece in pieces[:-1])
        self._open[stream] = _bounded(pieces[-1])

    def text(self) -> str:
        """At most so many lines and characters; nothing where nothing was printed."""
        raw = [*self._ended, *(piece for piece in self._open.values() if piece)][-self._most :] if self._most else []
        lines = [cut(clean(_last_state(piece)), LONGEST_LINE) for piece in raw]
        while not _fits(text := "\n".join(lines).strip("\n")):
            del lines[0]
        return text


def _fits(text: str) -> bool:
    return len(text) <= MOST_CHARACTERS and len(text.encode("utf-8", "replace")) <= MOST_BYTES


def _bounded(piece: bytes) -> bytes:
    """A line as far as it can matter: its last state, and the one before while that is still being drawn."""
    if len(piece) <= LONGEST_RAW:
        return piece
    before, drawn, last = piece.rpartition(b"\r")
    if not drawn:
        return piece[:LONGEST_RAW]
    return (before.rpartition(b"\r")[2][:LONGEST_RAW] + drawn + last[:LONGEST_RAW])[: 2 * LONGEST_RAW + 1]
