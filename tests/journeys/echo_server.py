"""A small MCP server on standard input and output, of somebody else: its tool answers with what it was given."""

import json
import sys


def answer(method: str, params: dict[str, object]) -> object:
    if method == "initialize":
        about = {"name": "echo", "version": "1.0"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
    return params["arguments"] if method == "tools/call" else {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
