"""Servers that others wrote, recorded on both sides of the proxy: what the client said and heard, and what the server
heard and said."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from wrapped import WRAP

from support.answers import until
from support.hub import Caller, Hub
from support.npm import cache_folder, locked, node, npm_package
from support.stdio_shim import environment

TIME = ("mcp-server-time==2026.10.19", "tzlocal==5.3.1", "tzdata")
INSTALL_SECONDS = 120


def everything() -> list[str]:
    """The reference server of the TypeScript SDK: one era, every feature."""
    folder = npm_package("@modelcontextprotocol/server-everything", "2026.8.31")
    return [str(node(22)), str(folder / "dist" / "index.js")]


def time_server() -> list[str]:
    """A server on the Python SDK, which speaks both eras."""
    search = f"import sys; sys.path.insert(0, {str(_installed(TIME))!r}); from mcp_server_time import main; main()"
    return [sys.executable, "-W", "ignore", "-c", search]


def _installed(packages: Sequence[str]) -> Path:
    """In a folder of the cache, without what they need in turn: that is here already."""
    folder = cache_folder() / packages[0]
    with locked(folder.with_name(f"{folder.name}.lock")):
        if folder.exists():
            return folder
        unfinished = tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", unfinished, *packages]
        done = subprocess.run(pip, capture_output=True, text=True, timeout=INSTALL_SECONDS)
        if done.returncode:
            pytest.skip(f"pip cannot install {packages[0]}: {done.stderr.strip()[-300:]}")
        Path(unfinished).rename(folder)
    return folder


class Recorded:
    def __init__(self, folder: Path, hub: Hub, agent: Caller, server: Sequence[str]) -> None:
        self._folder = folder
        inner = f"tee {self._file('server-heard')} | {shlex.join(server)} | tee {self._file('server-said')}"
        wrapped = shlex.join([*WRAP, "--agent", agent.name, "--", "sh", "-c", inner])
        outer = f"tee {self._file('client-said')} | {wrapped} | tee {self._file('client-heard')}"
        self.command = ["sh", "-c", outer]
        node_folder = str(node(22).parent) if "node" in server[0] else ""
        path = os.pathsep.join(filter(None, (node_folder, os.environ["PATH"])))
        self.environment = environment(hub, BELLPULL_KEY=agent.key, PATH=path)

    def _file(self, name: str) -> str:
        return shlex.quote(str(self._folder / name))

    def read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()

    def heard_but_not_said(self) -> list[tuple[bytes, bytes]]:
        """Lines that the proxy changed, as the server wrote them and as the client got them. At the end of it all, when
        what was said has been heard."""
        until(self._is_whole, "both sides have everything")
        said, heard = (self.read(name).splitlines(True) for name in ("server-said", "client-heard"))
        return [(before, after) for before, after in zip(said, heard, strict=True) if before != after]

    def _is_whole(self) -> bool:
        sizes = [self.read(name).count(b"\n") for name in ("server-said", "client-heard")]
        return self.read("client-said") == self.read("server-heard") != b"" and sizes[0] == sizes[1] > 0


def inspect(recorded: Recorded, folder: Path, *words: str) -> Mapping[str, object]:
    """What the inspector's command line prints for one method."""
    program = npm_package("@modelcontextprotocol/inspector", "2.12.0") / "clients" / "launcher" / "build" / "index.js"
    config = folder / "servers.json"
    entry = {"command": recorded.command[0], "args": recorded.command[1:], "env": recorded.environment}
    config.write_text(json.dumps({"mcpServers": {"wrapped": entry}}))
    done = subprocess.run(
        [node(22), program, "--cli", "--config", config, "--server", "wrapped", *words],
        cwd=folder,
        env={
            "PATH": f"{node(22).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "MCP_INSPECTOR_SECRET_STORE": "memory",
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    printed: Mapping[str, object] = json.loads(done.stdout[done.stdout.index("{") :])
    return printed
