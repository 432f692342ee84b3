"""OpenAI's chat completions: Copilot CLI, Qwen Code."""

import json
from collections.abc import Iterator
from typing import Any

from speech.words import CLIENT, MODEL, TOOL, Answer, Body, Said, by_role, number, text_of

NAMED_EVENTS, LAST_LINE = False, "data: [DONE]\n\n"
#: What Qwen Code puts around what hooks add to a prompt.
OF_HOOKS = "<qwen:user-prompt-submit-context>"
_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def conversation(body: Body) -> list[Said]:
    said = []
    for message in body.get("messages", []):
        text = text_of(message.get("content"))
        if message["role"] == "assistant":
            said.append(Said(MODEL, text))
        elif message["role"] == "tool":
            said.append(Said(TOOL, text))
        elif message["role"] == "user":
            # What the client adds is a part of its own in the person's message.
            parts = message["content"] if isinstance(message["content"], list) else [message]
            said += [_by_person(text_of(part.get("text") or part.get("content"))) for part in parts]
    return said


def _by_person(text: str) -> Said:
    return Said(CLIENT, text) if text.startswith(OF_HOOKS) else by_role("user", text)


def instructions(body: Body) -> str:
    system = [message for message in body.get("messages", []) if message["role"] in ("system", "developer")]
    return "\n".join(text_of(message.get("content")) for message in system)


def offered(body: Body) -> list[str]:
    return [tool["function"]["name"] for tool in body.get("tools") or []]


def events(body: Body, answer: Answer) -> Iterator[Body]:
    base = _completion(body) | {"object": "chat.completion.chunk"}

    def chunk(delta: Body, reason: str | None = None) -> Body:
        usage = {"usage": _USAGE} if reason else {}
        return base | {"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]} | usage

    yield chunk({"role": "assistant", "content": answer.text})
    for index, call in enumerate(_calls(answer)):
        yield chunk({"tool_calls": [{"index": index, **call}]})
    yield chunk({}, _reason(answer))


def whole(body: Body, answer: Answer) -> Body:
    calls = {"tool_calls": _calls(answer)} if answer.calls else {}
    message = {"role": "assistant", "content": answer.text or None} | calls
    choice = {"index": 0, "message": message, "finish_reason": _reason(answer)}
    return _completion(body) | {"object": "chat.completion", "choices": [choice], "usage": _USAGE}


def _completion(body: Body) -> Body:
    return {"id": f"chatcmpl-{number()}", "created": 0, "model": body.get("model")}


def _calls(answer: Answer) -> list[dict[str, Any]]:
    return [
        {"id": call.id, "type": "function", "function": {"name": call.tool, "arguments": json.dumps(call.arguments)}}
        for call in answer.calls
    ]


def _reason(answer: Answer) -> str:
    return "tool_calls" if answer.calls else "stop"
