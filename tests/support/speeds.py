"""Which tests are quick: those that start no program.

`make quick` runs them all; `make test` also those that do (the marker `process`); `make test-all` also what is `slow`.
A folder whose tests all start programs is named here. Elsewhere a test has the marker, or uses a fixture that is named
here. A test that starts a program and does not say so fails.
"""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FOLDERS = {"accounts", "chaos", "coding_tools", "deploy", "journeys", "opencode", "page"}
FIXTURES = {
    "shared_process",
    "hub_process",
    "wheels",
    "environment",
    "shared_display",
    "seat",
    "seat_with_dunst",
    "wide",
    "other_desktop",
    "sit_at_terminal",
}
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "pty.spawn"}


def starts_programs(item: pytest.Item) -> bool:
    folder = item.path.relative_to(TESTS).parts[0]
    return folder in FOLDERS or bool(FIXTURES & set(getattr(item, "fixturenames", ())))


class _Guard:
    """An audit hook stays for as long as the interpreter does: this one is told if it counts."""

    def __init__(self) -> None:
        self.forbids = False
        sys.addaudithook(self._look)

    def _look(self, event: str, args: tuple[object, ...]) -> None:
        if self.forbids and event in STARTS:
            self.forbids = False  # what a failing test does to clean up is not the failure
            raise AssertionError(f"{event}{args!r:.200}: a test that starts a program has the marker `process`")


_GUARD = _Guard()


@contextlib.contextmanager
def programs_forbidden(forbidden: bool) -> Iterator[None]:
    before, _GUARD.forbids = _GUARD.forbids, forbidden
    try:
        yield
    finally:
        _GUARD.forbids = before
