"""Agents that are programs of their own: they say on their output, in lines of JSON, what they do and what they read.
Here is who listens to them; the programs are `library_agent` and `http_agent`."""

import asyncio
import json
import sys
from random import Random
from typing import Any

from bench.soak import tools
from bench.soak.house import House
from bench.soak.ledger import AWAIT, CALL
from bench.soak.program import Program
from bench.soak.reading import read_nudges
from bench.soak.stdio import NO_HANG, RISES


class OwnAgent(Program):
    def __init__(self, name: str, house: House, module: str, dice: Random, **settings: str) -> None:
        environment = house.environment(**settings) | {"SOAK_NAME": name, "SOAK_SEED": str(dice.random())}
        super().__init__(name, house, (sys.executable, "-m", module), environment)
        self.kind = "library agent" if module.endswith("library_agent") else "HTTP agent"
        #: The question that each call under way is about.
        self._under_way: dict[int, str | None] = {}
        self._progress: dict[int, float] = {}

    async def drain(self) -> None:
        """It asks nothing more, and reads what there is."""
        self.write(b"drain\n")
        await asyncio.sleep(0)

    async def began(self) -> None:
        self._under_way, self._progress = {}, {}
        await super().began()

    def heard(self, line: bytes) -> None:
        said: dict[str, Any] = json.loads(line)
        self.house.ledger.counts["calls"] += said["do"] == "begin"
        getattr(self, f"_{said.pop('do')}")(**said)

    def _begin(self, call: int, tool: str, key: str | None) -> None:
        self._under_way[call] = key
        tools.tried(tools.Call(tool, {}, key, False), self.house.ledger)

    def _told(self, call: int, id: str) -> None:
        self.house.ledger.told[self._under_way.pop(call) or ""].add(id)

    def _answer(self, call: int, id: str, said: str | None, again: bool, marked: bool) -> None:
        key = self._under_way.pop(call) or ""
        self.house.ledger.asked[key].add(id)
        if said is not None:
            self.house.ledger.read_answer(key, self.reader, AWAIT if again else CALL, said, marked=marked)

    def _nudges(self, text: str) -> None:
        read_nudges([text], self.reader, self.house.ledger)

    def _result(self, call: int, tool: str, items: list[str], is_error: bool) -> None:
        tools.read(tool, self._under_way.pop(call), items, is_error, self.reader, self.house.ledger)

    def _refused(self, call: int, words: str) -> None:
        self._under_way.pop(call, None)
        self.house.ledger.refused[words] += 1

    def _odd(self, words: str) -> None:
        self.house.ledger.refused[words] += 1

    def _lost(self, call: int) -> None:
        """No whole answer came: the hub, the line or the patience ended."""
        self._cut_short(self._under_way.pop(call))

    def _hang(self, call: int) -> None:
        self.house.ledger.against(NO_HANG, f"{self.name}: call {call}, of {self._under_way[call]}")

    def _advance(self, call: int, progress: float) -> None:
        if progress <= self._progress.get(call, 0.0):
            self.house.ledger.against(RISES, f"{self.name}: {progress} after {self._progress[call]}")
        self._progress[call] = progress
        self.house.ledger.counts["progress"] += 1

    def over(self) -> None:
        for key in self._under_way.values():
            self._cut_short(key)
        self._under_way = {}

    def _cut_short(self, key: str | None) -> None:
        self.house.ledger.lost_calls[self.name] += 1
        if key is not None:
            self.house.ledger.cut_short[key].append(self.reader)
