"""Single values of ours in settings that are JSON: one that stands for itself, and one in a list that others use too.

A person's own value is never replaced: where one is, it stays, and it is not ours to take away.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bellpull.clients.client import SETTING, TOOLS, Launch
from bellpull.clients.edit import append, drop, get, put


class Setting(NamedTuple):
    path: tuple[str, ...]
    value: Any
    kind: str = SETTING

    def found(self, text: str) -> Any:
        return self.value if get(text, self.path) == self.value else None

    def connected(self, text: str, launch: Launch) -> str:
        return put(text, self.path, self.value) if get(text, self.path) is None else text

    def put_back(self, text: str, found: Any) -> str:
        return put(text, self.path, found)

    def dropped(self, text: str) -> str:
        return drop(text, self.path) if self.found(text) is not None else text


class Trusted(NamedTuple):
    """In our own entry: that its tools are used without a dialog, if the person wants that."""

    path: tuple[str, ...]
    kind: str = TOOLS

    def found(self, text: str) -> Any:
        return get(text, self.path) is True or None

    def connected(self, text: str, launch: Launch) -> str:
        if launch.allows_tools is None or launch.allows_tools is self.found(text):
            return text
        return put(text, self.path, True) if launch.allows_tools else self.dropped(text)

    def put_back(self, text: str, found: Any) -> str:
        return put(text, self.path, found)

    def dropped(self, text: str) -> str:
        return text if self.found(text) is None else drop(text, self.path)


class AllowedTools(NamedTuple):
    """The name of our server in the list of what may be used without a dialog, if the person wants that."""

    path: tuple[str, ...]
    name: str
    kind: str = TOOLS

    def found(self, text: str) -> Any:
        return self.name if self._at(text) is not None else None

    def connected(self, text: str, launch: Launch) -> str:
        if launch.allows_tools is None or launch.allows_tools == (self._at(text) is not None):
            return text
        return append(text, self.path, self.name) if launch.allows_tools else self.dropped(text)

    def put_back(self, text: str, found: Any) -> str:
        return append(text, self.path, found)

    def dropped(self, text: str) -> str:
        at = self._at(text)
        return text if at is None else drop(text, (*self.path, at))

    def _at(self, text: str) -> int | None:
        listed = get(text, self.path)
        return listed.index(self.name) if isinstance(listed, list) and self.name in listed else None
