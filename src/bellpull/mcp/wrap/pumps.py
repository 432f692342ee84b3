"""The two streams of bytes: from the client to the server, and back. They pass as they come, in whatever pieces.

Towards the server nothing is ever changed or held; a line is looked at before its last piece goes on, so that no answer
can come before its call is known. Towards the client a line is held only while something is pending that it might
carry, and only up to a length. Not here: files and threads (`proxy`), and who brings nudges (`bellpull.mcp.carrying`).
"""

from __future__ import annotations

from bellpull.mcp.wrap.calls import LIST
from bellpull.mcp.wrap.results import LONGEST_READ, NO_REPLY, UNSURE, read_reply, reply_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from bellpull.mcp.carrying import Carrier
    from bellpull.mcp.wrap.calls import Calls

#: Of a line that is too long to be read its two ends are kept: its id stands at one of them.
KEPT_ENDS = 1_000


class ToServer:
    def __init__(self, calls: Calls, write: Callable[[bytes], None]) -> None:
        self._calls = calls
        self._write = write
        self._begun = bytearray()
        self._too_long = False

    def take(self, data: bytes) -> None:
        *ends, rest = data.split(b"\n")
        for end in ends:
            if self._begun or self._too_long:
                self._add(end)
                end = b"" if self._too_long else bytes(self._begun)
                self._begun, self._too_long = bytearray(), False
            self._calls.hear(end)
        self._add(rest)
        self._write(data)

    def _add(self, piece: bytes) -> None:
        if self._too_long or len(self._begun) + len(piece) > LONGEST_READ:
            self._begun, self._too_long = bytearray(), True
        else:
            self._begun += piece


class ToClient:
    def __init__(self, calls: Calls, carrier: Carrier, write: Callable[[bytes], None]) -> None:
        self._calls = calls
        self._carrier = carrier
        self._write = write
        #: What has come of the line that has not ended; held back, or a copy of what has passed.
        self._begun = bytearray()
        self._held = False
        #: Of that line only the ends are kept.
        self._cut = False
        #: That line began when nobody waited for anything: it need not be looked at.
        self._ignored = False

    def take(self, data: bytes) -> None:
        if not self._calls.waiting and not self._begun:
            self._ignored = not data.endswith(b"\n")
            self._write(data)
            return
        written = at = 0
        while end := data.find(b"\n", at) + 1:
            if self._ends_line(data, written, at, end):
                written = end
            at = end
        self._begin_line(data, written, at)

    def end(self) -> None:
        """The server closed its output; a last line without an end goes as it is."""
        if self._held:
            self._write(bytes(self._begun))

    def _ends_line(self, data: bytes, written: int, at: int, end: int) -> bool:
        """Whether everything up to this line's end has been written."""
        begun, held, ignored, cut = self._begun, self._held, self._ignored, self._cut
        self._begun, self._held, self._ignored, self._cut = bytearray(), False, False, False
        if ignored:
            return False
        line = bytes(begun + data[at:end]) if begun else data[at:end]
        if begun and not held:
            self._passed(line, cut=cut)
            return False
        id = self._awaited(line)
        if id is NO_REPLY:
            if held:
                self._write(line)
            return held
        if written < at:
            self._write(data[written:at])
        self._carry(line, id)
        return True

    def _begin_line(self, data: bytes, written: int, at: int) -> None:
        """Pass on what is not written yet, but for a line without an end that may have to carry something."""
        rest = data[at:]
        if rest and not self._begun and not self._ignored:
            self._held = self._may_carry(rest)
        if not self._ignored:
            self._begun += rest
        if not self._held:
            if written < len(data):
                self._write(data[written:])
        elif written < at:
            self._write(data[written:at])
        if len(self._begun) > LONGEST_READ:
            self._give_up_reading()

    def _give_up_reading(self) -> None:
        if self._held:
            self._write(bytes(self._begun))
            self._held = False
        self._begun = self._begun[:KEPT_ENDS] + self._begun[-KEPT_ENDS:]
        self._cut = True

    def _may_carry(self, begun: bytes) -> bool:
        if not (self._carrier.pending and self._calls.waiting):
            return False
        id = reply_id(begun, whole=False)
        return id is UNSURE or (id is not NO_REPLY and isinstance(self._calls.tool(id), str))

    def _awaited(self, line: bytes) -> object:
        """The id of a tool call whose result this is and that has something to carry; else NO_REPLY, and nobody waits
        for it any more."""
        if not self._carrier.pending or len(line) > LONGEST_READ:
            self._passed(line)
            return NO_REPLY
        id = reply_id(line)
        if id is UNSURE:
            reply = read_reply(line)
            id = NO_REPLY if reply is None else reply.id
        if id is NO_REPLY or isinstance(self._calls.tool(id), str):
            return id
        self._passed(line, id)
        return NO_REPLY

    def _passed(self, line: bytes, id: object = UNSURE, *, cut: bool = False) -> None:
        """What this line answers is no longer waited for."""
        id = reply_id(line) if id is UNSURE else id
        if id is UNSURE and not cut:
            reply = read_reply(line)
            id = NO_REPLY if reply is None else reply.id
        if self._calls.tool(id) is LIST and not cut:
            self._calls.keep_list(line)
        self._calls.forget(id)

    def _carry(self, line: bytes, id: object) -> None:
        """Write the line, with what is pending if it can take it and the hub is quick."""
        reply = read_reply(line)
        tool, only = self._calls.tool(id), self._calls.reads_only_structured
        room = reply.room((lambda: self._calls.allows_notes(tool)) if only else None) if reply else None
        claim = self._carrier.claim() if room else None
        # Cancelled meanwhile: nobody would read it.
        wanted = self._calls.forget(id)
        if room is None or claim is None or not wanted:
            if claim is not None:
                self._carrier.release(claim)
            self._write(line)
            return
        try:
            self._write(room.filled(claim.blocks))
        except OSError:
            self._carrier.release(claim)
            raise
        self._carrier.confirm(claim)
