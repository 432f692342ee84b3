"""Bellpull as people install it: wheels of this tree, in an environment of its own that an upgrade replaces.

Its dependencies are taken from the environment of the tests, so that nothing is downloaded.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bellpull import __version__
from support.answers import PATIENCE
from support.hub import Hub

TREE = Path(__file__).parents[2]
NEXT = "99.0.0"


def wheel(folder: Path, version: str) -> Path:
    """This tree as a wheel that says it is of that version."""
    tree = folder / f"tree-{version}"
    shutil.copytree(TREE / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TREE / name, tree / name)
    init = tree / "src" / "bellpull" / "__init__.py"
    init.write_text(init.read_text().replace(f'__version__ = "{__version__}"', f'__version__ = "{version}"'))
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=tree)
    (made,) = folder.glob(f"bellpull-{version}-*.whl")
    return made


class Environment:
    """A virtual environment."""

    def __init__(self, folder: Path) -> None:
        self.python = folder / "bin" / "python"
        self.program = folder / "bin" / "bellpull"
        _run(sys.executable, "-m", "venv", "--without-pip", str(folder))
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "of-the-tests.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, made: Path) -> None:
        pip = ("-m", "pip", "--python", str(self.python), "--disable-pip-version-check", "install")
        _run(sys.executable, *pip, "-q", "-U", "--no-deps", "--no-index", "--no-compile", str(made))


class Installed(Hub):
    """A hub that runs in the background, of what is installed there."""

    def __init__(self, folder: Path, environment: Environment, variables: Mapping[str, str]) -> None:
        super().__init__(folder)
        self.program = (str(environment.program),)
        self._variables = variables

    def environment(self) -> dict[str, str]:
        given = {**super().environment(), **self._variables}
        return {name: value for name, value in given.items() if name != "PYTHONPATH"}

    def type(self, *words: str) -> str:
        """What a command says."""
        return _run(*self.program, *words, "--data-dir", str(self.data_dir), cwd=self.folder, env=self.environment())

    def up(self) -> str:
        said = self.type("up", "--detach", "--port", "0")
        self.url = self.address = json.loads((self.data_dir / "hub.json").read_text())["url"].rstrip("/")
        return said

    def version(self) -> str:
        return str(self.http.get(self.url + "/health").json()["version"])


@contextmanager
def installed(
    folder: Path, environment: Environment, variables: Mapping[str, str] | None = None
) -> Iterator[Installed]:
    """`variables`: of the shell that starts it."""
    hub = Installed(folder, environment, variables or {})
    try:
        hub.up()
        yield hub
    finally:
        subprocess.run([*hub.program, "down", "--data-dir", str(hub.data_dir)], env=hub.environment(), timeout=PATIENCE)
        hub.http.close()
    log = (hub.data_dir / "hub.log").read_text(errors="replace")
    assert "Traceback" not in log, log


def _run(*words: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    ended = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 0, f"{words}: {ended.stdout}{ended.stderr}"
    return ended.stdout
