"""The address at which clients find the scripted model, over the protocol that they speak."""

import gzip
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType

from script import Fail
from scripted_model import ScriptedModel
from speech import anthropic, chat, gemini, responses
from speech.words import FAILED, Body

#: By how the path ends.
SPEECHES: dict[str, ModuleType] = {
    "/messages": anthropic,
    "/responses": responses,
    "/chat/completions": chat,
    ":generateContent": gemini,
    ":streamGenerateContent": gemini,
}
MODELS = {"object": "list", "has_more": False, "data": [{"id": "scripted", "object": "model", "type": "model"}]}
TOKENS = {"input_tokens": 100, "totalTokens": 100}


@contextmanager
def serving(model: ScriptedModel) -> Iterator[ScriptedModel]:
    class Handler(_Handler):
        served = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        with model.released():
            yield model
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    served: ScriptedModel
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self._send(MODELS)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        speech = next((speech for end, speech in SPEECHES.items() if path.endswith(end)), None)
        if speech is None:
            self._send(TOKENS)
            return
        body: Body = json.loads(gzip.decompress(raw) if self.headers.get("Content-Encoding") == "gzip" else raw)
        answer = self.served.answer(speech, body)
        # The person may have interrupted the client, or closed it, while the model was held.
        with suppress(BrokenPipeError, ConnectionResetError):
            if isinstance(answer, Fail):
                self._send({"type": "error", "error": FAILED}, answer.status)
            elif body.get("stream") or path.endswith(":streamGenerateContent"):
                self._stream(speech, speech.events(body, answer))
            else:
                self._send(speech.whole(body, answer))

    def _send(self, body: Body, status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, speech: ModuleType, events: Iterator[Body]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in events:
            head = f"event: {event['type']}\n" if speech.NAMED_EVENTS else ""
            self.wfile.write(f"{head}data: {json.dumps(event)}\n\n".encode())
        self.wfile.write(speech.LAST_LINE.encode())
        self.close_connection = True
