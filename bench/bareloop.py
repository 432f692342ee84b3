"""The least that a stdio MCP server in Python can be: a loop that answers `initialize` with a fixed result."""

import json
import sys

RESULT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "bare", "version": "1.0"},
}

for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": RESULT}), flush=True)
