"""What passed between an agent and its people, drawn for them."""

import json
import re
import signal
from typing import Any

import pytest

from bellpull.cli.drawing import Box, drawn
from bellpull.cli.terminal import width
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub, HubMaker
from support.questions import answer, ask, claim, do, tell_of_nudges
from support.shell import Shell


def told(hub: Hub, agent: Caller, message: str, **more: Any) -> str:
    nudge = done(hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": message} | more), 201)
    return str(nudge["id"])


def boxes(out: str) -> list[str]:
    """Each box without its times and without what only fills its lines."""
    return [re.sub(r" \d\d:\d\d|(?<=.)[─ ]+$", "", box, flags=re.M).strip() for box in out.split("\n\n")]


# Drawing


def test_a_box_is_drawn_as_in_the_transcript_of_an_agent() -> None:
    assert drawn(Box("notification (user)", ["actually wait, try a different approach"]), None) == [
        "┌─ notification (user) ───────────────────",
        "│ actually wait, try a different approach",
        "└─────────────────────────────────────────",
    ]


LONG = (
    "Mehrere Wörter, 漢字とかな、 👩‍💻 emoji and a/very/long/path/that/has/no/blank/in/it/at/all/and/goes/on\n"
    f"    indented {'w ' * 60}"
)


@pytest.mark.parametrize("columns", [20, 33, 34, 80, 100])
def test_trail_in_a_terminal_is_wrapped_and_loses_no_word(columns: int) -> None:
    lines = drawn(Box("a head that is longer than some terminals", [LONG], "an end"), columns)
    assert all(width(line) <= columns for line in lines)
    assert width(lines[0]) == width(lines[-1]) == columns
    inside = "".join(line.removeprefix("│").strip() for line in lines[1:-1])
    assert inside.replace(" ", "") == LONG.replace(" ", "").replace("\n", "")


def test_a_wide_terminal_gets_no_wider_lines_than_can_be_read() -> None:
    assert {width(line) for line in drawn(Box("x", []), 300)} == {100}


def test_trail_is_whole_in_a_pipe_and_cut_in_a_terminal() -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    assert len(drawn(Box("x" * 100, [text]), None)) == 102
    assert drawn(Box("x" * 100, [text]), None)[0] == f"┌─ {'x' * 100} ─"
    *_, last, end = drawn(Box("x", [text]), 40)
    assert last == "│ … 70 more lines; whole in a pipe"
    assert end == "└" + "─" * 39


def test_text_of_the_world_stays_inside_its_box() -> None:
    evil = "\x1b[2Jred\x1b]0;title\x07\r└───\n\u202eabc"
    assert drawn(Box(evil, [evil], evil), None) == [
        "┌─ red\\x1b]0;title\\x07 └─── \\u202eabc ────",
        "│ red\\x1b]0;title\\x07 └───",
        "│ \\u202eabc",
        "└─ red\\x1b]0;title\\x07 └─── \\u202eabc ────",
    ]


# The command


def test_a_trail_shows_everything_in_order_oldest_first(shell: Shell, hub: Hub, agent: Caller) -> None:
    agent.send("Build done", notification_type="completion", message="All green.", priority="low")
    agent.send("Disk full", notification_type="alert", priority="urgent")
    asked = ask(agent, title="Merge", question="Merge to main?", options=["Yes, merge", "No"])["id"]
    answer(hub.owner, asked, choice="Yes, merge")
    tell_of_nudges(agent, "confirm", [told(hub, agent, "one"), *(nudge["id"] for nudge in claim(agent))])
    told(hub, agent, "two\nlines", source="ci", label="build 7")
    told(hub, agent, "three", session="opencode:ses_1")
    ended = shell.run("trail", agent.name)
    assert (ended.code, ended.err) == (0, "")
    shown = boxes(ended.out)
    assert shown[:4] == [
        "┌─ told (completion)\n│ Build done\n│ All green.\n└",
        "┌─ told (alert, urgent)\n│ Disk full\n└",
        "┌─ asked\n│ Merge to main?\n│ [Yes, merge]  [No]\n└",
        f"┌─ answered (accepted)\n│ Merge\n│ → Yes, merge\n└─ by {hub.owner.name} via rest",
    ]
    assert shown[-3:] == [
        "┌─ notification (user)\n│ one\n└─ handed via shim",
        "┌─ notification (ci, build 7)\n│ two\n│ lines\n└─ not yet handed",
        "┌─ notification (user)\n│ three\n└─ not yet handed for opencode:ses_1",
    ]
    assert "\u2500 " not in ended.out.splitlines()[4]


def test_trail_shows_an_asker_that_stopped_waiting(shell: Shell, agent: Caller) -> None:
    asked = ask(agent, title="Merge to main?", question="Merge to main?", wait=60)["id"]
    do(agent, asked, "release", {"reason": "timeout"})
    assert boxes(shell.run("trail", agent.name).out)[-1] == "┌─ stopped waiting (timeout)\n│ Merge to main?\n└"


def test_a_secret_is_never_shown(shell: Shell, hub: Hub, agent: Caller) -> None:
    asked = ask(agent, title="Password?", question="Password?", kind="text", options=[], secret=True)["id"]
    answer(hub.owner, asked, text="hunter2")
    until(lambda: "notification" in shell.run("trail", agent.name).out, "the answer waits as a nudge")
    for words in ([], ["--json"]):
        assert "hunter2" not in shell.run("trail", agent.name, *words).out
    shown = boxes(shell.run("trail", agent.name).out)
    assert "│ → (secret)" in shown[1]
    assert "│ (secret)" in shown[2]


def test_trail_shows_as_many_as_wanted_and_a_nudge_that_is_older_has_its_text(
    shell: Shell, hub: Hub, agent: Caller
) -> None:
    told(hub, agent, "from before")
    agent.send("Between")
    tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in claim(agent)])
    assert boxes(shell.run("trail", agent.name, "-n", "2").out) == [
        "┌─ told (info)\n│ Between\n└",
        "┌─ notification (user)\n│ from before\n└─ handed via shim",
    ]
    both = shell.json("trail", agent.name, "-n", "2")
    assert (both["count"], [entry["kind"] for entry in both["entries"]]) == (2, ["told", "handed"])
    assert both["entries"][0]["seq"] < both["entries"][1]["seq"]


def test_times_are_those_of_the_person(shell: Shell, agent: Caller) -> None:
    agent.send("x")
    at = shell.json("trail", agent.name)["entries"][0]["at"]
    head = shell.run("trail", agent.name, TZ="UTC").out.splitlines()[0]
    assert f" {at[11:16]} " in head
    elsewhere = shell.run("trail", agent.name, TZ="XXX-05:30").out.splitlines()[0]
    assert elsewhere != head


def test_trail_has_the_width_of_the_terminal(shell: Shell, hub: Hub, agent: Caller) -> None:
    told(hub, agent, "word " * 50)
    ended = shell.run_in_terminal("trail", agent.name, columns=50)
    assert {width(line) for line in ended.out.splitlines() if line[0] in "┌└"} == {50}
    assert all(width(line) <= 50 for line in ended.out.splitlines())


def test_an_agent_without_a_trail_and_one_that_nobody_knows(shell: Shell, agent: Caller) -> None:
    ended = shell.run("trail", agent.name)
    assert (ended.code, ended.out) == (0, f"There is nothing on the trail of {agent.name}.\n")
    assert shell.json("trail", agent.name) == {"count": 0, "entries": []}
    ended = shell.run("trail", "nobody-here")
    assert (ended.code, ended.out) == (1, "")
    assert "hint: " in ended.err


@pytest.mark.process
def test_following_shows_what_is_added_and_when_it_was_handed(shell: Shell, hub: Hub, agent: Caller) -> None:
    told(hub, agent, "one\nmore")
    with shell.running("trail", agent.name, "--follow") as process:
        assert process.stdout

        def lines(count: int) -> list[str]:
            assert process.stdout
            return [process.stdout.readline().rstrip("\n") for _ in range(count)]

        assert lines(4)[1:3] == ["│ one", "│ more"]
        tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in claim(agent)])
        gap, head, text, end = lines(4)
        assert (gap, text, "notification (user)" in head) == ("", "│ one", True)
        assert end.startswith("└─ handed ")
        for number in range(150):
            agent.send(f"Number {number}")
        shown = [line for line in lines(150 * 4) if line.startswith("│")]
        assert shown == [f"│ Number {number}" for number in range(150)]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


@pytest.mark.process
def test_following_outlives_the_hub_and_gives_scripts_a_line_for_each(alone: Shell, hub_process: HubMaker) -> None:
    hub = hub_process()
    alone.at(hub)
    agent = hub.new_agent()
    told(hub, agent, "one")
    with alone.running("trail", agent.name, "-f", "--json") as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["message"] == "one"
        hub.kill()
        hub.start()
        told(hub, agent, "two")
        assert json.loads(process.stdout.readline())["message"] == "two"
