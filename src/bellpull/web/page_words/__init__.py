"""The page's own words in both languages, beside those that all surfaces share (domain/words.py): a module for each
part of the page. Words in braces are filled in by the page.

Apart from the shared ones because short commands pay for what they import.
"""

from typing import Any

from bellpull.domain.words import words
from bellpull.web.page_words import frame, notices, question, sessions, settings

AREAS = (frame, question, notices, sessions, settings)


def page_words(language: str) -> dict[str, Any]:
    said: dict[str, Any] = {**words(language)._asdict()}
    for area in AREAS:
        said |= area.FRENCH if language == "fr" else area.ENGLISH
    return said
