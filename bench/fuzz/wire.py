"""A connection that is written to without manners and read with patience: answers are parsed, whatever was asked."""

import asyncio
from time import perf_counter
from typing import cast

from bench.fuzz.shot import CUT, KEEP, Outcome, Shot

HANG = 30.0
"""Seconds after which a request without an answer and without an end is a hang."""

SILENCE = 1.0
"""Who is asked for nothing whole may wait for the rest: after so long the other side is told that none will come."""

MOMENT = 0.02
"""For the hub to say something of itself, before it is told that this is the end."""

CLOSE_FRAME = bytes([0x88, 0x82, 0, 0, 0, 0]) + (1000).to_bytes(2, "big")


class Wire(asyncio.Protocol):
    def __init__(self) -> None:
        self.inbox = b""
        self.said: list[int] = []
        self.body = b""
        self.wanted = 1
        self.bodiless = False
        self.upgraded = False
        self.closed = False
        self.news: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        self._tell()

    def data_received(self, data: bytes) -> None:
        self.inbox += data
        while not self.upgraded and self._take():
            pass
        if self.upgraded:
            self._frames()
        if len(self.said) >= self.wanted:
            self._tell()

    def _tell(self) -> None:
        if self.news and not self.news.done():
            self.news.set_result(None)

    def _take(self) -> bool:
        """One answer off the inbox, if it is whole."""
        head, blank, rest = self.inbox.partition(b"\r\n\r\n")
        if not blank or not head[9:12].isdigit():
            return False
        status = int(head[9:12])
        if status < 200:
            self.inbox, self.upgraded = rest, status == 101
            if self.upgraded:
                self.said.append(status)
            return not self.upgraded
        size = self._size(head.lower(), rest)
        if size is None or len(rest) < size:
            return False
        self.body, self.inbox = rest[:size], rest[size:]
        self.said.append(status)
        return True

    def _size(self, head: bytes, rest: bytes) -> int | None:
        """Bytes of the body, None while they cannot be known."""
        if self.bodiless:
            return 0
        if b"\r\ntransfer-encoding: chunked" in head:
            if rest.startswith(b"0\r\n\r\n"):
                return 5
            end = rest.find(b"\r\n0\r\n\r\n")
            return None if end < 0 else end + 7
        at = head.find(b"\r\ncontent-length:")
        return int(head[at + 17 :].split(b"\r\n", 1)[0]) if at >= 0 else 0

    def _frames(self) -> None:
        """Only the close frame is of interest; its code counts as a status."""
        while len(self.inbox) >= 2:
            size, start = self.inbox[1] & 0x7F, 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self.inbox[2:start], "big")
            if len(self.inbox) < start + size:
                return
            if self.inbox[0] & 0x0F == 0x8:
                self.said.append(int.from_bytes(self.inbox[start : start + 2], "big") if size >= 2 else 1005)
            self.inbox = self.inbox[start + size :]

    async def send(self, shot: Shot) -> Outcome:
        began = perf_counter()
        self.said, self.body, self.wanted, self.bodiless = [], b"", shot.answers, shot.is_head
        if self.closed:
            return Outcome([], 0.0)
        self.transport.write(shot.data)
        await self._until(SILENCE if shot.connection != CUT else MOMENT)
        if shot.frames and self.upgraded:
            self.wanted = 2
            self.transport.write(shot.frames)
            await self._until(MOMENT)
            if not self._is_over(shot) and not self.transport.is_closing():
                self.transport.write(CLOSE_FRAME)
            await self._until(SILENCE)
        hung = not self._is_over(shot) and not await self._end(shot, began)
        return Outcome(self.said, perf_counter() - began, hung, self.body)

    def _is_over(self, shot: Shot) -> bool:
        return self.closed or len(self.said) >= self.wanted

    async def _end(self, shot: Shot, began: float) -> bool:
        """A whole request is waited for; what may not be whole is ended from here first. Did it come to an end?"""
        if shot.connection != KEEP and self.transport.can_write_eof() and not self.transport.is_closing():
            self.transport.write_eof()
        await self._until(HANG - (perf_counter() - began))
        return self._is_over(shot)

    async def _until(self, seconds: float) -> None:
        if self.closed or len(self.said) >= self.wanted:
            return
        self.news = asyncio.get_running_loop().create_future()
        await asyncio.wait([self.news], timeout=seconds)
        self.news = None


class Sender:
    """One after the other, on a connection that is kept where the request allows it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._kept: Wire | None = None

    async def send(self, shot: Shot) -> Outcome:
        if shot.connection != KEEP:
            wire = await self._dial()
            outcome = await wire.send(shot)
            wire.transport.abort()
            return outcome
        if self._kept is None or self._kept.closed:
            self._kept = await self._dial()
        outcome = await self._kept.send(shot)
        if not outcome.said and not outcome.hung:  # it was closed as the request left: that tells nothing of it
            self._kept = await self._dial()
            outcome = await self._kept.send(shot)
        if outcome.hung or self._kept.inbox:
            self.close()
        return outcome

    async def _dial(self) -> Wire:
        _, wire = await asyncio.get_running_loop().create_connection(Wire, "127.0.0.1", self._port)
        return wire

    def close(self) -> None:
        if self._kept:
            self._kept.transport.abort()
        self._kept = None
