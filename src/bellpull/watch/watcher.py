"""Brings nudges to OpenCode servers that have no plugin: whoever may have something pending is rung for, and served.

While nothing is pending it does nothing at all. A server that is away, a session that refuses and an agent of whom no
session is found are looked after again after growing pauses, for as long as something stays pending. A session that
works gets its message a second later: until then whatever carries tool results may take it.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic

from bellpull import __version__
from bellpull.config import Config
from bellpull.domain.errors import BellpullError
from bellpull.remote.line import Line
from bellpull.watch.aside import Aside
from bellpull.watch.choosing import Agent, Seen
from bellpull.watch.delivering import deliver
from bellpull.watch.looking import Look, View, hub_view, pending_for
from bellpull.watch.opencode import Away, Server
from bellpull.watch.turns import LONGEST_PAUSE, SHORTEST_PAUSE, Turn, Turns

CLIENT = f"watcher/{__version__}"
HEAD_START_SECONDS = 1.0
PROBE_SECONDS = 2.0
THREADS = 8
MOST_SAID = 100

log = logging.getLogger("bellpull.watch")


class Watcher:
    """`servers` gives those that are known at that moment."""

    def __init__(self, config: Config, servers: Callable[[], Sequence[Server]]) -> None:
        self._servers = servers
        self._config = config
        self._line = Line(config, client=CLIENT)
        #: One for each agent, because they are served at the same time.
        self._lines: dict[str, Line] = {}
        self._turns = Turns()
        self._rung = asyncio.Event()
        self._to_look_around = False
        self._in_thread = Aside(THREADS)
        #: Until when not to try a session or a server again, and how long the pause was.
        self._put_off: dict[str, tuple[float, float]] = {}
        self._said: set[str] = set()

    def close(self) -> None:
        for line in (self._line, *self._lines.values()):
            line.close()

    def ring(self, agent_name: str) -> None:
        """Something may be pending for this agent."""
        self._turns.ring(agent_name, monotonic())
        self._rung.set()

    def hurry(self) -> None:
        """What is still pending may be possible now."""
        self._turns.ring_all(monotonic())
        self._rung.set()

    def look_around(self) -> None:
        """Tell the hub of the sessions that could be woken, so that whoever tells an agent something can be told so.
        For those who do not report everything that they see."""
        self._to_look_around = True
        self._rung.set()

    async def run(self) -> None:
        while True:
            if self._to_look_around:
                self._to_look_around = False
                await self._look_around()
            await self._until_due()
            if due := self._turns.due(monotonic()):
                await self._round(due)

    async def _until_due(self) -> None:
        next = self._turns.next()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if next is None else max(next - monotonic(), 0)):
                await self._rung.wait()
        self._rung.clear()

    async def _round(self, due: list[Turn]) -> None:
        servers = await self._reachable()
        # Nobody may be there for long; then only those are asked about that have been waiting.
        asked = due if servers else [turn for turn in due if turn.in_vain is not None]
        rings = {turn.name: turn.rings for turn in due}
        try:
            pending = {turn.name: await self._in_thread(pending_for, self._line, turn.name) for turn in asked}
            view = await self._in_thread(hub_view, self._line) if servers and any(pending.values()) else None
        except BellpullError as error:
            self._say_once(str(error))
            self._all_later(due)
            return
        for turn in [turn for turn in due if pending.get(turn.name) == []]:
            self._turns.over(turn, rings[turn.name])
        waiting = [turn for turn in due if pending.get(turn.name) != []]
        if view is None:
            self._all_later(waiting)
            return
        look = Look(servers, view, datetime.now(UTC))
        await asyncio.gather(*(self._serve(turn, look, view, pending[turn.name]) for turn in waiting))
        self._judge(servers, look)

    def _all_later(self, turns: list[Turn]) -> None:
        for turn in turns:
            self._turns.later(turn, monotonic())

    async def _serve(self, turn: Turn, look: Look, view: View, pending: list[str | None]) -> None:
        """The boundary between agents: what goes wrong with one of them stays with it."""
        agent = view.agents.get(turn.name)
        head_start = turn.heard + HEAD_START_SECONDS
        try:
            at = None if agent is None else await self._in_thread(self._bring, agent, look, pending, head_start)
        except BellpullError as error:
            self._say_once(f"{turn.name}: {error}")
            at = None
        except Exception:
            log.exception("nothing can be brought to %s", turn.name)
            at = None
        if at is None:
            self._turns.later(turn, monotonic())
        else:
            self._turns.again(turn, at)

    def _bring(self, agent: Agent, look: Look, pending: list[str | None], head_start: float) -> float | None:
        """When to look again, where that is soon."""
        soon: list[float] = []
        for seen in look.targets(agent, pending):
            if self._is_put_off(seen.session.id):
                continue
            busy = _sign(self._line_of(agent), agent, seen)
            if busy and monotonic() < head_start:
                soon.append(head_start)
            elif self._delivered(agent, seen):
                soon.append(monotonic())
        return min(soon, default=None)

    def _delivered(self, agent: Agent, seen: Seen) -> bool:
        try:
            count = deliver(self._line_of(agent), agent.name, seen.server, seen.session)
        except BellpullError as error:
            if not isinstance(error, Away):
                self._put(seen.session.id)
            self._say_once(f"{agent.name}: {error}")
            return False
        self._put_off.pop(seen.session.id, None)
        return count > 0

    async def _look_around(self) -> None:
        if servers := await self._reachable():
            try:
                await self._in_thread(self._sign_newest, servers)
            except BellpullError as error:
                self._say_once(str(error))

    def _sign_newest(self, servers: list[Server]) -> None:
        view = hub_view(self._line)
        look = Look(servers, view, datetime.now(UTC))
        for agent in view.agents.values():
            if (seen := look.nearby(agent)) is not None:
                _sign(self._line, agent, seen)
        self._judge(servers, look)

    def _line_of(self, agent: Agent) -> Line:
        if agent.name not in self._lines:
            self._lines[agent.name] = Line(self._config, client=CLIENT)
        return self._lines[agent.name]

    # Servers

    async def _reachable(self) -> list[Server]:
        tried = [one for one in self._servers() if not self._is_put_off(one.place)]
        there = await asyncio.gather(*(_answers(one) for one in tried))
        return [server for server, yes in zip(tried, there, strict=True) if yes]

    def _judge(self, servers: list[Server], look: Look) -> None:
        for server in servers:
            if (error := look.failed.get(server)) is None:
                self._put_off.pop(server.place, None)
            else:
                self._put(server.place)
                self._say_once(str(error))

    def _is_put_off(self, what: str) -> bool:
        return what in self._put_off and monotonic() < self._put_off[what][0]

    def _put(self, what: str) -> None:
        pause = self._put_off[what][1] * 2 if what in self._put_off else SHORTEST_PAUSE
        pause = min(pause, LONGEST_PAUSE)
        self._put_off[what] = (monotonic() + pause, pause)

    def _say_once(self, sentence: str) -> None:
        if sentence not in self._said:
            if len(self._said) > MOST_SAID:
                self._said.clear()
            self._said.add(sentence)
            log.warning("%s", sentence)


def _sign(line: Line, agent: Agent, seen: Seen) -> bool:
    """Whether it works; the hub is told what was seen."""
    session, busy = seen.session, seen.server.is_busy(seen.session)
    sign = {
        "session": session.name,
        "state": "working" if busy else "idle",
        "agent": agent.name,
        "client": f"opencode/{session.version}"[:200],
        "parent": f"opencode:{session.parent}" if session.parent else None,
        "title": session.title[:1000],
        "directory": session.directory[:4096],
        "server": seen.server.url,
        "source": "watcher",
        "wakes": True,
    }
    line.request("POST", "/api/sessions/signs", body=[sign])
    return busy


async def _answers(server: Server) -> bool:
    """Whether anybody listens there. Costs next to nothing where nobody does."""
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            _, writer = await asyncio.open_connection(server.host, server.port)
        writer.close()
    except (OSError, TimeoutError):
        return False
    return True
