"""A loop that idles is woken: with what is pending, as one message, in order, once."""

import threading
from queue import Queue

import pytest
from library_nudging import RESULT, all_handed, handed, read, state_of, told

from bellpull import Agent
from bellpull.library import split, waking
from support.answers import PATIENCE, until
from support.hub import Hub


def messages(text: str) -> list[str]:
    assert split(text).result == ""
    return [note.message for note in split(text).notes]


def test_an_idle_loop_is_woken_in_order_and_once(builder: Agent, hub: Hub) -> None:
    woken: Queue[str] = Queue()
    builder.on_idle(woken.put)
    until(lambda: state_of(hub, builder).get("wakes"), "it can be woken")
    assert told(hub, builder, "0")["delivery"] == "new_message"
    for number in range(1, 20):
        told(hub, builder, str(number))
    got: list[str] = []
    while len(got) < 20:
        got += messages(woken.get(timeout=PATIENCE))
    assert got == [str(number) for number in range(20)]
    all_handed(hub, builder, *got)
    assert woken.empty()


def test_nudges_that_wait_for_a_loop_that_begins_are_one_message(builder: Agent, hub: Hub) -> None:
    for message in ("one", "two"):
        told(hub, builder, message)
    woken: Queue[str] = Queue()
    builder.on_idle(woken.put)
    blocks = [
        '<notification source="user">\none\n</notification>',
        '<notification source="user">\ntwo\n</notification>',
    ]
    assert woken.get(timeout=PATIENCE) == "\n\n".join(blocks)


def test_a_working_loop_is_not_woken_and_reads_with_its_results(builder: Agent, hub: Hub) -> None:
    woken: Queue[str] = Queue()
    builder.on_idle(woken.put)
    with builder.turn():
        until(lambda: state_of(hub, builder).get("state") == "working", "it works")
        assert told(hub, builder, "while it works")["delivery"] == "next_tool_result"
        assert read(builder) == ["while it works"]
        told(hub, builder, "for later")
        until(lambda: builder._carrier()._listener.pending, "it is known to be pending")
        assert woken.empty()
    assert messages(woken.get(timeout=PATIENCE)) == ["for later"]


def test_a_turn_inside_the_callback_reads_on(builder: Agent, hub: Hub) -> None:
    """Before what woke it is confirmed nothing behind it would come: its first result confirms it."""
    turns: Queue[list[str]] = Queue()

    def work(text: str) -> None:
        with builder.turn():
            assert handed(hub, builder) == []
            told(hub, builder, "second")
            turns.put(messages(text) + read(builder))

    builder.on_idle(work)
    told(hub, builder, "first")
    assert turns.get(timeout=PATIENCE) == ["first", "second"]
    all_handed(hub, builder, "first", "second")
    assert turns.empty()


def test_a_callback_that_raises_is_called_again_and_nothing_counts_as_read(
    builder: Agent, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(waking, "AGAIN_SECONDS", 0.01)
    calls: Queue[str] = Queue()

    def fail_first(text: str) -> None:
        calls.put(text)
        if calls.qsize() == 1:
            raise OSError("the model did not answer")

    builder.on_idle(fail_first)
    told(hub, builder, "wait")
    until(lambda: calls.qsize() == 2, "it is called again")
    assert [messages(calls.get()) for _ in range(2)] == [["wait"], ["wait"]]
    all_handed(hub, builder, "wait")
    assert "the model did not answer" in caplog.text


def test_a_callback_can_be_taken_back(builder: Agent, hub: Hub) -> None:
    woken: Queue[str] = Queue()
    builder.on_idle(woken.put)
    until(lambda: state_of(hub, builder).get("wakes"), "it can be woken")
    builder.on_idle(None)
    until(lambda: not state_of(hub, builder)["wakes"], "it cannot")
    told(hub, builder, "x")
    assert read(builder) == ["x"]
    assert woken.empty()


def test_a_callback_is_not_called_twice_at_once(builder: Agent, hub: Hub) -> None:
    inside, go_on = Queue[str](), threading.Event()

    def work(text: str) -> None:
        inside.put(text)
        assert go_on.wait(PATIENCE)

    builder.on_idle(work)
    told(hub, builder, "one")
    until(lambda: not inside.empty(), "it is called")
    told(hub, builder, "two")
    assert [nudge.message for nudge in builder.pending()] == ["two"]
    assert inside.qsize() == 1
    go_on.set()
    assert [messages(inside.get(timeout=PATIENCE)) for _ in range(2)] == [["one"], ["two"]]


def test_a_coroutine_function_needs_a_loop(builder: Agent) -> None:
    async def work(text: str) -> None:
        raise AssertionError(RESULT)

    with pytest.raises(TypeError, match="event loop"):
        builder.on_idle(work)
