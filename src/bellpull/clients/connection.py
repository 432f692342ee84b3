"""What is ours in a client's files: put there, and taken away again, as changes that have not been made yet; and what
of it is there.

Not here: how each kind of thing is written (`entry`, `toml_entry`, `hook_lists`, `own_file`), and writing (`change`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from bellpull.clients import own_file
from bellpull.clients.change import Change, backups, need_inside, text_of
from bellpull.clients.client import Client, Launch, OwnFile, Part, Place, SettingsFile
from bellpull.clients.jsonc import Broken
from bellpull.domain import errors


class Standing(NamedTuple):
    """One thing of ours: its kind, the file it is or would be in, what is there of it (None: nothing)."""

    kind: str
    file: Path
    found: Any


def connect(client: Client, place: Place, launch: Launch) -> list[Change]:
    """The changes that connect a client, one for each file, also for those in which nothing is to change."""
    return [_connect(client, part, launch) for part in _parts(client, place)]


def disconnect(client: Client, place: Place) -> list[Change]:
    """The changes that take away all that is ours, one for each file that has any."""
    changes = [change for part in _parts(client, place) for change in _disconnect(client, part)]
    return [change for change in changes if not change.is_none]


def standing(client: Client, place: Place) -> list[Standing]:
    """What is there of ours, one for each thing that `connect` would write."""
    return [each for part in client.parts(place) for each in _standing(client, part)]


def _parts(client: Client, place: Place) -> tuple[Part, ...]:
    """To be written. A project's files are in the project."""
    parts = client.parts(place)
    if place.root is not None:
        for part in parts:
            for file in (part.file,) if isinstance(part, OwnFile) else part.files:
                need_inside(file, place.root)
    return parts


def _connect(client: Client, part: Part, launch: Launch) -> Change:
    if isinstance(part, OwnFile):
        return own_file.connect(part, launch)
    file = _file_of(part)
    text = text_of(file)
    try:
        said = _said(part, text)
        for piece in part.pieces:
            said = piece.connected(said, launch)
        return Change(file, text, said)
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def _disconnect(client: Client, part: Part) -> list[Change]:
    if isinstance(part, OwnFile):
        return [own_file.disconnect(part)]
    return [_disconnect_file(client, part, file) for file in part.files]


def _disconnect_file(client: Client, part: SettingsFile, file: Path) -> Change:
    text = text_of(file)
    try:
        said = _said(part, text)
        if text is None or all(piece.found(said) is None for piece in part.pieces):
            return Change(file, text, text)
        was = _original(part, file, text)
        return Change(file, text, was, backed_up=was is not None)  # else it held nothing but what we had written
    except Broken as broken:
        raise _not_understood(client, file, broken) from None


def _standing(client: Client, part: Part) -> list[Standing]:
    if isinstance(part, OwnFile):
        text = text_of(part.file)
        return [Standing(part.kind, part.file, text if text and own_file.whose(text) != own_file.FOREIGN else None)]
    files = [file for file in part.files if file.exists()] or [_file_of(part)]
    there = [(file, _said(part, text_of(file))) for file in files]
    return [_first(client, piece.kind, [(file, piece.found, said) for file, said in there]) for piece in part.pieces]


def _first(client: Client, kind: str, looked: list[tuple[Path, Any, str]]) -> Standing:
    for file, found, said in looked:
        try:
            ours = found(said)
        except Broken as broken:
            raise _not_understood(client, file, broken) from None
        if ours is not None:
            return Standing(kind, file, ours)
    return Standing(kind, looked[0][0], None)


def _file_of(part: SettingsFile) -> Path:
    return next((file for file in part.files if file.exists()), part.files[-1])


def _said(part: SettingsFile, text: str | None) -> str:
    """An empty file says as little as none."""
    return part.blank if text is None or not text.strip("\ufeff \t\r\n") else text


def _original(part: SettingsFile, file: Path, text: str) -> str | None:
    """What was there before we came, to the letter, where nothing else has changed since; else all but ours."""
    for backup in reversed(backups(file)):
        was = text_of(backup)
        if was is not None and _is_before(part, was, text):
            return was
    for piece in part.pieces:
        text = piece.dropped(text)
    return None if text == part.blank and not file.is_symlink() else text


def _is_before(part: SettingsFile, was: str, now: str) -> bool:
    try:
        said = _said(part, was)
        if any(piece.found(said) is not None for piece in part.pieces):
            return False
        for piece in part.pieces:
            ours = piece.found(now)
            said = said if ours is None else piece.put_back(said, ours)
        return said == now
    except Broken:
        return False


def _not_understood(client: Client, file: Path, broken: Broken) -> errors.Setup:
    place = f"line {broken.line}, column {broken.column}"
    sentence = f"{file} is not right at {place}: {broken.what}. Nothing was changed."
    hint = f"correct it there and try again; {client.title} reads it too"
    return errors.Setup("client_settings_broken", sentence, hint)
