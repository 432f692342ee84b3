"""A hook run in the test's own process, by its script or as a command, with the variables, the folder and the streams
that a coding tool lends it. It starts nothing and waits for nothing: hooks that do need a process."""

import contextlib
import io
import os
import posix
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

from bellpull.cli import hook, hook_fast
from bellpull.cli.main import main
from bellpull.mcp.shim.hubs import Hubs


class Ended(BaseException):
    pass


class Posix:
    """The module as the hook sees it: what it writes is kept, and its end ends the call alone."""

    def __init__(self) -> None:
        self.written = {1: bytearray(), 2: bytearray()}

    def __getattr__(self, name: str) -> Any:
        return getattr(posix, name)

    def write(self, file: int, data: bytes) -> int:
        self.written[file] += data
        return len(data)

    def _exit(self, code: int) -> None:
        raise Ended(code)


def script(words: list[str]) -> int:
    """As `connect` writes it into the tool's settings."""
    try:
        hook_fast.main(words)
    except Ended as ended:
        return int(ended.args[0])
    raise AssertionError("the script did not end")


def console(words: list[str]) -> int:
    """As a person types it."""
    return main(["hook", *words])


def run_here(
    way: Callable[[list[str]], int], words: list[str], data: bytes, folder: Path, variables: Mapping[str, str]
) -> tuple[int, str, str]:
    """Its exit code, its output, and its errors."""
    seen, errors = Posix(), io.BytesIO()
    stream = io.TextIOWrapper(errors, encoding="utf-8", write_through=True)
    with _lent(seen, data, folder, variables), contextlib.redirect_stderr(stream):
        code = way(words)
    return code, seen.written[1].decode(), errors.getvalue().decode() + seen.written[2].decode()


@contextlib.contextmanager
def _lent(seen: Posix, data: bytes, folder: Path, variables: Mapping[str, str]) -> Iterator[None]:
    read_all = hook_fast.read_all
    as_bytes = {os.fsencode(name): os.fsencode(value) for name, value in variables.items()}
    with contextlib.ExitStack() as lent:
        for change in (
            patch.dict(posix.environ, as_bytes, clear=True),
            patch.dict(os.environ, variables, clear=True),
            patch.object(hook_fast, "posix", seen),
            patch.object(hook_fast, "read_all", lambda file: read_all(file) if file else data),
            patch.object(hook_fast, "BEGAN", monotonic()),
            patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data))),
            patch.object(sys, "path", list(sys.path)),
            patch.object(hook, "Hubs", _hubs_that_are_closed_by(lent)),
            contextlib.chdir(folder),
            warnings.catch_warnings(),
        ):
            lent.enter_context(change)
        warnings.simplefilter("ignore", ResourceWarning)  # the process would end, and its connections with it
        yield


def _hubs_that_are_closed_by(lent: contextlib.ExitStack) -> Callable[..., Hubs]:
    def made(*given: Any, **more: Any) -> Hubs:
        hubs = Hubs(*given, **more)
        lent.callback(hubs.close)
        return hubs

    return made
