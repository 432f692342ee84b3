"""Whether a command runs inside an agent's client: by what each of them puts into the shells that it opens.

A guard rail, not a wall: a program of the same account can unset a variable.
"""

from __future__ import annotations

import os

from bellpull.domain.errors import Denied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from bellpull.cli.parser import Parser

#: What a client sets for the commands it runs, never what people set to configure it. The last is the name that
#: clients without one of their own have agreed on.
MARKS = {
    "CLAUDECODE": "Claude Code",
    "OPENCODE": "OpenCode",
    "CODEX_SANDBOX": "Codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CODEX_CI": "Codex",
    "CODEX_THREAD_ID": "Codex",
    "GEMINI_CLI": "Gemini CLI",
    "CURSOR_AGENT": "Cursor",
    "AI_AGENT": "an agent",
}


def client_around(environ: Mapping[str, str]) -> str | None:
    """The client whose environment this is, or None."""
    return next((client for mark, client in MARKS.items() if environ.get(mark)), None)


def declare_as_person(parser: Parser) -> None:
    parser.add_argument("--as-person", action="store_true", help="you are one, though this is an agent's shell")


def need_person(args: Namespace, what: str) -> None:
    """Refuse what only a person does, unless told that one is there."""
    client = client_around(os.environ)
    if client is not None and not args.as_person:
        sentence = f"This is a shell of {client}, and only a person {what}."
        raise Denied("person_required", sentence, "if you are one: --as-person")
