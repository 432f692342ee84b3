"""Our entry in a client's settings: put there, and taken away again, as a change that has not been made yet.

An entry that is there is brought up to date name by name: what a person added to it, and a limit they chose, stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bellpull.clients.change import Change, backups, text_of
from bellpull.clients.client import Client, Form, Launch
from bellpull.clients.edit import drop, get, put
from bellpull.clients.jsonc import Broken, read
from bellpull.domain import errors


def connect(client: Client, files: Sequence[Path], launch: Launch) -> Change:
    """The change that lets a client start Bellpull, in the first of these files that is there."""
    file = next((file for file in files if file.exists()), files[-1])
    text = text_of(file)
    try:
        said = _said(client, text)
        form = client.form_of(read(said).data)
        for other in client.forms:
            said = said if other is form else drop(said, other.path)
        return Change(file, text, _connected(said, form.path, form.entry(launch)))
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def disconnect(client: Client, files: Sequence[Path]) -> list[Change]:
    """The changes that take our entry away, one for each of these files that has it."""
    changes = (_disconnect(client, file) for file in files)
    return [change for change in changes if not change.is_none]


def _said(client: Client, text: str | None) -> str:
    """An empty file says as little as none."""
    return client.blank if text is None or not text.strip("\ufeff \t\r\n") else text


def _connected(text: str, path: tuple[str, ...], entry: dict[str, Any]) -> str:
    there = get(text, path)
    if not isinstance(there, dict) or there.get("type", entry["type"]) != entry["type"]:
        return put(text, path, entry)
    for name, value in entry.items():
        if name == "timeout" and name in there:
            continue
        if isinstance(value, dict) and isinstance(there.get(name), dict):
            value = {**there[name], **value}
        text = put(text, (*path, name), value)
    return text


def _disconnect(client: Client, file: Path) -> Change:
    text = text_of(file)
    try:
        said = _said(client, text)
        form = next((form for form in client.forms if get(said, form.path) is not None), None)
        if text is None or form is None:
            return Change(file, text, text)
        return Change(file, text, _original(client, form, file, text))
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def _original(client: Client, form: Form, file: Path, text: str) -> str | None:
    """What was there before we came, to the letter, where nothing else has changed since; else all but our entry."""
    for backup in reversed(backups(file)):
        was = text_of(backup)
        if was is not None and _is_before(client, form, was, text):
            return was
    for each in client.forms:
        text = drop(text, each.path)
    return None if text == client.blank and not file.is_symlink() else text


def _is_before(client: Client, form: Form, was: str, now: str) -> bool:
    try:
        said = _said(client, was)
        return get(said, form.path) is None and put(said, form.path, get(now, form.path)) == now
    except Broken:
        return False


def _not_understood(client: Client, file: Path, broken: Broken) -> errors.Setup:
    place = f"line {broken.line}, column {broken.column}"
    sentence = f"{file} is not right at {place}: {broken.what}. Nothing was changed."
    hint = f"correct it there and try again; {client.title} reads it too"
    return errors.Setup("client_settings_broken", sentence, hint)
