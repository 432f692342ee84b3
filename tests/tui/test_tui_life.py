"""How the view begins and ends, in a real terminal, and that it outlives the hub."""

import gc
import os
import signal
import subprocess
import sys

import pytest
from tui_seat import Sit, SitAtTerminal

from bellpull.cli.main import main
from bellpull.tui.guard import Guard
from support.answers import PATIENCE, until
from support.hub import Caller, Hub, HubMaker
from support.questions import answer, ask, ask_text, look


def test_questions_are_answered_in_a_real_terminal(sit_at_terminal: SitAtTerminal, builder: Caller) -> None:
    first = ask(builder, title="First", options=["Yes", "Not yet"])
    typed = ask_text(builder, title="Name", question="How shall it be called?")
    clicked = ask(builder, title="Deploy?", question="Now?", options=["Yes", "No"])
    seat = sit_at_terminal()
    seat.screen.sees("🔔 First", "[1] Yes  [2] Not yet  [d] Close")
    assert seat.presses(first["id"], "2")["choice"] == "Not yet"
    seat.does("j", sees="How shall it be called?")
    seat.screen.sees("Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("Glocke 鐘")
    seat.screen.press("C-j")
    seat.screen.paste("second\nthird")
    seat.screen.sees("Glocke 鐘", "second", "third")
    assert seat.presses(typed["id"], "Enter")["reply"] == "Glocke 鐘\nsecond\nthird"
    seat.screen.resize(160, 40)
    shown = seat.screen.sees("│ 🔔 Deploy?", "[2] No")
    row = next(number for number, line in enumerate(shown.splitlines(), 1) if "[2] No" in line)
    seat.screen.click(shown.splitlines()[row - 1].index("[2]") + 2, row)
    until(lambda: look(seat.person, clicked["id"])["choice"] == "No", "the click counts")


@pytest.mark.parametrize("keys", ["q", "C-c"])
def test_leaving_leaves_the_terminal_as_it_was(sit_at_terminal: SitAtTerminal, builder: Caller, keys: str) -> None:
    seat = sit_at_terminal()
    seat.screen.sees("● live")
    seat.screen.press(keys)
    assert seat.screen.ends() == 0
    assert "live" not in seat.screen.screen()
    flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag}"
    assert seat.screen.tmux("display-message", "-p", flags).split() == ["0", "1", "0", "0"]


def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(sit_at_terminal: SitAtTerminal) -> None:
    seat = sit_at_terminal()
    seat.screen.sees("● live")
    os.kill(seat.screen.program, signal.SIGTERM)
    assert seat.screen.ends() == 0
    assert seat.screen.tmux("display-message", "-p", "#{alternate_on}").strip() == "0"


def test_a_hub_that_is_killed_and_started_again_is_found_again(
    hub_process: HubMaker, sit_at_terminal: SitAtTerminal
) -> None:
    hub = hub_process()
    builder = hub.new_agent()
    first, second = ask(builder, title="First"), ask(builder, title="Second", options=["Yes", "No"])
    seat = sit_at_terminal(of=hub, who=hub.owner, BELLPULL_URL="", BELLPULL_KEY="", BELLPULL_DATA_DIR=str(hub.data_dir))
    seat.screen.sees("● live", "🔔 First", "🔔 Second", "[1]")
    hub.kill()
    seat.screen.sees("○ reconnecting…", "🔔 First")
    # What is pressed meanwhile is not lost.
    seat.screen.press("2")
    seat.screen.sees("Your answer is on its way")
    seat.does("q", sees="An answer has not reached the hub yet.")
    seat.screen.press("Escape")
    hub.start()
    seat.screen.sees("● live", "✓  First", "Answered in the terminal: No")
    assert look(hub.owner, first["id"])["choice"] == "No"
    answer(hub.owner, second["id"], choice="Yes", via="page")
    seat.screen.sees("Answered on the page: Yes")


def test_a_question_that_was_settled_while_the_hub_was_away_is_gone_afterwards(fresh_hub: HubMaker, sit: Sit) -> None:
    hub = fresh_hub()
    question = ask(hub.new_agent(), title="Question")
    assert hub.url
    seat = sit(of=hub, who=hub.owner, BELLPULL_URL="", BELLPULL_KEY="", BELLPULL_DATA_DIR=str(hub.data_dir))
    seat.screen.sees("🔔 Question")
    hub.stop()
    seat.screen.sees("○ reconnecting…")
    hub.start()
    answer(hub.owner, question["id"], choice="No", via="cli")
    assert hub.url
    seat.screen.sees("● live", "on the command line: No")


def test_the_view_is_a_surface(sit: Sit, person: Caller) -> None:
    seat = sit()
    seat.screen.sees("● live")
    # It says hello when it has a line; the hub hears that a moment later.
    (surface,) = until(lambda: person.get("/api/surfaces").json()["surfaces"], "the hub knows the view")
    assert (surface["surface"], surface["shows"]) == ("tui", ["notification", "buttons", "text"])


class Hasty(Guard):
    """Time passes between two looks at the clock."""

    looks = 0

    def left(self, now: float) -> float:
        self.looks += 1
        return self.looks % 2 * 0.01


def test_the_time_that_passes_while_buttons_are_drawn_breaks_no_timer(sit: Sit, builder: Caller) -> None:
    seat = sit()
    seat.screen.view.guard = Hasty()
    ask(builder, title="Merge?", options=["Yes", "No"])
    seat.screen.sees("🔔 Merge?")
    gc.collect()  # then a timer that failed is told


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch, hub: Hub) -> pytest.MonkeyPatch:
    """The command finds the hub, as the admin."""
    for name in [name for name in os.environ if name.startswith(("BELLPULL_", "OPENCODE", "CLAUDE"))]:
        monkeypatch.delenv(name)
    assert hub.url
    monkeypatch.setenv("HOME", str(hub.folder))
    monkeypatch.setenv("BELLPULL_DATA_DIR", str(hub.data_dir))
    return monkeypatch


@pytest.mark.parametrize(
    ("why", "words", "said"),
    [
        ("no hub", ["--url", "http://127.0.0.1:9"], "bellpull: The hub is not running at http://127.0.0.1:9.\nhint: "),
        ("an agent's key", [], "only a person answers"),
        ("an agent's shell", [], "--as-person"),
        ("no terminal", [], "bellpull: There is no terminal to show anything in.\nhint: "),
    ],
)
def test_the_screen_is_not_taken_for_nothing(
    at_hand: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    hub: Hub,
    builder: Caller,
    why: str,
    words: list[str],
    said: str,
) -> None:
    if why == "an agent's key":
        at_hand.setenv("BELLPULL_KEY", builder.key)
    elif why == "an agent's shell":
        at_hand.setenv("OPENCODE", "1")
    assert main(["tui", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert "\x1b" not in printed.err


@pytest.mark.process
def test_only_this_command_imports_textual(at_hand: pytest.MonkeyPatch) -> None:
    look = "import sys; from bellpull.cli.main import main; main(sys.argv[1:]); sys.exit('textual' in sys.modules)"
    for words in (["status"], ["tui", "--url", "http://127.0.0.1:9"]):
        ended = subprocess.run([sys.executable, "-c", look, *words], capture_output=True, timeout=PATIENCE)
        assert ended.returncode == 0
