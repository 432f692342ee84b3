"""The plugin with a hub that is slow, refuses or is gone, and with an OpenCode that does the unusual."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plugin_alone import Plugin, plugin_alone

from bellpull.clients.opencode_plugin import plugin_text
from support.answers import PATIENCE, done, until
from support.hub import Caller


@pytest.fixture
def plugin(agent: Caller, tmp_path: Path) -> Iterator[Plugin]:
    with plugin_alone(agent, tmp_path) as alone:
        yield alone


def tell(plugin: Plugin, message: str, **fields: Any) -> dict[str, Any]:
    told: dict[str, Any] = done(
        plugin.agent.hub.owner.post(f"/api/agents/{plugin.agent.name}/nudges", {"message": message, **fields}), 201
    )
    return told


def listed(plugin: Plugin, state: str = "pending") -> list[dict[str, Any]]:
    path = f"/api/agents/{plugin.agent.name}/nudges"
    found: list[dict[str, Any]] = done(plugin.agent.hub.owner.get(path, state=state, limit=500))["nudges"]
    return found


def free(plugin: Plugin) -> list[dict[str, Any]]:
    """What is pending and nobody has."""
    return [one for one in listed(plugin) if one["state"] == "pending"]


def result(text: str) -> dict[str, Any]:
    return {"title": "", "output": text, "metadata": {}}


def mcp_result(*texts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text} for text in texts]}


def carried(plugin: Plugin, session: str, output: dict[str, Any], **how: str) -> dict[str, Any]:
    """The first result of a tool that has a nudge; the ones before it are as the tool left them."""

    def next_result() -> dict[str, Any] | None:
        left = plugin.finish(session, output, **how)["output"]
        return None if left == output else left

    return until(next_result, "a result has a nudge")


def test_nothing_pending_means_no_call_and_no_change(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    for output in (result("one"), mcp_result("two", "three"), None):
        assert plugin.finish(session, output)["output"] == output
    assert not plugin.door.count("/claim")


def failure(session: str, error: str = "no such file") -> list[dict[str, Any]]:
    """What OpenCode is about to send to the model: a prompt, and an answer whose last tool has failed."""
    state = {"status": "error", "input": {}, "error": error}
    own = {"sessionID": session, "messageID": "msg_2"}
    tool = {"id": "prt_2", "type": "tool", "tool": "read", "callID": "call_1", "state": state, **own}
    return [
        {"info": {"id": "msg_1", "role": "user", "sessionID": session}, "parts": []},
        {"info": {"id": "msg_2", "role": "assistant", "sessionID": session}, "parts": [tool]},
    ]


def shown(plugin: Plugin, session: str) -> str:
    """How the failure reads for the model."""
    text: str = plugin.do("sends", failure(session))[1]["parts"][0]["state"]["error"]
    return text


def told_with_failure(plugin: Plugin, session: str, message: str = "CI failed") -> dict[str, Any]:
    told = tell(plugin, message)
    until(lambda: told["xml"] in shown(plugin, session), "the failure has it")
    return told


def test_a_failure_has_it_once_in_each_request_and_in_opencodes_record(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    told = told_with_failure(plugin, session)
    for _ in range(3):
        assert shown(plugin, session) == f"no such file\n\n{told['xml']}"
    kept = until(lambda: [one for one in plugin.said if "kept" in one], "it is kept")
    assert [one["body"]["state"]["error"] for one in kept] == [f"no such file\n\n{told['xml']}"]
    again = failure(session, f"no such file\n\n{told['xml']}")
    assert plugin.do("sends", again) == again, "what OpenCode has kept is not added again"
    until(lambda: listed(plugin, "handed"), "it is confirmed")


def test_a_nudge_after_another_is_added_to_the_same_failure(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    first, second = (told_with_failure(plugin, session, message) for message in ("CI failed", "and again"))
    assert shown(plugin, session) == f"no such file\n\n{first['xml']}\n\n{second['xml']}"


def test_a_request_that_only_sums_up_takes_no_nudge(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    told = tell(plugin, "CI failed")
    until(lambda: plugin.door.shown(told["id"]), "the plugin knows of it")
    plugin.do("compacts", session)
    assert shown(plugin, session) == "no such file"
    assert free(plugin)
    until(lambda: told["xml"] in shown(plugin, session), "the next request has it")


def test_messages_that_nobody_understands_go_out_as_they_are(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    for odd in ([], [{}], [{"info": {"sessionID": session}}]):
        assert plugin.do("sends", odd) == odd


def test_a_claim_that_comes_too_late_leaves_the_result_alone_and_gives_back_what_it_got(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    told = tell(plugin, "CI failed")
    plugin.door.open["claim"].clear()

    def claimed() -> bool:
        assert plugin.finish(session, result("one"))["output"] == result("one")
        return plugin.door.count("/claim") > 0

    until(claimed, "the plugin claims")
    until(lambda: not free(plugin), "the hub has leased it")
    plugin.door.open["claim"].set()
    until(lambda: free(plugin), "it is given back")
    assert carried(plugin, session, result("two")) == result(f"two\n\n{told['xml']}")
    (handed,) = until(lambda: listed(plugin, "handed"), "it is confirmed")
    assert (handed["repeat"], handed["handed_via"]) == (False, "plugin")


def test_each_claim_that_came_too_late_gives_the_next_one_twice_the_time(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    tell(plugin, "CI failed")
    plugin.door.open["claim"].clear()
    waited: list[float] = []

    def too_late() -> bool:
        before = plugin.door.count("/claim")
        took = plugin.finish(session, result("one"))["ms"]
        if plugin.door.count("/claim") > before:
            waited.append(took)
        return len(waited) == 7

    until(too_late, "seven claims came too late")
    for took, least in zip(waited, (20, 40, 80, 160, 320, 500, 500), strict=True):
        assert took > least - 2  # clocks of timers and of this measurement differ a little


def test_a_receipt_is_repeated_until_the_hub_takes_it(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    tell(plugin, "CI failed")
    plugin.door.refusals["confirm"] = 3
    carried(plugin, session, result("one"))
    until(lambda: listed(plugin, "handed"), "it is confirmed")
    assert plugin.door.count("/confirm") == 4


def test_a_nudge_that_does_not_fit_into_a_result_that_opencode_cuts_waits_for_the_next(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    told = [tell(plugin, f"{number} " + "€" * 5_000) for number in range(5)]
    first = carried(plugin, session, mcp_result("x" * 200_000))
    assert first["content"][1:] == mcp_result("x" * 200_000)["content"]
    assert first["content"][0]["text"] == "\n\n".join(one["xml"] for one in told[:3])
    until(lambda: len(listed(plugin, "handed")) == 3 and len(free(plugin)) == 2, "the others are free again")
    second = carried(plugin, session, mcp_result("small"))
    assert [item["text"] for item in second["content"]] == ["small", "\n\n".join(one["xml"] for one in told[3:])]
    assert not any(one["repeat"] for one in listed(plugin, "handed"))


def test_the_persons_own_limits_of_results_count(plugin: Plugin) -> None:
    plugin.do("config", {"tool_output": {"max_lines": 10}})
    session = plugin.session("ses_1")
    told = tell(plugin, "CI failed")
    left = carried(plugin, session, mcp_result("line\n" * 9))
    assert [item["text"] for item in left["content"]] == [told["xml"], "line\n" * 9]


def test_a_tool_that_a_program_called_carries_nothing(plugin: Plugin) -> None:
    """OpenCode's code mode: the model sees what its program makes of such a result."""
    session = plugin.session("ses_1")
    told = tell(plugin, "CI failed")
    until(lambda: plugin.door.shown(told["id"]), "the plugin is told of it")
    for _ in range(20):
        left = plugin.finish(session, mcp_result("inner"), call="call_1/3")["output"]
        assert left == mcp_result("inner")
    assert carried(plugin, session, result("outer"))["output"].startswith("outer\n\n<notification")


def test_a_session_that_begins_to_work_while_it_is_being_woken_gets_it_with_a_result(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    plugin.idle(session)
    plugin.door.open["claim"].clear()
    told = tell(plugin, "CI failed")
    until(lambda: plugin.door.count("/claim"), "the plugin wants to wake it")
    plugin.busy(session)
    plugin.door.open["claim"].set()
    assert carried(plugin, session, result("one"))["output"] == f"one\n\n{told['xml']}"
    until(lambda: not listed(plugin), "it is handed over")
    assert not plugin.prompts()


def test_a_message_says_how_the_session_was(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    plugin.idle(session)
    told = [tell(plugin, "CI failed", label="main")]
    until(lambda: not listed(plugin), "it is handed over")
    (prompt,) = plugin.prompts()
    marks = {"bellpull": True, "nudges": [told[0]["id"]]}
    parts = [{"type": "text", "text": told[0]["xml"], "metadata": marks}]
    assert prompt == {"prompt": session, "body": {"agent": "plan", "parts": parts}}


def test_a_message_that_opencode_refuses_is_given_back_and_tried_again(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, WAKING_MS="50", RECHECK_MS="200") as plugin:
        plugin.do("play", {"refuse": True})
        session = plugin.session("ses_1")
        plugin.idle(session)
        tell(plugin, "CI failed")
        until(lambda: plugin.prompts() and free(plugin), "it is refused and given back")
        plugin.do("play", {"refuse": False})
        (handed,) = until(lambda: listed(plugin, "handed"), "it is taken in the end")
        assert not handed["repeat"]
        assert len(plugin.logs()) == 1


def test_a_message_that_opencode_accepts_and_drops_is_not_taken_for_read(plugin: Plugin) -> None:
    plugin.do("play", {"drop": True})
    plugin.idle(plugin.session("ses_1"))
    tell(plugin, "CI failed")
    until(plugin.prompts, "it is accepted")
    plugin.finish("ses_1", result("one"))
    assert [one["state"] for one in listed(plugin)] == ["carried"]
    assert not plugin.door.count("/confirm") + plugin.door.count("/release")


def test_an_opencode_that_dies_with_a_nudge_in_its_hands_loses_nothing(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path) as dying:
        session = dying.session("ses_1")
        told = tell(dying, "CI failed")
        dying.door.open["claim"].clear()
        until(lambda: dying.finish(session, result("one")) and not free(dying), "it has a claim under way")
        dying.process.kill()
        dying.process.wait(PATIENCE)
    with plugin_alone(agent, tmp_path) as next_one:
        left = carried(next_one, next_one.session("ses_1"), result("two"))
    assert left["output"] == "two\n\n" + told["xml"].replace(">", ' repeat="true">', 1)


def test_a_session_that_nobody_has_prompted_is_not_woken(plugin: Plugin) -> None:
    stranger = plugin.session("ses_1", prompted=False)
    plugin.idle(stranger)
    told = tell(plugin, "CI failed")
    until(lambda: plugin.door.shown(told["id"]), "the plugin is told of it")
    prompted = plugin.session("ses_2")
    plugin.idle(prompted)
    until(lambda: not listed(plugin), "it is handed over")
    assert [one["prompt"] for one in plugin.prompts()] == [prompted]


def test_a_session_of_an_earlier_opencode_wakes_if_it_is_addressed(agent: Caller, tmp_path: Path) -> None:
    """Nobody else has taken it for a while, and it is not at work elsewhere."""
    with plugin_alone(agent, tmp_path, RECHECK_MS="200") as plugin:
        known = {name: {"id": name, "directory": str(tmp_path), "agent": "build"} for name in ("ses_old", "ses_busy")}
        plugin.do("play", {"sessions": known})
        done(agent.post("/api/sessions/signs", [{"session": "opencode:ses_busy", "state": "working"}]))
        tell(plugin, "not now", session="opencode:ses_busy")
        tell(plugin, "for whoever comes", session="opencode:ses_old")
        until(plugin.prompts, "it is woken")
        until(lambda: len(listed(plugin)) == 1, "it is handed over")
        assert [one["prompt"] for one in plugin.prompts()] == ["ses_old"]


def test_nudges_for_sessions_elsewhere_do_not_hold_up_the_others(plugin: Plugin) -> None:
    session = plugin.session("ses_1")
    plugin.idle(session)
    away = tell(plugin, "for one elsewhere", session="claude-code:1")
    until(lambda: plugin.door.shown(away["id"]), "the plugin is told of it")
    told = tell(plugin, "for you")
    until(lambda: [one["id"] for one in listed(plugin)] == [away["id"]], "the other is handed over")
    (prompt,) = plugin.prompts()
    assert prompt["body"]["parts"][0]["text"] == told["xml"]
    assert plugin.door.count("/nudges") < 20


def test_a_late_answer_goes_to_the_session_that_asked(plugin: Plugin) -> None:
    session, other = plugin.session("ses_1"), plugin.session("ses_2")
    agent, owner = plugin.agent, plugin.agent.hub.owner
    asked = done(
        agent.post("/api/questions", {"title": "Merge?", "question": "Merge to main?", "options": ["Yes", "No"]}), 201
    )
    said = mcp_result("Question sent", json.dumps({"sent": True, "question_id": asked["id"]}))
    assert plugin.finish(session, said, tool="bellpull_ask_user")["output"] == said
    for one in (session, other):
        plugin.idle(one)
    path = f"/api/sessions?agent_name={agent.name}"

    def states() -> dict[str, str]:
        return {one["id"].partition(":")[2]: one["state"] for one in done(agent.get(path))["sessions"]}

    until(lambda: states() == {session: "waiting", other: "idle"}, "the hub hears of both, and which one asked")
    done(owner.post(f"/api/questions/{asked['id']}/answer", {"choice": "Yes"}))
    (prompt,) = until(plugin.prompts, "the answer wakes somebody")
    assert prompt["prompt"] == session


def test_sessions_stay_fresh_and_sub_agents_that_have_ended_do_not(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, HEARTBEAT_MS="50") as plugin:
        working, idle = plugin.session("ses_1"), plugin.session("ses_2")
        child = plugin.session("ses_3", parent=working)
        plugin.idle(idle)
        plugin.idle(child)

        def seen() -> dict[str, tuple[str, str]]:
            found = done(agent.get("/api/sessions", agent_name=agent.name))["sessions"]
            return {one["id"].partition(":")[2]: (one["state"], one["seen_at"]) for one in found}

        states = {working: "working", idle: "idle", child: "ended"}
        until(lambda: {id: state for id, (state, _) in seen().items()} == states, "the hub hears of all")
        first = seen()
        until(lambda: all(seen()[id][1] > first[id][1] for id in (working, idle)), "it hears of them again")
        assert seen()[child] == first[child]


def test_a_permission_that_is_asked_for_shows_in_the_session(plugin: Plugin) -> None:
    session, agent = plugin.session("ses_1"), plugin.agent

    def shown() -> list[tuple[str, list[str]]]:
        found = done(agent.get("/api/sessions", agent_name=agent.name))["sessions"]
        return [(one["state"], [wait["title"] for wait in one["waits"]]) for one in found]

    asked = {"sessionID": session, "id": "per_1", "permission": "bash", "patterns": ["touch x"]}
    plugin.event("permission.asked", **asked)
    until(lambda: shown() == [("waiting", ["bash: touch x"])], "the hub hears what for")
    plugin.event("permission.replied", sessionID=session, requestID="per_1")
    until(lambda: shown() == [("working", [])], "the hub hears that it goes on")


def test_the_hub_hears_when_opencode_ends(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, LEAVING_MS="20_000") as plugin:
        plugin.idle(plugin.session("ses_1"))
    (session,) = done(agent.get("/api/sessions", agent_name=agent.name))["sessions"]
    assert session["state"] == "ended"


def test_opencode_works_without_a_hub_and_a_line_says_so(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, PAUSE_MS="{ first: 5, last: 20 }") as plugin:
        plugin.door.refusals = {"signs": 1_000_000, "nudges?state=pending&wait=50": 1_000_000, "claim": 1_000_000}
        session = plugin.session("ses_1")
        tell(plugin, "CI failed")
        for _ in range(20):
            assert plugin.finish(session, result("one"))["output"] == result("one")
        until(plugin.logs, "it says so")
        plugin.door.refusals = {}
        carried(plugin, session, result("two"))
        assert len(plugin.logs()) == 1


@pytest.mark.parametrize("end", ["stopped", "killed"])
def test_the_key_goes_nowhere_once_the_hub_that_proved_itself_has_gone(agent: Caller, tmp_path: Path, end: str) -> None:
    """Another program may have its port by then, and is not asked."""
    quick = {"PAUSE_MS": "{ first: 5, last: 20 }"}
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process,
        plugin_alone(agent, tmp_path, hub_pid=process.pid, **quick) as plugin,
    ):
        session, traces = plugin.session("ses_1"), tmp_path / "hub.json"
        nudge, named = tell(plugin, "CI failed"), traces.read_text()
        until(lambda: plugin.door.shown(nudge["id"]), "the plugin knows of it")
        until(lambda: plugin.door.count("/signs"), "the session is told")
        if end == "stopped":
            traces.unlink()
        else:
            process.communicate(b"\n", timeout=PATIENCE)
        asked = plugin.door.count("/claim")
        assert plugin.finish(session, result("one"))["output"] == result("one")
        until(plugin.logs, "it says so")
        assert plugin.door.count("/claim") == asked
        traces.write_text(named)
        carried(plugin, session, result("two"))


def test_a_hub_that_no_longer_understands_the_plugin_is_asked_no_more(agent: Caller, tmp_path: Path) -> None:
    with plugin_alone(agent, tmp_path, PAUSE_MS="{ first: 5, last: 20 }") as plugin:
        plugin.door.parted = True
        session = plugin.session("ses_1")
        until(plugin.logs, "it says so")
        assert plugin.logs() == ["What asks is too old (restart it)"]
        plugin.session("ses_2")
        asked = len(plugin.door.calls)
        for _ in range(5):
            assert plugin.finish(session, result("one"))["output"] == result("one")
        assert len(plugin.door.calls) == asked


def test_a_copy_of_the_plugin_names_the_command_and_no_key() -> None:
    text = plugin_text(["/opt/it's here/bellpull"], "builder", None, "https://hub.example")
    (line,) = [line for line in text.splitlines() if line.startswith("const SETTINGS = ")]
    assert json.loads(line.removeprefix("const SETTINGS = ")) == {
        "command": ["/opt/it's here/bellpull"],
        "agent": "builder",
        "dataDir": None,
        "url": "https://hub.example",
    }
    assert text.count("const SETTINGS = ") == 1
