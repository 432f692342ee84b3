"""Hubs that begin with their modules loaded: loading them is most of what a start costs, and the tests start hundreds.

One process of a worker loads what a hub needs and does nothing more; a hub is a copy of it that goes on as
`python -m bellpull.cli.main up` would, with the folder, the variables and the output that it was given. How an
interpreter of its own starts one is for those tests that type `bellpull up`.
"""

import array
import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

MODULE = "bellpull.cli.main"
LENGTH = 8
#: That it can be told when one has ended.
POSSIBLE = hasattr(os, "pidfd_open")
TESTS = Path(__file__).parents[1]
ONE_AT_A_TIME = threading.Lock()


class Copy:
    """A process, as subprocess.Popen has it."""

    def __init__(self, told: int) -> None:
        self._told = told
        self.pid = self._line()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float) -> int:
        ended = self._ended(timeout)
        if ended is None:
            raise subprocess.TimeoutExpired(f"copy {self.pid}", timeout)
        return ended

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float) -> int | None:
        if self.returncode is None:
            news = select.poll()
            news.register(self._told, select.POLLIN)
            if news.poll(timeout * 1000):
                self.returncode = self._line()
        return self.returncode

    def _line(self) -> int:
        read = b""
        while not read.endswith(b"\n"):
            more = os.read(self._told, 1)
            assert more, "the process that makes copies has ended"
            read += more
        return int(read)

    def __del__(self) -> None:
        os.close(self._told)


def start(
    words: Sequence[str], environment: Mapping[str, str], folder: Path, output: IO[bytes], modules: tuple[str, ...]
) -> Copy:
    """`bellpull` with these words, its output going there, of a process that has loaded these modules."""
    ours, theirs = os.pipe()
    request = json.dumps({"words": words, "environment": dict(environment), "folder": str(folder)}).encode()
    files = array.array("i", [output.fileno(), theirs])
    with ONE_AT_A_TIME:
        line = _loaded(environment["PYTHONPATH"], modules)
        head = len(request).to_bytes(LENGTH, "big")
        line.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files.tobytes())])
        line.sendall(request)
    os.close(theirs)
    return Copy(ours)


@functools.cache
def _loaded(sources: str, modules: tuple[str, ...]) -> socket.socket:
    """The line to the process that makes copies. A hub is known as one by the name of Bellpull in its words."""
    ours, theirs = socket.socketpair()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    path = os.pathsep.join((sources, str(TESTS)))
    with theirs, Path(os.devnull).open("r+b") as nothing:
        process = subprocess.Popen(
            [sys.executable, "-m", "support.warm", str(theirs.fileno()), *modules],
            env=kept | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
            pass_fds=[theirs.fileno()],
            stdin=nothing,
            stdout=nothing,
        )
    atexit.register(_end, ours, process)
    return ours


def _end(line: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    line.close()
    process.wait(30)


def main() -> None:
    line = socket.socket(fileno=int(sys.argv[1]))
    for module in sys.argv[2:]:
        importlib.import_module(module)
    sys.path.remove(str(TESTS))
    gc.collect()
    gc.freeze()
    made: dict[int, tuple[int, int]] = {}  # of what says that it has ended: its number, and where that is told
    while True:
        ready, _, _ = select.select([line, *made], [], [])
        for handle in made.keys() & ready:
            _tell_end(handle, *made.pop(handle))
        if line in ready:
            head, control, _, _ = line.recvmsg(LENGTH, socket.CMSG_SPACE(2 * array.array("i").itemsize))
            if not head:
                break
            output, told = array.array("i", control[0][2])
            request = json.loads(_exactly(line, int.from_bytes(head, "big")))
            if not (pid := os.fork()):
                _become(request, output)
                break
            os.write(told, b"%d\n" % pid)
            os.close(output)
            made[os.pidfd_open(pid)] = pid, told


def _exactly(line: socket.socket, length: int) -> bytes:
    read = b""
    while len(read) < length:
        read += line.recv(length - len(read))
    return read


def _tell_end(handle: int, pid: int, told: int) -> None:
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(BrokenPipeError):  # nobody may be left who wants to know
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))
    os.close(told)
    os.close(handle)


def _become(request: dict[str, object], output: int) -> None:
    for place in (1, 2):
        os.dup2(output, place)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.environ.clear()
    os.environ.update(request["environment"])  # type: ignore[arg-type]
    os.chdir(str(request["folder"]))
    sys.path[0] = str(request["folder"])
    sys.argv = [MODULE, *request["words"]]  # type: ignore[misc]
    runpy.run_module(MODULE, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
