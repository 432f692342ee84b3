"""Who the agent of this process is: its project's folder, the name made from it, and its session."""

from __future__ import annotations

import os

from bellpull.domain.naming import LONGEST_NAME, NAME_MARKS, name_from
from bellpull.remote.project import git_root, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_SESSION = 200
#: Where clients say which of their sessions started us, and the name that such a session's id goes by.
SESSION_VARIABLES = {"CLAUDE_CODE_SESSION_ID": "claude-code"}


class Identity:
    """In whose name the server speaks; `chosen` where somebody said the name."""

    def __init__(self, name: str, project: str, session: str, *, chosen: bool) -> None:
        self.name = name
        self.project = project
        self.session = session
        self.chosen = chosen


def proper_name(name: str) -> str:
    """As `check_name`, whose module is imported only to refuse."""
    if not (name[:1].isalnum() and NAME_MARKS.issuperset(name) and len(name) <= LONGEST_NAME):
        from bellpull.domain.identity import check_name

        check_name(name)
    return name


def numbered(name: str, number: int) -> str:
    """The name of the second, third … project that is called so."""
    if number == 1:
        return name
    tail = f"-{number}"
    return name[: LONGEST_NAME - len(tail)] + tail


def session_of(environ: Mapping[str, str]) -> str:
    """`client:id` where the environment names a client's session, else random for this process."""
    named = [f"{client}:{environ[name]}" for name, client in SESSION_VARIABLES.items() if environ.get(name)]
    for session in [environ.get("BELLPULL_SESSION", ""), *named]:
        if session and session.isascii() and session.isprintable() and len(session) <= LONGEST_SESSION:
            return session
    return f"process:{random_hex()}"


def identity_in(environ: Mapping[str, str], flag: str | None) -> Identity:
    """Who this process is by where it runs, unless somebody chose the name."""
    from pathlib import Path

    chosen = flag or environ.get("BELLPULL_AGENT")
    here = Path.cwd()
    folder = git_root(here) or here
    project = path_text(folder)
    name = proper_name(chosen) if chosen else name_from(str(folder))
    return Identity(name, project, session_of(environ), chosen=bool(chosen))


def random_hex() -> str:
    return os.urandom(16).hex()
