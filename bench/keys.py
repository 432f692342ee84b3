"""Row 12: how long a refusal takes, whether much or little of what was guessed is right.

Keys and signatures: wrong ones that share nothing, half, or all but the last character with a right one, one after the
other in an order of chance. Passwords: a name that nobody has beside one that somebody has. Differences are taken
within each turn, so that what else the machine does falls on both; their median has a confidence interval by ranks,
which asks nothing of how times are spread. An outsider learns something only if such an interval leaves out 1.
"""

import asyncio
import hashlib
import hmac
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench.calls import PATIENCE, BenchError, Caller, ask, dial, request
from bench.plan import Plan
from bench.servers import Server, hub, with_agent
from bench.table import Line, at_most, micro, milli

NOTHING, HALF, ALMOST = "none of it right", "half of it right", "all but the last character right"
Z = 2.576
"""Of 99 in 100."""

SEEN = 1.01
"""The ratio of a row is how far the interval stays away from 1: 1 means that nothing was to be seen."""

CALLS_OF_A_WEBHOOK = 90
GUESSES_OF_A_NAME, GUESSES_OF_AN_ADDRESS = 4, 16
"""Fewer than are slowed down."""

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class Guess:
    """A request that is refused, and from where it comes."""

    message: bytes
    address: str = "127.0.0.1"


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with hub(folder / "hub") as started:
        server = await with_agent(started, "bench-agent")
        lines = _lines("12 a wrong key", await _turns(server, _keys(server.key, plan.wrong_keys), 401))
        signatures = await _signatures(server, plan.wrong_keys)
        lines += _lines("12 a wrong signature", await _turns(server, signatures, 401))
        names = await _logins(server, plan.wrong_logins)
        return [*lines, _line("12 a wrong password, of a name that exists", await _turns(server, names, 401), 0, 1)]


def _near(right: str, share: int) -> str:
    """So many characters are right, and all others are not."""
    return right[:share] + "".join("0" if character != "0" else "1" for character in right[share:])


def _steps(right: str) -> list[str]:
    return [_near(right, share) for share in (0, len(right) // 2, len(right) - 1)]


def _keys(right: str, turns: int) -> list[list[Guess]]:
    begin, secret = right[:3], right[3:]
    guesses = [Guess(request("GET", "/api/me", begin + wrong)) for wrong in _steps(secret)]
    return [guesses] * turns


async def _signatures(server: Server, turns: int) -> list[list[Guess]]:
    found: list[list[Guess]] = []
    body = {"text": "red"}
    while len(found) < turns:
        made = await ask(
            server.port, "POST", "/api/agents/bench-agent/webhooks", server.owner, {"source": "ci", "secret": True}
        )
        plain = request("POST", made["path"], "none", body)
        content = plain.partition(b"\r\n\r\n")[2]
        right = hmac.new(made["secret"].encode(), content, hashlib.sha256).hexdigest()
        signed = [_with_header(plain, f"X-Hub-Signature-256: sha256={wrong}") for wrong in _steps(right)]
        found += [[Guess(message) for message in signed]] * CALLS_OF_A_WEBHOOK
    return found[:turns]


def _with_header(message: bytes, header: str) -> bytes:
    return message.replace(b"\r\n\r\n", f"\r\n{header}\r\n\r\n".encode(), 1)


async def _logins(server: Server, turns: int) -> list[list[Guess]]:
    """A name that nobody has is another one each time; those that exist have some guesses each."""
    people = [f"person-{number}" for number in range(-(-turns // GUESSES_OF_A_NAME))]
    for name in people:
        await ask(server.port, "POST", "/api/users", server.owner, {"name": name, "password": PASSWORD})
    found = []
    for number in range(turns):
        address = (
            f"127.0.{1 + number * 2 // GUESSES_OF_AN_ADDRESS // 250}.{1 + number * 2 // GUESSES_OF_AN_ADDRESS % 250}"
        )
        names = (f"nobody-{number}", people[number // GUESSES_OF_A_NAME])
        found.append([Guess(_login(name), address) for name in names])
    return found


def _login(name: str) -> bytes:
    return request("POST", "/api/login", "none", {"name": name, "password": "wrong horse battery"})


async def _turns(server: Server, turns: Sequence[Sequence[Guess]], status: int) -> list[list[float]]:
    """The seconds of each guess, turn by turn; within a turn their order is chance's."""
    dice, callers = Random(12), Callers(server.port)
    times: list[list[float]] = []
    for turn in turns:
        own = [0.0] * len(turn)
        for place in dice.sample(range(len(turn)), len(turn)):
            own[place] = await callers.time(turn[place], status)
        times.append(own)
    callers.close()
    return times[len(times) // 20 :]  # the first ones warm it up


class Callers:
    """A connection for each address."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: dict[str, Caller] = {}

    async def time(self, guess: Guess, status: int) -> float:
        caller = self._open.get(guess.address) or await self._dial(guess.address)
        began = perf_counter()
        await asyncio.wait_for(caller.run(guess.message, 0.0), PATIENCE)
        seconds = perf_counter() - began
        if set(caller.statuses) != {status}:
            raise BenchError(f"A wrong guess was not refused with {status}: {caller.reply[:300]!r}")
        return seconds

    async def _dial(self, address: str) -> Caller:
        if address == "127.0.0.1":
            self._open[address] = await dial(self._port)
        else:
            made: Any = await asyncio.get_running_loop().create_connection(
                Caller, "127.0.0.1", self._port, local_addr=(address, 0)
            )
            self._open[address] = made[1]
        return self._open[address]

    def close(self) -> None:
        for caller in self._open.values():
            caller.transport.abort()


def _lines(row: str, times: list[list[float]]) -> list[Line]:
    return [_line(f"{row}, {HALF}", times, 0, 1), _line(f"{row}, {ALMOST}", times, 0, 2)]


def _line(row: str, times: list[list[float]], plain: int, near: int) -> Line:
    """Beside it: the guess that has nothing right."""
    usual = median(turn[plain] for turn in times)
    differences = sorted(turn[near] - turn[plain] for turn in times)
    low, middle, high = (1 + one / usual for one in _interval(differences))
    show = milli if usual > 0.005 else micro
    beside = f"{show(usual)}; {len(times):,} turns: {middle:.4f} times that, 99% sure of {low:.4f} to {high:.4f}"
    return Line(row, show(usual * middle), beside, max(1.0, low, 1 / high), at_most(SEEN))


def _interval(ordered: Sequence[float]) -> tuple[float, float, float]:
    """The median, and between which two values the true one lies, by ranks."""
    count = len(ordered)
    reach = Z * math.sqrt(count) / 2
    low, high = max(0, math.floor(count / 2 - reach)), min(count - 1, math.ceil(count / 2 + reach))
    return ordered[low], median(ordered), ordered[high]
