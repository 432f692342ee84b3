"""Titles that agents gave, in one line without the marks of Markdown, and what a text says beyond its title. Pure.

A permission is shown as it is: a command that lost its asterisks would be another command.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bellpull.domain.asking import PERMISSION
from bellpull.domain.markup import blocks, plain
from bellpull.tui.lines import shown

#: As many titles as a list of notifications has: a filter looks at all of them with each key.
MOST_KEPT = 8192


@lru_cache(maxsize=MOST_KEPT)
def unmarked(title: str) -> str:
    """A title that is nothing but marks keeps them."""
    return _in_one_line(title) or shown(title)


def title_of(question: Mapping[str, Any]) -> str:
    return in_words(question.get("title"), question.get("kind"))


def in_words(text: object, kind: object) -> str:
    """Of a question of this kind."""
    return shown(text) if kind == PERMISSION else unmarked(str(text or ""))


@lru_cache(maxsize=16)
def beyond(title: str, text: str) -> str:
    """What is said twice is shown once: a title may be the whole text, or its first line. That line stays if
    it begins something larger, such as a table."""
    title = _in_one_line(title)
    if _in_one_line(text) == title:
        return ""
    first, _, rest = text.strip().partition("\n")
    begins = next(iter(blocks(text)), None)
    stands_alone = begins is not None and begins.kind in ("paragraph", "heading")
    return rest if stands_alone and _in_one_line(first) == title else text


def _in_one_line(text: str) -> str:
    return " ".join(shown(plain(text)).split())
