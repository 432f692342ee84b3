"""Somebody who works with one coding tool: a home, a project, a hub, a scripted model, nothing of this machine's."""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coding_tool import CodingTool, write_settings
from headless import Run, run
from interactive import Screen, screen
from model_server import serving
from releases import installed
from scripted_model import PATIENCE_WITH_THEM, Part, ScriptedModel

from support.answers import PATIENCE, done, until
from support.hub import SOURCES, UNWATCHED, Hub
from support.this_run import MARK

BELLPULL = f"#!{sys.executable}\nimport sys\nfrom bellpull.cli.main import main\nsys.exit(main())\n"
PROJECT = "shop"
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass
class Workplace:
    tool: CodingTool
    hub: Hub
    model: ScriptedModel
    folder: Path
    #: The tool was not at a terminal since it was connected.
    is_new: bool = False

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def project(self) -> Path:
        return self.folder / PROJECT

    @property
    def agent(self) -> str:
        """An agent is called after its project's folder."""
        return PROJECT

    def environment(self, **more: str) -> dict[str, str]:
        own = {
            "HOME": str(self.home),
            "PATH": f"{self.folder / 'bin'}:{SYSTEM_PATH}",
            "TMPDIR": str(self.folder / "tmp"),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "NO_PROXY": "127.0.0.1",
            "PYTHONPATH": str(SOURCES),
            MARK: os.environ[MARK],
        }
        return own | UNWATCHED | self.tool.variables(self.model.url) | more

    def prepare(self) -> None:
        """Bellpull and the coding tool on the PATH, settings of somebody who has used the tool before."""
        for folder in (self.home, self.project, self.folder / "bin", self.folder / "tmp"):
            folder.mkdir()
        command = " ".join(f"'{word}'" for word in installed(self.tool.name).command)
        for name, text in (("bellpull", BELLPULL), (self.tool.program, f'#!/bin/sh\nexec {command} "$@"\n')):
            (self.folder / "bin" / name).write_text(text)
            (self.folder / "bin" / name).chmod(0o755)
        subprocess.run(["git", "init", "--quiet", str(self.project)], check=True, timeout=PATIENCE)
        write_settings(self.tool, self.home, self.project, self.model.url)

    def end(self) -> None:
        """Codex leaves a daemon behind, a copy of itself in its home, which takes a minute to end itself."""
        for pid in self._programs():
            os.kill(pid, signal.SIGKILL)
        until(lambda: not self._programs(), "nothing of the coding tool runs any more")

    def _programs(self) -> list[int]:
        """The processes whose program lies in this home."""
        found = []
        for link in Path("/proc").glob("[0-9]*/exe"):
            with suppress(OSError):
                found += [int(link.parts[2])] if link.readlink().is_relative_to(self.home) else []
        return found

    def bellpull(self, *words: str, code: int = 0) -> str:
        """What the command prints to the person who works here."""
        return self._output("bellpull", *words, code=code, patience=PATIENCE)

    def client(self, *words: str, code: int = 0) -> str:
        """What the coding tool's own command prints."""
        return self._output(self.tool.program, *words, code=code, patience=PATIENCE_WITH_THEM)

    def _output(self, program: str, *words: str, code: int, patience: float) -> str:
        ended = subprocess.run(
            [str(self.folder / "bin" / program), *words],
            env=self.environment(BELLPULL_DATA_DIR=str(self.hub.data_dir)),
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience,
        )
        assert ended.returncode == code, ended
        return ended.stdout + ended.stderr

    def connect(self, *options: str) -> str:
        self.is_new = True
        return self.bellpull("connect", self.tool.name, "--data-dir", str(self.hub.data_dir), *options)

    def disconnect(self) -> str:
        return self.bellpull("disconnect", self.tool.name)

    def files(self) -> dict[str, bytes]:
        """All that is in the home and the project, without what Bellpull kept of before."""
        return {
            str(file.relative_to(self.folder)): file.read_bytes()
            for root in (self.home, self.project)
            for file in sorted(root.rglob("*"))
            if file.is_file() and ".bellpull-backup-" not in file.name
        }

    @contextmanager
    def headless(self, part: Part, *options: str) -> Iterator[Run]:
        """The coding tool works on the part's prompt, without a terminal. It is ended with the block."""
        command = [str(self.folder / "bin" / self.tool.program), *self.tool.headless(part.prompt), *options]
        with run(command, self.environment(), self.project, self.folder / "output.txt") as started:
            yield started

    @contextmanager
    def interactive(self, *options: str, desk: str = "") -> Iterator[Screen]:
        """The coding tool at a terminal, ready for a prompt. The terminal is closed with the block. `desk`: where that
        stands, if another one is open."""
        command = [str(self.folder / "bin" / self.tool.program), *self.tool.interactive, *options]
        first, self.is_new = self.is_new, False
        (self.folder / desk).mkdir(exist_ok=True)
        with screen(self.tool, command, self.environment(), self.project, self.folder / desk, first=first) as opened:
            yield opened

    def questions(self) -> list[dict[str, Any]]:
        """What the agent has asked and nobody has answered."""
        found: list[dict[str, Any]] = done(self.hub.owner.get("/api/questions", agent_name=self.agent))["questions"]
        return found

    def question(self, title: str | None = None) -> dict[str, Any]:
        """What the agent asks, as soon as it does."""

        def asked() -> dict[str, Any] | None:
            return next((one for one in self.questions() if title in (None, one["title"])), None)

        return until(asked, f"the agent asks {title or 'something'}", PATIENCE_WITH_THEM)

    def answer(self, question: dict[str, Any], choice: str) -> None:
        self.bellpull("answer", question["id"], choice)

    def tell(self, words: str) -> str:
        """What the person is told of it."""
        return self.bellpull("tell", self.agent, words)

    def sessions(self) -> list[dict[str, Any]]:
        """As the person sees them."""
        watched: list[dict[str, Any]] = done(self.hub.owner.get("/api/watch"))["sessions"]
        return [one for one in watched if one["agent_name"] == self.agent]

    def session(self, is_so: Callable[[dict[str, Any]], Any], why: str) -> dict[str, Any]:
        """The only session, once it is so."""

        def found() -> dict[str, Any] | None:
            return next((one for one in self.sessions() if is_so(one)), None)

        try:
            return until(found, why)
        except AssertionError:
            raise AssertionError(f"{why}: {self.sessions()}") from None

    def is_quiet(self, state: str = "idle") -> None:
        """The session comes to this state, nothing waits for the person, and nothing is asked."""
        self.session(lambda one: one["state"] == state and not one["waits"], f"the session is {state}")
        assert self.questions() == []

    def gate(self) -> "Gate":
        return Gate(self.folder / f"gate-{secrets.token_hex(3)}")


#: How a test gets one.
At = Callable[..., Workplace]


@dataclass(frozen=True)
class Gate:
    """A command that goes on only once the test lets it: so a test knows that a tool runs."""

    path: Path

    @property
    def command(self) -> str:
        return f"touch {self.path}.entered; until [ -e {self.path}.open ]; do sleep 0.05; done; echo went through"

    def entered(self) -> None:
        until(Path(f"{self.path}.entered").exists, "the tool runs", PATIENCE_WITH_THEM)

    def open(self) -> None:
        Path(f"{self.path}.open").touch()


@contextmanager
def workplace(tool: CodingTool, hub: Hub) -> Iterator[Workplace]:
    """In a folder with a short name: clients keep sockets in their homes."""
    installed(tool.name)
    with (
        TemporaryDirectory(prefix="ct-", ignore_cleanup_errors=True) as folder,
        serving(ScriptedModel()) as model,
    ):
        made = Workplace(tool, hub, model, Path(folder))
        made.prepare()
        try:
            yield made
        finally:
            made.end()
