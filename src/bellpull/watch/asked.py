"""A permission or a question of OpenCode that is open, as it is told to the hub: only what belongs there, of the kind
that it should be, and not too long.

How it becomes a question for people is the hub's to say (`domain/request`).
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from bellpull.domain.request import KINDS
from bellpull.domain.said import list_of, object_of, text_of, texts_of

PERMISSION, QUESTION = KINDS
ID = re.compile(r"[A-Za-z0-9_.:-]{1,100}")
EVENT, LIST = "event", "list"
LONGEST_DIFF, LONGEST_WORDS, LONGEST_LINE = 60_000, 4000, 1000
CUT = "\n… the rest is not shown here"
MOST_PATTERNS, MOST_QUESTIONS, MOST_OPTIONS, MOST_DETAILS = 50, 20, 50, 30


class Asked(NamedTuple):
    id: str
    session: str
    kind: str
    #: How it was learned first.
    source: str
    #: When it was learned first, and when an event or a list last named it.
    seen_ms: int
    named_ms: int
    #: The call that waits for it.
    message: str
    call: str
    #: An event named it: it is of now, not left over from a turn that was broken off.
    is_fresh: bool
    said: dict[str, Any]


def asked_of(said: object, kind: str, source: str, now_ms: int) -> Asked | None:
    """None for what cannot be told or answered."""
    said = object_of(said)
    id, session, tool = said.get("id"), said.get("sessionID"), object_of(said.get("tool"))
    if not (is_id(id) and is_id(session)):
        return None
    words = _permission(said) if kind == PERMISSION else _questions(said)
    waits = (text_of(tool.get("messageID")) or "", text_of(tool.get("callID")) or "")
    return Asked(str(id), str(session), kind, source, now_ms, now_ms, *waits, source == EVENT, words)


def again(before: Asked | None, now: Asked) -> Asked:
    """Named once more: what was learned first stays."""
    if before is None:
        return now
    fresh = before.is_fresh or now.is_fresh
    return before._replace(named_ms=max(before.named_ms, now.named_ms), is_fresh=fresh)


def is_id(value: object) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None


def _permission(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "permission": text_of(said.get("permission"), LONGEST_LINE) or "",
        "patterns": texts_of(said.get("patterns"), MOST_PATTERNS, LONGEST_LINE),
        "metadata": _details(object_of(said.get("metadata"))),
        "always": texts_of(said.get("always"), MOST_PATTERNS, LONGEST_LINE),
    }


def _details(said: Mapping[str, Any]) -> dict[str, Any]:
    """Whole files among them stay where they are."""
    told = {}
    for name, value in list(said.items())[:MOST_DETAILS]:
        longest = LONGEST_DIFF if name in ("diff", "command") else LONGEST_WORDS
        text = text_of(value, longest + 1)
        if text is not None and isinstance(name, str):
            told[name[:100]] = text if len(text) <= longest else text[: longest - len(CUT)] + CUT
    return told


def _questions(said: Mapping[str, Any]) -> dict[str, Any]:
    listed = list_of(said.get("questions"))[:MOST_QUESTIONS]
    return {"questions": [_question(one) for one in listed if isinstance(one, Mapping)]}


def _question(said: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: text_of(said.get(name), LONGEST_WORDS) or "" for name in ("question", "header")}
    flags = {name: said[name] for name in ("multiple", "custom") if isinstance(said.get(name), bool)}
    listed = [object_of(one) for one in list_of(said.get("options"))[:MOST_OPTIONS]]
    options = [
        {"label": label, "description": text_of(one.get("description"), LONGEST_LINE) or ""}
        for one in listed
        if (label := text_of(one.get("label"), LONGEST_LINE))
    ]
    return {**texts, "options": options, **flags}
