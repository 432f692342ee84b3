"""Somebody who connects coding tools: the command itself, in a home of this test alone."""

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bellpull.cli.main import main
from support.answers import PATIENCE
from support.hub import KEPT_VARIABLES, SOURCES

SCRIPT = f"#!{sys.executable}\nimport sys\nfrom bellpull.cli.main import main\nsys.exit(main())\n"


@dataclass
class Person:
    """Somebody with a home, a project and Bellpull in a folder that is not on their PATH."""

    home: Path
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("bin", "project/.git", "project/deep/inside"):
            (self.home / name).mkdir(parents=True)
        self.program.write_text(SCRIPT)
        self.program.chmod(0o755)

    @property
    def program(self) -> Path:
        return self.home / "bin" / "bellpull"

    @property
    def opencode(self) -> Path:
        return self.home / ".config" / "opencode" / "opencode.json"

    @property
    def claude(self) -> Path:
        return self.home / ".claude.json"

    def write(self, file: Path, text: str) -> Path:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def run(self, *words: str, code: int = 0, folder: str = "project/deep/inside", **variables: str) -> str:
        """The command's output, or its complaint. In this process: hundreds of new ones would take minutes."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with (
            patch.dict(os.environ, self._environment(variables), clear=True),
            patch.object(sys, "argv", [str(self.program), *words]),
            contextlib.chdir(self.home / folder),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            ended = main(words)
        said = [stream.buffer.getvalue().decode() for stream in (out, err) if not stream.flush()]  # type: ignore[attr-defined]
        return self._checked(ended, code, *said)

    def run_program(self, *words: str, code: int = 0, folder: str = "project/deep/inside", **variables: str) -> str:
        """As `run`, as a program of its own."""
        ended = subprocess.run(
            [str(self.program), *words],
            env=self._environment(variables),
            cwd=self.home / folder,
            capture_output=True,
            timeout=PATIENCE,
        )
        return self._checked(ended.returncode, code, ended.stdout.decode(), ended.stderr.decode())

    def _environment(self, variables: dict[str, str]) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        return kept | {"HOME": str(self.home), "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"} | variables

    def _checked(self, ended: int, code: int, out: str, err: str) -> str:
        assert ended == code, (ended, out, err)
        assert not (err if code == 0 else out), (out, err)
        return out or err

    def under(self, place: str) -> Path:
        """Where files of a person's or a project's settings lie."""
        return self.home if place == "user" else self.home / "project"

    def texts(self, place: str = "user") -> dict[str, bytes]:
        """Every file that is not a backup, with what it holds."""
        root = self.under(place)
        return {
            str(file.relative_to(root)): file.read_bytes()
            for file in sorted(root.rglob("*"))
            if file.is_file() and ".bellpull-backup-" not in file.name and file != self.program
        }

    def files(self) -> set[str]:
        return {str(file.relative_to(self.home)) for file in self.home.rglob("*") if file.is_file()}

    def backups(self) -> list[Path]:
        return sorted(self.home.rglob("*.bellpull-backup-*"))


def read(file: Path) -> Any:
    return json.loads(file.read_text())
