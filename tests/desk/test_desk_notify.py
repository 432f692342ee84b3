"""Every way in which a `notify` call ends at the desk, to the letter of its contract."""

import os
import signal
from collections.abc import Callable

import pytest

from support.answers import done, until
from support.desk import Seat, Shim, at_desk, late_answer, question_id
from support.desktop import Desktop
from support.hub import Hub
from support.questions import answer, look

HEADLESS = "Error: Cannot display popup - no display available. This feature requires a graphical environment."


def test_a_typed_reply_comes_back_with_its_lines(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="What is new?", title="Builder")
        desk.window("Builder")
        desk.desktop.type("One <b>line</b>")
        desk.desktop.keys("shift+Return")
        desk.desktop.type("and two: $HOME [exit]")
        desk.desktop.keys("Return")
        assert agent.items(id) == ["User response: One <b>line</b>\nand two: $HOME [exit]"]
        desk.no_window()


@pytest.mark.parametrize(
    ("done_by", "said"),
    [
        (Desktop.close, "User dismissed the popup"),
        pytest.param(lambda desktop, _: desktop.keys("Escape"), "User cancelled the popup", marks=pytest.mark.slow),
        pytest.param(
            lambda desktop, _: desktop.keys("Return"), "User submitted empty response", marks=pytest.mark.slow
        ),
        pytest.param(
            lambda desktop, _: desktop.keys("space", "space", "Return"),
            "User submitted empty response",
            marks=pytest.mark.slow,
        ),
    ],
    ids=["closed", "escape", "nothing", "blanks"],
)
def test_a_window_without_a_reply_ends_the_call_with_what_was_done(
    seat: Seat[None], done_by: Callable[[Desktop, str], None], said: str
) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="What is new?")
        done_by(desk.desktop, desk.window("VoiceMode"))
        assert agent.items(id) == [said]
        desk.no_window()


def test_a_timeout_closes_an_untouched_window(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="What is new?", timeout=5)
        desk.desktop.window("VoiceMode")
        items = agent.items(id)
        assert items[0] == "No response within 5s timeout"
        desk.no_window()
        answer(desk.hub.owner, question_id(items), text="Too late, but not lost")
        assert "Too late, but not lost" in late_answer(agent)


def test_a_message_that_wants_no_answer_is_shown_at_once_and_goes_by_itself(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        assert agent.told("notify", message="It is done.", wait_for_response=False, timeout=5) == [
            "✓ Message displayed successfully"
        ]
        desk.desktop.window("VoiceMode")
        desk.no_window()
        # It was no question, so nothing is left to answer, and the next window comes as ever.
        id = agent.call("notify", message="What is new?", title="Next")
        desk.replies("Next", "Nothing")
        assert agent.items(id) == ["User response: Nothing"]


@pytest.mark.slow
def test_a_message_that_wants_no_answer_stays_until_it_is_closed(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        said = agent.told("notify", message="It is done.", wait_for_response=False)
        assert said == ["✓ Message displayed successfully"]
        window = desk.desktop.window("VoiceMode")
        desk.desktop.close(window)
        desk.no_window()
        assert done(desk.hub.owner.get("/api/notifications"))["notifications"][0]["title"]
        assert agent.told("send_notification", notification_type="info", title="x")[1:] == [], "nobody answered"


@pytest.mark.process
def test_a_call_without_a_desk_has_no_display(own_hub: Hub) -> None:
    assert own_hub.url
    with Shim(own_hub) as agent:
        assert agent.items(agent.call("notify", message="Hi"), error=True) == [HEADLESS]


@pytest.mark.slow
def test_a_call_after_the_desk_has_ended_has_no_display(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        assert desk.stop() == 0
        assert agent.items(agent.call("notify", message="Hi"), error=True) == [HEADLESS]


@pytest.mark.slow
def test_a_window_that_dies_is_opened_once_more(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        first = desk.ready_process()
        id = agent.call("notify", message="What is new?")
        desk.window("VoiceMode")
        second = desk.ready_process(beside=first)
        os.kill(first, signal.SIGKILL)
        until(lambda: first not in desk.window_processes(), "the first is gone")
        desk.ready_process(beside=second)
        desk.replies("VoiceMode", "Alive")
        assert agent.items(id) == ["User response: Alive"]


def test_a_window_that_dies_twice_is_an_error_and_no_answer(desktop: Desktop, own_hub: Hub) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        first = desk.ready_process()
        id = agent.call("notify", message="What is new?")
        second = desk.ready_process(beside=first)
        os.kill(first, signal.SIGKILL)
        until(lambda: first not in desk.window_processes(), "the first is gone")
        desk.ready_process(beside=second)
        os.kill(second, signal.SIGKILL)
        items = agent.items(id, error=True)
        assert items[0].startswith("Error: Failed to display popup - ")
        assert items[0] != "Error: Failed to display popup - "
        assert "\n" not in items[0]
        asked = look(own_hub.owner, question_id(items))
        assert (asked["state"], asked["released"]) == ("open", "failed")
        # The desk goes on, and so does the question.
        answer(own_hub.owner, asked["id"], text="On the page, then")
        assert "On the page, then" in late_answer(agent)
        id = agent.call("notify", message="And now?", title="Next")
        desk.replies("Next", "Better")
        assert agent.items(id) == ["User response: Better"]


@pytest.mark.slow
def test_a_window_that_cannot_start_says_why_in_one_line(desktop: Desktop, own_hub: Hub) -> None:
    broken = desktop.folder / "broken"
    broken.mkdir()
    desktop.environment["PYTHONPATH"] += f":{broken}"
    with at_desk(desktop, own_hub) as (desk, agent):
        # As after an upgrade that went wrong: what the desk found at its start is no longer there.
        (broken / "tkinter.py").write_text('raise ImportError("libtk8.6.so: cannot open shared object file")')
        for ready in desk.window_processes():
            os.kill(ready, signal.SIGKILL)
        said = agent.items(agent.call("notify", message="What is new?"), error=True)[0]
        assert said.startswith("Error: Failed to display popup - ")
        assert "libtk8.6.so" in said
        assert "\n" not in said
        assert "Traceback" not in said
