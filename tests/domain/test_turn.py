"""The current turn of a conversation: where it begins, what runs in it, what it asked."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.domain.tool_part import part_of, shows_answer
from bellpull.domain.turn import Turn, guesses, turn_of

ASKS = ("notify_ask_user", "bellpull_ask_user", "bellpull_notify")
START = 1794770209161
AT = "2026-11-15T19:16:49.161Z"
SENT = '⚠️ Question sent [bot]: Merge?\n\n{"sent": true, "message": "Question sent", "question_id": "notif_1"}'

Json = dict[str, Any]


def user(at: int | None = 1000, *parts: Json) -> Json:
    return {
        "info": {"id": f"msg_{at}", "role": "user", "time": {"created": at}},
        "parts": list(parts) or [text("go on")],
    }


def text(words: str, **more: Any) -> Json:
    return {"type": "text", "text": words, **more}


def agent(*parts: Json, id: str = "msg_a") -> Json:
    return {"info": {"id": id, "role": "assistant", "time": {"created": 2000}}, "parts": list(parts)}


def tool(name: str = "bash", status: str = "running", start: int | None = START, **state: Any) -> Json:
    return {"type": "tool", "tool": name, "state": {"status": status, "time": {"start": start}, **state}}


def ask(output: object = "Question sent: Merge?", status: str = "completed", name: str = ASKS[0], **input: Any) -> Json:
    input = {"title": "Merge?", "question": "Into main?"} | input
    return tool(name, status, input=input, output=output)


def turn(*messages: object) -> Turn:
    return turn_of(messages, ASKS)


def titles(*messages: object) -> list[str]:
    return [one.get("title", "") for one in turn(*messages).asks]


def test_an_ask_stands_before_the_closing_message() -> None:
    found = turn(user(), agent(ask()), agent(text("I wait.")))
    assert found.asks == (
        {"title": "Merge?", "text": "Into main?", "tool": "notify_ask_user", "at": AT, "running": False},
    )
    assert (found.at_ms, found.user, found.complete) == (1000, "msg_1000", True)


def test_all_asks_of_a_turn_count_also_successive_ones() -> None:
    assert titles(user(), agent(ask(title="a"), ask(title="b")), agent(ask(title="c")), agent()) == ["a", "b", "c"]


def test_work_after_an_ask_does_not_answer_it() -> None:
    assert titles(user(), agent(ask()), agent(tool(status="completed")), agent(text("done"))) == ["Merge?"]


def test_a_person_who_writes_ends_what_was_asked_before() -> None:
    assert titles(user(), agent(ask(title="old")), user(START + 1), agent(text("fine"))) == []
    assert titles(user(), agent(ask(title="old")), user(START + 1), agent(ask(title="new"))) == ["new"]


@pytest.mark.parametrize(
    "part",
    [
        text("<notification>…</notification>", metadata={"bellpull": {"nudges": ["n1"]}}),
        text("<notification>…</notification>", metadata={"bellpull": True}),
        text("Continue if you have next steps", synthetic=True),
        {"type": "compaction", "auto": True},
    ],
)
def test_messages_that_no_person_wrote_begin_no_turn(part: Json) -> None:
    found = turn(user(), agent(ask()), user(START + 1, part), agent(text("fine")))
    assert [one["title"] for one in found.asks] == ["Merge?"]
    assert found.user == "msg_1000"


@pytest.mark.parametrize(
    "parts",
    [
        [text("note", metadata={"bellpull": True}), text("my own words")],
        [text("Called the Read tool", synthetic=True), {"type": "file", "url": "file:///x"}],
        [{"type": "file", "url": "data:image/png"}],
        [text("words", metadata={"other": True})],
    ],
)
def test_a_message_with_anything_of_a_person_begins_one(parts: list[Json]) -> None:
    assert titles(user(), agent(ask()), user(START + 1, *parts), agent()) == []


def test_tool_that_runs_goes_on_while_a_person_writes_until_the_agent_does() -> None:
    running, waiting = tool(input={"command": "make"}), ask(status="running", output=None)
    before = turn(user(), agent(running, waiting), user(START + 1))
    assert [one["tool"] for one in before.tools] == ["bash", "notify_ask_user"]
    assert [one["running"] for one in before.asks] == [True]
    assert turn(user(), agent(running, waiting), user(START + 1), agent(text("yes"))).tools == ()


def test_ask_that_came_after_a_person_wrote_is_not_answered_by_them() -> None:
    assert titles(user(), agent(ask()), user(START - 1), agent(text("on"))) == ["Merge?"]


def test_without_the_message_that_began_it_a_turn_is_not_complete() -> None:
    found = turn(agent(ask()), agent(text("I wait.")))
    assert (found.at_ms, found.complete, len(found.asks)) == (None, False, 1)
    assert turn() == Turn(None, None, (), False)


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Question sent [Executeur]: Validation requise", False),
        (SENT, False),
        ("", False),
        (None, False),
        ({"response": "accepted"}, False),
        ('{"response": "accepted", "choice": "Oui"}', True),
        ('{\n  "choice": null,\n  "response": "dismissed"\n}\n\n{"question_id": "notif_1"}', True),
        ('{"response": "timeout", "choice": null}', False),
        ('{"response": "timeout", "choice": null}\n\n{"question_id": "notif_1"}\n\nNobody has answered yet', False),
        ('{"response": "acc', False),
        ("{" * 100_000, False),
        ('{"a":' * 100_000, False),
        ("User response: yes, merge", True),
        ("User submitted empty response", True),
        ("User dismissed the popup", True),
        ("User cancelled the popup", True),
        ("User cancelled or dismissed the popup", True),
        ("No response within 30s timeout", True),
        ("✓ Message displayed successfully", True),
        ("Error: no display", True),
        ('Error: Failed to display popup - gone\n\n{"question_id": "notif_1"}', False),
        ('<notification source="user">\nUser response: x\n</notification>\n\nQuestion sent: Merge?', False),
        ('<notification source="ci">\nred\n</notification>\n\n{"response": "accepted", "choice": "Yes"}', True),
        ("Question sent: Merge?\n\n<notification>\nlate answer: User response: x\n</notification>", False),
        ("<notification" * 10_000, False),
    ],
)
def test_result_shows_whether_it_is_an_answer(output: object, expected: bool) -> None:
    assert shows_answer(output) is expected
    assert titles(user(), agent(ask(output)), agent()) == ([] if expected else ["Merge?"])


def test_the_question_id_is_the_hubs_own_and_not_that_of_a_nudge() -> None:
    late = '<notification>{"question_id": "notif_9"}</notification>'
    for output in (SENT, f"{late}\n\n{SENT}", f"{SENT}\n\n{late}"):
        assert [one["question_id"] for one in turn(user(), agent(ask(output))).asks] == ["notif_1"]


def test_a_window_asks_with_its_message() -> None:
    (found,) = turn(user(), agent(tool("bellpull_notify", input={"message": "Which port?"}))).asks
    assert found == {"text": "Which port?", "tool": "bellpull_notify", "at": AT, "running": True}


@pytest.mark.parametrize("status", ["error", "pending", "failed", 7, None])
def test_an_ask_that_failed_or_has_not_begun_is_none(status: Any) -> None:
    assert titles(user(), agent(ask(status=status))) == []


@pytest.mark.parametrize("part", [tool("bash", "completed"), {**ask(), "type": "text"}, {**ask(), "tool": "ask_user"}])
def test_other_parts_are_no_asks(part: Json) -> None:
    assert titles(user(), agent(part)) == []


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"title": "sub job", "input": {"command": "x"}}, "sub job"),
        ({"title": "", "input": {"command": "make test", "filePath": "f"}}, "make test"),
        ({"input": {"filePath": "/a/b", "description": "d"}}, "/a/b"),
        ({"input": {"description": "look", "pattern": "p"}}, "look"),
        ({"input": {"pattern": "*.py", "prompt": "p"}}, "*.py"),
        ({"input": {"prompt": "x" * 60}}, "x" * 50),
        ({"input": {"command": 7, "pattern": ["x"]}}, ""),
        ({"input": None}, ""),
        ({"input": ["x"]}, ""),
        ({}, ""),
    ],
)
def test_the_argument_of_a_running_tool(state: Json, expected: str) -> None:
    assert turn(user(), agent(tool(**state))).tools == ({"tool": "bash", "argument": expected, "since": AT},)


@pytest.mark.parametrize("status", ["completed", "error", "pending", None])
def test_only_running_tools_are_listed(status: Any) -> None:
    assert turn(user(), agent(tool(status=status))).tools == ()


@pytest.mark.parametrize("start", [None, "soon", -1, float("nan"), 10**30, True])
def test_a_start_that_is_none_is_unknown(start: Any) -> None:
    assert turn(user(), agent(tool(start=start))).tools == ({"tool": "bash", "argument": "", "since": None},)


@pytest.mark.parametrize(
    ("name", "elapsed", "guessed"),
    [
        ("bash", 4999, False),
        ("bash", 5000, False),
        ("bash", 5001, True),
        ("bash", -60_000, False),
        *((name, 60_000, False) for name in ("task", "Task", "question", "notify_ask_user", "bellpull_notify")),
    ],
)
def test_five_seconds_and_more_may_be_a_permission(name: str, elapsed: int, guessed: bool) -> None:
    parts = turn(user(), agent(tool(name))).parts
    assert bool(guesses(parts, START + elapsed)) is guessed


def test_a_tool_without_a_start_or_that_is_done_is_no_guess() -> None:
    assert guesses(turn(user(), agent(tool(start=None))).parts, START + 60_000) == []
    done = part_of({**tool(status="completed"), "id": "prt_1"}, ASKS)
    assert done is not None and guesses([done], START + 60_000) == []


WORDS = st.sampled_from(["info", "parts", "role", "user", "tool", "type", "state", "status", "input", "text", *ASKS])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=15,
)


@given(messages=st.lists(JUNK | st.fixed_dictionaries({"info": JUNK, "parts": st.lists(JUNK)}), max_size=5))
def test_garbage_is_skipped(messages: list[Any]) -> None:
    found = turn_of([user(), *messages, agent(ask())], ASKS)
    assert [one["title"] for one in found.asks][-1:] == ["Merge?"]


@given(input=JUNK, output=JUNK, time=JUNK, metadata=JUNK)
def test_an_ask_with_garbage_in_it_is_still_one_or_none(input: Any, output: Any, time: Any, metadata: Any) -> None:
    part = {
        **ask(),
        "state": {"status": "completed", "input": input, "output": output, "time": time},
        "metadata": metadata,
    }
    assert len(turn(user(), agent(part)).asks) <= 1


@pytest.mark.parametrize("messages", [None, 7, "text", {"a": 1}, [None], [[]], [{"info": None, "parts": 3}]])
def test_messages_that_are_no_list_are_an_empty_turn(messages: Any) -> None:
    assert turn_of(messages, ASKS).parts == ()
