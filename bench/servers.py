"""The servers under measurement: each a process of its own, started and ended here, with its CPU time and memory."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import IO

from bench.calls import BenchError, ask
from bench.seedstore import KEY

START_SECONDS = 60.0
STOP_SECONDS = 20.0
TICKS = os.sysconf("SC_CLK_TCK")


class NotStarted(BenchError):
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(f"A server did not start: {process.args!r}")


@dataclass(frozen=True)
class Server:
    """A running server: where it listens, the key that creates and the key that reads."""

    name: str
    port: int
    process: subprocess.Popen[bytes]
    key: str
    owner: str = ""

    def cpu(self) -> float:
        """Seconds of processor time that the process has used, all threads together."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def private_bytes(self) -> int:
        return private_bytes(self.process.pid)

    def resident_bytes(self) -> int:
        return resident_bytes(self.process.pid)


@contextmanager
def echo() -> Iterator[Server]:
    with _process("-m", "bench.echo") as process:
        yield Server("echo", _announced_port(process), process, "none")


@contextmanager
def seed_style(folder: Path) -> Iterator[Server]:
    folder.mkdir()
    with _process("-m", "bench.seedstyle", str(folder / "seed.db")) as process:
        yield Server("seed-style", _announced_port(process), process, KEY, KEY)


@contextmanager
def hub(folder: Path, **settings: int) -> Iterator[Server]:
    """A hub on that data folder. Its `key` is the owner's: see `with_agent`."""
    (folder / "hub.json").unlink(missing_ok=True)
    environment = {"BELLPULL_CREATES_PER_MINUTE": "0", "BELLPULL_CONFIG": os.devnull, "HOME": str(folder)}
    environment |= {"BELLPULL_OPENCODE_URLS": "off"}
    environment |= {f"BELLPULL_{name.upper()}": str(value) for name, value in settings.items()}
    command = ("-m", "bellpull.cli.main", "up", "--port", "0", "--data-dir", str(folder))
    with _process(*command, environment=environment) as process:
        _wait_for(folder / "hub.json", process)
        url: str = json.loads((folder / "hub.json").read_text())["url"]
        owner = (folder / "owner.key").read_text().strip()
        yield Server("hub", int(url.rpartition(":")[2].strip("/")), process, owner, owner)


async def with_agent(server: Server, agent: str) -> Server:
    """The same hub, creating with a key of that agent."""
    made = await ask(server.port, "POST", "/api/keys", server.owner, {"agent_name": agent})
    return Server(server.name, server.port, server.process, made["key"], server.owner)


def allow_many_files() -> None:
    """Thousands of sockets, here and in the servers, which inherit the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def private_bytes(pid: int) -> int:
    return _kilobytes(Path(f"/proc/{pid}/smaps_rollup"), "Private_") * 1024


def resident_bytes(pid: int) -> int:
    return _kilobytes(Path(f"/proc/{pid}/status"), "VmRSS:") * 1024


def most_resident_bytes(pid: int) -> int:
    """Since the process began."""
    return _kilobytes(Path(f"/proc/{pid}/status"), "VmHWM:") * 1024


def _kilobytes(file: Path, begin: str) -> int:
    return sum(int(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(begin))


def surroundings() -> dict[str, str]:
    """The environment of what is measured: the caller's, as far as it does not make it another than a user's."""
    return {name: value for name, value in os.environ.items() if not _distorts(name)}


@contextmanager
def _process(*command: str, environment: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    environment = surroundings() | dict(environment or {})
    with TemporaryFile() as errors:
        process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, stderr=errors, env=environment)
        try:
            yield process
        except NotStarted as failure:
            raise BenchError(f"{failure}\n{_end_of(errors)}") from None
        finally:
            _end(process)


def _distorts(name: str) -> bool:
    return name in ("PYTHONDONTWRITEBYTECODE", "DISPLAY", "WAYLAND_DISPLAY") or name.startswith("BELLPULL_")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _announced_port(process: subprocess.Popen[bytes]) -> int:
    assert process.stdout
    line = process.stdout.readline()
    if not line.strip().isdigit():
        raise NotStarted(process)
    return int(line)


def _wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    until = monotonic() + START_SECONDS
    while not path.exists():
        if process.poll() is not None or monotonic() > until:
            raise NotStarted(process)
        sleep(0.02)


def _end_of(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode(errors="replace")[-2000:]
