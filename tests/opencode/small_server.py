"""A small MCP server for stdio, of the standard library alone: what a third party's could be."""

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

TOOLS = ("say", "big", "fail", "hold")
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": True}
WRITING = threading.Lock()


def call(name: str, given: dict[str, Any]) -> dict[str, Any]:
    if name == "fail":
        return {"content": [{"type": "text", "text": "the tool says no"}], "isError": True}
    if name == "big":
        return said("\n".join(f"line {number} " + "x" * 90 for number in range(given["kb"] * 10)))
    if name == "hold":
        deadline = time.monotonic() + 60
        while not Path(given["until"]).exists() and time.monotonic() < deadline:
            time.sleep(0.02)
    return said(given["text"])


def said(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}


def answer(asked: dict[str, Any]) -> None:
    given = asked.get("params") or {}
    result: dict[str, Any] = {}
    if asked["method"] == "initialize":
        version = given["protocolVersion"]
        result = {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"},
        }
    elif asked["method"] == "tools/list":
        result = {"tools": [{"name": name, "description": name, "inputSchema": SCHEMA} for name in TOOLS]}
    elif asked["method"] == "tools/call":
        result = call(given["name"], given.get("arguments") or {})
    with WRITING:
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        threading.Thread(target=answer, args=(message,), daemon=True).start()
