"""Asking a person before something that cannot be undone."""

from __future__ import annotations

import sys


def confirmed(warning: str, verb: str, done: str, what: str = "it") -> bool:
    """Whether somebody at the terminal says yes to `verb`; where there is no terminal nobody does."""
    sys.stderr.write(f"{warning}\n")
    if not sys.stdin.isatty():
        sys.stderr.write(f"Not {done}: there is no terminal to ask at.\nhint: say it with --yes\n")
        return False
    sys.stderr.write(f"{verb} {what}? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    sys.stderr.write(f"Not {done}.\n")
    return False
