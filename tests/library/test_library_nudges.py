"""What people tell an agent comes with the next result of its loop, in order, once; nothing pending costs nothing."""

import signal
from pathlib import Path
from typing import Any

import pytest
from library_nudging import RESULT, all_handed, handed, next_result, read, state_of, threads_of_bellpull, told

from bellpull import Agent
from bellpull.domain import errors
from bellpull.library import NOTIFICATION_TOOL, as_exchange, split
from bellpull.library.listening import POLL_SECONDS
from bellpull.remote import fast
from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import answer


def test_a_result_with_nothing_pending_is_the_same_object_and_no_hub_is_asked(
    builder: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    request = fast.Hub.request

    def counted(hub: fast.Hub, method: str, path: str, query: object = None, *more: object, **how: object) -> object:
        asked.append(f"{method} {path} {query}")
        return request(hub, method, path, query, *more, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(fast.Hub, "request", counted)
    result = "".join(["File ", "updated"])
    assert builder.augment(result) is result
    until(lambda: any("'wait': 50" in call for call in asked), "it listens")
    before = list(asked)
    assert all(builder.augment(result) is result for _ in range(1000))
    with builder.carrying(result) as text, builder.taking() as nudges:
        assert (text is result, nudges) == (True, [])
    assert asked == before


def test_nudges_come_with_the_next_result_in_order_and_once(builder: Agent, hub: Hub) -> None:
    messages = [f"Message {number}: <b> & </notification>" for number in range(5)]
    for message in messages:
        told(hub, builder, message)
    text = next_result(builder)
    assert text.startswith(f'{RESULT}\n\n<notification source="user">\nMessage 0')
    assert [note.message for note in split(text).notes] == messages
    assert split(text).result == RESULT
    all_handed(hub, builder, *messages)
    assert builder.augment(RESULT) is RESULT


@pytest.mark.usefixtures("patient")
def test_the_first_result_of_a_program_brings_what_waited(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "from before")
    assert "from before" in builder.augment(RESULT)


def test_pending_nudges_can_be_looked_at_and_are_not_taken(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "one", label="note", dedup_key="k")
    told(hub, builder, "two", source="ci")
    assert [(nudge.message, nudge.source, nudge.label) for nudge in builder.pending()] == [
        ("one", "user", "note"),
        ("two", "ci", None),
    ]
    assert builder.pending()[0].xml == '<notification source="user" label="note">\none\n</notification>'
    assert read(builder, 2) == ["one", "two"]
    until(lambda: builder.pending() == [], "nothing waits")


@pytest.mark.usefixtures("patient")
def test_a_block_that_raises_gives_back_what_it_carried(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "wait")
    until(lambda: builder.pending(), "it waits")
    with pytest.raises(OSError, match="the model"), builder.carrying(RESULT) as text:
        assert split(text).notes[0].message == "wait"
        raise OSError("the model did not answer")
    again = split(next_result(builder)).notes
    assert [(note.message, note.repeat) for note in again] == [("wait", False)]


@pytest.mark.usefixtures("patient")
def test_a_block_that_ends_has_handed_over_what_it_carried(builder: Agent, hub: Hub) -> None:
    told(hub, builder, "wait")
    with builder.carrying(RESULT) as text:
        assert text == f'{RESULT}\n\n<notification source="user">\nwait\n</notification>'
        assert handed(hub, builder) == []
    all_handed(hub, builder, "wait")


@pytest.mark.usefixtures("patient")
def test_nudges_can_be_taken_as_events_apart(builder: Agent, hub: Hub) -> None:
    id = told(hub, builder, "wait")["id"]
    with builder.taking() as nudges:
        (call,) = as_exchange(nudges)
        assert (call.name, call.result, nudges[0].id) == (NOTIFICATION_TOOL, "wait", id)
    all_handed(hub, builder, "wait")


def test_a_nudge_for_a_session_is_read_there_alone(builder: Agent, hub: Hub) -> None:
    with Agent(builder.name, data_dir=hub.data_dir) as other:
        told(hub, builder, "for the other", session=other.session)
        told(hub, builder, "for any")
        assert read(builder) == ["for any"]
        assert read(other) == ["for the other"]


def test_a_late_answer_comes_with_the_next_result(builder: Agent, hub: Hub) -> None:
    late = builder.ask("Merge to main?", ["Merge", "No"], timeout=0.1)
    assert late.outcome == "timeout"
    answer(hub.owner, late.question_id, choice="Merge")
    (note,) = split(next_result(builder)).notes
    assert (note.question, note.source) == (late.question_id, "user")
    assert "Merge" in note.message


def test_a_hub_that_is_slow_holds_up_no_result_and_nothing_is_lost_or_repeated(hub_process: HubMaker) -> None:
    hub = hub_process()
    with Agent("builder", data_dir=hub.data_dir) as agent:
        agent.augment(RESULT)
        told(hub, agent, "wait")
        until(lambda: agent._carrier()._listener.pending, "it is known to be pending")
        assert hub.process
        hub.process.send_signal(signal.SIGSTOP)
        try:
            assert [agent.augment(RESULT) for _ in range(3)] == [RESULT] * 3
        finally:
            hub.process.send_signal(signal.SIGCONT)
        (note,) = split(next_result(agent)).notes
        assert (note.message, note.repeat) == ("wait", False)


def test_a_loop_without_a_hub_goes_on_and_a_line_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Agent("builder", data_dir=tmp_path / "data") as agent:
        assert all(agent.augment(RESULT) is RESULT for _ in range(10))
        with pytest.raises(errors.Unavailable):
            agent.pending()
    (line,) = (record.getMessage() for record in caplog.records if record.name == "bellpull")
    assert "is not running" in line
    assert "bellpull up" in line


def test_the_agent_of_a_chosen_key_is_the_keys(hub: Hub, agent: Caller, tmp_path: Path) -> None:
    with Agent("anything", url=hub.url, key=agent.key, data_dir=tmp_path) as given:
        hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": "wait"})
        assert [nudge.message for nudge in given.pending()] == ["wait"]
        assert read(given) == ["wait"]


def test_a_persons_key_carries_nothing_and_a_line_says_so(
    hub: Hub, person: Caller, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Agent("anything", url=hub.url, key=person.key, data_dir=tmp_path) as given:
        assert given.augment(RESULT) is RESULT
        with pytest.raises(errors.Denied):
            given.pending()
    assert "is no agent" in caplog.text


def test_the_hub_knows_whether_the_loop_works(builder: Agent, hub: Hub) -> None:
    with builder.turn():
        with builder.turn():
            until(lambda: state_of(hub, builder).get("state") == "working", "it works")
        assert told(hub, builder, "x")["delivery"] == "next_tool_result"
        assert state_of(hub, builder)["client"].startswith("python/")
    until(lambda: state_of(hub, builder)["state"] == "idle", "it idles")
    assert state_of(hub, builder)["wakes"] is False
    builder.working()
    until(lambda: state_of(hub, builder)["state"] == "working", "it works again")


def test_a_closed_agent_ends_its_threads_and_its_session_and_can_begin_again(own_hub: Hub) -> None:
    with Agent("builder", data_dir=own_hub.data_dir) as agent:
        agent.on_idle(lambda text: None)
        agent.augment(RESULT)
        until(lambda: state_of(own_hub, agent).get("state") == "idle", "it idles")
    assert state_of(own_hub, agent)["state"] == "ended"
    # One that was just connecting, on a machine that took long for it, waits for one more answer.
    until(lambda: threads_of_bellpull() == [], "its threads end", POLL_SECONDS + PATIENCE)
    agent.close()
    told(own_hub, agent, "again")
    assert read(agent) == ["again"]
    agent.close()
    assert handed(own_hub, agent) == ["again"]


@pytest.mark.parametrize("result", [{"x": 1}, None, b"bytes", ["text"]])
def test_a_result_that_is_no_text_is_refused_before_anything_counts_as_read(
    builder: Agent, hub: Hub, result: Any
) -> None:
    with pytest.raises(TypeError, match="a result is a str"):
        builder.augment(result)
    told(hub, builder, "still here")
    with pytest.raises(TypeError), builder.carrying(result):
        pass
    assert "still here" in next_result(builder)
