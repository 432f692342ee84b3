"""Agents by `bellpull wrap`: somebody else's MCP server, whose results carry nudges. What the server itself says must
come through as it said it."""

import asyncio
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bench.soak.house import House
from bench.soak.program import Gone
from bench.soak.reading import read_nudges
from bench.soak.stdio import Asked, StdioClient
from bench.soak.toolserver import TOOL, said

UNCHANGED = "what a wrapped server says comes through unchanged"
WRAP = (sys.executable, "-m", "bellpull.cli.main", "wrap", "--agent")
SERVER = (sys.executable, str(Path(__file__).with_name("toolserver.py")))


class Wrap(StdioClient):
    kind = "wrap"

    def __init__(self, name: str, house: House, dice: Random, **settings: str) -> None:
        super().__init__(name, house, (*WRAP, name, "--", *SERVER), house.environment(**settings))
        self._dice = dice
        self._numbers = count(1)

    async def work(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.fetch()
            await asyncio.sleep(self._dice.uniform(0.05, 0.4))

    async def fetch(self) -> None:
        try:
            async with asyncio.timeout(5.0):
                await self.ready.wait()
            await self.call(TOOL, {"number": next(self._numbers)}, progress=False)
        except (Gone, TimeoutError):
            return

    def read(self, asked: Asked, result: dict[str, Any]) -> None:
        content = list(result.get("content", []))
        own = content[:-1] if content and _is_ours(content[-1]) else content
        if result | {"content": own} != said(self._answered(own)):
            self.house.ledger.against(UNCHANGED, f"{self.name}: {result}")
        read_nudges([item["text"] for item in content[len(own) :]], self.reader, self.house.ledger)
        self.house.ledger.counts["wrapped calls"] += 1

    def _answered(self, own: list[dict[str, Any]]) -> int:
        try:
            return int(own[0]["text"].split()[1])
        except (LookupError, ValueError):
            return -1


def _is_ours(item: dict[str, Any]) -> bool:
    return item.get("type") == "text" and item["text"].startswith("<notification ")
