"""Runs a tool against a hub over HTTP, in a thread of its own: sends what it says, waits for what it waits for.

A hub that is away is asked again until it is back: every request of a tool can be repeated. So the call outlives the
hub, and the question is asked once, by the call's key. A refusal is never repeated.
"""

from __future__ import annotations

from time import monotonic, sleep

from bellpull.domain.errors import BellpullError, StoreFull, Unavailable
from bellpull.mcp.tool import NUDGES_ROOM, Send, Wait
from bellpull.mcp.waiting import is_over
from bellpull.remote.address import quote
from bellpull.remote.fast import ANSWER_SECONDS
from bellpull.remote.found import Unproven

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator
    from typing import Any

    from bellpull.mcp.shim.hubs import Hubs
    from bellpull.mcp.shim.starting import Starter
    from bellpull.mcp.tool import Result

FIRST_PAUSE, LONGEST_PAUSE, PAUSE_GROWTH = 0.05, 0.5, 1.6
#: One look at a waiting question; the hub answers earlier when something happens.
LOOK_SECONDS = 50
LOOK_GRACE = 10.0
CARRIER = "shim"
#: Longer than other carriers take: the hub has just answered this very call.
CLAIM_SECONDS = 1.0
SHORTEST_TRY = 1.0
CONFIRM_PATIENCE = 20.0
#: As many as the hub takes.
MOST_EXCEPTED = 1000


class Cancelled(Exception):
    """Nobody wants the result any more."""


class LiveCall:
    """A call that runs. `gone`: the client no longer waits; `written`: it has its result."""

    def __init__(self, headers: dict[str, str], token: str | int | None, limit: float | None) -> None:
        """`limit`: how many seconds the client lets it wait; None: as long as it hears of progress."""
        self.headers = headers
        self.token = token
        self.limit = limit
        self.started = monotonic()
        self.gone = False
        self.written = False
        #: The question that it waits for, until its result is written; and since when that has been open.
        self.waits_for: str | None = None
        self.opened_at: str | None = None
        #: The hub did not answer the last time.
        self.hub_away = False
        #: Whether anything may be pending for the agent, as the hub last said; who made no request cannot know.
        self.pending = True


class Driver:
    def __init__(self, starter: Starter, hubs: Hubs, live: LiveCall, session: str) -> None:
        self._starter = starter
        self._hubs = hubs
        self._live = live
        self._session = session
        self._last: dict[str, Any] = {}

    def drive(self, run: Generator[Send | Wait, dict[str, Any], Result]) -> Result:
        """To the end of the run. What it does not want to handle is raised."""
        try:
            command = next(run)
            while True:
                try:
                    said = self._wait(command) if isinstance(command, Wait) else self.send(command)
                except BellpullError as error:
                    command = run.throw(error)
                else:
                    command = run.send(said)
        except StopIteration as end:
            result: Result = end.value
            return result

    def send(self, command: Send) -> dict[str, Any]:
        deadline = monotonic() + command.patience
        pauses = Pauses(deadline)
        while True:
            try:
                said: dict[str, Any] = self._request(command, max(deadline - monotonic(), SHORTEST_TRY))
            except StoreFull:
                raise
            except (Unavailable, Unproven) as error:
                if isinstance(error, Unproven) and not self._last:
                    raise
                self._check_wanted()
                if why := self._starter.why_none():
                    raise why from None
                if not pauses.pause():
                    raise error.away() if isinstance(error, Unproven) else error from None
            else:
                self._starter.reached()
                self._last = said
                return said

    def _request(self, command: Send, seconds: float) -> dict[str, Any]:
        headers = self._live.headers
        if command.key is not None:
            headers = {**headers, "Idempotency-Key": command.key}
        said: dict[str, Any] = self._hubs.request(
            command.method,
            command.path,
            None,
            command.body,
            headers,
            seconds=min(seconds, ANSWER_SECONDS),
            heard=self._live,
        )
        return said

    def _wait(self, wait: Wait) -> dict[str, Any]:
        """The question's last shape. What was known before stays it while the hub is away."""
        question = self._last
        self._live.opened_at, self._live.waits_for = question["opened_at"], wait.question_id
        deadline = monotonic() + wait.seconds
        if self._live.limit is not None:  # what came before the wait also counts for the client's patience
            deadline = min(deadline, self._live.started + self._live.limit)
        pauses = Pauses(deadline)
        while True:
            self._leave_if_unwanted(wait.question_id)
            left = deadline - monotonic()
            if left <= 0 or is_over(question):
                return question
            try:
                question = self._look(question, left)
            except StoreFull:
                raise
            except (Unavailable, Unproven):  # the hub took the key when the question was asked
                self._live.hub_away = True
                pauses.pause()
            else:
                self._live.hub_away = False
                pauses = Pauses(deadline)

    def _look(self, question: dict[str, Any], left: float) -> dict[str, Any]:
        """The hub waits whole seconds. In the fraction that may be left at the end nobody need look: the release that
        follows shows what happened."""
        look = min(LOOK_SECONDS, round(left))
        if not look:
            sleep(left)
            return question
        path = f"/api/questions/{quote(question['id'])}"
        seconds = min(look + LOOK_GRACE, left + SHORTEST_TRY)
        question = self._hubs.request(
            "GET", path, {"wait": look}, None, self._live.headers, seconds=seconds, heard=self._live
        )
        if question["state"] == "open" and question["released"] in ("timeout", "gone") and not self._live.gone:
            # Another call that waited for the same question has stopped; this one has not.
            again = {"seconds": left}
            question = self._hubs.request("POST", f"{path}/await", None, again, self._live.headers)
        return question

    def _check_wanted(self) -> None:
        if self._live.gone:
            raise Cancelled

    def _leave_if_unwanted(self, question_id: str) -> None:
        """The client cancelled before the question was known: nobody else can have released it."""
        if self._live.gone:
            release(self._hubs, question_id, self._live.headers)
            raise Cancelled

    def claim(self, handing: Collection[str]) -> list[dict[str, Any]]:
        """What waits to be told to the agent. It may wait longer: a result is never held up for it. `handing`: the
        questions whose answers come by calls of this process."""
        if not self._live.pending:
            return []
        try:
            agent = self._hubs.agent()
            if agent is None:
                return []
            body = {
                "session": self._session,
                "carrier": CARRIER,
                "except_questions": sorted(handing)[:MOST_EXCEPTED],
                "max_chars": NUDGES_ROOM,
            }
            path = f"/api/agents/{quote(agent)}/nudges/claim"
            said = self._hubs.request("POST", path, None, body, self._live.headers, seconds=CLAIM_SECONDS)
            nudges: list[dict[str, Any]] = said["nudges"]
        except BellpullError:
            return []
        return nudges

    def settle(self, verb: str, nudges: list[dict[str, Any]]) -> None:
        """`confirm` what was written, `release` what was not."""
        path = f"/api/agents/{quote(self._hubs.agent() or '')}/nudges/{verb}"
        self.send(Send("POST", path, {"ids": [nudge["id"] for nudge in nudges]}, None, CONFIRM_PATIENCE))

    def hand(self, question_id: str) -> None:
        self.send(Send("POST", f"/api/questions/{quote(question_id)}/handed", None, None, CONFIRM_PATIENCE))


class Pauses:
    """Growing pauses between two tries, none of them past the deadline."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._next = FIRST_PAUSE

    def pause(self) -> bool:
        """Whether there is time for another try."""
        left = self._deadline - monotonic()
        if left <= 0:
            return False
        sleep(min(self._next, left))
        self._next = min(self._next * PAUSE_GROWTH, LONGEST_PAUSE)
        return True


def release(hubs: Hubs, question_id: str, headers: dict[str, str]) -> None:
    """The client went away: the question stays open, and its answer becomes a nudge."""
    try:
        hubs.request("POST", f"/api/questions/{quote(question_id)}/release", None, {"reason": "gone"}, headers)
    except BellpullError:
        return  # the hub is away, and learns from the missing receipt
