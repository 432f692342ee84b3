"""What the client has said that matters to us: which tool calls it waits for, and who it is.

Lines are read only where a word in them says that they may matter. One thread tells what the client said, another what
the server answered; each step is one operation on a dictionary. Not here: the bytes, which pass as they are.
"""

from __future__ import annotations

from bellpull.mcp.shim.dialogue import RESERVED, client_of
from bellpull.mcp.wrap.places import DECODER
from bellpull.mcp.wrap.structured import allows_notes, shows_only_structured

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: As JSON may spell them: the stroke may be escaped.
MARKS = (b'/call"', b'/cancelled"', b'initialize"', b'/list"')
#: Of a client that waits for more at once, or never gets answers, the oldest are forgotten.
MOST_WAITING = 10_000
#: Answers to `tools/list` that are kept for their schemas.
MOST_LISTS = 100
LIST = object()


class Calls:
    def __init__(self) -> None:
        #: By id: the name of the tool, or LIST.
        self.waiting: dict[object, object] = {}
        #: name/version of the client, empty until it said so.
        self.client = ""
        self._lists: list[bytes] = []
        self._schemas: dict[object, object] | None = None

    def hear(self, line: bytes) -> None:
        """A line of the client, before the server has all of it."""
        if not any(mark in line for mark in MARKS):
            return
        try:
            said = DECODER.decode(line.decode("utf-8"))
        except (ValueError, RecursionError):
            return
        if isinstance(said, dict) and isinstance(said.get("params", {}), dict):
            self._note(said, said.get("params", {}))

    def _note(self, said: dict[str, Any], params: dict[str, Any]) -> None:
        method = said.get("method")
        if method == "tools/call":
            self._meet(_envelope(params).get(f"{RESERVED}clientInfo"))
            self._wait_for(said, str(params.get("name")))
        elif method == "tools/list":
            self._meet(_envelope(params).get(f"{RESERVED}clientInfo"))
            if self.reads_only_structured:
                self._wait_for(said, LIST)
        elif method == "initialize":
            self._meet(params.get("clientInfo"))
        elif method == "notifications/cancelled":
            self.forget(params.get("requestId"))

    def _meet(self, info: object) -> None:
        if isinstance(info, dict):
            self.client = client_of(info)

    def _wait_for(self, said: dict[str, Any], what: object) -> None:
        if "id" not in said or not _is_id(said["id"]):
            return
        if len(self.waiting) >= MOST_WAITING:
            for old in list(self.waiting)[: MOST_WAITING // 2]:
                self.forget(old)
        self.waiting[said["id"]] = what

    def forget(self, id: object) -> bool:
        """Whether it was waited for."""
        return _is_id(id) and self.waiting.pop(id, None) is not None

    def tool(self, id: object) -> object:
        """What is waited for under this id: a tool's name, LIST, None for nothing."""
        return self.waiting.get(id) if _is_id(id) else None

    @property
    def reads_only_structured(self) -> bool:
        return shows_only_structured(self.client)

    def keep_list(self, line: bytes) -> None:
        """An answer to `tools/list`; it is read only if a result needs its tool's schema."""
        self._lists = [*self._lists, line][-MOST_LISTS:]
        self._schemas = None

    def allows_notes(self, tool: object) -> bool:
        """Whether something may be added to the structured content of this tool. Of one that was never listed nobody
        knows."""
        if self._schemas is None:
            self._schemas = {}
            for line in self._lists:
                self._schemas |= _schemas_in(line)
        return tool in self._schemas and allows_notes(self._schemas[tool])


def _is_id(id: object) -> bool:
    """True is no id, though Python takes it for 1."""
    return id is None or (isinstance(id, str | int | float) and not isinstance(id, bool))


def _envelope(params: dict[str, Any]) -> dict[str, Any]:
    meta = params.get("_meta")
    return meta if isinstance(meta, dict) else {}


def _schemas_in(line: bytes) -> dict[object, object]:
    try:
        tools = DECODER.decode(line.decode("utf-8"))["result"]["tools"]
        return {str(tool["name"]): tool.get("outputSchema") for tool in tools}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
