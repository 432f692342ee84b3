"""Everybody together: who is there, what they do at once, how it is brought to an end, and what is looked at then."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench.calls import BenchError
from bench.soak import proof, report
from bench.soak.agents import Agent
from bench.soak.ears import Ear
from bench.soak.ledger import Ledger
from bench.soak.line import Line
from bench.soak.lives import Lives
from bench.soak.person import Person
from bench.soak.proof import Claim
from bench.soak.shims import Shim

PEOPLE = 5
ASKERS = 0.65
"""The share of agents that ask and wait: enough that 20 always do."""

CALM_SECONDS = 90.0
"""For the end: all questions answered, all nudges carried."""

LAST_LOOKS = 60
QUIET_LOOKS = 4
"""A second apart: an answer that nobody took becomes a nudge after two."""


@dataclass(frozen=True)
class Plan:
    seconds: float
    agents: int
    shims: int
    sockets: int
    seed: int
    shortest: float
    longest: float


class World:
    def __init__(self, folder: Path, plan: Plan) -> None:
        self._plan = plan
        self._dice = Random(plan.seed)
        self.ledger = Ledger()
        self.lives = Lives(folder, self._fork(), plan.shortest, plan.longest)
        self._stop = asyncio.Event()
        self._agents: list[Agent] = []
        self._shims: list[Shim] = []
        self._ears: list[tuple[str, Ear]] = []

    def _fork(self) -> Random:
        return Random(self._dice.random())

    async def run(self) -> list[Claim]:
        async with AsyncExitStack() as cleaning:
            cleaning.callback(self.lives.kill)
            await self.lives.start()
            await self._move_in()
            for shim in self._shims:
                cleaning.callback(shim.kill)
            person = self._person()
            beside, follow = self._beside(person), [ear.follow(self._fork()) for _, ear in self._ears]
            work = [self.lives.change(self._stop), *self._work(person)]
            async with Jobs(work) as working, Jobs(beside) as others, Jobs(follow) as ears:
                await self._pass(working, others, ears)
                truth = await self._settle_down(working, person)
            return await self._proof(truth)

    async def _move_in(self) -> None:
        plan, lives = self._plan, self.lives
        owner = Line(lives, self.ledger, lives.owner)
        people = [(await _made(owner, {"user": f"person-{number}"}))["key"] for number in range(PEOPLE)]
        seats = [Line(lives, self.ledger, key) for key in people]
        keys = []
        for number in range(plan.agents - plan.shims):
            name = f"agent-{number}"
            keys.append((await _made(seats[number % PEOPLE], {"agent_name": name}))["key"])
            self._agents.append(
                Agent(name, Line(lives, self.ledger, keys[-1], self._fork()), self.ledger, self._fork())
            )
        self._shims = [Shim(f"shim-{number}", lives, self.ledger, self._fork()) for number in range(plan.shims)]
        for shim in self._shims:
            await shim.start()
        # Of twenty sockets one is an admin's, four are people's and the rest agents'.
        for number in range(plan.sockets):
            place = number % 20
            chosen = lives.owner if place == 0 else people[number % PEOPLE] if place < 5 else keys[number % len(keys)]
            self._ears.append((chosen, Ear(lives, chosen, 0)))

    @property
    def _everybody(self) -> list[Agent | Shim]:
        return [*self._agents, *self._shims]

    def _person(self) -> Person:
        names = [one.name for one in self._everybody]
        looking, speaking = (Line(self.lives, self.ledger, self.lives.owner, self._fork()) for _ in range(2))
        return Person(looking, speaking, names, self.ledger, self._fork())

    def _work(self, person: Person) -> list[Coroutine[Any, Any, None]]:
        """What ends by itself when it is told to stop."""
        askers = round(len(self._agents) * ASKERS)
        work = [agent.ask_all_the_time(self._stop) for agent in self._agents[:askers]]
        work += [agent.tell_all_the_time(self._stop) for agent in self._agents[askers:]]
        return [*work, *(shim.work(self._stop) for shim in self._shims), person.nudge_all_the_time(self._stop)]

    def _beside(self, person: Person) -> list[Coroutine[Any, Any, None]]:
        return [person.answer_all_the_time(), self.lives.watch(lambda: self.ledger.requests), self._count()]

    async def _count(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self.lives.up.is_set() and not self._stop.is_set():
                self.ledger.waited.append(len(self.ledger.waiting))

    async def _pass(self, *jobs: "Jobs") -> None:
        """The time of the run; whatever fails ends it."""
        tasks = [task for one in jobs for task in one.tasks]
        done, _ = await asyncio.wait(tasks, timeout=self._plan.seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()

    async def _settle_down(self, work: "Jobs", person: Person) -> dict[str, list[int]]:
        """What each key may see."""
        self._stop.set()
        try:
            async with asyncio.timeout(CALM_SECONDS):
                await asyncio.gather(*work.tasks)
                await self._until_quiet(person)
                return await self._until_heard()
        except TimeoutError:
            raise BenchError("It does not come to rest: something waits that should not") from None

    async def _until_quiet(self, person: Person) -> None:
        """No question is open, no answer is on its way, and nothing is pending for anybody, nor leased to a carrier."""
        owner = Line(self.lives, self.ledger, self.lives.owner)
        quiet = 0
        while quiet < QUIET_LOOKS:
            for agent in self._agents:
                await agent.claim()
            for shim in self._shims:
                await shim.tell()
            pending = [await _pending(owner, one.name) for one in self._everybody]
            quiet = 0 if any(pending) or person.open else quiet + 1
            await asyncio.sleep(1.0)

    async def _until_heard(self) -> dict[str, list[int]]:
        """Until all sockets have heard the last of what they may, or it is clear that they will not."""
        keys = dict.fromkeys(key for key, _ in self._ears)
        truth = {key: await Ear(self.lives, key, 0).hear_all() for key in keys}
        for _ in range(LAST_LOOKS):
            if all(ear.heard and ear.heard[-1] >= truth[key][-1] for key, ear in self._ears):
                break
            await asyncio.sleep(0.5)
        return truth

    async def _proof(self, truth: dict[str, list[int]]) -> list[Claim]:
        codes = [await shim.end() for shim in self._shims]
        await self.lives.end(signal.SIGTERM)
        database = self.lives.data / "bellpull.db"
        proof.join_shims(database, self.ledger, self._shims)
        claims = [*proof.file_claims(database, self.ledger), proof.ear_claim(self._ears, truth)]
        claims.append(proof.truth_claim(database, truth[self.lives.owner]))
        claims.append(
            Claim("shims outlive the hub", f"{len(codes)} shims", [f"ended with {one}" for one in codes if one])
        )
        return [
            *claims,
            report.refusal_claim(self.ledger),
            report.memory_claim(self.lives.all),
            report.handles_claim(self.lives.all),
        ]


class Jobs:
    """Tasks for the length of a block."""

    def __init__(self, work: list[Coroutine[Any, Any, None]]) -> None:
        self.tasks = [asyncio.ensure_future(one) for one in work]

    async def __aenter__(self) -> "Jobs":
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def _made(line: Line, body: dict[str, str]) -> dict[str, Any]:
    made: dict[str, Any] = (await line.insist("POST", "/api/keys", body)).body
    return made


async def _pending(line: Line, agent: str) -> int:
    return int((await line.insist("GET", f"/api/agents/{agent}/nudges")).body["count"])
