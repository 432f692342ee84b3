"""What all coding tools have in common: files of their own in which each names its MCP servers and hooks, and folders
from which each reads plugins and skills.

Not here: how a file is changed (`entry`, `hook_lists`, `toml_entry`, `own_file`), and when (`connection`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

#: `ask_user` waits a day at most; an hour more, so that the hub's own word comes first.
TOOL_TIMEOUT_SECONDS = 25 * 60 * 60
TOOL_TIMEOUT_MS = TOOL_TIMEOUT_SECONDS * 1000
NAME = "bellpull"
MCP, HOOKS, PLUGIN, SKILL, SETTING, TOOLS = "mcp", "hooks", "plugin", "skill", "setting", "tools"


class Launch(NamedTuple):
    """How the client is to start Bellpull: the program, and what was chosen for it."""

    program: tuple[str, ...]
    agent: str | None = None
    data_dir: str | None = None
    url: str | None = None
    environment: Mapping[str, str] = {}
    #: For settings that others read on their machines too.
    shared: bool = False
    #: The client's limit for a call is the one that we write there; no person chose another.
    raises_limit: bool = True
    #: Whether a person answers the client's permissions in Bellpull, too; None: as it is.
    permissions: bool | None = None
    #: Whether agents use Bellpull's tools without a dialog; None: as it is.
    allows_tools: bool | None = None

    @property
    def command(self) -> tuple[str, ...]:
        """The MCP server."""
        return (*self.program, "mcp", *self.options)

    @property
    def lasting_command(self) -> tuple[str, ...]:
        """The same for a client whose limit is raised beside it: it is told how long a call may wait there."""
        return (*self.command, "--call-limit", str(TOOL_TIMEOUT_SECONDS)) if self.raises_limit else self.command

    @property
    def options(self) -> tuple[str, ...]:
        given = (("--agent", self.agent), ("--data-dir", self.data_dir), ("--url", self.url))
        return tuple(word for name, value in given if value is not None for word in (name, value))


class Place(NamedTuple):
    """Whose settings: a person's, or those of the project in a folder."""

    environ: Mapping[str, str]
    root: Path | None = None


class Piece(Protocol):
    """One thing of ours in a settings file that is not ours. Texts go in and come out; nothing is written."""

    @property
    def kind(self) -> str: ...

    def found(self, text: str) -> Any:
        """What is ours in the text, or None."""

    def connected(self, text: str, launch: Launch) -> str:
        """The text with it, brought up to date where it is there; what a person added to it stays."""

    def put_back(self, text: str, found: Any) -> str:
        """A text that has nothing of ours with what was found in another: as it would have been made from it."""

    def dropped(self, text: str) -> str:
        """The text without it."""


class SettingsFile(NamedTuple):
    """A file of the client's. `files`: where it may be, the one that counts most first; a new one gets the last name.
    `blank` says nothing."""

    files: tuple[Path, ...]
    blank: str
    pieces: tuple[Piece, ...]


class OwnFile(NamedTuple):
    """A file that is wholly ours. `folders`: how many of those around it go with it where nothing else is in them."""

    kind: str
    file: Path
    text: Callable[[Launch], str]
    folders: int


Part = SettingsFile | OwnFile


class Server(NamedTuple):
    """How a client starts an MCP server, as its settings have it."""

    command: tuple[str, ...]
    environment: dict[str, str]


class Client(NamedTuple):
    """One coding tool."""

    name: str
    title: str
    program: str
    parts: Callable[[Place], tuple[Part, ...]]
    #: Files and folders that are there where it is installed, beside its program.
    traces: Callable[[Mapping[str, str]], tuple[Path, ...]]
    #: What turns all hooks off there, ours too, if anything does.
    hooks_off: Callable[[Place], str | None] = lambda place: None
    note: str = ""
    project_note: str = ""
    #: What a person agrees to who answers its permissions in Bellpull, too; empty: it does not allow that.
    permissions: str = ""
    #: What a person agrees to who lets agents use Bellpull's tools without a dialog; empty: there is none, or no way.
    allow_tools: str = ""


def home(environ: Mapping[str, str]) -> Path:
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()
