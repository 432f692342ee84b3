"""OpenAI's Responses: Codex. It offers the tools of an MCP server as a namespace."""

import json
from collections.abc import Iterator
from typing import Any

from speech.words import IN, MODEL, TOOL, Answer, Body, Said, by_role, number, text_of

NAMED_EVENTS, LAST_LINE = True, ""
_USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 10,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 110,
}


def conversation(body: Body) -> list[Said]:
    said = []
    for item in body.get("input", []):
        kind = item.get("type", "message")
        if kind == "message" and item["role"] == "assistant":
            said.append(Said(MODEL, text_of(item["content"])))
        elif kind == "message":
            said.append(by_role(item["role"], text_of(item["content"])))
        elif kind.endswith("_output"):
            said.append(Said(TOOL, text_of(item["output"])))
        elif kind.endswith("_call"):
            said.append(Said(MODEL, json.dumps(item)))
    return said


def instructions(body: Body) -> str:
    return str(body.get("instructions") or "")


def offered(body: Body) -> list[str]:
    names = []
    for tool in body.get("tools") or []:
        if tool.get("type") == "namespace":
            names += [f"{tool['name']}{IN}{one['name']}" for one in tool["tools"]]
        else:
            names.append(tool.get("name") or tool["type"])
    return names


def events(body: Body, answer: Answer) -> Iterator[Body]:
    items = _items(answer)
    response = _response(body)
    yield {"type": "response.created", "response": response | {"status": "in_progress", "output": []}}
    for index, item in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        if item["type"] == "message":
            place = {"item_id": item["id"], "output_index": index, "content_index": 0}
            yield {"type": "response.output_text.delta", **place, "delta": answer.text}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    end = {"status": "completed", "output": items, "usage": _USAGE}
    yield {"type": "response.completed", "response": response | end}


def whole(body: Body, answer: Answer) -> Body:
    return _response(body) | {"status": "completed", "output": _items(answer), "usage": _USAGE}


def _response(body: Body) -> Body:
    return {"id": f"resp_{number()}", "object": "response", "created_at": 0, "model": body.get("model")}


def _items(answer: Answer) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if answer.text:
        content = [{"type": "output_text", "text": answer.text, "annotations": []}]
        message = {"type": "message", "id": f"msg_{number()}", "role": "assistant", "status": "completed"}
        items.append(message | {"content": content})
    for call in answer.calls:
        group, _, name = call.tool.rpartition(IN)
        item = {"type": "function_call", "id": f"fc_{call.id}", "call_id": call.id, "status": "completed"}
        item |= {"name": name, "arguments": json.dumps(call.arguments)}
        items.append(item | ({"namespace": group} if group else {}))
    return items
