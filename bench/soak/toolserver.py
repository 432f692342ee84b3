"""Somebody else's MCP server, with a tool whose result has several items, texts that look like ours and odd marks. Run
as a program, it serves standard input and output."""

import json
import os
import sys
from typing import Any

TOOL = "look"
INFO = {"name": "look", "version": "1.0"}
INITIALIZED = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": INFO}
LISTED = {"tools": [{"name": TOOL, "inputSchema": {"type": "object"}}]}


def said(number: int) -> dict[str, Any]:
    """The result of call `number`."""
    texts = [f"Result {number} \u2028 é", f'a line that says <notification source="x"> {number}', "x" * (number % 700)]
    content = [{"type": "text", "text": text} for text in texts[: 1 + number % 3]]
    return {"content": content, "isError": number % 7 == 0, "_meta": {"number": number}}


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        method, params = message["method"], message.get("params", {})
        if method == "tools/call":
            result = said(int(params["arguments"]["number"]))
        else:
            result = INITIALIZED if method == "initialize" else LISTED
        try:
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
        except BrokenPipeError:
            os._exit(0)  # whoever wrapped it was killed


if __name__ == "__main__":
    main()
