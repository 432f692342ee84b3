"""A model that says what the test scripted: an OpenAI-compatible server that keeps every request it gets.

A script is a list of steps, one for each turn of the model after the person's prompt: a text, a tool call, or several
that run at once. One model may play several parts: a script for each prompt.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

TITLE = "A title"


class Call(NamedTuple):
    """The model calls a tool."""

    tool: str
    arguments: dict[str, Any]


Reply = str | Call | Sequence[Call]
#: A function is asked when the step is due, so that a script can wait for the world.
Step = Reply | Callable[[], Reply]


class FakeModel:
    """`requests` holds what the model was sent, in order, without the requests for titles."""

    def __init__(self, *script: Step) -> None:
        self.script = script
        self.parts: dict[str, Sequence[Step]] = {}
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def play(self, prompt: str, *script: Step) -> None:
        """A conversation with this prompt follows this script, also with other messages in between."""
        self.parts[prompt] = script

    def heard(self, prompt: str) -> list[dict[str, Any]]:
        """The requests of conversations with this prompt in them."""
        return [request for request in list(self.requests) if _place(request["messages"], prompt) is not None]

    def tool_results(self) -> list[str]:
        """The results of tools as the model last saw them."""
        if not self.requests:
            return []
        return [text_of(message) for message in self.requests[-1]["messages"] if message["role"] == "tool"]

    def reply(self, request: dict[str, Any]) -> Reply:
        if not request.get("tools"):
            return TITLE
        self.requests.append(request)
        script, done = self._part(request["messages"])
        step = script[min(done, len(script) - 1)]
        return step() if callable(step) else step

    def _part(self, messages: list[dict[str, Any]]) -> tuple[Sequence[Step], int]:
        """The script that is being played, and how many of its steps are done."""
        roles = [message["role"] for message in messages]
        begun = len(roles) - roles[::-1].index("user") if "user" in roles else 0
        script: Sequence[Step] = self.script
        latest = -1
        for prompt, part in self.parts.items():
            place = _place(messages, prompt)
            if place is not None and place > latest:
                latest, begun, script = place, place, part
        return script, roles[begun:].count("assistant")


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


def _place(messages: list[dict[str, Any]], prompt: str) -> int | None:
    """Where a person said exactly this for the last time."""
    said = (index for index, message in enumerate(messages) if message["role"] == "user" and text_of(message) == prompt)
    return max(said, default=None)


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


def _deltas(reply: Reply, number: int) -> Iterator[tuple[dict[str, Any], str | None]]:
    if isinstance(reply, str):
        yield {"role": "assistant", "content": reply}, None
        yield {}, "stop"
        return
    calls = [
        {"index": index, "id": f"call_{number}_{index}", "type": "function", "function": _function(call)}
        for index, call in enumerate([reply] if isinstance(reply, Call) else reply)
    ]
    yield {"role": "assistant", "content": None, "tool_calls": calls}, None
    yield {}, "tool_calls"


def _function(call: Call) -> dict[str, str]:
    return {"name": call.tool, "arguments": json.dumps(call.arguments)}
