"""Anthropic's Messages: Claude Code."""

import json
import re
from collections.abc import Iterator
from typing import Any

from speech.words import CLIENT, MODEL, TOOL, Answer, Body, Said, by_role, number, text_of

NAMED_EVENTS, LAST_LINE = True, ""
#: Claude Code's own words at the end of a tool's result.
_ADDED = re.compile(r"(?:\s*<system-reminder>(?:(?!<system-reminder>).)*</system-reminder>)+\s*\Z", re.S)
_USAGE = {"input_tokens": 100, "output_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}


def conversation(body: Body) -> list[Said]:
    said = []
    for message in body.get("messages", []):
        content = message["content"]
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        if message["role"] == "assistant":
            said.append(Said(MODEL, text_of(parts)))
            continue
        for part in parts:
            if part["type"] == "tool_result":
                said += _result(text_of(part.get("content")))
            else:
                said.append(by_role(message["role"], text_of([part])))
    return said


def _result(text: str) -> list[Said]:
    added = _ADDED.search(text)
    own = Said(TOOL, text[: added.start()] if added else text)
    return [own, Said(CLIENT, added[0].strip())] if added else [own]


def instructions(body: Body) -> str:
    return text_of(body.get("system"))


def offered(body: Body) -> list[str]:
    return [tool["name"] for tool in body.get("tools") or []]


def events(body: Body, answer: Answer) -> Iterator[Body]:
    message = _message(body) | {"content": [], "stop_reason": None, "stop_sequence": None, "usage": _USAGE}
    yield {"type": "message_start", "message": message}
    for index, block in enumerate(_blocks(answer)):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = (
                block | {"input": {}},
                {"type": "input_json_delta", "partial_json": json.dumps(block["input"])},
            )
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    end = {"stop_reason": _reason(answer), "stop_sequence": None}
    yield {"type": "message_delta", "delta": end, "usage": {"output_tokens": 10}}
    yield {"type": "message_stop"}


def whole(body: Body, answer: Answer) -> Body:
    end = {"stop_reason": _reason(answer), "stop_sequence": None, "usage": _USAGE}
    return _message(body) | {"content": _blocks(answer)} | end


def _message(body: Body) -> Body:
    return {"id": f"msg_{number()}", "type": "message", "role": "assistant", "model": body.get("model")}


def _blocks(answer: Answer) -> list[dict[str, Any]]:
    text = [{"type": "text", "text": answer.text}] if answer.text else []
    calls = [
        {"type": "tool_use", "id": f"toolu_{call.id}", "name": call.tool, "input": call.arguments}
        for call in answer.calls
    ]
    return text + calls


def _reason(answer: Answer) -> str:
    return "tool_use" if answer.calls else "end_turn"
