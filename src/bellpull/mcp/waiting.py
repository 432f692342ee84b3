"""From a stored question to a result: wait for the answer, or say that it is still out and how to go on. With it the
tools that take a question up again: `await_answer` and `withdraw_question`."""

from __future__ import annotations

import json

from bellpull.domain.answer_text import ACCEPTED, DECLINED, WITHDRAWN, answer_text, timeout_text
from bellpull.domain.errors import Conflict, Unavailable
from bellpull.mcp.tool import PATIENCE, Result, Send, Tool, Wait, hints
from bellpull.remote.address import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from bellpull.mcp.tool import Call, Run

LONGEST_WAIT = 86_400
#: What clients give a call, if nobody has raised it; progress, for which they send a token, makes them wait longer.
CALL_SECONDS = 60.0
#: The result is to come before the client gives up.
BEFORE_THE_END = 5.0
#: The time is up: whoever waits for the result has little left to wait for a hub that is away.
RELEASE_PATIENCE = 2.0
LONGEST_PATIENCE = 300.0
REPLACED = "User cancelled or dismissed the popup"
FAILED = "Error: Failed to display popup - "
ERASED = "The answer was secret: it was handed over once and then erased."
REPEATED = "You may have read this answer before. It is the same answer to the same question: do nothing twice."
GO_ON = (
    "Nobody has answered yet; the question stays open. To go on waiting, call await_answer with this question_id. "
    'Otherwise the answer comes later, as <notification source="user"> with a tool result.'
)


def limit_of(client_seconds: float, *, has_progress: bool) -> float | None:
    """How long a call may wait, of a client that gives it so many seconds."""
    return None if has_progress else max(client_seconds - BEFORE_THE_END, 1.0)


def patience(call: Call, seconds: float) -> float:
    """How long this call may really wait."""
    return seconds if call.limit is None else min(seconds, call.limit)


def asked(call: Call, body: dict[str, Any], seconds: float | None) -> Send:
    """A caller that waits for a person anyway also waits for a hub that is being restarted."""
    return Send("POST", "/api/questions", body, call.key, min(max(seconds or 0, PATIENCE), LONGEST_PATIENCE))


def outcome_of(question: dict[str, Any], seconds: float) -> Run:
    """Wait for `question` and give its answer. When the time is up it is released, not settled; an answer that came in
    that very moment is not lost: the release shows it."""
    try:
        if not is_over(question) and seconds > 0:
            question = yield Wait(question["id"], seconds)
        if not is_over(question):
            question = yield from _released(question)
    except Unavailable as error:
        return Result([error.sentence, *to_go_on(question["id"])], is_error=True)
    if question["state"] == "settled":
        return answered(question)
    return _unanswered(question, seconds)


def is_over(question: dict[str, Any]) -> bool:
    """Whether there is nothing more to wait for: it is settled, or a surface let the call go."""
    return bool(question["state"] == "settled" or question["released"] in ("replaced", "failed"))


def _unanswered(question: dict[str, Any], seconds: float) -> Result:
    more = to_go_on(question["id"])
    if question["released"] == "failed":
        return Result([f"{FAILED}{question['failure']}", *more], is_error=True)
    if question["released"] == "replaced" and question["kind"] == "text":
        return Result([REPLACED, *more])
    return Result([timeout_text(question["kind"], seconds), *more])


def _released(question: dict[str, Any]) -> Generator[Send, dict[str, Any], dict[str, Any]]:
    path = f"/api/questions/{question['id']}/release"
    try:
        return (yield Send("POST", path, {"reason": "timeout"}, patience=RELEASE_PATIENCE))
    except Unavailable:
        return question  # the hub is away: the question is open as far as anybody knows


def answered(question: dict[str, Any]) -> Result:
    """The result of a settled question, which the driver confirms as handed once it is written."""
    said = question["choice"] if question["kind"] == "choice" else question["reply"]
    if question["secret"] and question["outcome"] in (ACCEPTED, DECLINED) and said is None:
        return Result([ERASED])
    text = answer_text(question["kind"], question["outcome"], question["choice"], question["reply"])
    items = [text, REPEATED] if question.get("repeat") else [text]
    return Result(items, hands=None if question["handed_at"] else question["id"])


def to_go_on(question_id: str, sentence: str = GO_ON) -> list[str]:
    return [json.dumps({"question_id": question_id}), sentence]


QUESTION_ID = {
    "type": "string",
    "minLength": 1,
    "maxLength": 64,
    "description": "The question_id that ask_user or notify gave, e.g. notif_3q2-7wAAQbM0Zk1x",
}


UNKNOWN = {"question_not_found": "The parameter question_id names no question of this agent."}


def _await(call: Call) -> Run:
    question_id, seconds = call.arguments["question_id"], patience(call, call.arguments["timeout"])
    if seconds > 0:
        question = yield Send("POST", f"/api/questions/{quote(question_id)}/await", {"seconds": seconds})
    else:
        question = yield Send("GET", f"/api/questions/{quote(question_id)}")
    if seconds > 0 or question["state"] == "settled":
        return (yield from outcome_of(question, seconds))
    return Result([timeout_text(question["kind"], 0), *to_go_on(question["id"])])


def _withdraw(call: Call) -> Run:
    question_id = call.arguments["question_id"]
    try:
        question = yield Send("POST", f"/api/questions/{quote(question_id)}/withdraw")
    except Conflict as error:
        if error.code != "already_settled":
            raise
        question = yield Send("GET", f"/api/questions/{quote(question_id)}")
    if question["outcome"] == WITHDRAWN:  # also when a repeat found what the first request had done
        return Result([_withdrawn(question, True)])
    result = answered(question)
    return result._replace(items=[_withdrawn(question, False), "It was already settled:", *result.items])


def _withdrawn(question: dict[str, Any], done: bool) -> str:
    return json.dumps({"withdrawn": done, "question_id": question["id"]})


AWAIT_ANSWER = Tool(
    "await_answer",
    "Go on waiting for the answer to a question that ask_user or notify asked before, or just read its outcome "
    "(timeout 0). Gives the same text that the first call would have given. Use it after a timeout, after a restart, "
    "or when you asked without waiting and now need the answer.",
    {
        "type": "object",
        "properties": {
            "question_id": QUESTION_ID,
            "timeout": {
                "type": "number",
                "minimum": 0,
                "maximum": LONGEST_WAIT,
                "default": 60,
                "description": "How many seconds to wait (0-86400); 0 only looks",
            },
        },
        "required": ["question_id"],
    },
    hints("Wait for an answer", read_only=True, idempotent=True),
    _await,
    UNKNOWN,
)

WITHDRAW_QUESTION = Tool(
    "withdraw_question",
    "Take back a question that you asked and that no longer needs an answer: it disappears from every screen. If "
    "somebody has already answered it, you get that answer instead.",
    {"type": "object", "properties": {"question_id": QUESTION_ID}, "required": ["question_id"]},
    hints("Take a question back", idempotent=True),
    _withdraw,
    UNKNOWN,
)
