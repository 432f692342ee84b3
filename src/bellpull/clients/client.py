"""What all coding tools have in common: a settings file of their own in which each names its MCP servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

#: `ask_user` waits a day at most; an hour more, so that the hub's own word comes first.
TOOL_TIMEOUT_MS = 25 * 60 * 60 * 1000
NAME = "bellpull"


class Launch(NamedTuple):
    """How the client is to start `bellpull mcp`."""

    command: tuple[str, ...]
    environment: dict[str, str]


class Form(NamedTuple):
    """One way in which a client's settings name an MCP server: the path to our entry, and the entry."""

    path: tuple[str, ...]
    entry: Callable[[Launch], dict[str, Any]]


class Client(NamedTuple):
    """One coding tool. `blank` is a settings file that says nothing."""

    name: str
    title: str
    program: str
    blank: str
    #: The forms it understands, and which of them some settings use.
    forms: tuple[Form, ...]
    form_of: Callable[[Any], Form]
    #: Where its settings may be, the one that counts most first; a new file gets the last name.
    user_files: Callable[[Mapping[str, str]], tuple[Path, ...]]
    project_files: Callable[[Path], tuple[Path, ...]]
    #: Files and folders that are there where it is installed, beside its program.
    traces: Callable[[Mapping[str, str]], tuple[Path, ...]]
    project_note: str


def home(environ: Mapping[str, str]) -> Path:
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()
