"""Our hooks in settings that are JSON: commands in lists that others use too.

All clients that have hooks keep them as `{"hooks": {EVENT: [{"matcher", "hooks": [{"type", "command"}]}]}}`. Ours are
known by their command. Others' groups, and others' commands in a group with ours, are never touched.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bellpull.clients.change import text_of
from bellpull.clients.client import HOOKS, NAME, Launch
from bellpull.clients.edit import append, drop, get, put
from bellpull.clients.hooks.command import ALLOW, PERMISSION, WAITING, hook_command
from bellpull.clients.jsonc import Broken
from bellpull.domain import errors

Group = dict[str, Any]
#: For each event the groups that are to be there.
Groups = Mapping[str, list[Group]]


class HookLists(NamedTuple):
    client: str
    wanted: Callable[[Launch], Groups]
    kind: str = HOOKS

    def found(self, text: str) -> Any:
        """For each event our groups, without what others have in them."""
        there: dict[str, list[Group]] = {}
        for event, group, handler in self._places(text):
            there.setdefault(event, []).append(_only(get(text, (HOOKS, event, group)), handler))
        return there or None

    def connected(self, text: str, launch: Launch) -> str:
        if launch.permissions is None:
            launch = launch._replace(permissions=_has(self.found(text) or {}, PERMISSION))
        if launch.allows_tools is None:
            launch = launch._replace(allows_tools=_has(self.found(text) or {}, ALLOW))
        wanted = self.wanted(launch)
        for event in {event: None for event, _, _ in self._places(text)}:
            if event not in wanted:
                text = self._without(text, event)
        for event, groups in wanted.items():
            text = self._updated(text, event, groups)
        return text

    def put_back(self, text: str, found: Any) -> str:
        """In the order in which `connected` goes: each item may change the style in which the next is written."""
        order = list(self.wanted(Launch((NAME,))))
        for event in sorted(found, key=lambda event: order.index(event) if event in order else len(order)):
            for group in _joined(found[event]):
                text = append(text, (HOOKS, event), group)
        return text

    def dropped(self, text: str) -> str:
        for event in {event: None for event, _, _ in self._places(text)}:
            text = self._without(text, event)
        return text

    def _updated(self, text: str, event: str, groups: list[Group]) -> str:
        there = [(group, handler) for of, group, handler in self._places(text) if of == event]
        new = [(group, handler) for group in groups for handler in group["hooks"]]
        if len(there) != len(new):
            text = self._without(text, event)
            for group in groups:
                text = append(text, (HOOKS, event), group)
            return text
        for (at, place), (group, handler) in zip(there, new, strict=True):
            text = _put_handler(text, (HOOKS, event, at), place, handler)
            if "matcher" in group and self._is_all_ours(get(text, (HOOKS, event, at))):
                text = put(text, (HOOKS, event, at, "matcher"), group["matcher"])
        return text

    def _without(self, text: str, event: str) -> str:
        while there := [(group, handler) for of, group, handler in self._places(text) if of == event]:
            group, handler = there[-1]
            whole = self._is_all_ours(get(text, (HOOKS, event, group)))
            text = drop(text, (HOOKS, event, group) if whole else (HOOKS, event, group, HOOKS, handler))
        return text

    def _is_all_ours(self, group: Group) -> bool:
        return all(self._is_ours(handler) for handler in group[HOOKS])

    def _places(self, text: str) -> list[tuple[str, int, int]]:
        """Where our commands are: the event, the place of the group, the place in the group."""
        events = get(text, (HOOKS,))
        return [
            (event, at, place)
            for event, groups in (events if isinstance(events, dict) else {}).items()
            for at, group in enumerate(groups if isinstance(groups, list) else ())
            for place, handler in enumerate(_handlers(group))
            if self._is_ours(handler)
        ]

    def _is_ours(self, handler: Any) -> bool:
        command = handler.get("command") if isinstance(handler, dict) else None
        return isinstance(command, str) and is_hook(command, self.client)


def switched_off(file: Path, path: tuple[str, ...], off: bool) -> str | None:
    """What to say where a file turns all hooks off; a file that cannot be understood is told elsewhere."""
    try:
        return f"{file} turns all hooks off ({'.'.join(path)})" if get(text_of(file) or "{}", path) is off else None
    except (Broken, errors.Setup):
        return None


def commands_in(found: Groups) -> list[str]:
    """The commands that `HookLists.found` found, each once, without those that wait or allow."""
    plain = (each for each in _commands(found) if not any(is_with(each, option) for option in (*WAITING, ALLOW)))
    return list(dict.fromkeys(plain))


def _has(found: Groups, option: str) -> bool:
    return any(is_with(command, option) for command in _commands(found))


def _commands(found: Groups) -> list[str]:
    return [handler["command"] for groups in found.values() for group in groups for handler in group[HOOKS]]


def is_with(command: str, option: str) -> bool:
    """Whether a hook's command has this option. A shell may do more after it."""
    return re.search(rf" {option}(?=$|[ ;\"'])", command) is not None


def is_hook(command: str, client: str) -> bool:
    """Whether a command is the hook of Bellpull for a client, of whatever version and wherever installed."""
    program = r"(?:hook_start\.py|bellpull\.cli\.main[\"']? hook|\bbellpull(?:\.exe)?[\"']? hook)"
    return re.search(rf"{program}[\"']? {re.escape(client)}(?: |$)", command) is not None


def command_line(launch: Launch, client: str, waits: str = "", *, shared: bool | None = None) -> str:
    """The hook as a shell takes it. In settings for everybody it is the command on their PATH."""
    if launch.shared if shared is None else shared:
        words = [NAME, "hook", client, *launch.options, *([waits] if waits else [])]
    else:
        words = hook_command(client, launch.agent, launch.data_dir, launch.url, waits)
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _put_handler(text: str, path: tuple[str | int, ...], place: int, handler: dict[str, Any]) -> str:
    """A limit that a person chose stays, unless the command waits for something else now."""
    there = get(text, (*path, HOOKS, place))
    same = _waits(there["command"]) == _waits(handler["command"])
    for name, value in handler.items():
        if not (same and name == "timeout" and name in there):
            text = put(text, (*path, HOOKS, place, name), value)
    return text


def _waits(command: str) -> str | None:
    return next((each for each in WAITING if command.endswith(each)), None)


def _handlers(group: Any) -> list[Any]:
    handlers = group.get(HOOKS) if isinstance(group, dict) else None
    return handlers if isinstance(handlers, list) else []


def _only(group: Group, handler: int) -> Group:
    return {**group, HOOKS: [group[HOOKS][handler]]}


def _joined(groups: list[Group]) -> list[Group]:
    """Commands that stood in one group, in one group again."""
    joined: list[Group] = []
    for group in groups:
        if joined and {**joined[-1], HOOKS: []} == {**group, HOOKS: []}:
            joined[-1] = {**group, HOOKS: [*joined[-1][HOOKS], *group[HOOKS]]}
        else:
            joined.append(group)
    return joined
