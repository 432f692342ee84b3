"""How the view begins and ends, and that it outlives the hub."""

import os
import pty
import signal
import subprocess
import sys

import pytest
from tui_seat import COMMAND, Sit

from support.answers import PATIENCE
from support.hub import SOURCES, Caller, Hub, HubMaker
from support.questions import answer, ask, look


@pytest.mark.parametrize("keys", ["q", "C-c"])
def test_leaving_leaves_the_terminal_as_it_was(sit: Sit, builder: Caller, keys: str) -> None:
    seat = sit()
    seat.screen.sees("● live")
    seat.screen.press(keys)
    assert seat.screen.ends() == 0
    assert "live" not in seat.screen.screen()
    flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag}"
    assert seat.screen.tmux("display-message", "-p", flags).split() == ["0", "1", "0", "0"]


def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(sit: Sit) -> None:
    seat = sit()
    seat.screen.sees("● live")
    os.kill(seat.screen.program, signal.SIGTERM)
    assert seat.screen.ends() == 0
    assert seat.screen.tmux("display-message", "-p", "#{alternate_on}").strip() == "0"


def test_a_hub_that_is_killed_and_started_again_is_found_again(fresh_hub: HubMaker, sit: Sit) -> None:
    hub = fresh_hub()
    builder = hub.new_agent()
    first, second = ask(builder, title="First"), ask(builder, title="Second", options=["Yes", "No"])
    seat = sit(of=hub, who=hub.owner, BELLPULL_URL="", BELLPULL_KEY="", BELLPULL_DATA_DIR=str(hub.data_dir))
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


def test_what_was_settled_while_the_hub_was_away_is_gone_afterwards(fresh_hub: HubMaker, sit: Sit) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    question = ask(agent, title="Question")
    seat = sit(of=hub, who=hub.owner, BELLPULL_URL="", BELLPULL_KEY="", BELLPULL_DATA_DIR=str(hub.data_dir))
    seat.screen.sees("🔔 Question")
    hub.kill()
    seat.screen.sees("○ reconnecting…")
    hub.start()
    answer(hub.owner, question["id"], choice="No", via="cli")
    seat.screen.sees("● live", "on the command line: No")


def test_the_view_is_a_surface(sit: Sit, person: Caller) -> None:
    seat = sit()
    seat.screen.sees("● live")
    (surface,) = person.get("/api/surfaces").json()["surfaces"]
    assert (surface["surface"], surface["shows"]) == ("tui", ["notification", "buttons", "text"])


def environment(hub: Hub, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH",)}
    return kept | {"HOME": str(hub.folder), "PYTHONPATH": str(SOURCES), "BELLPULL_DATA_DIR": str(hub.data_dir)} | more


def in_terminal(hub: Hub, *words: str, **variables: str) -> tuple[int, str]:
    """With a terminal that is never taken; the code, and what was printed there."""
    ours, theirs = pty.openpty()
    given = environment(hub, **variables)
    process = subprocess.Popen([*COMMAND, *words], env=given, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    code = process.wait(PATIENCE)
    printed = os.read(ours, 65536).decode()
    os.close(ours)
    assert "\x1b" not in printed
    return code, printed


def test_without_a_hub_the_screen_is_not_taken(hub: Hub) -> None:
    code, printed = in_terminal(hub, "--url", "http://127.0.0.1:9")
    assert code == 2
    assert printed.startswith("bellpull: The hub is not running at http://127.0.0.1:9.\r\nhint: ")


def test_an_agents_key_is_refused(hub: Hub, builder: Caller) -> None:
    code, printed = in_terminal(hub, BELLPULL_URL=hub.url, BELLPULL_KEY=builder.key)
    assert (code, "only a person answers" in printed) == (2, True)


def test_the_shell_of_an_agent_is_refused(hub: Hub) -> None:
    code, printed = in_terminal(hub, OPENCODE="1")
    assert (code, "--as-person" in printed) == (2, True)


def test_without_a_terminal_it_says_what_to_use_instead(hub: Hub) -> None:
    ended = subprocess.run(COMMAND, env=environment(hub), capture_output=True, timeout=PATIENCE, text=True)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("bellpull: There is no terminal to show anything in.\nhint: ")


def test_only_this_command_imports_textual(hub: Hub) -> None:
    look = "import sys; from bellpull.cli.main import main; main(sys.argv[1:]); sys.exit('textual' in sys.modules)"
    for words in (["status"], ["tui", "--url", "http://127.0.0.1:9"]):
        ended = subprocess.run(
            [sys.executable, "-c", look, *words], env=environment(hub), capture_output=True, timeout=PATIENCE
        )
        assert ended.returncode == 0
