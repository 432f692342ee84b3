"""A small MCP server on standard input and output, of somebody else: its `ask_user` returns at once."""

import json
import sys
from typing import Any

WORDS = {"type": "string"}
ASK_USER = {
    "name": "ask_user",
    "description": "Ask the person something.",
    "inputSchema": {"type": "object", "properties": {"title": WORDS, "question": WORDS}, "required": ["title"]},
}


def answer(method: str, given: dict[str, Any]) -> object:
    if method == "initialize":
        about = {"name": "notify", "version": "1.0"}
        return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        return {"tools": [ASK_USER]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": f"Question sent: {given['arguments']['title']}"}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params") or {})
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
