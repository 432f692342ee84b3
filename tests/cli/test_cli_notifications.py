"""Telling, reading, acknowledging and dismissing from the command line, against a real hub."""

import json
from pathlib import Path
from typing import Any

import pytest

from bellpull.cli.terminal import width
from support.answers import NOTIFICATION_FIELDS, NOTIFICATION_ID, PRIORITIES, TYPES
from support.hub import Caller
from support.shell import Shell

NO_NOTIFICATIONS = "No notifications here. What agents ask: bellpull questions\n"
EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e日本語\r\n"


def listed(shell: Shell, *words: str, **variables: str) -> list[dict[str, Any]]:
    answer = shell.json("inbox", *words, **variables)
    assert answer["count"] == len(answer["notifications"])
    notifications: list[dict[str, Any]] = answer["notifications"]
    return notifications


def test_sending_needs_only_a_title(shell: Shell, agent: Caller) -> None:
    ended = shell.run("send", "Hello", BELLPULL_KEY=agent.key)
    assert (ended.code, ended.err) == (0, "")
    (id,) = NOTIFICATION_ID.findall(ended.out)
    assert ended.out == f"Sent {id}.\n"
    sent = agent.read(id)
    assert (sent["title"], sent["agent_name"], sent["notification_type"]) == ("Hello", agent.name, "info")
    assert (sent["message"], sent["priority"], sent["metadata"]) == (None, "normal", None)


def test_send_carries_all_its_options_to_the_hub(shell: Shell, agent: Caller) -> None:
    options = ["--message", "All\ngreen ✓", "--type", "completion", "--priority", "urgent", "--category", "ci"]
    sent = shell.json("send", "Done", *options, "--metadata", '{"n": {"b": [1, 2.5]}}', BELLPULL_KEY=agent.key)
    assert list(sent) == NOTIFICATION_FIELDS
    assert sent == agent.read(sent["id"])
    assert (sent["title"], sent["message"]) == ("Done", "All\ngreen ✓")
    assert (sent["notification_type"], sent["priority"], sent["category"]) == ("completion", "urgent", "ci")
    assert sent["metadata"] == {"n": {"b": [1, 2.5]}}


@pytest.mark.parametrize(("kind", "priority"), list(zip(TYPES, (*PRIORITIES, "low"), strict=True)))
def test_types_and_priorities_can_all_be_sent(shell: Shell, agent: Caller, kind: str, priority: str) -> None:
    sent = shell.json("send", "x", "--type", kind, "--priority", priority, BELLPULL_KEY=agent.key)
    assert (sent["notification_type"], sent["priority"]) == (kind, priority)


def test_a_dash_reads_the_message_from_standard_input(shell: Shell, agent: Caller) -> None:
    message = "one\ntwo ✓\n"
    words = ["send", "x", "--message", "-", "--json"]
    assert shell.run(*words, input=message.encode(), BELLPULL_KEY=agent.key).json["message"] == message


def test_input_that_is_not_text_is_refused(shell: Shell) -> None:
    ended = shell.run("send", "x", "--message", "-", input=b"\xff\xfe")
    assert ended.code == 2
    assert "not UTF-8" in ended.err


@pytest.mark.process
def test_an_endless_input_is_refused_and_not_read_to_its_end(shell: Shell) -> None:
    with Path("/dev/zero").open("rb") as endless:
        process = shell.start("send", "x", "--message", "-", stdin=endless, stdout=-1, stderr=-1)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert b"too large" in err


@pytest.mark.parametrize("metadata", ["{", "[1]", "7", "null", '{"a": NaN}', "[" * 100_000])
def test_metadata_that_is_no_json_object_is_refused(shell: Shell, metadata: str) -> None:
    ended = shell.run("send", "x", "--metadata", metadata)
    assert ended.code == 2
    assert "--metadata is not a JSON object" in ended.err
    assert "hint: " in ended.err


def test_numbers_in_metadata_are_for_the_hub_to_judge(shell: Shell, agent: Caller) -> None:
    ended = shell.run("send", "x", "--metadata", '{"a":1e400}', BELLPULL_KEY=agent.key)
    assert ended.code == 2
    assert "not a JSON object" not in ended.err
    exact = shell.json("send", "x", "--metadata", '{"é": 12345678901234567890}', BELLPULL_KEY=agent.key)
    assert exact["metadata"] == {"é": 12345678901234567890}


def test_a_repeat_with_the_same_key_sends_nothing_new(shell: Shell, agent: Caller) -> None:
    words = ("send", "Once", "--idempotency-key", "build-7")
    first = shell.json(*words, BELLPULL_KEY=agent.key)
    assert shell.json(*words, BELLPULL_KEY=agent.key) == first
    other = shell.run("send", "Twice", "--idempotency-key", "build-7", BELLPULL_KEY=agent.key)
    assert other.code == 2
    assert len(listed(shell, BELLPULL_KEY=agent.key)) == 1


def test_the_inbox_is_a_table_of_what_waits(shell: Shell, agent: Caller) -> None:
    first = agent.send("The first", priority="low", notification_type="alert")
    second = agent.send("Ünï 日本", priority="urgent")
    ended = shell.run("inbox", "--agent", agent.name)
    head, *rows = ended.out.splitlines()
    assert (ended.code, ended.err) == (0, "")
    assert head.split() == ["AGE", "AGENT", "TYPE", "PRIORITY", "TITLE", "ID"]
    assert [row.split()[1:] for row in rows] == [
        [agent.name, "info", "urgent", "Ünï", "日本", second["id"]],
        [agent.name, "alert", "low", "The", "first", first["id"]],
    ]
    assert rows[0].split()[0].endswith("s")


def test_an_empty_inbox_says_so(shell: Shell, agent: Caller) -> None:
    assert shell.run("inbox", "--agent", agent.name).out == NO_NOTIFICATIONS


def test_the_inbox_shows_what_waits_or_a_status_or_everything(shell: Shell, agent: Caller) -> None:
    waiting, seen, gone = (agent.send(title)["id"] for title in ("waiting", "seen", "gone"))
    shell.run("ack", seen)
    shell.run("dismiss", gone)
    of = ("--agent", agent.name)
    assert [item["id"] for item in listed(shell, *of)] == [waiting]
    assert [item["id"] for item in listed(shell, *of, "--status", "acknowledged")] == [seen]
    assert [item["id"] for item in listed(shell, *of, "--all")] == [gone, seen, waiting]
    assert shell.run("inbox", *of, "--all", "--status", "pending").code == 2


def test_the_inbox_is_filtered_and_paged(shell: Shell, agent: Caller) -> None:
    for number in range(5):
        agent.send(
            f"t{number}", priority=PRIORITIES[number % 4], notification_type=TYPES[number], category=f"c{number}"
        )

    def titles(*words: str) -> list[str]:
        return [item["title"] for item in listed(shell, "--agent", agent.name, *words)]

    assert titles("--priority", "high,urgent") == ["t3", "t2"]
    assert titles("--type", "alert") == ["t0"]
    assert titles("--category", "c1") == ["t1"]
    page = listed(shell, "--agent", agent.name, "--limit", "2")
    assert [item["title"] for item in page] == ["t4", "t3"]
    assert titles("--limit", "2", "--before", page[-1]["id"]) == ["t2", "t1"]
    shown = shell.run("inbox", "--agent", agent.name, "--limit", "2")
    assert f"--before {page[-1]['id']}" in shown.out.splitlines()[-1]


@pytest.mark.parametrize("columns", [80, 20])
def test_the_table_fits_the_terminal(shell: Shell, agent: Caller, columns: int) -> None:
    id = agent.send("A title that is long, 日本語 and all, longer than most terminals are wide " * 2)["id"]
    ended = shell.run_in_terminal("inbox", "--agent", agent.name, columns=columns)
    assert ended.code == 0
    assert all(width(line) <= columns for line in ended.out.splitlines() if line.strip() != id)
    assert id in ended.out


def test_a_long_name_takes_no_more_room_than_the_title(shell: Shell, hub: Any) -> None:
    agent = hub.new_agent(name="n" * 64)
    agent.send("t" * 100)
    row = shell.run_in_terminal("inbox", "--agent", agent.name, columns=80).out.splitlines()[1].split()
    assert len(row[4]) >= len(row[1]) >= 6


def test_an_inbox_of_nobody_is_a_no(shell: Shell) -> None:
    ended = shell.run("inbox", "--agent", "nobody-of-this-name")
    assert (ended.code, ended.out) == (1, "")
    assert "Agent not found" in ended.err
    assert shell.run("inbox", "--agent", "owner", "--category", "none of this").out == NO_NOTIFICATIONS


def test_text_from_agents_cannot_touch_the_terminal(shell: Shell, agent: Caller) -> None:
    id = agent.send(f"T{EVIL.strip()}", message=EVIL, category="c\x1b[1m", metadata={"k\x1b": EVIL})["id"]
    for words in (["inbox", "--agent", agent.name], ["show", id]):
        for ended in (shell.run(*words), shell.run(*words, "--json"), shell.run_in_terminal(*words)):
            assert ended.code == 0
            assert all(line.isprintable() for line in ended.out.split("\n"))
    assert "red\\u202e日本語" in shell.run("show", id).out


def test_show_tells_all_fields_and_the_trail(shell: Shell, agent: Caller) -> None:
    sent = agent.send("Look", message="one\n\ttwo", category="ci", metadata={"a": 1})
    shell.run("ack", sent["id"])
    ended = shell.run("show", sent["id"])
    assert (ended.code, ended.err) == (0, "")
    for value in ("Look", sent["id"], agent.name, "info", "normal", "ci", "acknowledged"):
        assert value in ended.out
    assert "message:\n  one\n      two\n" in ended.out
    assert '"a": 1' in ended.out
    trail = ended.out.partition("trail:\n")[2].splitlines()
    assert [line.split()[2:] for line in trail] == [
        ["agent_notification", agent.name],
        ["notification_acknowledged", "owner"],
    ]


def test_show_as_json_is_the_notification_with_its_trail(shell: Shell, agent: Caller) -> None:
    id = agent.send("Look")["id"]
    shown = shell.json("show", id)
    assert [event["type"] for event in shown.pop("trail")] == ["agent_notification"]
    assert shown == agent.read(id)


def test_acknowledging_and_dismissing_may_name_several_and_be_repeated(shell: Shell, agent: Caller) -> None:
    one, two = (agent.send(title)["id"] for title in ("one", "two"))
    assert shell.run("ack", one, two).out == f"{one} is acknowledged.\n{two} is acknowledged.\n"
    assert shell.run("dismiss", one).out == f"{one} is dismissed.\n"
    again = shell.run("ack", one, two)
    assert (again.code, again.out) == (0, f"{one} is dismissed.\n{two} is acknowledged.\n")
    lines = shell.run("dismiss", one, two, "--json").out.splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["dismissed", "dismissed"]


@pytest.mark.parametrize("verb", ["ack", "dismiss"])
def test_an_id_that_is_not_there_does_not_keep_the_others_from_being_done(
    shell: Shell, agent: Caller, verb: str
) -> None:
    id = agent.send("here")["id"]
    ended = shell.run(verb, "notif_not-there", id)
    assert ended.code == 1
    assert "notif_not-there" in ended.err
    assert ended.out.startswith(id)


@pytest.mark.parametrize("id", ["notif_not-there", "a/b?c#d", "..", "%2e%2e", "日本"])
def test_showing_what_is_not_there_is_a_no(shell: Shell, id: str) -> None:
    ended = shell.run("show", id)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("bellpull: ")


def test_dismissing_all_of_an_agent_leaves_the_others_alone(shell: Shell, agent: Caller, hub: Any) -> None:
    other = hub.new_agent()
    ids = [agent.send("mine")["id"], agent.send("mine too")["id"]]
    theirs = other.send("theirs")["id"]
    assert shell.run("dismiss", "--all", "--agent", agent.name).out == "Dismissed 2 notifications.\n"
    assert {agent.read(id)["status"] for id in ids} == {"dismissed"}
    assert other.read(theirs)["status"] == "pending"
    assert shell.json("dismiss", "--all", "--agent", agent.name) == {"dismissed": 0}


@pytest.mark.parametrize("words", [[], ["notif_x", "--all"], ["notif_x", "--agent", "a"], ["--agent", "a"]])
def test_dismissing_without_saying_what_is_a_wrong_use(shell: Shell, words: list[str]) -> None:
    ended = shell.run("dismiss", *words)
    assert ended.code == 2
    assert "--help" in ended.err


def test_an_agents_key_may_not_acknowledge(shell: Shell, agent: Caller) -> None:
    ended = shell.run("ack", agent.send("x")["id"], BELLPULL_KEY=agent.key)
    assert ended.code == 2
    assert ended.err.startswith("bellpull: ")
