"""Agents by REST: each does one thing after the other, as an agent does, and writes down what it was told."""

import asyncio
from itertools import count
from random import Random
from typing import Any

from bench.soak.house import House
from bench.soak.ledger import CALL, DISMISSED, Reader
from bench.soak.line import Line
from bench.soak.reading import read_nudges
from bench.soak.tools import options

LOOK_SECONDS = 20
ASK_SECONDS = 300


class Agent:
    """It is a part of this process, and never dies: what it has read it confirms, however long that takes."""

    def __init__(self, name: str, line: Line, house: House, dice: Random) -> None:
        self.name = name
        self._line = line
        self._ledger = house.ledger
        self._dice = dice
        self._numbers = count(1)
        self._session = f"process:{name}"
        self._reader = Reader(name, 1)

    async def ask_all_the_time(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.ask()
            await self.fetch()
            if self._dice.random() < 0.3:
                await self.tell()

    async def tell_all_the_time(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.tell()
            await self.fetch()
            await asyncio.sleep(self._dice.uniform(0.2, 1.2))

    async def tell(self) -> None:
        key = f"{self.name}.1-tell-{next(self._numbers)}"
        self._ledger.told[key] |= set()
        body = {"notification_type": "status", "title": key, "metadata": {"key": key}}
        said = await self._line.insist("POST", "/api/notifications", body, Idempotency_Key=key)
        self._ledger.told[key].add(said.body.get("id", "none"))

    async def ask(self) -> None:
        key = f"{self.name}.1-ask-{next(self._numbers)}"
        asked = await self._asked(key)
        if self._dice.random() < 0.2:  # it has better things to do: the answer will come as a nudge
            said = await self._line.insist("POST", f"/api/questions/{asked['id']}/release", {"reason": "timeout"})
            if said.body["state"] == "settled":
                await self._read(key, said.body)
            return
        await self._read(key, await self._settled(asked["id"]))

    async def _asked(self, key: str) -> dict[str, Any]:
        self._ledger.asked[key] |= set()
        body = {"title": key, "question": f"May {key} go on?", "options": options(key), "wait": ASK_SECONDS}
        headers = {"Idempotency_Key": key, "Bellpull_Session": self._session}
        said = await self._line.insist("POST", "/api/questions", body, **headers)
        question: dict[str, Any] = said.body
        self._ledger.asked[key].add(question.get("id", "none"))
        return question

    async def _settled(self, id: str) -> dict[str, Any]:
        while True:
            said = await self._line.insist("GET", f"/api/questions/{id}?wait={LOOK_SECONDS}")
            question: dict[str, Any] = said.body
            if question["state"] == "settled":
                return question
            if question["released"]:
                await self._line.insist("POST", f"/api/questions/{id}/await", {"seconds": ASK_SECONDS})

    async def _read(self, key: str, question: dict[str, Any]) -> None:
        said = question["choice"] if question["outcome"] == "accepted" else DISMISSED
        self._ledger.read_answer(key, self._reader, CALL, said, marked=bool(question.get("repeat")))
        await self._line.insist("POST", f"/api/questions/{question['id']}/handed")

    async def fetch(self) -> None:
        """What waits to be told to this agent."""
        path = f"/api/agents/{self.name}/nudges"
        said = await self._line.insist("POST", f"{path}/claim", {"session": self._session, "carrier": "soak"})
        nudges = said.body.get("nudges", [])
        read_nudges([one["xml"] for one in nudges], self._reader, self._ledger)
        if nudges:
            await self._line.insist("POST", f"{path}/confirm", {"ids": [one["id"] for one in nudges]})
