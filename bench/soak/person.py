"""A person who answers what is asked, some moments after it was, and tells agents something now and then."""

import asyncio
from itertools import count
from random import Random

from bench.soak.ledger import Ledger
from bench.soak.line import Line

LOOK_SECONDS = 0.4
SHORTEST, LONGEST = 1.0, 7.0


class Person:
    def __init__(self, looking: Line, speaking: Line, agents: list[str], ledger: Ledger, dice: Random) -> None:
        self._looking = looking
        self._speaking = speaking
        self._agents = agents
        self._ledger = ledger
        self._dice = dice
        self._due: dict[str, float] = {}
        self.open = 0

    async def answer_all_the_time(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            said = await self._looking.insist("GET", "/api/questions?limit=500")
            questions = {one["id"]: one for one in said.body["questions"]}
            self.open = len(questions)
            for id in questions:
                self._due.setdefault(id, loop.time() + self._dice.uniform(SHORTEST, LONGEST))
            for id, one in questions.items():
                if self._due[id] <= loop.time():
                    await self._answer(id, one["options"][0])
            await asyncio.sleep(LOOK_SECONDS)

    async def _answer(self, id: str, choice: str) -> None:
        said = await self._looking.insist("POST", f"/api/questions/{id}/answer", {"choice": choice, "via": "cli"})
        # The second answer is refused: then the hub took the first one, and went away before it said so.
        if said.status in (200, 409):
            self._ledger.answered[id] = choice

    async def nudge_all_the_time(self, stop: asyncio.Event) -> None:
        for number in count(1):
            if stop.is_set():
                return
            key, agent = f"nudge-{number}", self._dice.choice(self._agents)
            said = await self._speaking.insist(
                "POST", f"/api/agents/{agent}/nudges", {"message": f"Mind {key}."}, Idempotency_Key=key
            )
            self._ledger.nudged[key].add(said.body.get("id", "none"))
            await asyncio.sleep(self._dice.uniform(0.1, 0.5))
