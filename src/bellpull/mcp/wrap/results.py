"""Which line is the result of a tool call, and how nudges are added to it. Pure: bytes in, bytes out.

Nothing is encoded anew: what is added is put into the line where it belongs, and every other byte stays as the server
wrote it, whatever order, spelling of numbers or doubled names it chose. What cannot be understood has no room.
"""

from __future__ import annotations

import re
from json.encoder import encode_basestring_ascii as quoted

from bellpull.mcp.wrap.places import members, whole_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bellpull.mcp.wrap.places import Span

#: Longer lines pass as they are: to read one costs memory and time, and nobody expects a proxy to take either.
LONGEST_READ = 4_000_000
#: Clients cut long results at their end (OpenCode at 50 KB or 2,000 lines): in these, nudges come first.
LONG_BYTES, LONG_LINES = 40_000, 1_500
IN_STRUCTURED = "_notifications"

#: What `reply_id` says of a line that answers nothing, and of one that must be read to know.
NO_REPLY, UNSURE = object(), object()
_VERSION = rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?'
_ID = rb'"id"\s*:\s*(?:(-?\d{1,18})|"([^"\\]{0,200})")\s*'
_ID_FIRST = re.compile(_VERSION + _ID + rb',\s*"(?:result|error)"')
_METHOD_FIRST = re.compile(_VERSION + rb'(?:"id"\s*:\s*[^,{}\[\]]{1,210},\s*)?"method"')
_RESULT_FIRST = re.compile(_VERSION + rb'"(?:result|error)"')
_ID_LAST = re.compile(rb",\s*" + _ID + rb"\}\s*$")
_LONGEST_TAIL = 300


def reply_id(line: bytes | bytearray, *, whole: bool = True) -> object:
    """The id of what this line answers, by the looks of it: the spellings of all common servers are known without
    reading what is between. Exact where it says something and the line is JSON. Not `whole`: its end is yet to come."""
    if _METHOD_FIRST.match(line):
        return NO_REPLY
    found = _ID_FIRST.match(line)
    if found is None and whole and _RESULT_FIRST.match(line):
        found = _ID_LAST.search(line, max(len(line) - _LONGEST_TAIL, 0))
    if found is None:
        return UNSURE
    number, word = found.groups()
    if number is not None:
        return int(number)
    try:
        return str(word, "utf-8")
    except UnicodeDecodeError:
        return UNSURE


class Reply:
    """A line that answers a request."""

    def __init__(self, text: str, top: dict[str, Span]) -> None:
        self._text = text
        self._result = top.get("result")
        self.id = top["id"].value

    def room(self, structured: Callable[[], bool] | None) -> Room | None:
        """Where nudges go, None where there is nothing that the model would read. `structured`: this client shows the
        model the structured content alone, and whether something may be added to that is to be asked."""
        if self._result is None or not isinstance(self._result.value, dict):
            return None
        told, _ = members(self._text, self._result.begin)
        content, kind = told.get("content"), told.get("resultType")
        unfinished = "task" in told or (kind is not None and kind.value != "complete")
        if unfinished or (content is not None and not isinstance(content.value, list)):
            return None
        half = told.get("structuredContent") if structured else None
        if structured is None or half is None or half.value is None:
            return Room(self._text, self._result, content, None)
        if not isinstance(half.value, dict) or IN_STRUCTURED in half.value or not structured():
            return None
        return Room(self._text, self._result, content, half)


def read_reply(line: bytes) -> Reply | None:
    """None for everything that is no answer, or cannot be understood."""
    try:
        text = line.decode("utf-8")
        top = whole_object(text)
    except ValueError:
        return None
    if "method" in top or "id" not in top or not ("result" in top or "error" in top):
        return None
    return Reply(text, top)


class Room:
    def __init__(self, text: str, result: Span, content: Span | None, structured: Span | None) -> None:
        self._text = text
        self._result = result
        self._content = content
        self._structured = structured

    def filled(self, blocks: Sequence[str]) -> bytes:
        """The line with the nudges in it."""
        item = f'{{"type":"text","text":{quoted(_joined(blocks))}}}'
        added = [self._in_content(item)]
        if self._structured is not None:
            notes = f'"{IN_STRUCTURED}":[{",".join(map(quoted, blocks))}]'
            added.append((self._structured.end - 1, _after(self._structured, notes)))
        text = self._text
        for at, what in sorted(added, reverse=True):
            text = text[:at] + what + text[at:]
        return text.encode("utf-8")

    def _in_content(self, item: str) -> tuple[int, str]:
        content = self._content
        if content is None:
            return self._result.end - 1, _after(self._result, f'"content":[{item}]')
        if content.value and self._is_long(item):
            return content.begin + 1, item + ","
        return content.end - 1, _after(content, item)

    def _is_long(self, item: str) -> bool:
        lines = self._text.count("\\n") + item.count("\\n")
        return lines > LONG_LINES or len(self._text.encode("utf-8")) + len(item) > LONG_BYTES


def _joined(blocks: Sequence[str]) -> str:
    return "\n\n".join(blocks)


def _after(list_or_object: Span, what: str) -> str:
    return f",{what}" if list_or_object.value else what
