"""What servers show is seen at the hub: bell, lock, text, and that they disappear again."""

from pathlib import Path

import pytest
from stub_at_work import AtWork, project
from watch_nudging import Watch
from watched import Seen

from support.answers import until
from support.hub import Hub, HubMaker


@pytest.fixture
def seen(calm_hub: Hub) -> Seen:
    return Seen(calm_hub)


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return project(tmp_path, f"app-{tmp_path.name}")


def test_a_session_is_shown_as_it_works_and_rests(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        session = server.add(title="Build it")
        watch(calm_hub, server.url)
        idle = seen.shown(session, state="idle")
        server.prompted(session)
        seen.shown(session, state="working", busy=True)
        server.runs(session, "bash", command="make test")
        until(lambda: seen.shown(session)["tools"], "its tool is shown")
        server.does_todos(session, first="in_progress", second="pending")
        until(lambda: seen.shown(session)["todos"], "its todos are shown")
        server.rests(session)
        seen.shown(session, state="idle", tools=[])
    told = {name: idle[name] for name in ("agent_name", "client", "title", "directory", "server", "source", "wakes")}
    assert told == {
        "agent_name": app.name,
        "client": "opencode/1.18.34",
        "title": "Build it",
        "directory": str(app),
        "server": server.url,
        "source": "watcher",
        "wakes": True,
    }


def test_an_ask_rings_until_the_person_goes_on(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.prompted(session)
        server.asks(session, "Merge it?")
        (wait,) = seen.waits(session)
        assert (wait["kind"], wait["title"]) == ("ask", "Merge it?")
        assert seen.shown(session, has_pending_ask_user=True)["ask_user_title"] == "Merge it?"
        server.prompted(session, "Yes.")
        seen.waits(session, 0)


def test_a_permission_locks_until_it_is_given_in_the_client(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.prompted(session)
        request = server.wants_permission(session, "touch it")
        (wait,) = seen.waits(session)
        assert (wait["kind"], wait["request"], wait["source"]) == ("permission", request, "event")
        assert "🔒" in seen.watch()["title"]
        server.replied(request, str(app), {"reply": "once"})
        seen.waits(session, 0)


def test_a_watch_that_starts_late_shows_what_is_open(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        asking, locked = server.add(), server.add()
        server.prompted(asking)
        for number in range(30):
            server.runs(asking, "bash", "completed", command=f"step {number}")
        server.asks(asking, "Merge it?")
        server.prompted(locked)
        server.wants_permission(locked)
        watch(calm_hub, server.url)
        assert seen.waits(asking)[0]["title"] == "Merge it?"
        assert seen.waits(locked)[0]["source"] == "list"


def test_a_sub_agent_belongs_to_its_root(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        root = server.add()
        watch(calm_hub, server.url)
        seen.shown(root)
        server.prompted(root)
        child = server.add(parentID=root)
        server.emit("session.created", sessionID=child, info=server.found(child))
        server.prompted(child)
        server.wants_permission(child)
        assert seen.shown(child)["parent"] == f"opencode:{root}"
        assert seen.waits(root)[0]["session"] == f"opencode:{child}"


def test_a_deleted_session_disappears(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        session, other = server.add(), server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        server.deleted(session)
        seen.gone(session)
        assert seen.session(other)


def test_two_projects_of_one_server_are_two_agents(calm_hub: Hub, seen: Seen, watch: Watch, tmp_path: Path) -> None:
    one, two = project(tmp_path, f"one-{tmp_path.name}"), project(tmp_path, f"two-{tmp_path.name}")
    late = project(tmp_path, f"late-{tmp_path.name}")
    with AtWork(one) as server:
        here, there = server.add(), server.add(two)
        watch(calm_hub, server.url)
        assert seen.shown(here)["agent_name"] == one.name
        assert seen.shown(there)["agent_name"] == two.name
        server.prompted(there)
        server.wants_permission(there)
        seen.waits(there)
        new = server.add(late)
        server.emit("session.created", str(late), sessionID=new, info=server.found(new))
        assert seen.shown(new)["agent_name"] == late.name


def test_a_session_that_two_servers_show_is_as_the_one_says_that_runs_it(
    calm_hub: Hub, seen: Seen, watch: Watch, app: Path
) -> None:
    with AtWork(app) as runs, AtWork(app) as looks_on:
        session = runs.add()
        looks_on.sessions = runs.sessions
        looks_on.messages = runs.messages
        watch(calm_hub, looks_on.url, runs.url)
        until(
            lambda: {one["server"] for one in seen.watch()["servers"]} >= {runs.url, looks_on.url}, "both are watched"
        )
        runs.prompted(session)
        runs.wants_permission(session)
        seen.waits(session)
        looks_on.cut()  # it is read anew, and still knows nothing of the permission
        asked = len(looks_on.asked)
        until(lambda: "GET /permission" in looks_on.asked[asked:], "it is read anew")
        other = runs.add()
        runs.emit("session.created", sessionID=other, info=runs.found(other))
        seen.shown(other)
        (wait,) = seen.waits(session)
        assert seen.shown(session)["server"] == runs.url
        assert [one["id"] for one in seen.watch()["sessions"]].count(f"opencode:{session}") == 1
        assert wait["kind"] == "permission"


def test_a_server_of_long_ago_is_read_again_and_again(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        server.old = True
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session, state="idle")
        server.prompted(session)
        server.runs(session, "bash", age=10, command="make test")
        (wait,) = seen.waits(session)
        assert (wait["source"], wait["confidence"]) == ("heuristic", "guess")
        server.rests(session)
        seen.shown(session, state="idle", waits=[])


def test_garbage_and_floods_of_words_disturb_nothing(calm_hub: Hub, seen: Seen, watch: Watch, app: Path) -> None:
    with AtWork(app) as server:
        session = server.add()
        watch(calm_hub, server.url)
        seen.shown(session)
        for _ in range(2000):
            server.emit("message.part.delta", sessionID=session, partID="prt_1", field="text", delta="word " * 20)
        for garbage in (
            b"data: {no\n\n",
            b": ping\n\n",
            b"data: []\n\n",
            b'data: {"payload": 7}\n\n',
            b"\xff\n",
            b"event: x\n\n",
        ):
            for one in server.listeners:
                one.put(garbage)
        server.send({"payload": {"type": "session.status", "properties": "none"}})
        for one in server.listeners:
            one.put(b"data: " + b"x" * 9_000_000 + b"\n\n")
        server.prompted(session)
        seen.shown(session, state="working")


def test_the_hub_watches_by_itself(hub_process: HubMaker, app: Path) -> None:
    with AtWork(app) as server:
        session = server.add()
        hub = hub_process(opencode_urls=server.url)
        seen = Seen(hub)
        seen.shown(session)
        server.prompted(session)
        server.wants_permission(session)
        (wait,) = seen.waits(session)
        hub.restart()
        (again,) = seen.waits(session)
        assert again["question_id"] == wait["question_id"]
        seen.answer(wait["question_id"], choice="Allow once")
        until(lambda: server.replies, "it is carried out")
        seen.waits(session, 0)
    assert [reply for _, reply in server.replies] == [{"reply": "once"}]
