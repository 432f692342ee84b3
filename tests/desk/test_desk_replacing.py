"""One window at a time, and typing is safe: what is replaced, what has moved on, and who types elsewhere."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from support.answers import until
from support.desk import Desk, Seat, Shim, at_desk, late_answer, question_id
from support.desktop import Desktop
from support.hub import Hub
from support.notifiers import Fake, fake_notifyd
from support.questions import look

REPLACED = "User cancelled or dismissed the popup"
EDITOR = """
import tkinter
editor = tkinter.Tk()
editor.title("Editor")
text = tkinter.Text(editor)
text.pack()
def keep():
    open("typed.txt", "w").write(text.get("1.0", "end-1c"))
    editor.after(50, keep)
keep()
text.focus_force()
editor.mainloop()
"""


@contextmanager
def held_up(desk: Desk) -> Iterator[Callable[[signal.Signals], None]]:
    """Stops the process of the next window and lets it go on, as a busy machine does."""
    pid = desk.ready_process()
    try:
        yield lambda how: os.kill(pid, how)
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def heard_all(hub: Hub, server: Fake) -> None:
    """The desk has taken everything that the hub had to say until now: what is told last is on the screen."""
    sign = f"Sign {len(server.said)}"
    hub.owner.send(sign)
    until(lambda: any(sign in said.get("body", "") for said in list(server.said)), "the desk shows the sign")


def test_a_newer_window_takes_the_place_of_an_untouched_one(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        older = agent.call("notify", message="The first?", title="Older")
        desk.window("Older")
        newer = agent.call("notify", message="The second?", title="Newer")
        items = agent.items(older)
        assert items[0] == REPLACED
        desk.desktop.no_window("Older")
        desk.replies("Newer", "The second")
        assert agent.items(newer) == ["User response: The second"]
        # The first was not answered, by nobody: it waits in the inbox.
        first = look(desk.hub.owner, question_id(items))
        assert (first["state"], first["released"]) == ("open", "replaced")


def asked(hub: Hub, agent: Shim, title: str) -> int:
    """A call whose question is open, so that the next one is newer."""
    before = hub.owner.get("/api/questions").json()["count"]
    id = agent.call("notify", message=f"{title}?", title=title)
    until(lambda: hub.owner.get("/api/questions").json()["count"] == before + 1, "it is asked")
    return id


@pytest.mark.slow
def test_a_question_overtaken_before_it_is_shown_is_released_too(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (desk, agent), held_up(desk) as send:
        first = asked(own_hub, agent, "A")
        desk.window("A")
        send(signal.SIGSTOP)
        second, third = asked(own_hub, agent, "B"), asked(own_hub, agent, "C")
        heard_all(own_hub, server)
        send(signal.SIGCONT)
        assert agent.items(first)[0] == REPLACED
        desk.replies("C", "third")
        assert agent.items(third)[0] == "User response: third"
        assert agent.items(second)[0] == REPLACED


@pytest.mark.slow
def test_questions_that_come_while_somebody_types_wait_in_line(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        first = asked(desk.hub, agent, "First")
        desk.window("First")
        desk.desktop.type("Busy")
        calls = {title: asked(desk.hub, agent, title) for title in ("Second", "Third")}
        assert agent.items(first)[0] == REPLACED
        assert desk.desktop.windows("First")
        desk.desktop.keys("Return")
        desk.desktop.no_window("First")
        for _ in calls:
            title = until(lambda: next(filter(desk.desktop.windows, calls), None), "the next in line appears")
            desk.replies(title, f"to {title}")
            desk.desktop.no_window(title)
        # Further items may carry the late answer to the first.
        assert [agent.items(id)[0] for id in calls.values()] == ["User response: to Second", "User response: to Third"]


def test_a_window_somebody_types_in_stays_and_the_newer_one_comes_after_it(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        older = agent.call("notify", message="The first?", title="Older")
        window = desk.window("Older")
        desk.desktop.type("Half a ")
        newer = agent.call("notify", message="The second?", title="Newer")
        items = agent.items(older)
        assert items[0] == REPLACED
        assert desk.desktop.windows("Older") == [window]
        assert desk.desktop.windows("Newer") == []
        assert desk.desktop.focused() == "Older"
        desk.desktop.type("sentence")
        desk.desktop.keys("Return")
        desk.desktop.no_window("Older")
        late = late_answer(agent)
        assert f'question="{question_id(items)}"' in late
        assert "User response: Half a sentence" in late
        desk.replies("Newer", "The second")
        assert agent.items(newer) == ["User response: The second"]


@pytest.mark.slow
@pytest.mark.parametrize("again", ["notify", "await_answer"])
def test_a_question_that_is_waited_for_again_after_a_timeout_is_shown_again(seat: Seat[None], again: str) -> None:
    with seat.taken() as (desk, agent):
        items = agent.items(agent.call("notify", message="May I?", timeout=5))
        assert items[0] == "No response within 5s timeout"
        desk.no_window()
        which = {"message": "May I?"} if again == "notify" else {"question_id": question_id(items)}
        id = agent.call(again, **which, timeout=50)
        desk.replies("VoiceMode", "yes")
        assert agent.items(id) == ["User response: yes"]


@pytest.mark.slow
def test_a_question_asked_again_while_its_window_closes_is_shown_again(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (desk, agent), held_up(desk) as send:
        id = agent.call("notify", message="May I?", timeout=5)
        desktop.window("VoiceMode")
        send(signal.SIGSTOP)
        assert agent.items(id)[0] == "No response within 5s timeout"
        again = agent.call("notify", message="May I?", timeout=300)
        until(
            lambda: own_hub.owner.get("/api/questions").json()["questions"][0]["waiting_until"], "it is awaited again"
        )
        heard_all(own_hub, server)
        send(signal.SIGCONT)
        desk.replies("VoiceMode", "yes")
        assert agent.items(again) == ["User response: yes"]


@pytest.mark.slow
def test_a_timeout_leaves_a_window_somebody_types_in(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="The first?", title="Slow", timeout=5)
        window = desk.window("Slow")
        desk.desktop.type("Thinking ")
        items = agent.items(id)
        assert items[0] == "No response within 5s timeout"
        assert desk.desktop.windows("Slow") == [window]
        desk.desktop.type("slowly")
        desk.desktop.keys("Return")
        assert "User response: Thinking slowly" in late_answer(agent)
        desk.no_window()


@pytest.mark.slow
def test_a_question_answered_elsewhere_is_not_taken_from_somebody_who_types(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="The first?", title="Shared")
        window = desk.window("Shared")
        desk.desktop.type("A long text of mine")
        [asked] = desk.hub.owner.get("/api/questions").json()["questions"]
        desk.hub.owner.post(f"/api/questions/{asked['id']}/answer", {"text": "Elsewhere", "via": "page"})
        assert agent.items(id) == ["User response: Elsewhere"]
        # The text can still be copied, and cannot be sent.
        until(lambda: not desk.takes_keys(window), "Send is taken away")
        desk.desktop.keys("ctrl+a", "ctrl+c")
        until(
            lambda: desk.desktop.run("xclip", "-o", "-selection", "clipboard", check=False) == "A long text of mine",
            "it is copied",
        )
        desk.desktop.keys("Return")
        assert desk.desktop.windows("Shared") == [window]
        desk.desktop.close(window)
        desk.no_window()
        assert look(desk.hub.owner, asked["id"])["reply"] in ("Elsewhere", None)


@pytest.mark.slow
def test_keys_typed_in_another_window_send_nothing(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        desktop.python("-c", EDITOR, log="editor")
        desktop.window("Editor")
        until(lambda: desktop.focused() == "Editor", "the editor has the keys")
        line = "the quick brown fox\n" * 12
        hands = desktop.start("xdotool", "type", "--delay", "25", line, log="hands")
        until(lambda: "quick" in (desktop.folder / "typed.txt").read_text(), "somebody types")
        id = agent.call("notify", message="May I?", title="Asking")
        desktop.window("Asking")
        assert hands.wait(30) == 0
        [asked] = own_hub.owner.get("/api/questions").json()["questions"]
        assert asked["state"] == "open"
        # What is sent in the end is what was typed for it, and not a letter more.
        desk.replies("Asking", "yes")
        assert agent.items(id) == ["User response: yes"]


@pytest.mark.slow
def test_keys_typed_in_another_window_choose_nothing(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        desktop.python("-c", EDITOR, log="editor")
        desktop.window("Editor")
        until(lambda: desktop.focused() == "Editor", "the editor has the keys")
        hands = desktop.start("xdotool", "type", "--delay", "25", "\n \t\n" * 40, log="hands")
        until(lambda: "\n" in (desktop.folder / "typed.txt").read_text(), "somebody types")
        id = agent.call(
            "ask_user", title="Delete", question="Delete it?", options=["Yes", "No"], wait_for_response=True
        )
        window = desktop.window("Delete")
        assert hands.wait(30) == 0
        until(lambda: desk.takes_keys(window), "the window takes keys")
        [asked] = own_hub.owner.get("/api/questions").json()["questions"]
        assert asked["state"] == "open"
        # Nobody has chosen a button yet, so Enter presses none.
        desktop.keys("Return")
        desk.presses(window, 0)
        assert agent.items(id) == ['{"response": "dismissed", "choice": null}']
