"""Stands between a client and the MCP server that it started through us: the files, the threads, and the end of it all.

The main thread waits for the server and passes signals on; one thread reads each stream; another, once the client has
spoken, waits for nudges. Whatever is closed on one side is closed on the other.
"""

from __future__ import annotations

import os
from _signal import SIGHUP, SIGINT, SIGTERM, signal  # type: ignore[import-not-found]  # `signal` would bring enum
from _thread import allocate_lock, start_new_thread
from select import select
from time import monotonic

from bellpull.mcp.wrap.child import BY_SIGNAL
from bellpull.mcp.wrap.pumps import ToClient, ToServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.mcp.carrying import Carrier
    from bellpull.mcp.wrap.calls import Calls
    from bellpull.mcp.wrap.child import Child

READ_SIZE = 65536
#: The server has ended, and nothing more comes out of it: what it started may hold its output open for ever.
SILENCE_SECONDS = 0.5
LOOK_SECONDS = 0.05
#: For receipts of what was written at the very end.
LEAVE_SECONDS = 1.0


class Proxy:
    def __init__(self, child: Child, calls: Calls, carrier: Carrier) -> None:
        self._child = child
        self._carrier = carrier
        self._to_server = ToServer(calls, lambda data: write(child.input, data))
        self._to_client = ToClient(calls, carrier, lambda data: write(1, data))
        self._done = allocate_lock()
        #: Since when nothing has come from the server; None while something that came is on its way.
        self._silent_since: float | None = None

    def run(self) -> int:
        """Until the server has ended and all that it wrote is written; its exit code."""
        for number in (SIGTERM, SIGINT, SIGHUP):
            signal(number, self._pass_on)
        self._done.acquire()
        start_new_thread(self._pump_to_client, ())
        start_new_thread(self._pump_to_server, ())
        code = self._child.wait()
        ended_at = monotonic()
        while not self._done.acquire(timeout=LOOK_SECONDS):
            if self._is_silent(ended_at):
                break
        self._carrier.leave(LEAVE_SECONDS)
        return code

    def _is_silent(self, ended_at: float) -> bool:
        since = self._silent_since
        quiet = since is not None and monotonic() - max(since, ended_at) > SILENCE_SECONDS
        return quiet and not select([self._child.output], [], [], 0)[0]

    def _pass_on(self, number: int, _: object) -> None:
        if self._child.ended:  # and the client does not read what is left
            os._exit(BY_SIGNAL + number)
        if number == SIGINT and os.isatty(0):
            return  # Ctrl-C reaches everybody at the terminal
        self._child.tell(number)
        if number == SIGTERM:
            start_new_thread(self._child.end, (True,))

    def _pump_to_server(self) -> None:
        watched = False
        while data := read(0):
            try:
                self._to_server.take(data)
            except OSError:
                close(0)  # the server closed its input: so do we
                return
            if not watched:  # looking for the hub must not hold up the handshake
                self._carrier.watch()
                watched = True
        os.close(self._child.input)
        self._child.end()

    def _pump_to_client(self) -> None:
        self._silent_since = monotonic()
        try:
            while data := read(self._child.output):
                self._silent_since = None
                self._to_client.take(data)
                self._silent_since = monotonic()
            self._to_client.end()
            close(1)
        except OSError:
            self._silent_since = None
            os.close(self._child.output)  # the client closed our output: so do we with the server's
        finally:
            self._done.release()


def read(file: int) -> bytes:
    while True:
        try:
            return os.read(file, READ_SIZE)
        except BlockingIOError:  # whoever shares the file made it so
            select([file], [], [])
        except OSError:
            return b""  # a terminal that has gone


def write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(file, rest) :]
        except BlockingIOError:
            select([], [file], [])


def close(file: int) -> None:
    """As others see it. The number stays taken: nothing else must get it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, file)
    os.close(nothing)
