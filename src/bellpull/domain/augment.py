"""Nudges in the text that an agent reads: put at the end of a tool's result, and told apart from it again.

Carriers have their nudges as blocks, the XML that the hub made of them (`nudge.xml`). Not here: who takes which nudge.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from bellpull.domain.nudge import TAG_BEGINS

BLANK_LINE = "\n\n"
#: The other way in: a call that the model never made, with its result, for loops that want nudges as events apart.
NOTIFICATION_TOOL = "_system_notification"
TOOL_DEFINITION: dict[str, Any] = {
    "name": NOTIFICATION_TOOL,
    "description": "System-generated notifications. You do not call this tool; "
    "the system uses it to inform you of external events.",
    "parameters": {"type": "object", "properties": {}},
}

_BLOCK = re.compile(r'<notification((?: [a-z]+="[^"<>\n]*")+)>\n(.*)\n</notification>', re.DOTALL)
_ATTRIBUTE = re.compile(r' ([a-z]+)="([^"]*)"')
_ESCAPED_TAG = re.compile(rf"&(?:lt;|amp;((?:amp;)*lt;))(?={TAG_BEGINS})", re.IGNORECASE)
_ENTITIES = (
    ("&quot;", '"'),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&#10;", "\n"),
    ("&#13;", "\r"),
    ("&#9;", "\t"),
    ("&amp;", "&"),
)


class Said(Protocol):
    """A nudge, whoever made the value: the hub's has more fields than a carrier's."""

    @property
    def id(self) -> str: ...
    @property
    def message(self) -> str: ...


class Note(NamedTuple):
    """A nudge as it was read in a text."""

    source: str
    label: str | None
    question: str | None
    repeat: bool
    message: str


class Split(NamedTuple):
    """What was the tool's, and what are nudges."""

    result: str
    notes: list[Note]


class Synthetic(NamedTuple):
    """A tool call that nobody made, and its result."""

    id: str
    name: str
    arguments: str
    result: str


def augment(result: str, blocks: Sequence[str]) -> str:
    """A tool's result with nudges after it; without any, the result itself."""
    return result + BLANK_LINE + BLANK_LINE.join(blocks) if blocks else result


def as_message(blocks: Sequence[str]) -> str:
    """The new message that wakes an idle agent: the blocks, and nothing around them."""
    return BLANK_LINE.join(blocks)


def split(text: str) -> Split:
    """The inverse of both, for display: each message as it was said. Whatever stands at the end and has a nudge's form
    is taken for one."""
    notes: list[Note] = []
    while text.endswith("\n</notification>"):
        start = text.rfind("<notification ")
        block = _BLOCK.fullmatch(text, start) if start >= 0 else None
        if block is None or (start and not text.endswith(BLANK_LINE, 0, start)):
            break
        notes.insert(0, _note(block))
        text = text[: max(start - len(BLANK_LINE), 0)]
        if not start:
            break
    return Split(text, notes)


def as_exchange(nudges: Sequence[Said]) -> list[Synthetic]:
    """Each nudge as a call of a tool that the model has and never calls (`TOOL_DEFINITION`), and the call's result."""
    return [
        Synthetic(f"notif_{nudge.id.removeprefix('nudge_')}", NOTIFICATION_TOOL, "{}", nudge.message)
        for nudge in nudges
    ]


def _note(block: re.Match[str]) -> Note:
    given = {name: _plain(value) for name, value in _ATTRIBUTE.findall(block[1])}
    message = _ESCAPED_TAG.sub(lambda tag: f"&{tag[1]}" if tag[1] else "<", block[2])
    return Note(
        given.get("source", ""), given.get("label"), given.get("question"), given.get("repeat") == "true", message
    )


def _plain(value: str) -> str:
    for entity, character in _ENTITIES:
        value = value.replace(entity, character)
    return value
