"""A script asks and a person answers: what is printed, what the exit code says, and that no answer is lost."""

import json
import os
import pty
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from support.answers import NOTIFICATION_ID, PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import QUESTION_FIELDS, answer, claim, do, listed, look
from support.shell import Going, Shell

MERGE = ("ask", "Merge to main?", "--option", "Yes, merge", "--option", "No")
THREE = ("ask", "Which?", "--option", "A", "--option", "B", "--option", "C")
TYPED = ("ask", "How shall it be called?")


@pytest.fixture
def script(shell: Shell, agent: Caller) -> Shell:
    """The shell of a script that has an agent's key."""
    shell.variables["BELLPULL_KEY"] = agent.key
    return shell


def the_question(asker: Caller) -> dict[str, Any]:
    """The one that it asks, as soon as the hub has it."""
    until(lambda: listed(asker), "the script asks")
    (question,) = listed(asker)
    return question


def waited_for(asker: Caller, question_id: str) -> bool:
    return look(asker, question_id)["waiting_until"] is not None


def ends(going: Going) -> tuple[int, str, str]:
    done = going.ended()
    return done.code, done.out, done.err


@contextmanager
def asking_process(shell: Shell, *words: str, **how: Any) -> "Iterator[subprocess.Popen[str]]":
    """A script in a process of its own that waits; it is killed if the test fails."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    process = shell.start(*words, stdin=subprocess.DEVNULL, text=True, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in (err or "")
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("words", "said", "code", "out"),
    [
        (MERGE, {"choice": "Yes, merge"}, 0, "Yes, merge\n"),
        (MERGE, {"choice": "No"}, 1, "No\n"),
        (THREE, {"choice": "C"}, 0, "C\n"),
        ((*THREE, "--decline", "B", "--decline", "C"), {"choice": "C"}, 1, "C\n"),
        (
            ("ask", "Drink?", "--option", "Tea", "--option", "Coffee", "--decline", "Tea"),
            {"choice": "Coffee"},
            0,
            "Coffee\n",
        ),
        ((*MERGE, "--free-text"), {"text": "Tomorrow"}, 0, "Tomorrow\n"),
        (("ask", "Ready?", "--action-label", "Go"), {"choice": "Go"}, 0, "Go\n"),
        ((*MERGE, "--action-label", "Do it"), {"choice": "Yes, merge"}, 0, "Yes, merge\n"),
        (TYPED, {"text": "Ünï ✓\nand more"}, 0, "Ünï ✓\nand more\n"),
        (TYPED, {"text": "    x = 1\ny"}, 0, "    x = 1\ny\n"),
        ((*TYPED, "--text"), {"text": "x"}, 0, "x\n"),
        ((*TYPED, "--secret"), {"text": "hunter2"}, 0, "hunter2\n"),
    ],
)
def test_the_answer_is_printed_alone_and_handed(
    script: Shell, agent: Caller, hub: Hub, words: tuple[str, ...], said: dict[str, str], code: int, out: str
) -> None:
    with script.beside(*words) as going:
        question = the_question(agent)
        answer(hub.owner, question["id"], **said)
        assert ends(going) == (code, out, "")
    settled = look(agent, question["id"])
    assert settled["handed_at"] is not None
    assert claim(agent) == []


@pytest.mark.parametrize(
    ("words", "said", "sentence"),
    [
        (MERGE, {"outcome": "dismissed"}, "The question was closed without an answer."),
        (MERGE, {"outcome": "cancelled"}, "The question was cancelled without an answer."),
        (TYPED, {"text": "  "}, "The answer is empty."),
    ],
)
def test_ask_without_an_answer_prints_nothing_and_is_a_no(
    script: Shell, agent: Caller, hub: Hub, words: tuple[str, ...], said: dict[str, str], sentence: str
) -> None:
    with script.beside(*words) as going:
        answer(hub.owner, the_question(agent)["id"], **said)
        assert ends(going) == (1, "", f"bellpull: {sentence}\n")


def test_options_of_which_none_refuses_both_end_with_0_and_a_note(script: Shell, agent: Caller, hub: Hub) -> None:
    with script.beside("ask", "Tea or coffee?", "--option", "Tea", "--option", "Coffee") as going:
        answer(hub.owner, the_question(agent)["id"], choice="Coffee")
        note = "note: Tea and Coffee both end with 0. For a yes or no use: bellpull confirm\n"
        assert ends(going) == (0, "Coffee\n", note)


@pytest.mark.parametrize(
    ("words", "said", "code", "sentence"),
    [
        ((), {"choice": "Yes"}, 0, ""),
        ((), {"choice": "No"}, 1, "bellpull: The answer is No.\n"),
        ((), {"outcome": "dismissed"}, 1, "bellpull: The question was closed without an answer.\n"),
        (("--yes", "No doubt", "--no", "Wait"), {"choice": "No doubt"}, 0, ""),
        (("--yes", "Deploy", "--no", "Wait."), {"choice": "Wait."}, 1, "bellpull: The answer is Wait.\n"),
    ],
)
def test_a_gate_prints_nothing_and_ends_with_what_was_answered(
    script: Shell, agent: Caller, hub: Hub, words: tuple[str, ...], said: dict[str, str], code: int, sentence: str
) -> None:
    with script.beside("confirm", "Deploy?", *words) as going:
        answer(hub.owner, the_question(agent)["id"], **said)
        assert ends(going) == (code, "", sentence)


def test_a_gate_whose_time_is_up_ends_with_3(script: Shell, agent: Caller) -> None:
    done = script.run("confirm", "Deploy?", "--timeout", "1")
    assert (done.code, done.out) == (3, "")
    assert the_question(agent)["released"] == "timeout"


def test_a_gate_as_json_is_the_question(script: Shell, agent: Caller, hub: Hub) -> None:
    with script.beside("confirm", "Deploy?", "--json") as going:
        answer(hub.owner, the_question(agent)["id"], choice="No")
        code, out, err = ends(going)
    assert (code, json.loads(out)["outcome"], json.loads(out)["declines"], err) == (1, "declined", ["No"], "")


@pytest.mark.parametrize(
    ("action", "fields", "state", "sentence"),
    [
        ("withdraw", {}, "settled", "The question was withdrawn.\n"),
        (
            "release",
            {"reason": "replaced"},
            "open",
            "The question was put aside for a newer one.\nhint: the question stays",
        ),
        ("release", {"reason": "failed", "detail": "no fonts"}, "open", "The question could not be shown: no fonts.\n"),
    ],
)
def test_a_question_that_no_person_will_answer_is_a_no_and_says_why(
    script: Shell, agent: Caller, action: str, fields: dict[str, str], state: str, sentence: str
) -> None:
    with script.beside(*TYPED) as going:
        question = the_question(agent)
        do(agent if action == "withdraw" else agent.hub.owner, question["id"], action, fields or None)
        code, out, err = ends(going)
    assert (code, out) == (1, "")
    assert err.startswith(f"bellpull: {sentence}")
    assert ("stays open" in err) is (state == "open")
    assert look(agent, question["id"])["state"] == state


def test_ask_carries_all_its_options_to_the_hub(script: Shell, agent: Caller) -> None:
    words = ("--title", "A merge", "--urgency", "high", "--free-text", "--secret", "--no-wait", "--json")
    asked = script.run(*MERGE, *words).json
    assert set(asked) == QUESTION_FIELDS
    assert (asked["title"], asked["question"]) == ("A merge", "Merge to main?")
    assert (asked["urgency"], asked["free_text"], asked["secret"]) == ("high", True, True)
    assert (asked["kind"], asked["options"], asked["project"]) == ("choice", ["Yes, merge", "No"], None)
    assert asked["session"].startswith("process:")
    assert asked["waiting_until"] is None


def test_the_project_is_the_git_work_tree_where_it_was_asked(script: Shell) -> None:
    (script.home / ".git").mkdir()
    assert script.json(*MERGE, "--no-wait")["project"] == str(script.home)


def test_the_title_is_the_first_line_cut(script: Shell) -> None:
    asked = script.run("ask", "-", "--no-wait", "--json", input="\n" + "long " * 100 + "\nsecond ✓\n").json
    assert len(asked["title"]) == 200
    assert asked["title"].endswith("…")
    assert asked["question"].endswith("second ✓")
    assert asked["kind"] == "text"


def test_ask_without_waiting_prints_the_id_and_gets_the_answer_as_a_nudge(
    script: Shell, agent: Caller, hub: Hub
) -> None:
    done = script.run(*MERGE, "--no-wait")
    assert (done.code, done.err) == (0, "")
    (id,) = NOTIFICATION_ID.findall(done.out)
    assert done.out == f"{id}\n"
    answer(hub.owner, id, choice="No")
    (nudge,) = claim(agent)
    assert nudge["question_id"] == id


def test_ask_whose_time_is_up_leaves_the_question_open_for_a_late_answer(
    script: Shell, agent: Caller, hub: Hub
) -> None:
    done = script.run(*MERGE, "--timeout", "1")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("bellpull: There was no answer within a second.\nhint: the question stays open: ")
    question = the_question(agent)
    assert (question["released"], question["waiting_until"]) == ("timeout", None)
    answer(hub.owner, question["id"], choice="Yes, merge")
    (nudge,) = claim(agent)
    assert "Yes, merge" in nudge["xml"]


def test_a_repeat_with_the_same_key_goes_on_with_the_first_question(script: Shell, agent: Caller, hub: Hub) -> None:
    words = (*MERGE, "--idempotency-key", "release-7")
    assert script.run(*words, "--timeout", "1").code == 3
    with script.beside(*words) as going:
        question = the_question(agent)
        until(lambda: waited_for(agent, question["id"]), "it is waited for again")
        answer(hub.owner, question["id"], choice="Yes, merge")
        assert ends(going) == (0, "Yes, merge\n", "")
    again = script.run(*words)
    assert (again.code, again.out) == (0, "Yes, merge\n")


def test_ask_as_json_prints_the_question_and_ends_with_the_same_codes(script: Shell, agent: Caller, hub: Hub) -> None:
    with script.beside(*MERGE, "--json") as going:
        answer(hub.owner, the_question(agent)["id"], choice="No")
        code, out, err = ends(going)
    said = json.loads(out)
    assert (code, err) == (1, "")
    assert (said["outcome"], said["choice"], said["via"]) == ("declined", "No", "rest")
    late = script.run(*MERGE, "--json", "--timeout", "1")
    assert (late.code, late.err) == (3, "")
    assert json.loads(late.out)["released"] == "timeout"


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_ask_tells_the_hub_that_it_waits_no_longer(script: Shell, agent: Caller, number: int) -> None:
    with asking_process(script, *MERGE) as process:
        question = the_question(agent)
        _waits_in_the_hub(process)
        process.send_signal(number)
        code, out, err = ended(process)
    assert (code, out) == (2, "")
    assert err.startswith("bellpull: Stopped waiting. The question stays open.\nhint: it is listed by: ")
    released = look(agent, question["id"])
    assert (released["state"], released["released"]) == ("open", "gone")


def _waits_in_the_hub(process: "subprocess.Popen[str]") -> None:
    """Its handlers are there: they are set before it begins to wait, and the kernel tells which it catches."""

    def caught() -> bool:
        with open(f"/proc/{process.pid}/status") as status:  # noqa: PTH123
            (line,) = (line for line in status if line.startswith("SigCgt:"))
        return bool(int(line.split()[1], 16) & 1 << signal.SIGHUP - 1)

    until(caught, "the script waits")


@pytest.mark.process
def test_answer_that_could_not_be_printed_comes_as_a_nudge(script: Shell, agent: Caller, hub: Hub) -> None:
    theirs, ours = os.pipe()
    os.close(theirs)
    with asking_process(script, *MERGE, stdout=ours) as process:
        os.close(ours)
        question = the_question(agent)
        answer(hub.owner, question["id"], choice="Yes, merge")
        process.wait(PATIENCE)
        (nudge,) = until(lambda: claim(agent), "the answer comes as a nudge")
    assert nudge["question_id"] == question["id"]


@pytest.mark.parametrize("how", [pytest.param("kill", marks=pytest.mark.process), "stop"])
def test_a_hub_that_ends_and_comes_back_does_not_end_the_waiting(
    alone: Shell, request: pytest.FixtureRequest, how: str
) -> None:
    hub: Hub = request.getfixturevalue("hub_process" if how == "kill" else "fresh_hub")()
    alone.at(hub)
    with alone.beside(*MERGE) as going:
        question = the_question(hub.owner)
        getattr(hub, how)()
        alone.at(hub.start())
        assert [asked["id"] for asked in listed(hub.owner)] == [question["id"]]
        answer(hub.owner, question["id"], choice="Yes, merge")
        assert ends(going) == (0, "Yes, merge\n", "")


def test_the_time_is_up_also_while_the_hub_is_away(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    alone.at(hub)
    with alone.beside(*MERGE, "--timeout", "2") as going:
        the_question(hub.owner)
        hub.stop()
        code, out, err = ends(going)
    assert (code, out) == (3, "")
    assert "no answer within 2 seconds" in err


def test_an_agent_is_made_on_first_use_and_its_key_is_kept(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    alone.at(hub)
    for title in ("first", "second"):
        assert alone.json("ask", title, "--agent", "nightly", "--no-wait")["agent_name"] == "nightly"
    file = hub.data_dir / "keys" / "nightly.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = json.loads(file.read_text())
    assert (kept["agent"], kept["project"]) == ("nightly", None)
    assert len(alone.json("key", "list")["keys"]) == 2


@pytest.mark.process
def test_ten_asks_at_once_make_one_key(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    alone.at(hub)
    words = ("ask", "x", "--agent", "nightly", "--no-wait")
    started = [alone.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(10)]
    assert [ended(process)[0] for process in started] == [0] * 10
    names = [key["agent_name"] for key in alone.json("key", "list")["keys"]]
    assert names.count("nightly") == 1


def test_a_key_that_was_revoked_is_not_made_again(alone: Shell, fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    alone.at(hub)
    words = ("ask", "x", "--agent", "nightly", "--no-wait")
    assert alone.run(*words).code == 0
    (key,) = (key for key in alone.json("key", "list")["keys"] if key["agent_name"] == "nightly")
    assert alone.run("key", "revoke", key["id"]).code == 0
    file = hub.data_dir / "keys" / "nightly.json"
    ended = alone.run(*words)
    assert ended.code == 2
    assert f"remove {file} to let it have a new one" in ended.err
    file.unlink()
    assert alone.run(*words).code == 0


@pytest.mark.parametrize(
    ("words", "parameter"),
    [
        ([*MERGE, "--option", "No"], "--option: "),
        ([*MERGE, *("--option", "x" * 201)], "--option: "),
        (["ask", "x", *(word for number in range(21) for word in ("--option", str(number)))], "--option: "),
        ([*MERGE, "--urgency", "so so"], "urgency"),
        ([*MERGE, "--timeout", "0"], "--timeout"),
        ([*MERGE, "--timeout", "86401"], "--timeout"),
        ([*MERGE, "--timeout", "soon"], "--timeout"),
        ([*MERGE, "--text"], "--text"),
        ([*MERGE, "--decline", "Maybe"], "--decline Maybe"),
        ([*MERGE, "--action-label", "No"], "--action-label: "),
        (["confirm", "x", "--yes", "Go", "--no", "Go"], "--yes and --no"),
        ([*MERGE, "--option", ""], "--option"),
        ([*MERGE, "--title", "x" * 201], "--title"),
        ([*MERGE, "--timeout", "5", "--no-wait"], "--no-wait"),
        (["ask", " "], "QUESTION"),
        (["ask", "x", "--agent", "../x"], "Names"),
    ],
)
def test_a_wrong_ask_names_what_is_wrong_and_stores_nothing(
    script: Shell, agent: Caller, words: list[str], parameter: str
) -> None:
    if "--agent" in words:
        del script.variables["BELLPULL_KEY"]
    done = script.run(*words)
    assert (done.code, done.out) == (2, "")
    assert parameter in done.err
    assert listed(agent) == []


def test_a_blank_question_on_standard_input_is_refused(script: Shell, agent: Caller) -> None:
    assert script.run("ask", "-", input="\n\n").code == 2
    assert listed(agent) == []


@pytest.mark.process
def test_ask_says_in_a_terminal_that_it_waits(script: Shell, agent: Caller, hub: Hub) -> None:
    ours, theirs = pty.openpty()
    with asking_process(script, *MERGE, stderr=theirs) as process:
        os.close(theirs)
        answer(hub.owner, the_question(agent)["id"], choice="Yes, merge")
        assert ended(process)[:2] == (0, "Yes, merge\n")
    told = os.read(ours, 65536).decode()
    os.close(ours)
    assert told == "waiting for an answer… Ctrl-C stops waiting; the question stays open\r\n"


def test_an_answer_cannot_touch_the_terminal_but_a_script_gets_it_to_the_letter(
    script: Shell, agent: Caller, hub: Hub
) -> None:
    evil = "\x1b]0;owned\x07red\u202e"
    with script.beside(*TYPED, "--idempotency-key", "evil") as going:
        answer(hub.owner, the_question(agent)["id"], text=evil)
        assert ends(going) == (0, f"{evil}\n", "")
    shown = script.run_in_terminal(*TYPED, "--idempotency-key", "evil")
    assert (shown.code, shown.out) == (0, "\\x1b]0;owned\\x07red\\u202e\n")
