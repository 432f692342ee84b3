"""What ended while the hub was away is gone when it is back: sessions that were deleted, servers that did not come
back. What somebody else knows of stays."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from stub_at_work import AtWork, project
from watched import Seen

from support.answers import PATIENCE, done, until
from support.hub import Hub, HubMaker
from support.questions import look

HERE = os.uname().nodename
#: Nobody has listened at a server for ten seconds before it counts as gone.
LONG = 3 * PATIENCE


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return project(tmp_path, f"app-{tmp_path.name}")


@pytest.fixture
def server(app: Path) -> Iterator[AtWork]:
    with AtWork(app) as served:
        yield served


def rings(server: AtWork, session: str, seen: Seen) -> None:
    """It asks a person, and the hub shows it."""
    server.prompted(session)
    server.asks(session, "Merge it?")
    seen.waits(session)


def locked(server: AtWork, session: str, seen: Seen) -> str:
    """It wants a permission; the question that the hub asks."""
    server.prompted(session)
    server.wants_permission(session)
    (wait,) = seen.waits(session)
    return str(wait["question_id"])


def is_withdrawn(hub: Hub, question: str) -> None:
    until(lambda: look(hub.owner, question)["state"] == "settled", "its question is withdrawn")
    settled = look(hub.owner, question)
    assert (settled["outcome"], settled["via"]) == ("withdrawn", "client")


def sign(hub: Hub, session: str, **fields: Any) -> None:
    """Somebody tells of a session that asks something."""
    asks = [{"title": "Merge it?", "text": "Shall I?", "tool": "notify_ask_user"}]
    told = {"session": f"opencode:{session}", "agent": "builder", "state": "idle", "asks": asks, "source": "watcher"}
    done(hub.owner.post("/api/sessions/signs", [told | fields]))


def watching(hub_process: HubMaker, *urls: str) -> Hub:
    hub = hub_process(opencode_urls=",".join(urls), opencode_discovery="false")
    done(hub.owner.post("/api/keys", {"agent_name": "builder"}), 201)
    return hub


def test_sessions_that_were_deleted_while_the_hub_was_away_do_not_ring(hub_process: HubMaker, server: AtWork) -> None:
    """Nor does a sub-agent that has ended meanwhile; what is still there does."""
    kept, deleted, wanted = (server.add() for _ in range(3))
    hub = watching(hub_process, server.url)
    seen = Seen(hub)
    rings(server, kept, seen)
    rings(server, deleted, seen)
    question = locked(server, wanted, seen)
    child = server.add(parentID=kept)
    server.emit("session.created", sessionID=child, info=server.found(child))
    of_child = locked(server, child, seen)
    hub.stop()
    for session in (deleted, wanted):
        server.deleted(session)
    server.permissions.clear()
    server.rests(child)
    hub.start()
    for session in (deleted, wanted, child):
        seen.gone(session, LONG)
    is_withdrawn(hub, question)
    is_withdrawn(hub, of_child)
    assert [wait["title"] for wait in seen.waits(kept)] == ["Merge it?"]


@pytest.mark.slow
def test_a_server_that_ended_while_the_hub_was_away_leaves_no_bell(
    hub_process: HubMaker, server: AtWork, app: Path
) -> None:
    """What another server shows that came instead of it still rings, and so does what others watch."""
    moved, gone, wanted = (server.add() for _ in range(3))
    with AtWork(app) as other:
        hub = watching(hub_process, server.url, other.url)
        seen = Seen(hub)
        rings(server, moved, seen)
        rings(server, gone, seen)
        question = locked(server, wanted, seen)
        sign(hub, "elsewhere", server="http://127.0.0.1:9", place={"host": f"not-{HERE}"})
        sign(hub, "nobody_knows_where", server="http://127.0.0.1:9")
        sign(hub, "here", server="http://127.0.0.1:9", place={"host": HERE})
        # As after a restart of the machine: the number of its process is that of another program.
        sign(hub, "long_ago", server="http://127.0.0.1:9", place={"host": HERE, "pid": os.getpid()})
        hub.stop()
        server.stop()
        other.sessions = [one for one in server.sessions if one["id"] == moved]
        other.messages = server.messages
        hub.start()
        for session in (gone, wanted, "here", "long_ago"):
            seen.gone(session, LONG)
        is_withdrawn(hub, question)
        assert "🔔" in seen.watch()["title"]
        assert [wait["title"] for wait in seen.waits(moved)] == ["Merge it?"]
        assert seen.shown(moved)["server"] == other.url
        for session in ("elsewhere", "nobody_knows_where"):
            assert seen.waits(session)
        server.start()


@pytest.mark.slow
def test_a_session_of_a_program_that_has_ended_is_gone_and_one_that_runs_is_not(
    hub_process: HubMaker, server: AtWork
) -> None:
    """As the plugin tells of them, which is in that program. Its server may have none that listens."""
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        ended.wait(PATIENCE)
    hub = watching(hub_process, server.url)
    seen = Seen(hub)
    sign(hub, "ended", source="plugin", place={"host": HERE, "pid": ended.pid})
    sign(hub, "runs", source="plugin", place={"host": HERE, "pid": os.getpid()})
    sign(hub, "deleted", server=server.url, place={"host": HERE, "pid": os.getpid()})
    hub.restart()
    seen.gone("ended", LONG)
    seen.gone("deleted", LONG)
    assert seen.waits("runs")


def test_a_process_number_that_another_program_has_since_is_not_the_program_that_told(hub_process: HubMaker) -> None:
    """As after a restart of the machine."""
    hub = watching(hub_process)
    seen = Seen(hub)
    for session in ("long_ago", "runs"):
        sign(hub, session, source="plugin", place={"host": HERE, "pid": os.getpid()})
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file, file:
        at = "2001-01-01T00:00:00.000Z"
        file.execute("UPDATE sessions SET seen_at = ?, since = ? WHERE id = 'opencode:long_ago'", [at, at])
    hub.start()
    listed = lambda: {one["id"]: one["state"] for one in done(hub.owner.get("/api/sessions"))["sessions"]}  # noqa: E731
    until(lambda: listed()["opencode:long_ago"] == "ended", "the one that began before its process is over")
    assert seen.waits("runs")


@pytest.mark.slow
def test_a_server_that_cannot_be_read_keeps_what_is_remembered(hub_process: HubMaker, server: AtWork) -> None:
    session = server.add()
    hub = watching(hub_process, server.url)
    seen = Seen(hub)
    rings(server, session, seen)
    sign(hub, "here", server="http://127.0.0.1:9", place={"host": HERE})
    hub.stop()
    server.fault = "500"
    hub.start()
    seen.server(server.url, trouble="answers 500")
    seen.gone("here", LONG)  # so everything was compared that could be
    assert seen.waits(session)
