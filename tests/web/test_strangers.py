"""Connections without a key take file handles that others need: only so many are held, and nobody is kept out."""

import asyncio
import contextlib
import errno
import gc
import http.client
import os
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bellpull.domain.identity import Principal
from bellpull.web.connection import SAID_AGAIN_SECONDS, Handles, HttpProtocol
from bellpull.web.strangers import CODE, CODE_OF_KEY, MOST, MOST_OF_KEY, Known, Strangers, most_held, most_of_key
from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker

if sys.platform != "win32":
    import resource

FEW = 40
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a test limit another process's handles")


class Line(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def come(held: Strangers, address: str, count: int) -> list[Line]:
    lines = [Line() for _ in range(count)]
    for line in lines:
        held.came(line, (address, 1))
    return lines


def test_the_oldest_of_the_address_that_has_the_most_gives_way() -> None:
    told: list[tuple[str, object]] = []
    held = Strangers(lambda code, client: told.append((code, client)), most=10)
    quiet, loud = come(held, "10.0.0.1", 3), come(held, "10.0.0.2", 20)
    assert [line.aborted for line in quiet] == [False] * 3
    assert [line.aborted for line in loud] == [True] * 13 + [False] * 7
    assert len(held) == 10
    assert told == [(CODE, ("10.0.0.2",))] * 13


def test_connection_that_has_shown_a_key_or_is_gone_counts_no_more() -> None:
    held = Strangers(most=3)
    known = come(held, "10.0.0.1", 3)
    for line in known:
        held.leave(line)
        held.leave(line)
    others = come(held, "10.0.0.1", 3)
    assert not any(line.aborted for line in (*known, *others))
    assert len(held) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
@pytest.mark.parametrize(("handles", "most"), [(256, 64), (1024, 256), (65_536, MOST), (1, 1), (-1, MOST)])
def test_a_quarter_of_the_file_handles_is_for_those_without_a_key(
    monkeypatch: pytest.MonkeyPatch, handles: int, most: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (handles, handles))
    assert most_held() == most


BOT, OTHER = (Principal("agent", name, False, f"key_{name}") for name in ("bot", "other"))
ADA = Principal("user", "ada", False, "key_ada")


def test_the_oldest_of_an_agents_key_gives_way_and_no_others() -> None:
    told: list[tuple[str, object]] = []
    known = Known(lambda code, client: told.append((code, client)), most=3)
    bot, other, ada = ([Line() for _ in range(count)] for count in (5, 3, 9))
    for who, lines in ((OTHER, other), (ADA, ada), (BOT, bot), (BOT, bot[3:])):
        for line in lines:
            known.shown(line, who, ("10.0.0.1", 1))
    assert [line.aborted for line in bot] == [True, True, False, False, False]
    assert not any(line.aborted for line in (*other, *ada))
    assert told == [(CODE_OF_KEY, ("10.0.0.1", 1))] * 2


def test_a_connection_counts_for_the_key_that_it_showed_last_as_long_as_it_is_there() -> None:
    """A proxy brings several keys by one connection."""
    known = Known(most=1)
    shared, gone, next_of_bot, next_of_other = (Line() for _ in range(4))
    known.shown(gone, BOT, None)
    known.leave(gone)
    known.shown(shared, BOT, None)
    known.shown(shared, OTHER, None)
    known.shown(next_of_bot, BOT, None)
    assert not shared.aborted
    known.shown(shared, ADA, None)
    known.shown(next_of_other, OTHER, None)
    assert not any(line.aborted for line in (shared, gone, next_of_bot, next_of_other))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
@pytest.mark.parametrize(("handles", "most"), [(256, 128), (1024, 512), (65_536, MOST_OF_KEY), (-1, MOST_OF_KEY)])
def test_an_agents_key_has_no_more_than_half_of_the_file_handles(
    monkeypatch: pytest.MonkeyPatch, handles: int, most: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (handles, handles))
    assert most_of_key() == most


@contextlib.contextmanager
def idle(hub: Hub, count: int, key: str | None = None) -> Iterator[list[socket.socket]]:
    """Connections that say nothing, or that have asked once with this key."""
    host, _, port = hub.url.removeprefix("http://").partition(":")
    with contextlib.ExitStack() as all:
        opened: list[socket.socket] = []
        for _ in range(count):
            opened.append(line := all.enter_context(socket.create_connection((host, int(port)), PATIENCE)))
            if key:
                asks = f"GET /api/me HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n\r\n"
                line.sendall(asks.encode())
                assert line.recv(4096).startswith(b"HTTP/1.1 200")
        yield opened


def status_of_newcomer(hub: Hub) -> int | None:
    """By a connection of its own; None if it was turned away."""
    with contextlib.closing(http.client.HTTPConnection(hub.url.removeprefix("http://"), timeout=PATIENCE)) as line:
        try:
            line.request("GET", "/health")
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return None


def count_refused(hub: Hub, code: str = CODE) -> int:
    found = re.search(rf'^bellpull_refused_total{{code="{code}"}} (\d+)$', hub.owner.get("/metrics").text, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.fixture
def many_handles() -> Iterator[None]:
    """For the test itself."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@on_linux
@pytest.mark.usefixtures("many_handles")
def test_a_flood_without_a_key_takes_few_handles_and_keeps_nobody_out(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    with idle(hub, FEW, agent.key) as known, idle(hub, MOST + FEW):
        until(lambda: count_refused(hub) >= FEW, "the oldest gave way")
        assert len(list(Path(f"/proc/{hub.pid}/fd").iterdir())) < MOST + 2 * FEW + 100
        assert status_of_newcomer(hub) == 200
        for line in known:
            line.setblocking(False)
            with pytest.raises(BlockingIOError):  # it is open, and has nothing to say
                line.recv(1)


@on_linux
@pytest.mark.usefixtures("many_handles")
def test_a_flood_by_an_agents_key_takes_no_more_handles_than_its_own(hub_process: HubMaker) -> None:
    hub = hub_process()
    hostile, calm = hub.new_agent(), hub.new_agent()
    with idle(hub, FEW, calm.key) as known, idle(hub, most_of_key() + FEW, hostile.key):
        assert count_refused(hub, CODE_OF_KEY) >= FEW
        assert len(list(Path(f"/proc/{hub.pid}/fd").iterdir())) < most_of_key() + 2 * FEW + 100
        assert status_of_newcomer(hub) == 200
        for line in known:
            line.setblocking(False)
            with pytest.raises(BlockingIOError):  # it is open, and has nothing to say
                line.recv(1)


@on_linux
def test_log_says_that_no_handles_are_left_and_newcomers_are_served_again_later(hub_process: HubMaker) -> None:
    hub = hub_process()
    agent = hub.new_agent()
    log = hub.data_dir / "hub.log"
    held = len(list(Path(f"/proc/{hub.pid}/fd").iterdir()))
    resource.prlimit(hub.pid, resource.RLIMIT_NOFILE, (held + FEW, held + FEW))
    with idle(hub, FEW // 2, agent.key), contextlib.ExitStack() as rest:
        rest.enter_context(idle(hub, FEW))
        until(lambda: "no file handles left" in log.read_text(), "it is said")
    until(lambda: status_of_newcomer(hub) == 200, "newcomers are served again")
    assert log.read_text().count("no file handles left") == 1


def test_warning_that_no_handles_are_left_is_said_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files")

    handles = Handles()
    handles.look(0.0)
    assert not caplog.records
    monkeypatch.setattr(os, "open", full)
    for now in (1.0, 2.0, SAID_AGAIN_SECONDS, SAID_AGAIN_SECONDS + 1, SAID_AGAIN_SECONDS + 2):
        handles.look(now)
    assert len(caplog.records) == 2


def readers_of(addresses: set[tuple[str, int]]) -> list[HttpProtocol]:
    """What has read the requests that came from there, as long as it is kept."""
    gc.collect()
    return [one for one in gc.get_objects() if type(one) is HttpProtocol and one.client in addresses]


def test_a_socket_keeps_nothing_of_what_read_its_request(agent: Caller) -> None:
    with contextlib.ExitStack() as open_ones:
        sockets = [open_ones.enter_context(agent.socket()) for _ in range(5)]
        ours = {socket.raw.local_address for socket in sockets}
        until(lambda: not readers_of(ours), "the sockets let go of it")
