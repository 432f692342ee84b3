"""Brings nudges from the hub to whoever writes them into a result, and never holds a result up for long.

All that is kept of the hub is whether something is pending: a thread asks and waits, and stops asking once it is told
so. Only then a claim is made, with a deadline; one that comes in too late is given back at once. What was written is
confirmed behind the back of the result. Whatever goes wrong, the result is written without nudges. Not here: which hub
(`Hubs`), and how a nudge gets into a result.
"""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from time import monotonic, sleep

from bellpull.domain.errors import BellpullError, Outdated, Unavailable
from bellpull.remote.address import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    class Requests(Protocol):
        """`Hubs`, as far as it is needed here."""

        def agent(self) -> str | None: ...

        def request(
            self,
            method: str,
            path: str,
            query: Mapping[str, object] | None = None,
            body: object = None,
            headers: Mapping[str, str] | None = None,
            *,
            seconds: float | None = None,
        ) -> Any: ...


SHORTEST_DEADLINE, LONGEST_DEADLINE = 0.02, 0.5
WAIT_SECONDS = 50
WAIT_GRACE = 10.0
#: As long as a lease: what has not come by then is pending again by itself.
CLAIM_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
#: How long a receipt is worth repeating while the hub is away.
SETTLE_SECONDS = 20.0
#: The least time between two questions whether something is pending, where the answer is no.
SOON_SECONDS = 1.0


class NotAnAgent(BellpullError):
    """There is nothing to bring, ever."""


class Claim:
    """Nudges that are ours for some seconds, in order."""

    def __init__(self, nudges: Sequence[Mapping[str, Any]]) -> None:
        self.ids = [str(nudge["id"]) for nudge in nudges]
        self.blocks = [str(nudge["xml"]) for nudge in nudges]


class _Attempt:
    """A claim under way. `came` is free once it has come; `left`: nobody waits for it any more."""

    def __init__(self) -> None:
        self.came = allocate_lock()
        self.came.acquire()
        self.claim: Claim | None = None
        self.left = False


class Carrier:
    def __init__(
        self,
        connect: Callable[[], Requests],
        claiming: Mapping[str, object],
        headers: Callable[[], Mapping[str, str]],
        log: Callable[[str], None],
    ) -> None:
        """`connect` is called once, by a thread of ours; `claiming` is what every claim says: session, carrier, and
        how much it takes at most."""
        self.pending = False
        self._connect = connect
        self._claiming = claiming
        self._headers = headers
        self._log = log
        self._logged = False
        self._hubs: Requests | None = None
        self._path = ""
        self._lock = allocate_lock()
        #: A claim is under way: this attempt, with what else it says. Its thread starts with the first.
        self._claims = False
        self._next: tuple[_Attempt, Mapping[str, object]] | None = None
        self._go = allocate_lock()
        self._go.acquire()
        self._works = False
        self._settling = 0
        self._deadline = SHORTEST_DEADLINE
        #: Claims in a row that found nothing, though something was said to be pending.
        self._in_vain = 0
        #: Freed when the hub is to be asked again.
        self._again = allocate_lock()
        self._again.acquire()

    def watch(self) -> None:
        """Begin to ask, in a thread that lives as long as the process."""
        start_new_thread(self._watch, ())

    def claim(self, **more: object) -> Claim | None:
        """What is pending, as far as it can be had before the deadline; to be confirmed or released. One claim at a
        time: another would find everything taken, and think that there is nothing."""
        with self._lock:
            if self._claims or not self._path:
                return None
            self._claims = True
        attempt = _Attempt()
        if not self._begin(attempt, more):
            self._claims = False
            return None
        in_time = attempt.came.acquire(timeout=self._deadline)
        with self._lock:
            attempt.left = not in_time and attempt.claim is None
            self._deadline = min(self._deadline * 2, LONGEST_DEADLINE) if attempt.left else SHORTEST_DEADLINE
        return None if attempt.left else attempt.claim

    def confirm(self, claim: Claim) -> None:
        """It was written."""
        self._settle("confirm", claim)

    def release(self, claim: Claim) -> None:
        """It was not written, and is pending again."""
        self._settle("release", claim)

    def leave(self, seconds: float) -> None:
        """Wait for what is still to be confirmed or released, but not for long."""
        deadline = monotonic() + seconds
        while (self._settling or self._claims) and monotonic() < deadline:
            sleep(0.005)

    def _begin(self, attempt: _Attempt, more: Mapping[str, object]) -> bool:
        """Whether there is a thread for it. One is kept: to start one takes longer than half a claim."""
        if not self._works:
            try:
                start_new_thread(self._work, ())
            except RuntimeError:  # this machine has no room
                return False
            self._works = True
        self._next = attempt, more
        self._go.release()
        return True

    def _work(self) -> None:
        while True:
            self._go.acquire()
            assert self._next is not None
            attempt, more = self._next
            claim = self._claimed(more)
            with self._lock:
                attempt.claim = claim
                late = attempt.left
            attempt.came.release()
            if late and claim is not None:
                self._send("release", claim)
            self._claims = False

    def _claimed(self, more: Mapping[str, object]) -> Claim | None:
        try:
            said = self._request("POST", "/claim", None, {**self._claiming, **more}, CLAIM_SECONDS)
            claim = Claim(said["nudges"])
        except Exception as error:
            self._complain(error)
            claim, said = Claim([]), {}
        self._in_vain = 0 if claim.ids else self._in_vain + 1
        self.pending = bool(claim.ids and said.get("left"))
        if claim.ids:
            return claim  # who takes it is in a hurry: the hub is asked again when it is settled
        self._ask_again()
        return None

    def _settle(self, verb: str, claim: Claim) -> None:
        with self._lock:
            self._settling += 1
        try:
            start_new_thread(self._settle_now, (verb, claim))
        except RuntimeError:
            self._settle_now(verb, claim)

    def _settle_now(self, verb: str, claim: Claim) -> None:
        try:
            self._send(verb, claim)
        finally:
            with self._lock:
                self._settling -= 1

    def _send(self, verb: str, claim: Claim) -> None:
        """Again and again while the hub is away: both can be repeated."""
        deadline, pause = monotonic() + SETTLE_SECONDS, FIRST_PAUSE
        while True:
            try:
                self._request("POST", f"/{verb}", None, {"ids": claim.ids}, CLAIM_SECONDS)
                break
            except Exception as error:
                if not isinstance(error, Unavailable) or monotonic() > deadline:
                    self._complain(error)
                    break
            sleep(pause)
            pause = min(pause * 2, 1.0)
        self._ask_again()

    def _watch(self) -> None:
        pause = FIRST_PAUSE
        while True:
            while self.pending:
                self._again.acquire()
            if self._in_vain:
                sleep(FIRST_PAUSE * 2 ** min(self._in_vain, 3))
            try:
                self.pending = self._look()
                pause = FIRST_PAUSE
            except (NotAnAgent, Outdated) as error:  # neither passes while this process lives
                self._complain(error)
                return
            except Exception as error:
                self._complain(error)
                sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)

    def _look(self) -> bool:
        """Whether something is pending: at once if so, after a while if not."""
        began = monotonic()
        if self._hubs is None:
            self._hubs = self._connect()
        agent = self._hubs.agent()
        if agent is None:
            raise NotAnAgent("not_an_agent", "The key in use is a person's, and only an agent has nudges.")
        self._path = f"/api/agents/{quote(agent)}/nudges"
        asked = {"state": "pending", "session": self._claiming["session"], "limit": 1, "wait": WAIT_SECONDS}
        said = self._request("GET", "", asked, None, WAIT_SECONDS + WAIT_GRACE)
        if not said["count"] and monotonic() - began < SOON_SECONDS:
            sleep(SOON_SECONDS)  # whatever answers without waiting is not to be asked without end
        return bool(said["count"])

    def _request(
        self, method: str, tail: str, query: Mapping[str, object] | None, body: object, seconds: float
    ) -> dict[str, Any]:
        assert self._hubs is not None
        said: dict[str, Any] = self._hubs.request(
            method, self._path + tail, query, body, self._headers(), seconds=seconds
        )
        return said

    def _ask_again(self) -> None:
        with self._lock:
            if self._again.locked():
                self._again.release()

    def _complain(self, error: Exception) -> None:
        """Once: whoever looks for it finds it, and nobody else needs it."""
        logged, self._logged = self._logged, True
        if not logged:
            sentence = error.sentence if isinstance(error, BellpullError) else f"{type(error).__name__}: {error}"
            sentence += f" ({error.hint})" if isinstance(error, Outdated) else ""
            self._log(f"nudges cannot be brought now: {sentence}")
