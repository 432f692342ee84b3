"""As whom nudges are taken: as the agent itself. On its owner's machine its key is at hand; a watcher that was given a
person's key makes one for each agent that it serves, keeps it in memory, and gives it back when it ends."""

import logging
from threading import Lock

from bellpull import __version__
from bellpull.config import Config
from bellpull.domain.errors import BellpullError
from bellpull.place.reading import hostname
from bellpull.remote.address import quote
from bellpull.remote.fast import Hub
from bellpull.remote.find import target_of
from bellpull.remote.found import FoundHub, not_running
from bellpull.remote.line import Line

CLIENT = f"watcher/{__version__}"

log = logging.getLogger("bellpull.watch")


class Voices:
    """For threads; each agent has a line of its own."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._lines: dict[str, Line] = {}
        self._made: list[str] = []
        self._alone = Lock()
        #: The settings name a person's key.
        self.is_persons = False

    def of(self, agent_name: str) -> Line:
        with self._alone:
            if agent_name not in self._lines:
                self._lines[agent_name] = self._line(agent_name)
            return self._lines[agent_name]

    def _line(self, agent_name: str) -> Line:
        if not (self.is_persons and self._config.key):
            return Line(self._config, agent_name, client=CLIENT)
        body = {"agent_name": agent_name, "label": f"watcher on {hostname()}"}
        with Line(self._config, client=CLIENT) as person:
            made = person.request("POST", "/api/keys", body=body)
        self._made.append(made["id"])
        return _Lent(self._config, made["key"])

    def give_back(self) -> None:
        """Blocking."""
        made, self._made = self._made, []
        if not made:
            return
        with Line(self._config, client=CLIENT) as person:
            for id in made:
                try:
                    person.request("DELETE", f"/api/keys/{quote(id)}", seconds=1.0)
                except BellpullError as error:
                    log.debug("%s", error)


class _Lent(Line):
    """Speaks with a key that no setting names."""

    def __init__(self, config: Config, key: str) -> None:
        super().__init__(config, client=CLIENT)
        self._key = key

    def _found(self) -> Hub:
        target = target_of(self._config)
        if target is None:
            raise not_running(self._config)
        return FoundHub(self._config, target, self._key)
