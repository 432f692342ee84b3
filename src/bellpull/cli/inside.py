"""Whether a command runs inside an agent's client: by what each of them puts into the shells that it opens.

A guard rail, not a wall: a program of the same account can unset a variable.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

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
    "AI_AGENT": "an agent",
}


def client_around(environ: Mapping[str, str]) -> str | None:
    """The client whose environment this is, or None."""
    return next((client for mark, client in MARKS.items() if environ.get(mark)), None)
