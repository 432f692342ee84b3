"""How a command ends: 0 is done, 1 is no, 2 is an error, and of those that wait for a person 3: the time is up, which
is neither a no nor an error. An error is one sentence and a hint on standard error."""

from __future__ import annotations

import sys

from bellpull.cli.terminal import plain
from bellpull.domain import errors

DONE, NO, ERROR, TIME_IS_UP = 0, 1, 2, 3
EXIT_CODES: dict[type[errors.BellpullError], int] = {errors.NotFound: NO}
SPEAKER = "bellpull: "
HINT = "hint: "
NOTE = "note: "


def complain(error: errors.BellpullError) -> int:
    """Print an error; return its exit code."""
    lines = [SPEAKER + plain(error.sentence)]
    if error.hint:
        lines.append(HINT + plain(error.hint))
    lines += [NOTE + plain(note) for note in getattr(error, "__notes__", ())]
    sys.stderr.write("\n".join(lines) + "\n")
    return next((EXIT_CODES[kind] for kind in type(error).__mro__ if kind in EXIT_CODES), ERROR)
