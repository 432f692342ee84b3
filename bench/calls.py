"""An HTTP client cheaper than any server here: prebuilt requests on kept-alive connections, replies only counted.

Closed loop: each connection sends its next request when the reply to the last one is complete.
"""

import asyncio
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, cast

PATIENCE = 30.0
"""Seconds after which a reply that has not come is a failure of the run."""


class BenchError(Exception):
    """The run cannot go on: a server did not start, did not answer or refused."""


@dataclass(frozen=True)
class Load:
    """What came back from a number of requests."""

    seconds: float
    latencies: Sequence[float]
    statuses: Counter[int]

    @property
    def count(self) -> int:
        return len(self.latencies)

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    def quantile(self, share: float) -> float:
        return quantile(self.latencies, share)


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.floor(share * len(ordered)))]


def request(method: str, path: str, key: str, body: Any = None) -> bytes:
    payload = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
    return f"{head}\r\n".encode() + payload


class Caller(asyncio.Protocol):
    """One connection."""

    def __init__(self) -> None:
        self.inbox = b""
        self.end = 0
        self.reply = b""
        self.sent_at = 0.0
        self.latencies: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.done: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self.done and not self.done.done():
            self.done.set_exception(BenchError(f"The server closed a connection in the middle of a request: {error}"))

    def run(self, message: bytes, until: float) -> asyncio.Future[None]:
        """Sends until that time, and at least once."""
        self.message, self.until = message, until
        self.latencies, self.statuses = [], Counter()
        self.done = asyncio.get_running_loop().create_future()
        self._send()
        return self.done

    def _send(self) -> None:
        self.sent_at = perf_counter()
        self.transport.write(self.message)

    def data_received(self, data: bytes) -> None:
        self.inbox += data
        self.end = self.end or _end_of_reply(self.inbox)
        if not self.end or len(self.inbox) < self.end:
            return
        now = perf_counter()
        self.latencies.append(now - self.sent_at)
        self.statuses[int(self.inbox[9:12])] += 1
        self.reply, self.inbox, self.end = self.inbox, b"", 0
        if now < self.until:
            self._send()
        elif self.done and not self.done.done():
            self.done.set_result(None)


def _end_of_reply(data: bytes) -> int:
    """Where the reply ends, 0 while its head is not complete."""
    blank = data.find(b"\r\n\r\n")
    if blank < 0:
        return 0
    head = data[:blank].lower()
    start = head.find(b"content-length:")
    if start < 0:
        return blank + 4
    return blank + 4 + int(head[start + 15 :].split(b"\r\n", 1)[0])


async def dial(port: int) -> Caller:
    _, caller = await asyncio.get_running_loop().create_connection(Caller, "127.0.0.1", port)
    return caller


async def drive(port: int, message: bytes, connections: int, seconds: float) -> Load:
    """Load on one server for some seconds. Anything but a 2xx fails the run: a refusal is not a fast answer."""
    callers = [await dial(port) for _ in range(connections)]
    start = perf_counter()
    await asyncio.wait_for(
        asyncio.gather(*(each.run(message, start + seconds) for each in callers)), seconds + PATIENCE
    )
    load = gather(callers, perf_counter() - start)
    for caller in callers:
        caller.transport.abort()
    return load


def gather(callers: Sequence[Caller], seconds: float) -> Load:
    statuses = sum((caller.statuses for caller in callers), Counter[int]())
    refused = [status for status in statuses if not 200 <= status < 300]
    if refused:
        raise BenchError(f"The server refused: {dict(statuses)} {callers[0].reply[:300]!r}")
    return Load(seconds, [latency for caller in callers for latency in caller.latencies], statuses)


async def once(caller: Caller, message: bytes) -> float:
    """One request and its reply; its time in seconds."""
    await asyncio.wait_for(caller.run(message, 0.0), PATIENCE)
    gather([caller], 1.0)
    return caller.latencies[0]


async def ask(port: int, method: str, path: str, key: str, body: Any = None) -> Any:
    """One request on a connection of its own; the reply's JSON."""
    caller = await dial(port)
    await once(caller, request(method, path, key, body))
    caller.transport.abort()
    return json.loads(caller.reply.split(b"\r\n\r\n", 1)[1])
