"""The page's own words in both languages, beside those that all surfaces share (domain/words.py): a module for each
part of the page. Words in braces are filled in by the page.

Apart from the shared ones because short commands pay for what they import.
"""

from typing import Any

from bellpull.domain.words import words
from bellpull.web.page_words import frame, notices, question, sessions, settings

AREAS = (frame, question, notices, sessions, settings)


def page_words(language: str) -> dict[str, Any]:
    own = words(language)
    said: dict[str, Any] = {**own._asdict(), "closes": {}}
    # The hub names the button that closes, in its own language, so that no option is called the same.
    for hub in (words("en"), words("fr")):
        said["closes"] |= {hub.close: own.close, hub.close_unanswered: own.close_unanswered}
    for area in AREAS:
        said |= area.FRENCH if language == "fr" else area.ENGLISH
    return said
