"""Whether a client has read what an answer over HTTP carried. No client says so, and an answer that was written may
still be lost: with its connection, or with the client that has it in its hands.

What an answer carried counts as read with the next call of the same client, or when a hook or another carrier of the
agent is at work. If there is no such sign of life, or if a client introduces itself, the agent is told again, marked as
a repeat. What the wire cannot tell: a client that goes on although it lost an answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from bellpull.mcp.server.exchange import Exchange

#: A model may think so long before its next call. Shorter than the lease of what was carried.
HOLD_SECONDS = 55.0

#: What became of an exchange: read, or perhaps not.
Settle = Callable[[Exchange, bool], Awaitable[None]]


class Receipts:
    def __init__(self, settle: Settle) -> None:
        self._settle = settle
        self._held: dict[Exchange, asyncio.TimerHandle] = {}
        self._settling: set[asyncio.Task[None]] = set()
        self._stops = False

    def hold(self, exchange: Exchange) -> None:
        """Its last byte is written. What it carried is held until the client gives a sign of life."""
        if not self._stops and (exchange.hands or exchange.nudges):
            exchange.is_held = True
            self._held[exchange] = asyncio.get_running_loop().call_later(HOLD_SECONDS, self._doubt, exchange)

    async def end(self, exchange: Exchange) -> None:
        """It is over, and perhaps was not written."""
        if not exchange.is_held:
            await self._settle(exchange, False)

    async def hear(self, caller: Exchange) -> None:
        """A sign of life of this client, before its call is carried out."""
        await self._let_go([one for one in self._held if one.is_of_same_caller(caller)], read=not caller.introduces)

    async def hear_of(self, agent_name: str) -> None:
        """A hook or another carrier of this agent is at work: its client runs them, and goes on."""
        await self._let_go([one for one in self._held if one.who.name == agent_name], read=True)

    async def _let_go(self, held: list[Exchange], *, read: bool) -> None:
        for one in held:
            self._held.pop(one).cancel()
        for one in held:
            await self._settle(one, read)

    def held(self) -> Iterable[Exchange]:
        return tuple(self._held)

    def stop(self) -> None:
        """The hub stops, and will not hear of them any more."""
        self._stops = True
        for one in self.held():
            self._held[one].cancel()
            self._doubt(one)

    def _doubt(self, exchange: Exchange) -> None:
        del self._held[exchange]
        task = asyncio.ensure_future(self._settle(exchange, False))
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)
