"""Those who tell agents something while they work: people and programs over REST, and `bellpull tell`. Each counts what
it says, so that the order is known."""

import asyncio
from collections.abc import Sequence
from itertools import count
from random import Random

from bench.soak.house import House
from bench.soak.ledger import Nudged
from bench.soak.line import Line
from bench.soak.people import COMMAND

BY_COMMAND = 0.02


class Nudger:
    def __init__(self, number: int, line: Line, agents: Sequence[str], house: House, dice: Random) -> None:
        self._number = number
        self._line = line
        self._agents = agents
        self._house = house
        self._dice = dice

    async def nudge_all_the_time(self, stop: asyncio.Event) -> None:
        ledger = self._house.ledger
        for number in count(1):
            if stop.is_set():
                return
            key, agent = f"nudge-{self._number}-{number}", self._dice.choice(self._agents)
            ledger.nudges[key] = Nudged(agent, str(self._number), number)
            ledger.nudged[key] |= set()
            if self._dice.random() < BY_COMMAND:
                await self._by_command(agent, key)
            else:
                path, message = f"/api/agents/{agent}/nudges", {"message": f"Mind {key}."}
                said = await self._line.insist("POST", path, message, Idempotency_Key=key)
                ledger.nudged[key].add(said.body.get("id", "none"))
            await asyncio.sleep(self._dice.uniform(0.3, 1.5))

    async def _by_command(self, agent: str, key: str) -> None:
        """Only an exit code of 0 says that it is there."""
        ran = await asyncio.create_subprocess_exec(
            *(*COMMAND, "tell", "--as-person", "--json", agent, f"Mind {key}."),
            env=self._house.environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        await ran.communicate()
        self._house.ledger.counts["nudges by command"] += 1
        if ran.returncode == 0:
            self._house.ledger.nudged[key].add("acknowledged")
