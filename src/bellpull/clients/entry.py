"""Our MCP server in settings that are JSON: an entry with our name in the object of all servers.

An entry that is there is brought up to date name by name: what a person added to it, and a limit they chose, stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bellpull.clients.client import MCP, NAME, Launch, Server
from bellpull.clients.edit import drop, get, put
from bellpull.clients.jsonc import read

CHOSEN_BY_PEOPLE = ("timeout",)
ELSEWHERE = ("url", "httpUrl")


class Form(NamedTuple):
    """One way in which a client's settings name an MCP server: the path to our entry, and the entry."""

    path: tuple[str, ...]
    entry: Callable[[Launch], dict[str, Any]]


class JsonEntry(NamedTuple):
    """The forms that a client understands, and which of them some settings use."""

    forms: tuple[Form, ...]
    form_of: Callable[[Any], Form]
    kind: str = MCP

    def found(self, text: str) -> Any:
        found = [(form.path, get(text, form.path)) for form in self.forms]
        return next((each for each in found if each[1] is not None), None)

    def connected(self, text: str, launch: Launch) -> str:
        form = self.form_of(read(text).data)
        for other in self.forms:
            text = text if other is form else drop(text, other.path)
        return _updated(text, form, launch)

    def put_back(self, text: str, found: Any) -> str:
        path, entry = found
        return put(text, path, entry)

    def dropped(self, text: str) -> str:
        for form in self.forms:
            text = drop(text, form.path)
        return text


def in_object(name: str, entry: Callable[[Launch], dict[str, Any]]) -> JsonEntry:
    """For clients that have known one form only."""
    form = Form((name, NAME), entry)
    return JsonEntry((form,), lambda settings: form)


def stdio(launch: Launch, *, lasting: bool = True) -> dict[str, Any]:
    """The entry as most clients have it: a program with its arguments and variables. Not `lasting`: the client has no
    limit for a call that an entry could raise."""
    program, *arguments = launch.lasting_command if lasting else launch.command
    environment = {"env": dict(launch.environment)} if launch.environment else {}
    return {"command": program, "args": arguments, **environment}


def server_of(found: Any) -> Server | None:
    """What a client starts that reads the entry that was found; None where it cannot be understood."""
    entry = found[1] if isinstance(found, tuple) else found
    if not isinstance(entry, dict):
        return None
    program, arguments = entry.get("command"), entry.get("args") or []
    words = program if isinstance(program, list) else [program, *arguments] if isinstance(arguments, list) else []
    environment = entry.get("env") or entry.get("environment") or {}
    if not words or not isinstance(environment, dict) or not all(isinstance(word, str) for word in words):
        return None
    return Server(tuple(words), {str(name): str(value) for name, value in environment.items()})


def _updated(text: str, form: Form, launch: Launch) -> str:
    path, entry = form.path, form.entry(launch)
    there = get(text, path)
    if not isinstance(there, dict) or _is_another_kind(there, entry):
        return put(text, path, entry)
    if any(name in there and there[name] != entry.get(name) for name in CHOSEN_BY_PEOPLE):
        entry = form.entry(launch._replace(raises_limit=False))
    for name, value in entry.items():
        if name in CHOSEN_BY_PEOPLE and name in there:
            continue
        if isinstance(value, dict) and isinstance(there.get(name), dict):
            value = {**there[name], **value}
        text = put(text, (*path, name), value)
    return text


def _is_another_kind(there: dict[str, Any], entry: dict[str, Any]) -> bool:
    return there.get("type", entry.get("type")) != entry.get("type") or any(name in there for name in ELSEWHERE)
