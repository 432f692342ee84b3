"""Our MCP server in settings that are TOML: a table of its own, `[mcp_servers.bellpull]`.

Whatever was changed in the text is read again and compared with what was meant: a form that people seldom use is told,
never damaged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bellpull.clients.client import MCP, NAME, Launch
from bellpull.clients.jsonc import Broken
from bellpull.clients.toml_text import add_table, data_of, drop, set_pair, statements

SERVERS = "mcp_servers"
PATH = (SERVERS, NAME)
LIMIT = "tool_timeout_sec"
CHOSEN_BY_PEOPLE = (LIMIT, "startup_timeout_sec")
OTHER_FORM = f"each server must be a table of its own, as [{SERVERS}.{NAME}]"


class TomlEntry(NamedTuple):
    entry: Callable[[Launch], dict[str, Any]]
    kind: str = MCP

    def found(self, text: str) -> Any:
        servers = data_of(text).get(SERVERS)
        return servers.get(NAME) if isinstance(servers, dict) else None

    def connected(self, text: str, launch: Launch) -> str:
        wanted, there = self.entry(launch), self.found(text)
        if not isinstance(there, dict) or "url" in there:
            return self.put_back(self.dropped(text), wanted)
        if LIMIT in there and there[LIMIT] != wanted[LIMIT]:
            wanted = self.entry(launch._replace(raises_limit=False))
        after, meant = text, dict(there)
        for name, value in wanted.items():
            if name in CHOSEN_BY_PEOPLE and name in there:
                continue
            meant[name] = {**there.get(name, {}), **value} if isinstance(value, dict) else value
            if meant[name] != there.get(name):
                after = _set(after, name, value, meant[name])
        return _checked(text, after, meant)

    def put_back(self, text: str, found: Any) -> str:
        return _checked(text, add_table(text, PATH, found), found)

    def dropped(self, text: str) -> str:
        return _checked(text, drop(text, PATH), None)


def _set(text: str, name: str, value: Any, merged: Any) -> str:
    """A pair of our table; variables may also have a table of their own."""
    if isinstance(value, dict) and any(each.table == (*PATH, name) for each in statements(text)):
        for variable, said in value.items():
            text = set_pair(text, (*PATH, name), variable, said)
        return text
    return set_pair(text, PATH, name, merged)


def _checked(before: str, after: str, meant: Any) -> str:
    """The text after a change, if it says what was meant and everything that it said before."""
    try:
        said = data_of(after)
    except Broken:
        said = {}
    if _others(said) != _others(data_of(before)) or _ours(said) != meant:
        at = next((each.start for each in statements(before) if each.path[:1] == (SERVERS,)), 0)
        raise Broken(before, at, OTHER_FORM)
    return after


def _ours(data: dict[str, Any]) -> Any:
    servers = data.get(SERVERS)
    return servers.get(NAME) if isinstance(servers, dict) else None


def _others(data: dict[str, Any]) -> Any:
    """Everything but ours."""
    servers = data.get(SERVERS, {})
    others = {name: said for name, said in servers.items() if name != NAME} if isinstance(servers, dict) else servers
    return {name: said for name, said in data.items() if name != SERVERS}, others
