"""Agents by `bellpull mcp`, as clients run it: a process each, which makes two calls at once."""

import asyncio
import sys
from random import Random
from typing import Any

from bench.soak import tools
from bench.soak.house import House
from bench.soak.program import Gone
from bench.soak.stdio import Asked, StdioClient, as_result

AT_ONCE = 2
SHIM = (sys.executable, "-m", "bellpull.cli.main", "mcp", "--call-limit", "120", "--agent")


class Shim(StdioClient):
    kind = "shim"

    def __init__(self, name: str, house: House, dice: Random, *, windows: bool, **settings: str) -> None:
        """`settings`: its key, and where it finds the hub."""
        super().__init__(name, house, (*SHIM, name), house.environment(**settings))
        self._dice = dice
        self._windows = windows
        self._caller: tools.Caller | None = None

    async def began(self) -> None:
        self._caller = tools.Caller(self.reader, self._dice, windows=self._windows)
        await super().began()

    async def work(self, stop: asyncio.Event) -> None:
        await asyncio.gather(*(self._calls(stop) for _ in range(AT_ONCE)))

    async def _calls(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.use(self._caller.next() if self._caller and self.ready.is_set() else None)
            await asyncio.sleep(self._dice.uniform(0.05, 0.5))

    async def fetch(self) -> None:
        """One call more, which carries what is pending."""
        await self.ready.wait()
        assert self._caller
        await self.use(self._caller.tell())

    async def use(self, call: tools.Call | None) -> None:
        if call is None:
            return
        caller = self._caller
        tools.tried(call, self.house.ledger)
        try:
            result = await self.call(call.tool, call.arguments, call.key, progress=call.progress)
        except Gone:
            return
        if caller:
            caller.came(call, result.items)

    def read(self, asked: Asked, result: dict[str, Any]) -> None:
        items, is_error = as_result(result)
        tools.read(asked.tool, asked.key, items, is_error, self.reader, self.house.ledger)
