"""What happens to everybody: each kind of trouble at its own pace, all from one seed.

A kill is `kill -9`; the hub is also told to stop. To freeze is to stop a process and let it go on some seconds later.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from bench.soak.backups import Backups
from bench.soak.clock import Clock
from bench.soak.desk import Desk
from bench.soak.disk import Disk
from bench.soak.house import House
from bench.soak.lives import Lives
from bench.soak.program import Program

SHORTEST_FREEZE, LONGEST_FREEZE = 0.3, 6.0
LONGEST_FULL = 5.0
SOON = 0.3
JUMPS = (5, 30, 120, 600, 3600)
ENDS = ("hub", "hub stop", "shim", "wrap", "library", "http", "desk", "window")


class Troubles:
    def __init__(
        self,
        house: House,
        lives: Lives,
        clock: Clock,
        disk: Disk,
        groups: dict[str, Sequence[Program]],
        backups: Backups,
        seconds: float,
    ) -> None:
        """`groups`: what may be killed, by the name of its rate. `seconds`: how long the run is."""
        self._house = house
        self._lives = lives
        self._clock = clock
        self._disk = disk
        self._groups = groups
        self._backups = backups
        self._seconds = seconds
        self.done: Counter[str] = Counter()

    @property
    def kills(self) -> int:
        return sum(self.done[kind] for kind in ENDS)

    async def make(self, kind: str, a_minute: float, stop: asyncio.Event) -> None:
        """One kind, until it is enough."""
        dice = self._house.dice()
        act = self._acts().get(kind) or (lambda dice: self._kill(self._groups.get(kind, ()), dice))
        if a_minute <= 0 or not self._possible(kind):
            return
        # Each kind comes at least once, also in a short run.
        pause = min(dice.expovariate(a_minute / 60), self._seconds * dice.uniform(0.1, 0.6))
        while not await _set_within(stop, pause):
            done = int(await act(dice))
            self.done[kind] += done
            # What is between two lives cannot be killed: soon it can.
            pause = dice.expovariate(a_minute / 60) if done else SOON

    def _possible(self, kind: str) -> bool:
        if kind == "clock":
            return not self._clock.why_not
        if kind == "disk":
            return not self._disk.why_not
        if kind == "window":
            return bool(self._groups["desk"])
        return kind in self._acts() or bool(self._groups[kind])

    def _acts(self) -> dict[str, Callable[[Random], Awaitable[int]]]:
        return {
            "hub": lambda dice: self._lives.kill(),
            "hub stop": lambda dice: self._lives.terminate(),
            "window": self._kill_window,
            "freeze hub": lambda dice: self._lives.freeze(_moment(dice)),
            "freeze others": self._freeze,
            "clock": self._jump,
            "disk": self._fill,
            "backup": lambda dice: self._backups.make(),
        }

    async def _kill(self, programs: Sequence[Program], dice: Random) -> bool:
        return dice.choice(programs).kill()

    async def _kill_window(self, dice: Random) -> bool:
        desks = [one for one in self._groups["desk"] if isinstance(one, Desk)]
        return any(one.kill_window(dice) for one in desks)

    async def _freeze(self, dice: Random) -> bool:
        programs = [one for group in self._groups.values() for one in group if not isinstance(one, Desk)]
        return await dice.choice(programs).freeze(_moment(dice)) if programs else False

    async def _jump(self, dice: Random) -> bool:
        """Forward, back, or to the true time."""
        self._clock.set(dice.choice((-1, 0, 1, 1, -1)) * dice.choice(JUMPS))
        return True

    async def _fill(self, dice: Random) -> bool:
        self._disk.fill(dice.choice((0, 1, 20)))
        try:
            await asyncio.sleep(dice.uniform(0.5, LONGEST_FULL))
        finally:
            self._disk.free()
        return True

    def calm(self) -> None:
        """The end of all troubles: there is room, and the clock is right."""
        self._disk.free()
        if not self._clock.why_not:
            self._clock.set(0)


def _moment(dice: Random) -> float:
    return dice.uniform(SHORTEST_FREEZE, LONGEST_FREEZE)


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
