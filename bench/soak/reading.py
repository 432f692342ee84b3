"""What an agent reads in the result of a tool call: the answer, whether it is marked, and the nudges behind it."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from bench.soak.ledger import ASK_KEY, DISMISSED, NUDGE, NUDGE_KEY, Ledger, Reader

REPEATED = "You may have read this answer before"
BLOCK = re.compile(r"<notification ([^>]*)>\n(.*?)\n</notification>", re.DOTALL)
TYPED = "User response: "
PUT_AWAY = ("User dismissed the popup", "User cancelled the popup")
TIME_IS_UP = re.compile(r"No response within \S+s timeout")


class Outcome(NamedTuple):
    """`said` is None while nobody has answered."""

    said: str | None
    question_id: str | None


def is_marked(items: Sequence[str]) -> bool:
    return any(item.startswith(REPEATED) for item in items)


def read_nudges(texts: Sequence[str], by: Reader, ledger: Ledger) -> None:
    """Every copy that is in these texts, in their order."""
    for attributes, message in BLOCK.findall("\n".join(texts)):
        marked = 'repeat="true"' in attributes
        if found := NUDGE_KEY.search(message):
            ledger.read_nudge(found[0], by, marked=marked)
        elif found := ASK_KEY.search(message):
            said = said_in(message.partition("\n")[2])
            ledger.read_answer(found[0], by, NUDGE, said or f"(not an answer: {message})", marked=marked)
        else:
            ledger.against("nothing is invented", f"{by.agent} read {message[:200]!r}")


def outcome_in(items: Sequence[str]) -> Outcome:
    """Of an ask, or of going on to wait."""
    return Outcome(said_in(items[0]), question_id_in(items))


def question_id_in(items: Sequence[str]) -> str | None:
    """After a time that is up, after an ask without waiting, and after an error in the middle of waiting."""
    for item in items[1:3]:
        if item.startswith("{") and '"question_id"' in item:
            return str(json.loads(item)["question_id"])
    return None


def said_in(text: str) -> str | None:
    """The person's words in the sentence or the JSON that a tool's contract has for them."""
    if text.startswith("{"):
        told: dict[str, Any] = json.loads(text)
        if told.get("response") == "accepted":
            return str(told["choice"])
        return DISMISSED if told.get("response") == "dismissed" and told["choice"] is None else None
    if text.startswith(TYPED):
        return text.removeprefix(TYPED)
    return DISMISSED if text in PUT_AWAY else None
