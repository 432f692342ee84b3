"""A stand-in for a model: an OpenAI-compatible server on this machine that follows a script instead of thinking.

It looks around with the tools that it is offered, waits for word, and repeats what it is told. After `stop` it says
goodbye. `python examples/scripted_model.py` serves it alone and prints its address.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

STEPS = [("list_files", {"path": "."}), ("read_file", {"path": "README.md"})]
WAITING = ("wait", {"seconds": 1})
GOODBYE = "stop"


def reply(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """What the model says next, judged by what it has read since the last message of a person."""
    start = max(index for index, message in enumerate(messages) if message["role"] == "user")
    read = [str(message["content"]) for message in messages[start:] if message["role"] in ("user", "tool")]
    if read[-1].endswith("</notification>"):
        told = re.findall(r"<notification[^>]*>\n(.*?)\n</notification>", read[-1], re.DOTALL)
        return _says("Goodbye." if GOODBYE in told else f"I have read it: {'; '.join(told)}")
    done = len(read) - 1
    return _calls(done, *(STEPS[done] if done < len(STEPS) else WAITING))


def _says(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _calls(number: int, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    call = {"id": f"call_{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = {"object": "chat.completion", "choices": [{"index": 0, "message": reply(request["messages"])}]}
        body = json.dumps(said).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serving() -> Iterator[str]:
    """Serve the model; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    with serving() as url:
        print(url, flush=True)
        threading.Event().wait()
