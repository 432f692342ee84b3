"""Many wait, and the hub is killed, stopped, or simply has as many as ten thousand of them."""

import asyncio
import json
import resource
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import MERGE, NO, TYPED, YES, ask, claim, handed, listed, look, tell_of_nudges, try_ask, verb

AT_ONCE = 100
BROKEN = (OSError, EOFError)


@dataclass
class Line:
    """One HTTP connection of an asyncio client that is as small as ten thousand of them need."""

    hub: Hub
    key: str
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, caller: Caller) -> "Line":
        where = urlsplit(caller.hub.url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        return cls(caller.hub, caller.key, reader, writer)

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, Any]:
        """Send a request and read its answer; the status 0 stands for a connection that ended instead."""
        content = b"" if body is None else json.dumps(body).encode()
        sent = {"Host": urlsplit(self.hub.url).netloc, "Authorization": f"Bearer {self.key}"} | headers
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
        head = f"{method} {path} HTTP/1.1\r\n{lines}Content-Length: {len(content)}\r\n\r\n"
        try:
            self.writer.write(head.encode() + content)
            return await self._answer()
        except BROKEN:
            return 0, None

    async def _answer(self) -> tuple[int, Any]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        return int(head.split()[1]), json.loads(await self.reader.readexactly(length))

    async def poll(self, question_id: str) -> tuple[int, Any]:
        """Wait for the answer, poll after poll."""
        while True:
            status, question = await self.call("GET", f"/api/questions/{question_id}?wait=60")
            if status != 200 or question["state"] == "settled":
                return status, question

    def close(self) -> None:
        self.writer.close()


class Crowd:
    """Connections that each wait for one question."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.polls: dict[str, asyncio.Task[tuple[int, Any]]] = {}

    async def join(self, agent: Caller, question_id: str | None = None, number: int = 0) -> None:
        line = await Line.open(agent)
        self.lines.append(line)
        if question_id is None:
            body = TYPED | {"question": f"Number {number}?", "wait": 3600}
            status, asked = await line.call("POST", "/api/questions", body, Bellpull_Session=f"process:{number}")
            assert status == 201, asked
            question_id = str(asked["id"])
        self.polls[question_id] = asyncio.create_task(line.poll(question_id))

    async def join_all(self, joins: Iterator[tuple[Caller, str | None]]) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int, agent: Caller, question_id: str | None) -> None:
            async with gate:
                await self.join(agent, question_id, number)

        await asyncio.gather(*(one(number, *who) for number, who in enumerate(joins)))

    def ended(self) -> set[str]:
        return {id for id, poll in self.polls.items() if poll.done()}

    async def results(self) -> dict[str, tuple[int, Any]]:
        async with asyncio.timeout(PATIENCE):
            return dict(zip(self.polls, await asyncio.gather(*self.polls.values()), strict=True))

    async def leave(self) -> None:
        for poll in self.polls.values():
            poll.cancel()
        await asyncio.gather(*self.polls.values(), return_exceptions=True)
        for line in self.lines:
            line.close()
        await asyncio.gather(*(line.writer.wait_closed() for line in self.lines), return_exceptions=True)


def _with_crowd(scenario: Callable[[Crowd], Awaitable[None]], seconds: float = 240) -> None:
    async def run() -> None:
        crowd = Crowd()
        try:
            async with asyncio.timeout(seconds):
                await scenario(crowd)
        finally:
            await crowd.leave()

    asyncio.run(run())


async def _off_loop(work: Callable[[], Any]) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, work)


@contextmanager
def _many_files(wanted: int) -> Iterator[None]:
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < wanted:
        pytest.skip(f"this system allows {most} open files, the test needs {wanted}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before, wanted), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


def _body(number: int) -> dict[str, Any]:
    return MERGE | {"question": f"Merge number {number}?", "wait": 3600}


def test_two_hundred_waiting_questions_outlive_kill_9_and_each_answer_reaches_its_second_poll(
    hub_process: HubMaker,
) -> None:
    hub = hub_process()
    person = hub.new_person()
    agents = [hub.new_agent(person) for _ in range(4)]
    asks = [(agents[number % 4], number) for number in range(200)]
    first = {}
    for agent, number in asks:
        asked = try_ask(agent, _body(number), session=f"process:{number}", key=f"call-{number}").json()
        first[number] = asked["id"]

    async def killed(crowd: Crowd) -> None:
        await crowd.join_all((agent, first[number]) for agent, number in asks)
        await _off_loop(hub.kill)
        assert {status for status, _ in (await crowd.results()).values()} == {0}

    _with_crowd(killed)
    hub.start()
    for agent, number in asks:
        again = try_ask(agent, _body(number), session=f"process:{number}", key=f"call-{number}")
        assert (again.status_code, again.json()["id"]) == (200, first[number])
    assert [one["id"] for one in listed(person, limit=500)] == [first[number] for number in range(200)]

    async def answered(crowd: Crowd) -> None:
        await crowd.join_all((agent, first[number]) for agent, number in asks)
        await _off_loop(lambda: _answer_all(person, [first[number] for number in range(200)]))
        results = await crowd.results()
        assert [results[first[number]][1]["choice"] for number in range(200)] == [YES, NO] * 100

    _with_crowd(answered)
    assert all(handed(agent, first[number]) for agent, number in asks)
    assert [claim(agent) for agent in agents] == [[]] * 4
    assert listed(person) == []


def _answer_all(person: Caller, ids: list[str]) -> None:
    with ThreadPoolExecutor(16) as pool:
        said = [{"choice": NO if number % 2 else YES} for number in range(len(ids))]
        answers = list(pool.map(lambda one: verb(person, one[0], "answer", one[1]), zip(ids, said, strict=True)))
    assert {one.status_code for one in answers} == {200}


def _answer_until_the_end(person: Caller, ids: list[str], taken: list[str], enough: int) -> None:
    """Answer one after the other; when enough were taken, the hub is killed under those who are at it."""
    for id in ids:
        try:
            answer = verb(person, id, "answer", {"choice": YES})
        except httpx2.TransportError:
            return
        assert answer.status_code == 200, answer.text
        taken.append(id)
        if len(taken) == enough:
            person.hub.kill()


def _claimed(agent: Caller, found: list[str], wanted: set[str]) -> bool:
    for nudge in claim(agent):
        found.append(nudge["question_id"])
        assert tell_of_nudges(agent, "confirm", [nudge["id"]]) == 1
    return wanted <= set(found)


def test_answers_that_were_taken_around_a_kill_are_handed_or_nudges_afterwards(hub_process: HubMaker) -> None:
    hub = hub_process()
    person = hub.new_person()
    for turn in range(4):
        agent = hub.new_agent(person)
        # Some callers wait, some do not, some of those who wait confirm before the kill.
        ids = [ask(agent, wait=600 if number % 2 else None)["id"] for number in range(48)]
        taken: list[str] = []
        confirmed = ids[1:8:2]
        _answer_all(person, confirmed)
        assert all(handed(agent, id) for id in confirmed[:2])
        rest = [id for id in ids if id not in confirmed]
        with ThreadPoolExecutor(4) as pool:
            parts = [rest[start::4] for start in range(4)]
            [
                one.result(PATIENCE)
                for one in [pool.submit(_answer_until_the_end, person, part, taken, 8 + 5 * turn) for part in parts]
            ]
        hub.start()
        settled = {one["id"] for one in listed(agent, state="settled", limit=100)}
        assert {*taken, *confirmed} <= settled, "an answer that was taken is lost"
        found: list[str] = []
        due = settled - set(confirmed[:2])
        until(lambda agent=agent, found=found, due=due: _claimed(agent, found, due), "every answer is a nudge")
        assert sorted(found) == sorted(due), "an answer came twice, or one that nobody gave"
        assert all(look(agent, id)["handed_at"] for id in settled)
        assert {one["id"] for one in listed(agent, limit=100)} == set(ids) - settled


def test_five_hundred_waiting_polls_do_not_keep_the_hub_from_ending_and_each_is_told(hub_process: HubMaker) -> None:
    hub = hub_process(open_questions_limit="1000")
    agents = [hub.new_agent() for _ in range(5)]

    async def stopped(crowd: Crowd) -> None:
        await crowd.join_all((agents[number % 5], None) for number in range(500))
        assert crowd.ended() == set()
        began = time.monotonic()
        assert await _off_loop(hub.stop) == 0
        assert time.monotonic() - began < 10
        for status, body in (await crowd.results()).values():
            assert status in (0, 503), body
            assert status == 0 or body["code"] == "stopping"

    _with_crowd(stopped)
    hub.start()
    for agent in agents:
        assert len(listed(agent, limit=500)) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="needs more open files than Windows' selectors take")
@pytest.mark.parametrize("crowd_size", [500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_an_answer_returns_to_its_own_waiter_only_of_all_who_wait_at_once(
    hub_process: HubMaker, crowd_size: int
) -> None:
    with _many_files(crowd_size + 1000):
        hub = hub_process()
        person = hub.new_person()
        agents = [hub.new_agent(person) for _ in range(crowd_size // 100)]

        async def crowded(crowd: Crowd) -> None:
            await crowd.join_all((agents[number % len(agents)], None) for number in range(crowd_size))
            assert len(crowd.polls) == crowd_size
            assert crowd.ended() == set()
            ids = list(crowd.polls)
            for id in (ids[crowd_size // 2], ids[0], ids[-1]):
                before = crowd.ended()
                told = await _off_loop(lambda id=id: verb(person, id, "answer", {"text": f"for {id}"}))
                assert told.status_code == 200, told.text
                async with asyncio.timeout(PATIENCE):
                    status, question = await crowd.polls[id]
                assert (status, question["reply"]) == (200, f"for {id}")
                assert crowd.ended() == before | {id}
            await _off_loop(hub.kill)

        _with_crowd(crowded)
