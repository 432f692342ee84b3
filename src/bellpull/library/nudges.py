"""An agent's nudges at the hub: each verb is one request over one line. Not for threads, and not here: whether anything
is pending, and when it was read (`carrier`)."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from bellpull.domain.errors import Denied
from bellpull.library.values import Nudge, nudge_of
from bellpull.remote.address import quote
from bellpull.remote.waiting import GRACE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bellpull.remote.line import Line

CARRIER = "library"
#: A claim that took longer has not happened: its lease runs out.
CLAIM_SECONDS = 5.0
#: A confirmation is worth repeating: without it the agent reads the nudge a second time.
CONFIRM_SECONDS = 60.0
MOST_IDS = 500


class Nudges:
    def __init__(
        self, line: Line, name: str, session: str, *, by_key: bool, handing: Callable[[], Sequence[str]] = tuple
    ) -> None:
        """`by_key`: somebody chose the key, and the agent's name is the key's. `handing`: the questions whose answers
        come by calls of this process."""
        self.line = line
        self._name = name
        self._by_key = by_key
        self._session = session
        self._handing = handing

    def pending(self) -> list[Nudge]:
        """What this session may take, oldest first; not what a carrier has just taken."""
        query: dict[str, object] = {"state": "pending", "session": self._session, "limit": MOST_IDS}
        found: list[dict[str, Any]] = []
        while (page := self.line.request("GET", self._path(), query))["nudges"]:
            found += page["nudges"]
            if len(found) >= page["total"]:
                break
            query["after"] = found[-1]["id"]
        return [nudge_of(one) for one in found if one["state"] == "pending"]

    def waits_for(self, seconds: int) -> bool:
        """Whether there is something to claim, at the latest after so many seconds."""
        query = {"state": "pending", "session": self._session, "limit": 1, "wait": seconds}
        said = self.line.request("GET", self._path(), query, seconds=seconds + GRACE_SECONDS)
        return any(one["state"] == "pending" for one in said["nudges"])  # behind one that is being carried none goes

    def claim(self) -> tuple[list[Nudge], bool]:
        """What is pending, and whether there is more of it."""
        body = {"session": self._session, "carrier": CARRIER, "sure": True, "except_questions": self._handing()}
        said = self.line.request("POST", self._path("/claim"), body=body, seconds=CLAIM_SECONDS)
        return [nudge_of(one) for one in said["nudges"]], bool(said["left"])

    def confirm(self, nudges: Sequence[Nudge]) -> None:
        self._settle("/confirm", nudges)

    def release(self, nudges: Sequence[Nudge]) -> None:
        self._settle("/release", nudges)

    def _settle(self, how: str, nudges: Sequence[Nudge]) -> None:
        ids, deadline = [nudge.id for nudge in nudges], monotonic() + CONFIRM_SECONDS
        for start in range(0, len(ids), MOST_IDS):
            body = {"ids": ids[start : start + MOST_IDS]}
            self.line.persist(partial(self.line.request, "POST", self._path(how), body=body), deadline)

    def sign(self, state: str, client: str, *, wakes: bool) -> None:
        """Say what the session does now."""
        said = {"session": self._session, "state": state, "client": client, "source": CARRIER, "wakes": wakes}
        self.line.request("POST", "/api/sessions/signs", body=[said])

    def _path(self, verb: str = "") -> str:
        if self._by_key:
            me = self.line.request("GET", "/api/me")
            if me["scope"] != "agent":
                hint = "give the key of an agent: bellpull key create --agent NAME"
                raise Denied("not_an_agent", f"The key is that of {me['name']}, who is no agent.", hint)
            self._name, self._by_key = str(me["name"]), False
        return f"/api/agents/{quote(self._name)}/nudges{verb}"
