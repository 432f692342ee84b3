"""What is remembered of sessions between one event of their hooks and the next, in fair shares: who fills more than its
share, or has most when all is full, forgets its own oldest. So one agent's sessions never push out another's."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from bellpull.domain.doing import Doing, characters

#: In characters, of one agent and of all together. A session counts as so many at least: an agent has a thousand.
OF_AGENT, OF_ALL, OF_SESSION = 2_000_000, 20_000_000, 2_000


class Remembered(NamedTuple):
    doing: Doing = Doing()
    #: How often the end of its turn was put off.
    put_off: int = 0


NOTHING = Remembered()
NOBODY: Mapping[str, Remembered] = {}


class HookMemory:
    def __init__(self) -> None:
        #: Of each agent, oldest first; in a plain dict the first is found the more slowly, the more were dropped.
        self._agents: dict[str, OrderedDict[str, Remembered]] = {}
        self._sizes: dict[str, int] = {}

    def of(self, agent: str, session: str) -> Remembered:
        return self._agents.get(agent, NOBODY).get(session, NOTHING)

    def put(self, agent: str, session: str, known: Remembered) -> None:
        self._drop(agent, session)
        if known == NOTHING:
            return
        self._agents.setdefault(agent, OrderedDict())[session] = known
        self._sizes[agent] = self._sizes.get(agent, 0) + _size(known)
        while self._sizes[agent] > OF_AGENT:
            self._forget_oldest(agent)
        while sum(self._sizes.values()) > OF_ALL:
            self._forget_oldest(max(self._sizes, key=self._sizes.__getitem__))

    def _forget_oldest(self, agent: str) -> None:
        self._drop(agent, next(iter(self._agents[agent])))

    def _drop(self, agent: str, session: str) -> None:
        of_agent = self._agents.get(agent)
        if of_agent is None or (gone := of_agent.pop(session, None)) is None:
            return
        self._sizes[agent] -= _size(gone)
        if not of_agent:
            del self._agents[agent], self._sizes[agent]


def _size(known: Remembered) -> int:
    return max(OF_SESSION, characters(known.doing))
