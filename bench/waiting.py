"""Questions that are open, and callers that wait for them as agents do: a long poll, renewed when its time is up."""

import asyncio
import json
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from bench.calls import BenchError, Caller, ask, dial, once, request
from bench.servers import Server

AGENTS = 100
AT_ONCE = 50
"""Requests under way at once while a crowd gathers."""

POLL_SECONDS = 50
"""As Bellpull's own clients do."""

ROOM = 1_000_000
"""The setting open_questions_limit, so that a few agents can have all the questions."""

LONG = 3600
"""Seconds that the askers say they will wait: nobody's time is up under the measurement."""

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Question:
    id: str
    key: str
    """Of the agent that asked."""

    def look(self) -> bytes:
        return request("GET", f"/api/questions/{self.id}", self.key)

    def wait(self, seconds: int) -> bytes:
        return request("GET", f"/api/questions/{self.id}?wait={seconds}", self.key)


def asking(key: str, title: str) -> bytes:
    body = {"title": title, "question": "All checks are green.", "options": ["Yes, merge", "No"], "wait": LONG}
    return request("POST", "/api/questions", key, body)


async def ask_many(server: Server, count: int) -> list[Question]:
    """So many open questions, of several agents."""
    names = [{"agent_name": f"waiting-{number}"} for number in range(AGENTS)]
    keys = [(await ask(server.port, "POST", "/api/keys", server.owner, name))["key"] for name in names]

    async def one(number: int) -> Question:
        caller, key = idle.pop(), keys[number % AGENTS]
        await once(caller, asking(key, f"Merge branch {number}?"))
        idle.append(caller)
        return Question(id_in(caller.reply), key)

    idle = [await dial(server.port) for _ in range(AT_ONCE)]
    questions = await _some_at_once(one, range(count))
    for caller in idle:
        caller.transport.abort()
    return questions


def id_in(reply: bytes) -> str:
    return str(json.loads(reply.split(b"\r\n\r\n", 1)[1])["id"])


class Crowd:
    """One connection for each question."""

    def __init__(self, server: Server, questions: Sequence[Question]) -> None:
        self._server = server
        self._questions = questions
        self._callers: list[Caller] = []
        self._waiting = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for caller in self._callers:
            if caller.done:
                caller.done.cancel()
            caller.transport.abort()

    async def connect(self, size: int) -> None:
        """So many connections; each has asked once for its question and rests."""

        async def one(question: Question) -> Caller:
            caller = await dial(self._server.port)
            await once(caller, question.look())
            return caller

        self._callers += await _some_at_once(one, self._questions[len(self._callers) : size])

    async def wait(self, seconds: int, *, spread: bool = False) -> None:
        """Those that rest begin to wait; `spread`: the first time is up for some after others, not for all at once.

        What is looked up on another connection comes after what was sent before it: then these wait.
        """
        prober = await dial(self._server.port)
        resting = list(zip(self._questions, self._callers, strict=False))[self._waiting :]
        for number, (question, caller) in enumerate(resting, 1):
            first = 1 + number % seconds if spread else seconds
            caller.run(question.wait(first), math.inf)
            caller.message = question.wait(seconds)
            if number % AT_ONCE == 0 or number == len(resting):
                await once(prober, question.look())
        prober.transport.abort()
        self._waiting = len(self._callers)

    def check(self) -> None:
        """Everybody still waits, and nobody was refused."""
        statuses = sum((caller.statuses for caller in self._callers), Counter[int]())
        lost = sum(caller.done is None or caller.done.done() for caller in self._callers)
        if lost or set(statuses) - {200}:
            raise BenchError(f"Of {len(self._callers)} that wait {lost} were cut off; answers: {dict(statuses)}")


async def _some_at_once(one: Callable[[Item], Awaitable[Made]], items: Sequence[Item]) -> list[Made]:
    made: list[Made] = []
    for start in range(0, len(items), AT_ONCE):
        made += await asyncio.gather(*map(one, items[start : start + AT_ONCE]))
    return made
