"""The real OpenCode, in folders of its own, with a scripted model."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bellpull.clients.opencode_plugin import plugin_text
from support.answers import PATIENCE, TRUST, until
from support.fake_model import FakeModel
from support.hub import KEPT_VARIABLES, SOURCES, UNWATCHED
from support.npm import chosen_version, npm_package

PACKAGE, PINNED = "opencode-linux-x64", "1.18.34"
#: It starts in seconds, but on a busy machine in many.
PATIENCE_WITH_IT = 4 * PATIENCE
#: How long the plugin holds a result up for the hub.
DEADLINE, PATIENT_DEADLINE = "{ first: 20, last: 500 }", "{ first: 5_000, last: 5_000 }"
#: Nothing is to be fetched. Without the last two it asks npm for its plugin package, and asks again for a minute.
QUIET = {
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_SHARE": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    "OPENCODE_DISABLE_CLAUDE_CODE": "1",
    "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
    "OPENCODE_DISABLE_EXTERNAL_SKILLS": "1",
    "DO_NOT_TRACK": "1",
    "npm_config_fetch_retries": "0",
    "npm_config_registry": "http://127.0.0.1:9/",
}
#: Half of what a prompt costs is a snapshot of the project, for undoing, which only a few tests need to be there.
FRUGAL = {"snapshot": False, "formatter": False, "lsp": False}


@dataclass
class OpenCode:
    """An installed OpenCode that nobody has configured yet."""

    program: Path
    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def settings(self) -> Path:
        return self.folder / "config" / "opencode" / "opencode.json"

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        places = {f"XDG_{name.upper()}_HOME": str(self.folder / name) for name in ("config", "data", "state", "cache")}
        own = {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "HOME": str(self.folder)}
        return (
            kept | QUIET | UNWATCHED | places | own | {"OPENCODE_MODELS_PATH": str(self.folder / "models.json")} | more
        )

    def use(self, model: FakeModel) -> None:
        """Write the settings of somebody who has chosen a model and nothing else."""
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": model.url, "apiKey": "none"},
            "models": {"scripted": {"tool_call": True, "limit": {"context": 128_000, "output": 8_000}}},
        }
        said = {"model": "fake/scripted", "small_model": "fake/scripted", "provider": {"fake": provider}}
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        self.settings.write_text(json.dumps(said | {"autoupdate": False, "share": "disabled"}, indent=2))

    def bellpull(self, *words: str, **variables: str) -> str:
        """Run the command as the person who uses this OpenCode."""
        ended = subprocess.run(
            [sys.executable, "-m", "bellpull.cli.main", *words],
            env=self.environment(**variables),
            cwd=self.project,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert ended.returncode == 0, ended
        return ended.stdout

    @contextmanager
    def working_on(self, prompt: str, **variables: str) -> "Iterator[subprocess.Popen[str]]":
        """It works on a prompt, and ends when it has done. It is ended with the block."""
        with (self.folder / "opencode.log").open("w") as log:
            process = subprocess.Popen(
                [str(self.program), "run", "--print-logs", prompt],
                env=self.environment(**variables),
                cwd=self.project,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
            )
            try:
                yield process
            finally:
                process.terminate()
                process.wait(PATIENCE)

    @contextmanager
    def serve(self, **variables: str) -> "Iterator[Server]":
        """It serves its API for the length of the block."""
        with (self.folder / "opencode.log").open("w") as log:
            process = subprocess.Popen(
                [str(self.program), "serve", "--port", str(free_port()), "--print-logs"],
                env=self.environment(**variables),
                cwd=self.project,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            url = until(lambda: self._address(process), "OpenCode serves", PATIENCE_WITH_IT)
            with httpx2.Client(trust_env=False, verify=TRUST, timeout=PATIENCE_WITH_IT) as http:
                yield Server(self, url, http)
        finally:
            process.terminate()
            process.wait(PATIENCE)

    def _address(self, process: "subprocess.Popen[bytes]") -> str | None:
        assert process.poll() is None, self.output()
        said = re.search(r"listening on (http://\S+)", self.output(whole=True))
        return said[1] if said else None

    def plug_in(self, agent: str, data_dir: Path) -> None:
        """The plugin in the person's own folder, as `bellpull connect` puts it there, and nothing else. It waits longer
        for the hub, which may be slow on a slow machine: so a test can say which result carries what."""
        file = self.settings.parent / "plugin" / "bellpull.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "bellpull.cli.main"]
        text = plugin_text(command, agent, str(data_dir), None)
        assert DEADLINE in text
        file.write_text(text.replace(DEADLINE, PATIENT_DEADLINE), encoding="utf-8")

    def add_servers(self, **servers: list[str]) -> None:
        """MCP servers, each started with a command."""
        said = json.loads(self.settings.read_text())
        entries = {name: {"type": "local", "command": words, "enabled": True} for name, words in servers.items()}
        self.set(mcp=said.get("mcp", {}) | entries)

    def set(self, **settings: Any) -> None:
        """More settings, in place of those of the same names."""
        self.settings.write_text(json.dumps(json.loads(self.settings.read_text()) | settings))

    def output(self, whole: bool = False) -> str:
        return (self.folder / "opencode.log").read_text(errors="replace")[0 if whole else -3_000 :]


@dataclass
class Server:
    """An OpenCode that serves, and what its API can do."""

    opencode: OpenCode
    url: str
    http: httpx2.Client

    def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, self.url + path, json=body)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text[:500]}\n{self.opencode.output()}"
        return answer.json() if answer.content else None

    def new_session(self, title: str = "A session") -> str:
        return str(self.call("POST", "/session", {"title": title})["id"])

    def prompt(self, session: str, text: str, **more: Any) -> None:
        self.call("POST", f"/session/{session}/prompt_async", {"parts": [{"type": "text", "text": text}], **more})

    def is_busy(self, session: str) -> bool:
        return session in self.call("GET", "/session/status")

    def messages(self, session: str) -> list[dict[str, Any]]:
        return list(self.call("GET", f"/session/{session}/message"))

    def finished(self, session: str) -> bool:
        """Its last message is the model's, and it does nothing more."""
        if self.is_busy(session) or not (messages := self.messages(session)):
            return False
        last = messages[-1]["info"]
        return last["role"] == "assistant" and "completed" in last["time"] and not self.is_busy(session)


def version() -> str:
    return chosen_version(PACKAGE, PINNED)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def installed(folder: Path) -> OpenCode:
    """OpenCode with nothing configured, and a project to work on; skips if it cannot be had."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        pytest.skip("the OpenCode that the tests bring is for Linux on x86-64")
    program = npm_package(PACKAGE, version()) / "bin" / "opencode"
    found = OpenCode(program, folder)
    found.project.mkdir()
    # The models of all the world, which nobody uses here, cost as much as everything else that a first prompt does.
    (folder / "models.json").write_text("{}")
    subprocess.run(["git", "init", "--quiet", str(found.project)], check=True, timeout=PATIENCE)
    return found
