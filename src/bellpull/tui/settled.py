"""What became of a question, as a sentence; kept for a while so that it can be said where it was answered."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bellpull.domain.words import Words
from bellpull.tui.lines import cut, shown

#: How long a question that was settled stays in the list.
FOLD_SECONDS = 6.0
#: How long its session says what became of it.
TOLD_SECONDS = 120.0
LONGEST_ANSWER = 60


class Settled(NamedTuple):
    question: Mapping[str, Any]
    entry: str
    sentence: str
    at: float


def sentence(words: Words, question: Mapping[str, Any]) -> str:
    """`Answered at the desk: Yes, merge`."""
    outcome, via = str(question.get("outcome")), str(question.get("via") or "")
    parts = [words.settled.get(outcome, outcome), words.via.get(via, "")]
    said = question.get("choice") if question.get("choice") is not None else question.get("reply")
    told = "" if question.get("secret") or said is None else f": {cut(shown(said), LONGEST_ANSWER)}"
    return " ".join(part for part in parts if part) + told
