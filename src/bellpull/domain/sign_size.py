"""How much of a sign is kept. Clients say what they say: what is too long is cut, because a session that is refused
would be seen by nobody. Only a place is taken as it is or not at all: half of one would be another place."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bellpull.domain.errors import Invalid

#: In bytes of JSON: of a session's todos, and of each other list. Who looks at the watch has them all read.
LONGEST_TODOS, LONGEST_LIST = 16_384, 8_192
LONGEST_PLACE = 2_048
LONGEST_TODO = 200
#: Of a tool, what it is given. Lines of menus are shorter.
LONGEST_ARGUMENT = 500
#: Of asks that the hub does not know: of the text of one, enough to tell it from another, and of all together.
LONGEST_ASK, LONGEST_ASKS = 500, 4_096
#: So much more of a sign counts as one more sign.
STEP = 4_096


def cost(size: int, requests: int) -> int:
    """How many signs one counts as, by its size in bytes, and how many requests it names."""
    return 1 + size // STEP + requests


def check_place(place: str | None) -> None:
    if place is not None and len(place.encode()) > LONGEST_PLACE:
        raise Invalid("place_too_long", f"place: must be at most {LONGEST_PLACE} bytes of JSON", "tell less of it")


def kept_todos(told: Iterable[object]) -> str:
    names = ("content", "status", "priority")
    objects = [one for one in told if isinstance(one, dict) and isinstance(one.get("content"), str)]
    cut = [{name: _cut(one[name]) for name in names if isinstance(one.get(name), str)} for one in objects]
    return fitting(cut, LONGEST_TODOS)


def kept_tools(told: Iterable[Mapping[str, Any]]) -> str:
    return fitting([{**one, "argument": str(one["argument"])[:LONGEST_ARGUMENT]} for one in told])


def fitting(items: Sequence[Any], most: int = LONGEST_LIST, *, newest: bool = False) -> str:
    """As JSON: as many as there is room for, the first ones, or the last ones if those are the `newest`."""
    kept: list[str] = []
    room = most - 2
    for item in reversed(items) if newest else items:
        text = json.dumps(item, ensure_ascii=False, separators=(",", ":"))
        room -= len(text.encode("utf-8", "replace")) + 1
        if room < 0:
            break
        kept.append(text)
    return f"[{','.join(reversed(kept) if newest else kept)}]"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TODO else f"{text[: LONGEST_TODO - 1]}…"
