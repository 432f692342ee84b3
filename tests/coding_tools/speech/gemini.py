"""Google's generateContent: Gemini CLI."""

import json
from collections.abc import Iterator
from typing import Any

from speech.words import CLIENT, MODEL, TOOL, Answer, Body, Said, by_role, text_of

NAMED_EVENTS, LAST_LINE = False, ""
#: For what the client asks beside the conversation, without tools: which model is to be used, who speaks next.
_ASIDE = {
    "reasoning": "scripted",
    "model_choice": "flash",
    "next_speaker": "user",
    "complexity_reasoning": "scripted",
    "complexity_score": 1,
}


def conversation(body: Body) -> list[Said]:
    said = []
    for content in body.get("contents", []):
        for part in content.get("parts", []):
            if content.get("role") == "model":
                said.append(Said(MODEL, text_of([part])))
            elif "functionResponse" in part:
                said.append(Said(TOOL, _result(part["functionResponse"]["response"])))
            else:
                told = by_role("user", text_of([part]))
                said.append(Said(CLIENT, told.text) if told.text.startswith("<hook_context>") else told)
    return said


def _result(response: Any) -> str:
    if isinstance(response, dict) and isinstance(response.get("output"), str):
        return str(response["output"])
    return text_of(response)


def instructions(body: Body) -> str:
    return text_of((body.get("systemInstruction") or {}).get("parts"))


def offered(body: Body) -> list[str]:
    tools = body.get("tools") or []
    return [function["name"] for tool in tools for function in tool.get("functionDeclarations", [])]


def events(body: Body, answer: Answer) -> Iterator[Body]:
    yield whole(body, answer)


def whole(body: Body, answer: Answer) -> Body:
    wants_json = "json" in str(body.get("generationConfig", {}).get("responseMimeType", ""))
    text = json.dumps(_ASIDE) if wants_json and not offered(body) else answer.text
    parts: list[dict[str, Any]] = [{"text": text}] if text else []
    parts += [{"functionCall": {"id": call.id, "name": call.tool, "args": call.arguments}} for call in answer.calls]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
        "modelVersion": "scripted",
    }
