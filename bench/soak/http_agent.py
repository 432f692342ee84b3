"""An agent that calls Bellpull's tools over HTTP, one call after the other, as a client without a process of ours."""

import http.client
import json
import os
from collections.abc import Iterator
from itertools import count
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from bench.soak.ledger import Reader
from bench.soak.spoken import Spoken
from bench.soak.tools import Call, Caller

HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
PATIENCE = 45.0
"""Seconds for the silence of a line: the longest wait of a call, and what may hold it up."""
HANG = 150.0
LONGEST_WAIT = 15.0


class HttpAgent:
    def __init__(self) -> None:
        life = int(os.environ["SOAK_LIFE"])
        self._dice = Random(f"{os.environ['SOAK_SEED']} {life}")
        self._caller = Caller(Reader(os.environ["SOAK_NAME"], life), self._dice, longest=LONGEST_WAIT)
        self._address = urlsplit(os.environ["BELLPULL_URL"]).netloc
        self._headers = HEADERS | {"Authorization": f"Bearer {os.environ['BELLPULL_KEY']}"}
        self._spoken = Spoken()
        self._numbers = count(1)
        self._line: http.client.HTTPConnection | None = None

    def run(self) -> None:
        while not self._spoken.ended.is_set():
            call = self._caller.tell() if self._spoken.drains.is_set() else self._caller.next()
            self._use(next(self._numbers), call)
            self._spoken.ended.wait(self._dice.uniform(0.05, 0.4))

    def _use(self, number: int, call: Call) -> None:
        self._spoken.say("begin", call=number, tool=call.tool, key=call.key)
        began, result = monotonic(), None
        try:
            for message in self._messages(number, call):
                if message.get("method") == "notifications/progress":
                    self._spoken.say("advance", call=number, progress=message["params"]["progress"])
                elif message.get("id") == number:
                    result = message
                    self._came(number, call, message)
        except (OSError, ValueError, http.client.HTTPException):  # it was cut, perhaps in the middle of its head
            self._hang_up()
        if monotonic() - began > HANG:
            self._spoken.say("hang", call=number)
        if result is None:
            self._spoken.say("lost", call=number)

    def _came(self, number: int, call: Call, message: dict[str, Any]) -> None:
        if "result" not in message:
            self._spoken.say("refused", call=number, words=f"{call.tool} over HTTP: {message.get('error')}")
            return
        result = message["result"]
        items = [item["text"] for item in result["content"]]
        self._spoken.say("result", call=number, tool=call.tool, items=items, is_error=result.get("isError", False))
        self._caller.came(call, items)

    def _messages(self, number: int, call: Call) -> Iterator[dict[str, Any]]:
        """What comes back, as it comes; to the end of the answer, so that the hub knows that it was read."""
        params: dict[str, Any] = {"name": call.tool, "arguments": call.arguments}
        if call.progress:
            params["_meta"] = {"progressToken": number}
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
        self._line = self._line or http.client.HTTPConnection(self._address, timeout=PATIENCE)
        self._line.request("POST", "/mcp", body, self._headers)
        answer = self._line.getresponse()
        if answer.status != 200:
            refusal = answer.read().decode(errors="replace")
            if answer.status != 503:  # the hub stops, or is still starting
                words = json.loads(refusal).get("detail", refusal)
                self._spoken.say("odd", words=f"/mcp answered {answer.status}: {words}")
            raise http.client.HTTPException(refusal)
        if (answer.getheader("Content-Type") or "").startswith("text/event-stream"):
            for line in answer:
                if line.startswith(b"data:") and line[5:].strip():
                    yield json.loads(line[5:])
        else:
            yield json.loads(answer.read())

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


if __name__ == "__main__":
    HttpAgent().run()
