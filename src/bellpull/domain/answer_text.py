"""An answer as its agent reads it: the contracts' JSON and sentences, byte for byte.

`ask_user`, `notify`, `await_answer` and late answers all say the same thing in the same words, so they stand here.
"""

import json
from collections.abc import Mapping

ACCEPTED, DECLINED, DISMISSED, CANCELLED = "accepted", "declined", "dismissed", "cancelled"
EMPTY, SHOWN, WITHDRAWN, EXPIRED = "empty", "shown", "withdrawn", "expired"

_TYPED = {
    DISMISSED: "User dismissed the popup",
    CANCELLED: "User cancelled the popup",
    EMPTY: "User submitted empty response",
    SHOWN: "✓ Message displayed successfully",
    WITHDRAWN: "User dismissed the popup",
    EXPIRED: "User dismissed the popup",
}


def answer_text(kind: str, outcome: str, choice: str | None, reply: str | None) -> str:
    if kind == "choice":
        return response("accepted" if outcome == ACCEPTED else "dismissed", choice)
    return f"User response: {reply}" if outcome == ACCEPTED else _TYPED[outcome]


def timeout_text(kind: str, seconds: float) -> str:
    """The time is up: nobody has answered yet."""
    return response("timeout", None) if kind == "choice" else f"No response within {seconds:g}s timeout"


def kept_as(answer: Mapping[str, str]) -> set[str]:
    """How the hub may keep what this answer says: as it was typed, or as the option that it names."""
    return {word for said in answer.values() for word in (said, said.strip())}


def response(word: str, choice: str | None) -> str:
    return json.dumps({"response": word, "choice": choice}, ensure_ascii=False)
