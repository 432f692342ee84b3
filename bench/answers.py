"""Row 5: from an answer to the return of the call that waits for it, beside one durable commit of a raw writer.

Timed from the moment the answer's request is written until the waiting call's reply is there: first with nothing else
waiting, then on the same hub with ten thousand other questions waiting. Commits and answers take turns.
"""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

from bench.calls import PATIENCE, Caller, dial, gather, once, quantile, request
from bench.plan import Plan
from bench.rawwriter import RawWriter
from bench.servers import Server, hub, with_agent
from bench.table import Line, at_most, milli
from bench.waiting import POLL_SECONDS, ROOM, Crowd, Question, ask_many, asking, id_in

GOAL = 5.0
COMMITS, ANSWERS = 20, 5
"""In one turn: short, because a disk that others use changes its mind from one moment to the next."""


@dataclass(frozen=True)
class Round:
    commits: Sequence[float]
    answers: Sequence[float]

    @property
    def ratio(self) -> float:
        return median(self.answers) / median(self.commits)


class Desk:
    """An agent that asks and waits and a person who answers, each on a connection of their own."""

    def __init__(self, server: Server, agent: Caller, person: Caller) -> None:
        self._server = server
        self._agent = agent
        self._person = person
        self._numbers = count(1)

    async def ask_and_answer(self) -> float:
        """Seconds from the answer to the return of the call that waits for it."""
        return await self._answer(await self._ask())

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
    with hub(folder / "hub", open_questions_limit=ROOM) as started, closing(RawWriter(folder / "raw.db")) as raw:
        server = await with_agent(started, "bench-agent")
        desk = Desk(server, await dial(server.port), await dial(server.port))
        await _round(desk, raw, plan.answer_turns)
        alone = [await _round(desk, raw, plan.answer_turns) for _ in range(plan.rounds)]
        with Crowd(server, await ask_many(server, plan.waiting)) as crowd:
            await crowd.connect(plan.waiting)
            await crowd.wait(POLL_SECONDS, spread=True)
            among = [await _round(desk, raw, plan.answer_turns) for _ in range(plan.rounds)]
            crowd.check()
    return [_line("nothing else waiting", alone), _line(f"{plan.waiting:,} others waiting", among)]


async def _round(desk: Desk, raw: RawWriter, turns: int) -> Round:
    commits: list[float] = []
    answers: list[float] = []
    for _ in range(turns):
        commits += [raw.commit(1) for _ in range(COMMITS)]
        answers += [await desk.ask_and_answer() for _ in range(ANSWERS)]
    return Round(commits, answers)


def _line(beside: str, rounds: list[Round]) -> Line:
    answers = [time for each in rounds for time in each.answers]
    commits = [time for each in rounds for time in each.commits]
    ratios = [each.ratio for each in rounds]
    return Line(
        f"5 answer to waiting call, {beside}",
        _describe(answers),
        f"one commit {_describe(commits)}",
        median(ratios),
        at_most(GOAL),
        ratios,
    )


def _describe(times: Sequence[float]) -> str:
    return f"p50 {milli(quantile(times, 0.5))} p99 {milli(quantile(times, 0.99))}"
