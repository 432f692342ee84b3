"""People who answer what is asked, some moments after it was: over REST, three at once for one question, at a page's
socket, and by the command line. Nobody gives the same answer as another, so that it is known whose was taken."""

import asyncio
import json
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bench.soak.ears import Ear
from bench.soak.house import House
from bench.soak.ledger import ACCEPTED, ASK_KEY, DISMISSED, REFUSED, UNKNOWN, Attempt
from bench.soak.line import Line
from bench.soak.lives import Lives

LOOK_SECONDS = 0.4
SHORTEST, LONGEST = 0.2, 6.0
PUTS_AWAY = 0.08
COMMAND = (sys.executable, "-m", "bellpull.cli.main")
HELLO = {"type": "hello", "surface": "page", "name": "soak", "shows": ["notification", "buttons", "text"]}


class Person(NamedTuple):
    name: str
    key: str
    number: int
    line: Line


class People:
    def __init__(self, people: Sequence[Person], house: House, dice: Random) -> None:
        """All of them may answer everything."""
        self._people = people
        self._house = house
        self._dice = dice
        self._due: dict[str, float] = {}
        self._busy: set[asyncio.Task[None]] = set()
        self.open = 0
        self.hurry = False

    async def answer_all_the_time(self) -> None:
        loop = asyncio.get_running_loop()
        looking = Line(self._house, self._people[0].key)
        while True:
            said = await looking.insist("GET", "/api/questions?limit=500")
            questions = {one["id"]: one for one in said.body["questions"]}
            self.open = len(questions) + len(self._busy)
            self._due = {id: when for id, when in self._due.items() if id in questions}
            for id, one in questions.items():
                longest = SHORTEST if self.hurry else LONGEST
                due = self._due.setdefault(id, loop.time() + self._dice.uniform(SHORTEST, longest))
                if due <= loop.time() or self.hurry:
                    self._due[id] = loop.time() + LONGEST  # who is on it is not to be hurried
                    self._begin(one)
            await asyncio.sleep(LOOK_SECONDS)

    def _begin(self, question: dict[str, Any]) -> None:
        lot = self._dice.random()
        task = asyncio.ensure_future(
            self._by_command(question)
            if lot < 0.04
            else self._race(question)
            if lot < 0.5
            else self._answer(self._dice.choice(self._people), question)
        )
        self._busy.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._busy.discard(task)
        if not task.cancelled():
            task.result()

    async def _race(self, question: dict[str, Any]) -> None:
        self._house.ledger.counts["races for a question"] += 1
        await asyncio.gather(*(self._answer(one, question) for one in self._people))

    async def _answer(self, person: Person, question: dict[str, Any]) -> None:
        await answer(person, question, "tui", self._house, puts_away=self._dice.random() < PUTS_AWAY)

    async def _by_command(self, question: dict[str, Any]) -> None:
        """As the owner. Whether a refusal was that of a second try is not said there."""
        owner, id = self._people[0], question["id"]
        given = said_by(owner, question)
        words = ("--text", given) if question["kind"] == "text" else (given,)
        ran = await asyncio.create_subprocess_exec(
            *(*COMMAND, "answer", "--as-person", id, *words),
            env=self._house.environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        _, errors = await ran.communicate()
        told = ACCEPTED if ran.returncode == 0 else UNKNOWN
        key = key_of(question)
        self._house.ledger.attempts[key].append(Attempt(owner.name, "cli", given, told))
        self._house.ledger.counts["answers by command"] += 1
        if b"Traceback" in errors:
            self._house.ledger.against("no traceback", errors.decode(errors="replace")[-1500:])


class AtPage(Ear):
    """A person at a page: told of each question as it is opened, and answering some of them on the spot."""

    def __init__(self, person: Person, house: House, lives: Lives, dice: Random) -> None:
        super().__init__(house, lives, person.key)
        self._person = person
        self._chooses = dice
        self._answers: set[asyncio.Task[None]] = set()

    def greeting(self) -> bytes:
        return json.dumps(HELLO).encode()

    def heard_event(self, payload: bytes) -> None:
        if b'"type":"question_opened"' not in payload[:200] or self._chooses.random() > 0.15:
            return
        said = json.loads(payload)
        question = said.get("question") or said
        if "options" in question:
            task = asyncio.ensure_future(self._soon(question))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    async def _soon(self, question: dict[str, Any]) -> None:
        await asyncio.sleep(self._chooses.uniform(0.0, 1.5))
        self.house.ledger.counts["answers at a page"] += 1
        await answer(self._person, question, "page", self.house)


async def answer(person: Person, question: dict[str, Any], via: str, house: House, *, puts_away: bool = False) -> None:
    given = DISMISSED if puts_away else said_by(person, question)
    field = "outcome" if puts_away else "text" if question["kind"] == "text" else "choice"
    body = {field: "dismissed" if puts_away else given, "via": via}
    said = await person.line.insist("POST", f"/api/questions/{question['id']}/answer", body)
    told = ACCEPTED if said.status == 200 else REFUSED if said.status == 409 and not said.lost else UNKNOWN
    house.ledger.attempts[key_of(question)].append(Attempt(person.name, via, given, told))


def said_by(person: Person, question: dict[str, Any]) -> str:
    if question["kind"] == "text":
        return f"{person.name} says so of {key_of(question)}"
    return str(question["options"][person.number % len(question["options"])])


def key_of(question: dict[str, Any]) -> str:
    found = ASK_KEY.search(question["question"])
    return found[0] if found else question["id"]
