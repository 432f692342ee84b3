"""A stdio MCP server for the tests, of the standard library: what it does is said by the name of the tool. Everything
that it reads is kept, byte for byte, in the file named on its command line."""

import json
import os
import sys
import time
from pathlib import Path

OPEN = {"type": "object", "properties": {"a": {"type": "integer"}}}
SCHEMAS = {"open": OPEN, "closed": {**OPEN, "additionalProperties": False}}
RESERVED = "io.modelcontextprotocol/"
INFO = {"name": "scripted", "version": "1.0"}


def write(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # whoever read it was killed


def say(message: object) -> None:
    write(json.dumps(message).encode() + b"\n")


def text(words: str, **more: object) -> dict[str, object]:
    return {"content": [{"type": "text", "text": words}], "isError": False, **more}


def call(id: object, name: str, arguments: dict[str, object]) -> dict[str, object] | None:
    """The result; None where it was written here or comes later."""
    if name == "fail":
        return text("it failed") | {"isError": True}
    if name in SCHEMAS:
        return text('{"a": 1}', structuredContent={"a": 1})
    if name == "big":
        return text("x" * int(str(arguments["size"])))
    if name == "input":
        return {"resultType": "input_required", "inputRequests": {}, "requestState": "s"}
    if name == "progress":
        for step in range(3):
            say(
                {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": step}}
            )
    if name == "elicit":
        say({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": {"message": "Who?"}})
        return None
    if name == "raw":
        write(str(arguments["bytes"]).encode("latin-1"))
        return None
    if name == "error":
        say({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": "wrong"}})
        return None
    if name == "silent":
        return None
    if name == "exit":
        os._exit(int(str(arguments["code"])))
    return text(json.dumps(arguments))


def answer(said: dict[str, object]) -> None:
    id, method, params = said.get("id"), said.get("method"), said.get("params") or {}
    assert isinstance(params, dict)
    modern = RESERVED + "protocolVersion" in (params.get("_meta") or {})
    result: dict[str, object] | None
    if method is None:  # the client's answer to an elicitation
        result = text("answered: " + json.dumps(said.get("result")))
    elif "id" not in said:
        if method == "notifications/say":
            say(params)
        return
    elif method == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": INFO}
    elif method == "server/discover":
        result = {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "ttlMs": 0,
            "cacheScope": "private",
        }
    elif method == "tools/list":
        names = ("echo", "fail", "open", "closed", "big")
        tools = [{"name": name, "inputSchema": {"type": "object"}, "outputSchema": SCHEMAS.get(name)} for name in names]
        result = {"tools": [{key: value for key, value in tool.items() if value} for tool in tools]}
        result |= {"ttlMs": 0, "cacheScope": "private"} if modern else {}
    elif method == "tools/call":
        result = call(id, str(params.get("name")), params.get("arguments") or {})
    else:
        result = {"unknown": method}
    if result is not None:
        result |= (
            {"resultType": "complete", "_meta": {RESERVED + "serverInfo": INFO}}
            if modern and "resultType" not in result
            else {}
        )
        say({"jsonrpc": "2.0", "id": id, "result": result})


def main() -> None:
    print("scripted server is there", file=sys.stderr, flush=True)
    for line in sys.stdin.buffer:
        if len(sys.argv) > 1:
            with Path(sys.argv[1]).open("ab") as kept:
                kept.write(line)
        try:
            said = json.loads(line)
        except ValueError:
            write(line)
            continue
        if isinstance(said, dict):
            answer(said)
        else:
            write(line)
    time.sleep(float(os.environ.get("LINGER", "0")))


if __name__ == "__main__":
    main()
