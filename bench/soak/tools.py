"""What an agent does with Bellpull's tools, whichever way it calls them: tell, ask, wait again, take back. What it
reads goes into the ledger."""

import json
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

from bench.soak.ledger import AWAIT, CALL, Ledger, Reader
from bench.soak.reading import is_marked, outcome_in, question_id_in, read_nudges

ASK, NOTIFY, WAIT, TELL, WITHDRAW = "ask_user", "notify", "await_answer", "send_notification", "withdraw_question"
GIVEN_UP = 40
"""So many open questions an agent keeps in mind; the answers to others come as nudges."""


class Call(NamedTuple):
    tool: str
    arguments: dict[str, Any]
    key: str | None
    progress: bool


class Caller:
    """One life of an agent: which call comes next, and what came of the last."""

    def __init__(self, reader: Reader, dice: Random, *, longest: float = 40.0, windows: bool = False) -> None:
        """`longest`: it waits, in seconds. `windows`: somebody's screen shows what is typed."""
        self._reader = reader
        self._dice = dice
        self._longest = longest
        self._windows = windows
        self._numbers = count(1)
        self._open: dict[str, str] = {}

    def next(self) -> Call:
        lot = self._dice.random()
        if lot < 0.40:
            return self._ask()
        if lot < 0.48 and self._windows:
            return self._notify()
        if lot < 0.62 and self._open:
            return self._wait_again()
        if lot < 0.64 and self._open:
            key, id = self._open.popitem()
            return Call(WITHDRAW, {"question_id": id}, key, False)
        return self.tell()

    def tell(self) -> Call:
        key = f"{self._reader.agent}.{self._reader.life}-tell-{next(self._numbers)}"
        return Call(TELL, {"notification_type": "status", "title": key}, key, False)

    def _ask(self) -> Call:
        key = self._key()
        waits = self._dice.random() < 0.75
        arguments = {"title": key, "question": f"May {key} go on?", "options": options(key)}
        seconds = self._dice.choice((2, 5, 10, self._longest))
        more: dict[str, Any] = {"wait_for_response": True, "timeout": seconds} if waits else {}
        return Call(ASK, arguments | more, key, waits and self._dice.random() < 0.5)

    def _notify(self) -> Call:
        key = self._key()
        return Call(NOTIFY, {"message": f"What about {key}?", "timeout": self._dice.choice((5, 10, 30))}, key, False)

    def _wait_again(self) -> Call:
        key = self._dice.choice(sorted(self._open))
        seconds = self._dice.choice((0, 3, 10))
        return Call(WAIT, {"question_id": self._open.pop(key), "timeout": seconds}, key, self._dice.random() < 0.5)

    def _key(self) -> str:
        return f"{self._reader.agent}.{self._reader.life}-ask-{next(self._numbers)}"

    def came(self, call: Call, items: Sequence[str]) -> None:
        """What it keeps in mind of a result."""
        if call.key and call.tool != TELL and (id := question_id_in(items)) and len(self._open) < GIVEN_UP:
            self._open[call.key] = id


def options(key: str) -> list[str]:
    return [f"Yes {key}", f"Later {key}", f"Never {key}"]


def tried(call: Call, ledger: Ledger) -> None:
    """It is under way: what it makes may be there from now on, whether its caller hears of it or not."""
    if call.tool == TELL:
        ledger.told[call.key or ""] |= set()
    elif call.tool in (ASK, NOTIFY):
        ledger.asked[call.key or ""] |= set()


def read(tool: str, key: str | None, items: Sequence[str], is_error: bool, by: Reader, ledger: Ledger) -> None:
    """The items of a result that its agent has."""
    read_nudges(items[1:], by, ledger)
    own = [item for item in items if not item.startswith("<notification ")]
    if not own:
        return
    if tool == TELL:
        _read_told(key or "", own[0], ledger)
    elif is_error:
        ledger.refused[f"{tool}: {own[0]}"] += 1
        if (id := question_id_in(own)) is not None:
            ledger.asked[key or ""].add(id)
    elif tool == WITHDRAW:
        _read_withdrawn(key or "", own, by, ledger)
    elif tool in (ASK, NOTIFY, WAIT):
        _read_outcome(tool, key or "", own, by, ledger)


def _read_told(key: str, item: str, ledger: Ledger) -> None:
    told = json.loads(item)
    if told.get("success"):
        ledger.told[key].add(told["notification_id"])
    else:
        ledger.refused[f"{TELL}: {told.get('error')}"] += 1


def _read_outcome(tool: str, key: str, own: Sequence[str], by: Reader, ledger: Ledger) -> None:
    outcome = outcome_in(own)
    if outcome.question_id is not None:
        ledger.asked[key].add(outcome.question_id)
    if outcome.said is not None:
        ledger.read_answer(key, by, AWAIT if tool == WAIT else CALL, outcome.said, marked=is_marked(own))


def _read_withdrawn(key: str, own: Sequence[str], by: Reader, ledger: Ledger) -> None:
    """Somebody may have been faster: then it has that answer."""
    if json.loads(own[0])["withdrawn"]:
        ledger.withdrawn.add(key)
    elif (said := outcome_in(own[2:]).said) is not None:
        ledger.read_answer(key, by, AWAIT, said, marked=is_marked(own))
