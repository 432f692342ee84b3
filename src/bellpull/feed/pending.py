"""The Pending of a hub that is one process."""

from collections.abc import Iterable

from bellpull.feed.waiting import MemoryCall, MemoryWaiting


class MemoryPending:
    def __init__(self, waiting: MemoryWaiting, some: Iterable[str]) -> None:
        """`some`: for whom something is pending already."""
        self._waiting = waiting
        self._some = set(some)
        self._rings = 0

    def maybe(self, agent_name: str) -> bool:
        return agent_name in self._some

    def ring(self, agent_name: str) -> None:
        self._rings += 1
        self._some.add(agent_name)
        self._waiting.wake(_key(agent_name))

    def mark(self) -> int:
        return self._rings

    def none(self, agent_name: str, mark: int) -> None:
        if mark == self._rings:
            self._some.discard(agent_name)

    @property
    def stopping(self) -> bool:
        return self._waiting.stopping

    def expect(self, agent_name: str) -> MemoryCall:
        return self._waiting.expect(_key(agent_name))

    def is_expected(self, agent_name: str) -> bool:
        return self._waiting.is_expected(_key(agent_name))

    def count(self) -> int:
        return self._waiting.count(_key(""))


def _key(agent_name: str) -> str:
    return f"nudges of {agent_name}"  # no id of a question has a blank
