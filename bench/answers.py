"""Row 5: from an answer to the return of the call that waits for it, beside one durable commit of a raw writer.

Timed from the moment the answer's request is written until the waiting call's reply is there: first with nothing else
waiting, then on the same hub with ten thousand other questions waiting. Commits and answers take turns.
"""

import asyncio
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.calls import PATIENCE, Caller, Load, dial, gather, once, request
from bench.plan import Plan
from bench.rawwriter import Writes, write
from bench.servers import Server, hub, with_agent
from bench.table import Line, at_most, milli
from bench.waiting import POLL_SECONDS, ROOM, Crowd, Question, ask_many, asking, id_in

GOAL = 5.0
COMMIT_SECONDS = 0.4
SETTLE = 0.3
"""Seconds in which the crowd catches up: nobody is served here while the raw writer writes."""


@dataclass(frozen=True)
class Round:
    commits: Writes
    answers: Load

    @property
    def ratio(self) -> float:
        return self.answers.quantile(0.5) / self.commits.commit_p50


class Desk:
    """An agent that asks and waits and a person who answers, each on a connection of their own."""

    def __init__(self, server: Server, agent: Caller, person: Caller) -> None:
        self._server = server
        self._agent = agent
        self._person = person
        self._numbers = count(1)

    async def answers(self, number: int) -> Load:
        start = perf_counter()
        latencies = [await self._answer(await self._ask()) for _ in range(number)]
        return Load(perf_counter() - start, latencies, self._agent.statuses)

    async def _ask(self) -> Question:
        await once(self._agent, asking(self._server.key, f"Release {next(self._numbers)}?"))
        return Question(id_in(self._agent.reply), self._server.key)

    async def _answer(self, question: Question) -> float:
        path = f"/api/questions/{question.id}"
        waits = self._agent.run(question.wait(POLL_SECONDS), 0.0)
        # Looked up on another connection afterwards: by then the first call waits.
        await once(self._person, question.look())
        answered = self._person.run(request("POST", f"{path}/answer", self._server.owner, {"choice": "No"}), 0.0)
        await asyncio.wait_for(asyncio.gather(waits, answered), PATIENCE)
        gather([self._agent, self._person], 1.0)
        seconds = self._agent.sent_at + self._agent.latencies[0] - self._person.sent_at
        await once(self._agent, request("POST", f"{path}/handed", question.key))
        return seconds


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with hub(folder / "hub", open_questions_limit=ROOM) as started:
        server = await with_agent(started, "bench-agent")
        desk = Desk(server, await dial(server.port), await dial(server.port))
        await desk.answers(plan.answers)
        alone = [await _round(desk, folder / "raw.db", plan) for _ in range(plan.rounds)]
        with Crowd(server, await ask_many(server, plan.waiting)) as crowd:
            await crowd.connect(plan.waiting)
            await crowd.wait(POLL_SECONDS, spread=True)
            among = [await _round(desk, folder / "raw.db", plan) for _ in range(plan.rounds)]
            crowd.check()
    return [_line("nothing else waiting", alone), _line(f"{plan.waiting:,} others waiting", among)]


async def _round(desk: Desk, raw: Path, plan: Plan) -> Round:
    commits = write(raw, 1, COMMIT_SECONDS)
    await asyncio.sleep(SETTLE)
    return Round(commits, await desk.answers(plan.answers))


def _line(beside: str, rounds: list[Round]) -> Line:
    p50, p99 = (median(each.answers.quantile(share) for each in rounds) for share in (0.5, 0.99))
    commit = f"one commit {milli(median(each.commits.commit_p50 for each in rounds))}"
    ratios = [each.ratio for each in rounds]
    row = f"5 answer to waiting call, {beside}"
    return Line(row, f"p50 {milli(p50)} p99 {milli(p99)}", commit, median(ratios), at_most(GOAL), ratios)
