"""Agents by REST: each does one thing after the other, as an agent does, and writes down what it was told."""

import asyncio
from itertools import count
from random import Random
from typing import Any

from bench.soak.ledger import Ledger
from bench.soak.line import Line

LOOK_SECONDS = 20
ASK_SECONDS = 300


class Agent:
    def __init__(self, name: str, line: Line, ledger: Ledger, dice: Random) -> None:
        self.name = name
        self._line = line
        self._ledger = ledger
        self._dice = dice
        self._numbers = count(1)
        self._session = f"process:{name}"

    async def ask_all_the_time(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.ask()
            await self.claim()
            if self._dice.random() < 0.3:
                await self.tell()

    async def tell_all_the_time(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await self.tell()
            await self.claim()
            await asyncio.sleep(self._dice.uniform(0.2, 1.2))

    async def tell(self) -> None:
        key = f"{self.name}-tell-{next(self._numbers)}"
        body = {"notification_type": "status", "title": key, "metadata": {"key": key}}
        said = await self._line.insist("POST", "/api/notifications", body, Idempotency_Key=key)
        self._ledger.told[key].add(said.body.get("id", "none"))

    async def ask(self) -> None:
        key = f"{self.name}-ask-{next(self._numbers)}"
        asked = await self._asked(key)
        if self._dice.random() < 0.2:  # it has better things to do: the answer will come as a nudge
            await self._line.insist("POST", f"/api/questions/{asked['id']}/release", {"reason": "timeout"})
            return
        self._ledger.waiting.add(self.name)
        question = await self._settled(key, asked["id"])
        self._ledger.waiting.discard(self.name)
        if question["choice"] != f"Yes {key}":
            self._ledger.wrong_answers.append(f"{key}: {question['choice']!r}")
        self._ledger.answer_came(question["id"], "call")
        await self._line.insist("POST", f"/api/questions/{question['id']}/handed")

    async def _asked(self, key: str) -> dict[str, Any]:
        body = {
            "title": key,
            "question": f"May {key} go on?",
            "options": [f"Yes {key}", f"No {key}"],
            "wait": ASK_SECONDS,
        }
        headers = {"Idempotency_Key": key, "Bellpull_Session": self._session}
        said = await self._line.insist("POST", "/api/questions", body, **headers)
        question: dict[str, Any] = said.body
        self._ledger.asked[key].add(question.get("id", "none"))
        return question

    async def _settled(self, key: str, id: str) -> dict[str, Any]:
        while True:
            said = await self._line.insist("GET", f"/api/questions/{id}?wait={LOOK_SECONDS}")
            question: dict[str, Any] = said.body
            if question["state"] == "settled":
                return question
            if question["released"]:
                await self._line.insist("POST", f"/api/questions/{id}/await", {"seconds": ASK_SECONDS})

    async def claim(self) -> int:
        """What waits to be told to this agent; how many of it."""
        path = f"/api/agents/{self.name}/nudges"
        said = await self._line.insist("POST", f"{path}/claim", {"session": self._session, "carrier": "soak"})
        nudges = said.body.get("nudges", [])
        for one in nudges:
            if self._ledger.carry(one["id"], repeat=one["repeat"]) and one["question_id"]:
                self._ledger.answer_came(one["question_id"], "nudge")
        if nudges:
            await self._line.insist("POST", f"{path}/confirm", {"ids": [one["id"] for one in nudges]})
        return len(nudges)
