"""A model that says what the test scripted: an OpenAI-compatible server that keeps every request it gets.

A script is a list of steps, one for each turn of the model after the person's prompt: a text, or tool calls.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

TITLE = "A title"


class Call(NamedTuple):
    """The model calls a tool."""

    tool: str
    arguments: dict[str, Any]


#: A function is asked when the step is due, so that a script can wait for the world.
Step = str | Call | Callable[[], str | Call]


class FakeModel:
    """`requests` holds what the model was sent, in order, without the requests for titles."""

    def __init__(self, *script: Step) -> None:
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def tool_results(self) -> list[str]:
        """The results of tools as the model last saw them."""
        if not self.requests:
            return []
        return [text_of(message) for message in self.requests[-1]["messages"] if message["role"] == "tool"]

    def reply(self, request: dict[str, Any]) -> str | Call:
        if not request.get("tools"):
            return TITLE
        self.requests.append(request)
        roles = [message["role"] for message in request["messages"]]
        done = roles[::-1].index("user") if "user" in roles else len(roles)
        step = self.script[min(roles[len(roles) - done :].count("assistant"), len(self.script) - 1)]
        return step() if callable(step) else step


@contextmanager
def serving(model: FakeModel) -> Iterator[FakeModel]:
    class Handler(_Handler):
        served = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


class _Handler(BaseHTTPRequestHandler):
    served: FakeModel

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply = self.served.reply(request)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for delta, finish in _deltas(reply, len(self.served.requests)):
            chunk = {
                "id": "chat",
                "object": "chat.completion.chunk",
                "created": 0,
                "model": request.get("model"),
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2} if finish else None,
            }
            self.wfile.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        self.wfile.write(b"data: [DONE]\n\n")


def _deltas(reply: str | Call, number: int) -> Iterator[tuple[dict[str, Any], str | None]]:
    if isinstance(reply, str):
        yield {"role": "assistant", "content": reply}, None
        yield {}, "stop"
        return
    function = {"name": reply.tool, "arguments": json.dumps(reply.arguments)}
    call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
    yield {"role": "assistant", "content": None, "tool_calls": [call]}, None
    yield {}, "tool_calls"
