"""Which session gets a nudge, and how: the watcher against servers that answer as OpenCode does."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from stub_opencode import StubOpenCode
from watch_nudging import Nudged, Watch, agent_of, block

from support.answers import PATIENCE, done, until
from support.hub import Hub, HubMaker


def test_the_session_that_was_used_last_gets_the_blocks_and_nothing_else(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    with StubOpenCode(nudged.project) as server:
        server.add(age=100)
        last = server.add(age=10)
        server.add(age=20)
        nudged.tell("It is red.", source="ci", label="main")
        nudged.tell("Use staging.")
        watch(calm_hub, server.url)
        handed = nudged.all_handed()
    assert server.texts(last) == [block("It is red.", "ci", label="main") + "\n\n" + block("Use staging.")]
    assert {prompt.session for prompt in server.prompts} == {last}
    assert [(one["handed_via"], one["handed_session"]) for one in handed] == [("prompt", f"opencode:{last}")] * 2
    assert server.prompts[0].body["parts"][0]["metadata"] == {"bellpull": True, "nudges": [one["id"] for one in handed]}


def test_an_addressed_nudge_goes_to_its_session_and_not_to_the_last(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    with StubOpenCode(nudged.project) as server:
        older, newer = server.add(age=100), server.add(age=1)
        watch(calm_hub, server.url)
        nudged.tell("For anybody.")
        nudged.tell("For you.", session=f"opencode:{older}")
        nudged.all_handed()
    assert server.texts(older) == [block("For you.")]
    assert server.texts(newer) == [block("For anybody.")]


def test_sub_agents_other_projects_and_archived_sessions_are_passed_over(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    other = agent_of(calm_hub, tmp_path)
    (nudged.project / "deep" / "down").mkdir(parents=True)
    with StubOpenCode(tmp_path) as server:
        own = server.add(nudged.project / "deep" / "down", age=100)
        server.add(nudged.project, age=1, parentID=own)
        server.add(nudged.project, age=2, time={"updated": 1, "created": 1, "archived": 2})
        server.add(other.project, age=3)
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert [prompt.session for prompt in server.prompts] == [own]


def test_the_server_with_the_newest_session_is_prompted(calm_hub: Hub, nudged: Nudged, watch: Watch) -> None:
    with StubOpenCode(nudged.project) as one, StubOpenCode(nudged.project) as two:
        one.add(age=50)
        newest = two.add(age=5)
        watch(calm_hub, one.url, two.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert (one.prompts, two.texts(newest)) == ([], [block("Hello.")])


def test_the_server_of_its_project_is_prompted_for_a_session_that_two_show(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    with StubOpenCode(tmp_path / "elsewhere") as away, StubOpenCode(nudged.project) as home:
        session = home.add(age=5)
        away.sessions, away.projects = home.sessions, [str(nudged.project)]
        watch(calm_hub, away.url, home.url)
        nudged.tell("Hello.")
        nudged.all_handed()
        nudged.tell("For you.", session=f"opencode:{session}")
        nudged.all_handed()
    assert (away.prompts, home.texts(session)) == ([], [block("Hello."), block("For you.")])


def test_a_project_that_the_server_was_not_started_in_is_found_too(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    with StubOpenCode(tmp_path / "elsewhere") as server:
        server.projects = ["/", str(tmp_path / "elsewhere"), str(nudged.project)]
        session = server.add(nudged.project)
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]


def test_an_agent_without_a_project_is_known_by_the_name_of_the_folder(
    calm_hub: Hub, watch: Watch, tmp_path: Path
) -> None:
    nudged = agent_of(calm_hub, tmp_path, has_project=False)
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]


def test_an_agent_without_a_project_is_known_by_where_it_worked(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    chosen = agent_of(calm_hub, tmp_path, has_project=False)
    chosen.sign("process:1", directory=str(nudged.project))
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watch(calm_hub, server.url)
        chosen.tell("Hello.")
        chosen.all_handed()
    assert server.texts(session) == [block("Hello.")]


def test_a_server_with_a_plugin_at_work_is_left_alone(
    calm_hub: Hub, nudged: Nudged, watch: Watch, tmp_path: Path
) -> None:
    somebody = agent_of(calm_hub, tmp_path)
    with StubOpenCode(nudged.project) as plugged, StubOpenCode(nudged.project) as bare:
        plugged.add(age=1)
        session = bare.add(age=50)
        written_otherwise = f"http://localhost:{plugged.port}/"
        somebody.sign("opencode:ses_x", source="plugin", server=written_otherwise)
        watch(calm_hub, plugged.url, bare.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert plugged.prompts == []
    assert bare.texts(session) == [block("Hello.")]


def test_a_nudge_that_is_pending_already_is_brought_by_the_hub_itself(hub_process: HubMaker, tmp_path: Path) -> None:
    with StubOpenCode(tmp_path / "builder") as server:
        hub = hub_process(opencode_urls=server.url)
        nudged = agent_of(hub, tmp_path, name="builder")
        session = server.add()
        nudged.tell("One.")
        nudged.all_handed()
        server.stop()
        nudged.tell("Two.")
        hub.restart()
        server.start()
        nudged.all_handed()
    assert server.texts(session) == [block("One."), block("Two.")]


def test_the_agent_and_the_model_of_the_session_stay(calm_hub: Hub, nudged: Nudged, watch: Watch) -> None:
    model = {"id": "large", "providerID": "fake", "variant": "high"}
    with StubOpenCode(nudged.project) as server:
        server.add(agent="plan", model=model)
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    body = server.prompts[0].body
    assert (body["agent"], body["variant"]) == ("plan", "high")
    assert body["model"] == {"providerID": "fake", "modelID": "large"}


def test_a_session_that_works_is_left_to_the_carrier_of_tool_results_and_gets_the_rest(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        server.busy.add(session)
        watch(calm_hub, server.url)
        # A watch that has only just come looks for what it missed: it would think that this was told earlier.
        until(lambda: session in str(done(calm_hub.owner.get("/api/watch"))["sessions"]), "it is seen")
        nudged.tell("With a result.")
        nudged.carry("shim")
        nudged.tell("By itself.")
        nudged.all_handed()
    (prompt,) = server.prompts
    assert "By itself." in str(prompt.body)


def test_the_hub_knows_that_the_session_idles_and_can_be_woken(calm_hub: Hub, nudged: Nudged, watch: Watch) -> None:
    def known() -> list[dict[str, object]]:
        return list(done(calm_hub.owner.get("/api/sessions", agent_name=nudged.name))["sessions"])

    with StubOpenCode(nudged.project) as server:
        session = server.add(title="Build it")
        watch(calm_hub, server.url)
        (seen,) = until(known, "the watcher looks around")
        assert nudged.tell("Hello.")["delivery"] == "new_message"
        nudged.all_handed()
    told = {name: seen[name] for name in ("id", "client", "state", "source", "server", "wakes", "title")}
    assert told == {
        "id": f"opencode:{session}",
        "client": "opencode/1.18.34",
        "state": "idle",
        "source": "watcher",
        "server": server.url,
        "wakes": True,
        "title": "Build it",
    }


def test_many_nudges_arrive_once_and_in_order_though_two_watchers_bring_them(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watch(calm_hub, server.url)
        watch(calm_hub, server.url)
        for number in range(60):
            nudged.tell(f"Number {number}.")
        nudged.all_handed()
    assert "\n\n".join(server.texts(session)) == "\n\n".join(block(f"Number {number}.") for number in range(60))


@pytest.mark.parametrize("by_variable", [True, False], ids=["variable", "address"])
def test_a_password_opens_the_server_and_is_never_printed(
    calm_hub: Hub, nudged: Nudged, watch: Watch, by_variable: bool
) -> None:
    with StubOpenCode(nudged.project, password="s3cr:t/@") as server:
        session = server.add()
        named = f"http://opencode:s3cr%3At%2F%40@127.0.0.1:{server.port}"
        variables = {"OPENCODE_SERVER_PASSWORD": "s3cr:t/@"} if by_variable else {}
        watching = watch(calm_hub, server.url if by_variable else named, BELLPULL_LOG_LEVEL="debug", **variables)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]
    assert "s3cr" not in watching.output()
    assert server.url in watching.output()


def test_a_watcher_without_the_password_says_so_and_goes_on_when_it_is_let_in(
    calm_hub: Hub, nudged: Nudged, watch: Watch
) -> None:
    with StubOpenCode(nudged.project, password="secret") as server:
        session = server.add()
        watching = watch(calm_hub, server.url)
        nudged.tell("Hello.")
        watching.says(f"The OpenCode server at {server.url} wants another password.")
        assert server.prompts == []
        server.password = ""
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]


def test_a_server_by_its_ipv6_address(calm_hub: Hub, nudged: Nudged, watch: Watch) -> None:
    if not socket.has_ipv6:
        pytest.skip("there is no IPv6 here")
    try:
        server = StubOpenCode(nudged.project, host="::1")
        server.start()
    except OSError as error:
        pytest.skip(f"there is no IPv6 here: {error}")
    try:
        session = server.add()
        watch(calm_hub, server.url)
        nudged.tell("Hello.")
        nudged.all_handed()
    finally:
        server.stop()
    assert server.texts(session) == [block("Hello.")]


def test_a_watcher_with_the_key_of_an_agent_serves_that_agent(calm_hub: Hub, watch: Watch, tmp_path: Path) -> None:
    key = calm_hub.new_agent()
    nudged = Nudged(calm_hub, key.name, tmp_path / key.name)
    with StubOpenCode(nudged.project) as server:
        session = server.add()
        watch(calm_hub, server.url, BELLPULL_KEY=key.key)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert server.texts(session) == [block("Hello.")]


def test_an_agent_that_the_key_is_not_for_is_left_alone(calm_hub: Hub, watch: Watch, tmp_path: Path) -> None:
    key, other = calm_hub.new_agent(), agent_of(calm_hub, tmp_path)
    nudged = Nudged(calm_hub, key.name, tmp_path / key.name)
    with StubOpenCode(tmp_path) as server:
        server.add(other.project)
        session = server.add(nudged.project)
        other.tell("Not for you.")
        watch(calm_hub, server.url, BELLPULL_KEY=key.key)
        nudged.tell("Hello.")
        nudged.all_handed()
    assert [prompt.session for prompt in server.prompts] == [session]
    assert other.pending()


@pytest.mark.process
def test_a_refused_key_ends_the_watcher_with_a_sentence(calm_hub: Hub, nudged: Nudged) -> None:
    command = [
        sys.executable,
        "-m",
        "bellpull.cli.main",
        "watcher",
        "--no-discovery",
        "--data-dir",
        str(calm_hub.data_dir),
    ]
    wrong = calm_hub.environment() | {"BELLPULL_KEY": "bp_wrong", "BELLPULL_OPENCODE_URLS": "http://127.0.0.1:9"}
    ended = subprocess.run(command, env=wrong, capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout.splitlines()[0]) == (2, "Watching http://127.0.0.1:9.")
    assert "hint: check the key (variable BELLPULL_KEY)" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.process
def test_a_hub_that_watches_nothing_has_not_loaded_the_watch() -> None:
    look = "import sys, bellpull.assemble; print([name for name in sys.modules if name.startswith('bellpull.watch')])"
    ended = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert ended.stdout == "['bellpull.watch', 'bellpull.watch.beside', 'bellpull.watch.usage']\n"
