"""A tool's call, driven in process: its commands are requests to the hub's own REST, with the caller's key.

The counterpart for stdio carries out the same commands over HTTP; what the tools are and say is in `tools`.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from time import monotonic
from typing import Any
from urllib.parse import quote

from bellpull.domain.errors import BellpullError
from bellpull.mcp.server.exchange import Exchange
from bellpull.mcp.server.inside import Inside
from bellpull.mcp.server.places import Places
from bellpull.mcp.tool import NUDGES_ROOM
from bellpull.mcp.tools import Call, Result, Send, Tool, Wait
from bellpull.mcp.waiting import is_over

log = logging.getLogger("bellpull.mcp")

PROGRESS_SECONDS = 5
POLL_SECONDS = 50
CARRIER = "mcp"
#: Longer than others: what went out is confirmed with the next call (`receipts`).
LEASE_SECONDS = 60

#: Tells the client how long it has waited: progress, total, words.
Report = Callable[[float, float, str], Awaitable[None]]


class Driver:
    """One call. `report` is there when the client wants to hear of progress."""

    def __init__(self, inside: Inside, exchange: Exchange, places: Places, report: Report | None) -> None:
        self._inside = inside
        self._exchange = exchange
        self._places = places
        self._report = report
        self._has_place = False

    async def run(self, tool: Tool, call: Call) -> Result:
        """Whatever happens is told as a result; what broke inside is told to the log alone."""
        try:
            result = await self._steps(tool, call)
        except BellpullError as error:
            result = tool.refused(error)
        except Exception:
            log.exception("the tool %s failed", tool.name)
            result = Result(["Something broke in the hub (its log says what: bellpull logs)"], is_error=True)
        finally:
            if self._has_place:
                self._places.leave(self._exchange.who.name)
        self._exchange.hands = result.hands
        self._exchange.about = result.hands or self._exchange.about
        return await self._with_nudges(result)

    async def _steps(self, tool: Tool, call: Call) -> Result:
        steps = tool.run(call)
        try:
            command = next(steps)
            while True:
                answer, error = await self._attempt(command)
                command = steps.send(answer) if error is None else steps.throw(error)
        except StopIteration as end:
            result: Result = end.value
            return result
        finally:
            steps.close()

    async def _attempt(self, command: Send | Wait) -> tuple[dict[str, Any], BellpullError | None]:
        try:
            return await (self._wait(command) if isinstance(command, Wait) else self._send(command)), None
        except BellpullError as error:
            return {}, error

    async def _send(self, command: Send) -> dict[str, Any]:
        waits = begins_to_wait(command)
        if waits:
            self._take_place()  # before anything is stored
        answer = await self._inside.ask(command.method, command.path, command.body, command.key)
        if waits:
            self._exchange.about = answer["id"]
            self._exchange.waits_for = answer["id"] if answer.get("state") == "open" else None
        return answer

    def _take_place(self) -> None:
        if not self._has_place:
            self._places.take(self._exchange.who.name)
            self._has_place = True

    async def _wait(self, command: Wait) -> dict[str, Any]:
        self._take_place()
        self._exchange.waits_for = self._exchange.about = command.question_id
        shape = await self._poll(command)
        self._exchange.waits_for = None
        return shape

    async def _poll(self, command: Wait) -> dict[str, Any]:
        clock = asyncio.get_running_loop().time
        until = clock() + command.seconds
        path = f"/api/questions/{quote(command.question_id, safe='')}"
        progress = Progress(self._report, command.seconds)
        while True:
            seconds = min(progress.period, max(until - clock(), 0))
            shape = await self._inside.ask("GET", f"{path}?wait={math.ceil(seconds)}")
            if is_over(shape) or clock() >= until:
                return shape
            await progress.tell(shape["opened_at"])

    async def _with_nudges(self, result: Result) -> Result:
        """A result goes out without its nudges rather than not at all."""
        who = self._exchange.who
        if who.is_person:
            return result
        asked = {
            "session": self._exchange.session,
            "carrier": CARRIER,
            "lease": LEASE_SECONDS,
            "except_questions": sorted(self._exchange.handing()),
            "max_chars": NUDGES_ROOM,
        }
        try:
            answer = await self._inside.ask("POST", f"/api/agents/{quote(who.name)}/nudges/claim", asked)
        except BellpullError as error:
            log.warning("no nudges for %s: %s", who.name, error)
            return result
        nudges = answer["nudges"]
        if not nudges:
            return result
        self._exchange.nudges = [nudge["id"] for nudge in nudges]
        return result._replace(items=[*result.items, "\n\n".join(nudge["xml"] for nudge in nudges)])


class Progress:
    """Strictly rising, from when the question was opened: it does not fall back when a call is made again, nor when
    the clock is set."""

    def __init__(self, report: Report | None, seconds: float) -> None:
        self._report = report
        self._seconds = seconds
        self._began = monotonic()
        #: The question was open for so long when this call began.
        self._before: float | None = None
        self._last = 0.0
        self.period = POLL_SECONDS if report is None else PROGRESS_SECONDS

    async def tell(self, opened_at: str) -> None:
        if self._report is None:
            return
        here = monotonic() - self._began
        if self._before is None:
            open_for = (datetime.now(UTC) - datetime.fromisoformat(opened_at)).total_seconds()
            self._before = max(open_for - here, 0.0)
        waited, total = self._before + here, self._before + self._seconds
        self._last = max(self._last + 0.001, round(waited, 3))
        await self._report(self._last, max(round(total, 3), self._last), f"Waiting for a person since {waited:.0f} s")


def begins_to_wait(command: Send) -> bool:
    """A question whose caller will wait, or a caller who waits again."""
    if command.method != "POST" or not command.path.startswith("/api/questions"):
        return False
    body = command.body or {}
    # What is only shown has a time of its own, for which nobody waits.
    return command.path.endswith("/await") or (body.get("wait") is not None and body.get("kind") != "show")
