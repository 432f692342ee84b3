"""Servers that fail, lock, end and come back: nothing vanishes that is there, and people are told what is wrong."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from stub_at_work import AtWork, project
from watch_nudging import Watch
from watched import Seen

from bellpull.place.reading import hostname
from bellpull.watch import condition
from support.answers import PATIENCE, done, until
from support.hub import Hub, HubMaker
from support.local_hub import NOBODY

FAULTS = {
    "garbage": "answers something else",
    "shape": "answers something else",
    "half": "its answers break off",
    "500": "answers 500",
    "endless": "answers something else",
    "never": "does not answer",
}


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return project(tmp_path, f"app-{tmp_path.name}")


def test_a_server_that_fails_keeps_its_sessions_and_says_what_is_wrong(
    calm_hub: Hub, watch: Watch, tmp_path: Path
) -> None:
    """Everywhere, or only where sessions are listed while their events still come."""
    seen = Seen(calm_hub)
    with ExitStack() as running:
        servers = {
            (fault, where): running.enter_context(AtWork(project(tmp_path, f"{fault}-{tmp_path.name}{where}")))
            for fault in FAULTS
            for where in ("", "/session")
        }
        sessions = {which: server.add() for which, server in servers.items()}
        watch(calm_hub, *(server.url for server in servers.values()))
        for session in sessions.values():
            seen.shown(session, trouble=None)
        for (fault, where), server in servers.items():
            server.fault, server.faulty = fault, where
            server.cut()
        for (fault, where), server in servers.items():
            seen.shown(sessions[fault, where], state="idle", trouble=FAULTS[fault])
            seen.server(server.url, trouble=FAULTS[fault])
        for which, server in servers.items():
            server.fault = ""
            server.prompted(sessions[which])
        for session in sessions.values():
            seen.shown(session, state="working", trouble=None)


def test_a_slow_server_is_only_slow(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.fault, server.faulty = "slow", "/session"
        server.cut()
        asked = len(server.asked)
        until(lambda: "GET /session/status" in server.asked[asked:], "it is read anew")
        until(lambda: server.listeners, "its events are heard again")
        server.prompted(session)
        seen.shown(session, state="working", trouble=None)


@pytest.mark.slow
def test_a_server_that_is_gone_takes_its_sessions_along_and_brings_them_back(
    calm_hub: Hub, watch: Watch, app: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(condition, "GONE_SECONDS", 6.0)
    seen = Seen(calm_hub)
    with AtWork(app) as server:
        session = server.add()
        watching = watch(calm_hub, server.url)
        server.prompted(session)
        server.wants_permission(session)
        seen.waits(session)
        server.stop()
        seen.shown(session, trouble="does not answer")
        seen.gone(session)
        seen.server(server.url, trouble="does not answer")
        watching.says(f"{server.url}: does not answer")
        server.start()
        seen.waits(session)
        seen.server(server.url, trouble=None, version="1.18.34", sessions=1)


def test_a_locked_server_is_shown_and_opens_with_the_password(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen = Seen(calm_hub)
    with AtWork(app, password="right") as server:
        session = server.add()
        locked = watch(calm_hub, server.url.replace("//", "//opencode:wrong@"))
        seen.server(server.url, trouble="locked, no access")
        locked.says(f"{server.url}: locked, no access")
        assert seen.session(session) is None
        watch(calm_hub, server.url.replace("//", "//opencode:right@"))
        server.prompted(session)
        seen.shown(session, state="working")
        assert "right" not in str(seen.watch())


def test_a_named_server_that_nobody_serves_is_shown_with_its_trouble(calm_hub: Hub, watch: Watch) -> None:
    watch(calm_hub, "http://127.0.0.1:9")
    Seen(calm_hub).server("http://127.0.0.1:9", trouble="does not answer")


def test_a_server_that_only_a_plugin_names_is_watched(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen, agent = Seen(calm_hub), calm_hub.new_agent()
    with AtWork(app) as server:
        session = server.add()
        named = server.url.replace("127.0.0.1", "localhost")
        sign = {"session": f"opencode:{session}", "state": "idle", "source": "plugin", "server": named}
        done(agent.post("/api/sessions/signs", [sign]))
        watch(calm_hub, "http://127.0.0.1:9")
        seen.server(named, trouble=None, version="1.18.34")
        server.prompted(session)
        assert seen.shown(session, state="working")["agent_name"] == agent.name


def test_an_address_that_an_agent_tells_is_not_sent_the_password(calm_hub: Hub, watch: Watch, app: Path) -> None:
    seen, agent = Seen(calm_hub), calm_hub.new_agent()
    with AtWork(app, password="right") as server:
        sign = {"session": f"opencode:{server.add()}", "state": "idle", "source": "plugin", "server": server.url}
        done(agent.post("/api/sessions/signs", [sign]))
        watch(calm_hub, "http://127.0.0.1:9", OPENCODE_SERVER_PASSWORD="right")
        seen.server(server.url, trouble="locked, no access")


def test_a_session_whose_program_has_ended_is_over(calm_hub: Hub, watch: Watch) -> None:
    agent = calm_hub.new_agent()
    for session, pid in (("claude:over", NOBODY), ("claude:runs", calm_hub.pid)):
        place = {"host": hostname(), "pid": pid}
        done(
            agent.post("/api/sessions/signs", [{"session": session, "state": "idle", "source": "hook", "place": place}])
        )

    def states() -> dict[str, str]:
        return {one["id"]: one["state"] for one in done(agent.get("/api/sessions"))["sessions"]}

    watch(calm_hub, "http://127.0.0.1:9")
    until(lambda: states() == {"claude:over": "ended", "claude:runs": "idle"}, "the one is over")


SERVING = """
import sys
sys.path[:0] = {path!r}
from stub_at_work import AtWork
server = AtWork({project!r})
server.start()
server.prompted(server.add())
print(server.port, flush=True)
sys.stdin.read()
"""


def test_a_server_is_found_by_its_process_and_ends_with_it(
    hub_process: HubMaker, watch_process: Watch, tmp_path: Path, app: Path
) -> None:
    hub = hub_process()
    program = tmp_path / "opencode"
    program.write_text(SERVING.format(path=[str(Path(__file__).parent)], project=str(app)))
    command, home = [sys.executable, str(program), "serve"], hub.environment()["HOME"]
    environment = os.environ | {"HOME": home}  # one of another home is somebody else's
    process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        url = f"http://127.0.0.1:{int(process.stdout.readline())}"
        watching = watch_process(hub, finds=process.pid)

        def found() -> dict[str, object] | None:
            sessions = Seen(hub).watch()["sessions"]
            return next((one for one in sessions if one["server"] == url and one["place"]), None)

        session = until(found, "it is found")
        watching.says(f"{url}: OpenCode 1.18.34")
        process.kill()
        process.wait(PATIENCE)
        until(lambda: found() is None, "it is gone")
        watching.says(f"{url}: gone")
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)
    assert session["place"]["pid"] == process.pid  # type: ignore[index]
    assert session["agent_name"] == app.name
