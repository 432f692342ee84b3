"""Where the demo takes place: three agents are made for it, and are gone afterwards.

Everything of the demo belongs to these agents, so that with them all of it goes: notifications, questions, nudges,
sessions, keys, events. What a demo left that was killed, the next one removes.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from time import monotonic, sleep
from typing import Any

from bellpull.config import Config
from bellpull.demo.actor import ENDED, session_of
from bellpull.demo.line import CLIENT, KeyedLine
from bellpull.domain.errors import BellpullError, Conflict, Denied, NotFound
from bellpull.remote.address import quote
from bellpull.remote.fast import Hub
from bellpull.remote.find import find
from bellpull.remote.line import Line

BUILDER, REVIEWER, WRITER = ROLES = ("demo-builder", "demo-reviewer", "demo-writer")
#: By this a demo knows what another one has left; none lasts as long as that.
LABEL = "bellpull demo"
LEFT_AFTER = timedelta(minutes=15)
#: A person is called so, or an agent of somebody else.
NOT_FREE = ("name_taken", "agent_denied")
AWAY_SECONDS = 10.0
#: With an agent its events go, and surfaces are to hear of the last ones first.
HEARD_SECONDS = 0.3


class Stage:
    def __init__(self, config: Config) -> None:
        self._config = config
        #: The name of the agent that plays each role.
        self.names: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    def set_up(self) -> str:
        """Make the agents; the address of their hub."""
        with find(self._config) as hub:
            _clear_away(hub)
            taken = {agent["name"] for agent in hub.request("GET", "/api/agents")["agents"]}
            for role in ROLES:
                self._keys[role] = self._make(hub, role, taken)
            return hub.url

    def _make(self, hub: Hub, role: str, taken: set[str]) -> str:
        for name in (one for one in _names(role) if one not in taken):
            # Known before it is there: whatever interrupts us, it is removed.
            self.names[role] = name
            try:
                return str(hub.request("POST", "/api/keys", body={"agent_name": name, "label": LABEL})["key"])
            except (Conflict, Denied) as error:
                del self.names[role]
                if error.code not in NOT_FREE:
                    raise
        raise AssertionError("names do not end")

    def line(self, role: str) -> KeyedLine:
        return KeyedLine(self._config, self._keys[role], session_of(self.names[role]))

    def strike(self) -> None:
        """After this everything is gone. A hub that is away is waited for, a little."""
        for role in self._keys:
            with suppress(BellpullError), self.line(role) as line:
                _take_back(line, session_of(self.names[role]))
        if self._keys:
            sleep(HEARD_SECONDS)
        self._keys.clear()
        with Line(self._config, client=CLIENT) as line:
            for role, name in list(self.names.items()):
                _remove(line, name)
                del self.names[role]


def _take_back(line: Line, session: str) -> None:
    """Surfaces that show a question are to hear that nobody wants the answer any more."""
    line.request("POST", "/api/sessions/signs", body=[{"session": session, "state": ENDED}])
    for question in line.request("GET", "/api/questions")["questions"]:
        line.request("POST", f"/api/questions/{quote(question['id'])}/withdraw")


def _remove(line: Line, name: str) -> None:
    path = f"/api/agents/{quote(name)}"
    with suppress(NotFound):  # somebody was quicker
        line.persist(lambda: line.request("DELETE", path), monotonic() + AWAY_SECONDS)


def _clear_away(hub: Hub) -> None:
    long_ago = datetime.now(UTC) - LEFT_AFTER
    keys: list[dict[str, Any]] = hub.request("GET", "/api/keys")["keys"]
    for name in sorted({str(key["agent_name"]) for key in keys if _is_left(key, long_ago)}):
        with suppress(NotFound):
            hub.request("DELETE", f"/api/agents/{quote(name)}")


def _is_left(key: dict[str, Any], long_ago: datetime) -> bool:
    named = str(key["agent_name"]).startswith(ROLES)
    return named and key["label"] == LABEL and datetime.fromisoformat(key["created_at"]) < long_ago


def _names(role: str) -> Iterator[str]:
    yield role
    yield from (f"{role}-{place}" for place in count(2))
