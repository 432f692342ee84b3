"""Connections to the hub for the threads of the stdio server, with the agent's own key.

A key that was configured is used as it is. On one's own machine, where the hub of the data folder proves itself, the
agent's key is made on first use with the owner's, and kept. Connections are lent to one thread at a time and reused.
"""

from __future__ import annotations

import sys
from _thread import allocate_lock

from bellpull.domain.errors import BellpullError, Conflict, Unauthorized, Unavailable
from bellpull.mcp.shim.identity import numbered
from bellpull.mcp.tool import NO_KEY
from bellpull.remote.agent_key import AgentHub, key_file
from bellpull.remote.find import find, target_of
from bellpull.remote.found import not_running
from bellpull.remote.versions import difference, differs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bellpull.config import Config
    from bellpull.mcp.shim.driving import LiveCall
    from bellpull.remote.fast import Hub
    from bellpull.remote.found import Target

KEPT_CONNECTIONS = 8
MOST_NAMESAKES = 100
TAKEN = ("project_taken", "name_taken")
VERSION_SECONDS = 5.0
UNKNOWN = "unknown"


class Hubs:
    def __init__(self, config: Config, name: str, project: str | None, *, only_looks: bool = False) -> None:
        """`project` is None where somebody chose the name: then it is that agent's, wherever it works. Who only looks
        whether all is well makes no agent: if this one has no key yet, the owner's is used."""
        self._config = config
        self._name = name
        self._project = project
        self._only_looks = only_looks
        self._lock = allocate_lock()
        self._idle: list[Hub] = []
        self._agent: str | None = None
        #: Where the hub was last.
        self.url = ""
        #: The last version of it that was told to be another than ours.
        self._differing = ""

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        seconds: float | None = None,
        heard: LiveCall | None = None,
    ) -> Any:
        """As `Hub.request`, by any thread. `heard`: the call that is told whether anything is pending."""
        hub = self._take_idle() or self._connect()
        self.url = hub.url
        useful = True
        try:
            said = hub.request(method, path, query, body, headers, seconds=seconds)
            if heard is not None:
                heard.pending = hub.pending
            self._compare(hub)
            return said
        except (Unauthorized, Unavailable):
            useful = False  # the next one looks anew where the hub is, and with which key
            raise
        finally:
            if useful and len(self._idle) < KEPT_CONNECTIONS:
                self._idle.append(hub)
            else:
                hub.close()

    def _compare(self, hub: Hub) -> None:
        """Say once that the hub is of another version; it works as far as it can. One that proved who it is said its
        version by that; another is asked, once for each connection."""
        if not hub.version:
            try:
                hub.version = str(hub.request("GET", "/health", seconds=VERSION_SECONDS).get("version") or UNKNOWN)
            except BellpullError:
                hub.version = UNKNOWN
        if hub.version in (UNKNOWN, self._differing) or not differs(hub.version):
            return
        self._differing = hub.version
        words = difference(hub.version, "this server", "restart this coding tool when it suits you")
        print(f"bellpull: {words}", file=sys.stderr, flush=True)

    def close(self) -> None:
        while hub := self._take_idle():
            hub.close()

    def _take_idle(self) -> Hub | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def another(self) -> Hubs:
        """The same with connections of its own, for a process that was left behind."""
        return Hubs(self._config, self._name, self._project, only_looks=self._only_looks)

    def agent(self) -> str | None:
        """The agent's name, as the key says; None where the key is a person's."""
        if self._agent is None:
            said = self.request("GET", "/api/me")
            self._agent = said["name"] if said["scope"] == "agent" else ""
        return self._agent or None

    def _connect(self) -> Hub:
        if self._config.key:
            return find(self._config)
        target = target_of(self._config)
        if target is None:
            raise not_running(self._config)
        if target.hub is None:
            hint = f"make one where the hub runs (bellpull key create --agent {self._name}) and set BELLPULL_KEY"
            raise Unauthorized("no_key", NO_KEY, hint)
        if self._only_looks and not key_file(self._config, self._name).exists():
            return find(self._config)
        with self._lock:
            return self._as_agent(target)

    def _as_agent(self, target: Target) -> Hub:
        """Another project may have the name already: then this agent's name gets a number."""
        for number in range(1, MOST_NAMESAKES):
            name = numbered(self._name, number)
            try:
                hub = AgentHub(self._config, target, name, self._project)
            except Conflict as error:
                if self._project is None or error.code not in TAKEN:
                    raise
                continue
            if number > 1 and self._agent != name:
                words = f"another project is called {self._name} here, so this agent is {name}"
                print(f"bellpull: {words}", file=sys.stderr, flush=True)
            self._agent = name
            return hub
        raise Conflict("project_taken", f"{self._name} is the agent of another project", "choose another name: --agent")
