"""How a command ended, in words: the first line that agent and person read, and the exit code that a shell expects.

Pure. Codes are those of `subprocess`: below zero the number of the signal.
"""

from __future__ import annotations

import shlex
import signal

from bellpull.sources.words import cut, lasting, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NAME = 60
BY_SIGNAL = 128


def name_of(command: Sequence[str], label: str | None = None) -> str:
    """The label as the beginning of a sentence, else the command as far as it is short."""
    if label:
        return shown(label[:1].upper() + label[1:])
    return cut(shown(shlex.join(command)), LONGEST_NAME)


def how(code: int) -> str:
    """`exit 2` or `killed by SIGTERM`."""
    if code >= 0:
        return f"exit {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def headline(name: str, code: int, seconds: float) -> str:
    verb = "completed" if code == 0 else "failed"
    return f"{name} {verb}: {how(code)} in {lasting(seconds)}"


def exit_code(code: int) -> int:
    return BY_SIGNAL - code if code < 0 else code
