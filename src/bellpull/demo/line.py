"""The lines of the demo's agents: each with a key that is kept nowhere but here, so that nothing stays on the disk."""

from typing import TYPE_CHECKING

from bellpull.remote.find import target_of
from bellpull.remote.found import FoundHub, not_running
from bellpull.remote.line import Line

if TYPE_CHECKING:
    from bellpull.config import Config
    from bellpull.remote.fast import Hub

CLIENT = "demo"


class KeyedLine(Line):
    def __init__(self, config: "Config", key: str, session: str) -> None:
        super().__init__(config, client=CLIENT, session=session)
        self._key = key

    def _found(self) -> "Hub":
        target = target_of(self._config)
        if target is None:
            raise not_running(self._config)
        return FoundHub(self._config, target, self._key)
