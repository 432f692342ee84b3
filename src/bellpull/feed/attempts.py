"""The Attempts of a hub that is one process: failures by name and by address, kept in memory and bounded."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

FORGOTTEN_SECONDS = 900.0
MOST_KEPT = 10_000


class Slowing(NamedTuple):
    """So many failures are free; then each next try waits twice as long, up to the longest."""

    free: int
    longest: float

    def wait(self, failures: int) -> float:
        return 0.0 if failures < self.free else min(2.0 ** min(failures - self.free, 30), self.longest)


BY_NAME = Slowing(5, 60.0)
BY_ADDRESS = Slowing(20, 300.0)


class MemoryAttempts:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._names = _Failures(BY_NAME, clock)
        self._familiar = _Failures(BY_NAME, clock)
        self._addresses = _Failures(BY_ADDRESS, clock)
        #: Who has signed in from where, the last one last.
        self._proven: OrderedDict[str, None] = OrderedDict()

    def take(self, name: str, address: str) -> float:
        place = network_of(address)
        by_name, who = self._counted(name, place)
        wait = max(by_name.wait(who), self._addresses.wait(place))
        if wait == 0:
            by_name.add(who)
            self._addresses.add(place)
        return wait

    def succeeded(self, name: str, address: str) -> None:
        place = network_of(address)
        by_name, who = self._counted(name, place)
        by_name.forget(who)
        self._addresses.take_back(place)
        self._proven[_pair(name, place)] = None
        self._proven.move_to_end(_pair(name, place))
        if len(self._proven) > MOST_KEPT:
            self._proven.popitem(last=False)

    def _counted(self, name: str, place: str) -> "tuple[_Failures, str]":
        """Where somebody has signed in before, those who guess their password elsewhere do not hold them up."""
        pair = _pair(name, place)
        return (self._familiar, pair) if pair in self._proven else (self._names, name)


class _Failures:
    def __init__(self, slowing: Slowing, clock: Callable[[], float]) -> None:
        self._slowing = slowing
        self._clock = clock
        #: How many, and when the last one was; the one that failed last is last.
        self._kept: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        count, last = self._of(who)
        return max(0.0, last + self._slowing.wait(count) - self._clock()) if count else 0.0

    def add(self, who: str) -> None:
        count, _ = self._of(who)
        self._kept[who] = (count + 1, self._clock())
        self._kept.move_to_end(who)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def forget(self, who: str) -> None:
        self._kept.pop(who, None)

    def take_back(self, who: str) -> None:
        count, last = self._of(who)
        if count > 1:
            self._kept[who] = (count - 1, last)
        else:
            self.forget(who)

    def _of(self, who: str) -> tuple[int, float]:
        count, last = self._kept.get(who, (0, 0.0))
        return (count, last) if self._clock() - last < FORGOTTEN_SECONDS else (0, 0.0)


def _pair(name: str, place: str) -> str:
    return f"{place} {name}"


def network_of(address: str) -> str:
    """Whoever has one address of IPv6 has a whole network of them."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    if number.version == 4:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, 64), strict=False))
