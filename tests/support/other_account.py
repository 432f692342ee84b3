"""Other people of this machine: programs that run under another account's number. Only root can play them."""

import contextlib
import encodings.idna  # noqa: F401 - sockets ask for it when it may be too late to read it
import importlib
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.answers import PATIENCE

#: Accounts that every Unix has, and that own nothing.
NOBODY, DAEMON = 65534, 1
#: Of what the interpreter brings: programs, jokes and what needs a display.
UNWANTED = {"antigravity", "this", "idlelib", "test", "turtle", "turtledemo", "tkinter", "lib2to3", "__main__"}
TESTS = Path(__file__).parents[1]
needs_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can run programs of other accounts"
)


def become(uid: int) -> None:
    """Give up everything that is this account's, for good. What is needed has been imported before: the interpreter
    itself may lie where the other account cannot read."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


@contextmanager
def program_of(script: Path | str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """A script that becomes somebody else and is spoken to by lines; it ends when its input does."""
    path = os.pathsep.join([str(TESTS), *sys.path])
    process = subprocess.Popen(
        [sys.executable, str(script), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )
    with process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()


def said_by(process: "subprocess.Popen[str]", *question: object) -> Any:
    """The next line that it says; after a question, if there is one."""
    assert process.stdin is not None
    assert process.stdout is not None
    for one in question:
        process.stdin.write(json.dumps(one) + "\n")
        process.stdin.flush()
    line = process.stdout.readline()
    assert line, "it has ended"
    return json.loads(line)


def questions() -> Iterator[Any]:
    """In the script: what it is asked."""
    for line in sys.stdin:
        yield json.loads(line)


def say(what: object) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def load_everything() -> None:
    """All that the interpreter has, and all of Bellpull that needs no display: for programs that go on after
    `become`."""
    importlib.import_module("asyncio")  # before its parts, which else do not know of each other
    for name in sorted(sys.stdlib_module_names - UNWANTED):
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    for package in ("bellpull", "encodings", "asyncio", "concurrent", "importlib", "email", "json", "logging", "xml"):
        _load_all_of(package)
    for package in ("uvloop", "uvicorn", "httptools", "websockets", "starlette", "anyio", "httpx2", "msgspec"):
        _load_all_of(package)


def _load_all_of(package: str) -> None:
    with contextlib.suppress(Exception):
        found = importlib.import_module(package)
        for module in pkgutil.iter_modules(found.__path__, f"{package}."):
            if module.name.rpartition(".")[2] != "__main__":
                with contextlib.suppress(Exception):
                    importlib.import_module(module.name)
                if module.ispkg:
                    _load_all_of(module.name)
