"""Our entry in a client's settings: put there, and taken away again, as a change that has not been made yet.

An entry that is there is brought up to date name by name: what a person added to it, and a limit they chose, stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bellpull.clients.change import Change, backups, text_of
from bellpull.clients.client import Client, Launch
from bellpull.clients.edit import drop, get, put
from bellpull.clients.jsonc import Broken
from bellpull.domain import errors


def connect(client: Client, files: Sequence[Path], launch: Launch) -> Change:
    """The change that lets a client start Bellpull, in the first of these files that is there."""
    file = next((file for file in files if file.exists()), files[-1])
    text = text_of(file)
    try:
        return Change(file, text, _connected(client, _said(client, text), client.entry(launch)))
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def disconnect(client: Client, files: Sequence[Path]) -> list[Change]:
    """The changes that take our entry away, one for each of these files that has it."""
    changes = (_disconnect(client, file) for file in files)
    return [change for change in changes if not change.is_none]


def _said(client: Client, text: str | None) -> str:
    """An empty file says as little as none."""
    return client.blank if text is None or not text.strip("\ufeff \t\r\n") else text


def _connected(client: Client, text: str, entry: dict[str, Any]) -> str:
    there = get(text, client.path)
    if not isinstance(there, dict) or there.get("type", entry["type"]) != entry["type"]:
        return put(text, client.path, entry)
    for name, value in entry.items():
        if name == "timeout" and name in there:
            continue
        if isinstance(value, dict) and isinstance(there.get(name), dict):
            value = {**there[name], **value}
        if there.get(name) != value:
            text = put(text, (*client.path, name), value)
    return text


def _disconnect(client: Client, file: Path) -> Change:
    text = text_of(file)
    try:
        entry = None if text is None else get(_said(client, text), client.path)
        if text is None or entry is None:
            return Change(file, text, text)
        return Change(file, text, _original(client, file, text, entry))
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def _original(client: Client, file: Path, text: str, entry: Any) -> str | None:
    """What was there before we came, to the letter, where nothing else has changed since; else all but our entry."""
    for backup in reversed(backups(file)):
        was = text_of(backup)
        if was is not None and _is_before(client, was, entry, text):
            return was
    rest = drop(text, client.path)
    return None if rest == client.blank and not file.is_symlink() else rest


def _is_before(client: Client, was: str, entry: Any, now: str) -> bool:
    try:
        said = _said(client, was)
        return get(said, client.path) is None and put(said, client.path, entry) == now
    except Broken:
        return False


def _not_understood(client: Client, file: Path, broken: Broken) -> errors.Setup:
    place = f"line {broken.line}, column {broken.column}"
    sentence = f"{file} is not right at {place}: {broken.what}. Nothing was changed."
    hint = f"correct it there and try again; {client.title} reads it too"
    return errors.Setup("client_settings_broken", sentence, hint)
