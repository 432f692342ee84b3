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

#: How a mark is known: seen in a shell that the client opened, or only read about.
RUN, DOCUMENTATION = "run", "documentation"
#: What each client sets for the commands it runs, never what people set to configure it. Plain rows: `bellpull tell`
#: reads this, and a class with types would cost it more than all the rest of this module.
MARKED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("Claude Code", ("CLAUDECODE",), RUN),
    ("OpenCode", ("OPENCODE",), DOCUMENTATION),
    ("Codex", ("CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI"), RUN),
    ("Codex", ("CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"), DOCUMENTATION),
    ("Gemini CLI", ("GEMINI_CLI",), RUN),
    ("Copilot CLI", ("COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"), RUN),
    ("Qwen Code", ("QWEN_CODE",), RUN),
    ("Cursor", ("CURSOR_AGENT",), DOCUMENTATION),
    # The name that clients without one of their own have agreed on.
    ("an agent", ("AI_AGENT",), DOCUMENTATION),
)


def client_around(environ: Mapping[str, str]) -> str | None:
    """The client whose environment this is, or None."""
    return next((client for client, names, _ in MARKED if any(environ.get(name) for name in names)), None)


def declare_as_person(parser: Parser) -> None:
    parser.add_argument("--as-person", action="store_true", help="you are one, though this is an agent's shell")


def need_person(args: Namespace, what: str) -> None:
    """Refuse what only a person does, unless told that one is there."""
    client = client_around(os.environ)
    if client is not None and not args.as_person:
        sentence = f"This is a shell of {client}, and only a person {what}."
        raise Denied("person_required", sentence, "if you are one: --as-person")
