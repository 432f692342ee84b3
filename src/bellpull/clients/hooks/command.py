"""The command that a coding tool's settings get for our hooks: the interpreter itself on the fast script, because the
console script alone would cost several times what the whole hook costs."""

from __future__ import annotations

import sys

#: Hooks that wait: in the background for what wakes an idle session; for a person's answer to a permission; for the end
#: of the tool's own dialog.
WAKE, PERMISSION, DIALOG = WAITING = ("--wake", "--permission", "--dialog")
#: One that allows the tool it is asked about: Bellpull's own, if the person wants that.
ALLOW = "--allow"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def hook_command(
    client: str, agent: str | None = None, data_dir: str | None = None, url: str | None = None, waits: str = ""
) -> list[str]:
    """The words of the command, not quoted for a shell. `waits`: one of WAITING, or ALLOW."""
    given = (("--agent", agent), ("--data-dir", data_dir), ("--url", url))
    options = [word for name, value in given if value is not None for word in (name, value)]
    return [*_program(), client, *options, *([waits] if waits else [])]


def _program() -> Sequence[str]:
    if sys.platform == "win32":  # the fast script speaks to POSIX
        return [sys.executable, "-P", "-m", "bellpull.cli.main", "hook"]
    # -I and -S: neither the folder where an agent works nor anything installed is looked at for modules.
    return [sys.executable, "-I", "-S", __file__.rsplit("/", 3)[0] + "/cli/hook_start.py"]
