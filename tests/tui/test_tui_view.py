"""What is seen: whole screens, narrow and wide, and what changes them."""

import re
from pathlib import Path
from typing import Any

import pytest
from tui_seat import EDIT, Seat, Signs, Sit, SitAtTerminal, ago

from bellpull.place.reading import hostname
from support.answers import done, until
from support.hub import Caller, Hub, HubMaker
from support.nudges import listed as nudges
from support.questions import YES, ask, ask_text, do, look

SCREENS = Path(__file__).parent / "screens"
RULE = "=" * 20 + "\n"
#: A key, and what is seen after it.
STEPS = (("j", "Enter answer", "Reply"), ("j", "make deploy", "[1]"), ("Tab", "A,D all"), ("?", "quit"))
HOSTILE = "\x1b[31mred\x1b[0m \x1b]0;title\x07 \u202eesrever [bold]x[/] [@click=app.quit]y[/] \x9b2J\r\nnext"


def one_of_everything(hub: Hub, person: Caller) -> None:
    """That a list can hold."""
    seat = Signs(hub, person)
    builder, reviewer, writer = (hub.new_agent(person, name) for name in ("builder", "reviewer", "writer"))
    todos = [
        {"content": "Write the payment step", "status": "completed"},
        {"content": "Charge only once", "status": "in_progress"},
        {"content": "Tell the customer 中文", "status": "pending"},
    ]
    tools = [{"tool": "edit", "argument": "src/shop/pay.py"}]
    seat.sign("New checkout", builder, directory="/home/sam/shop", todos=todos, tools=tools, requests=[EDIT])
    tools = [{"tool": "bash", "argument": "make test"}]
    root = seat.sign("Review 审查 of the 🚀 release", reviewer, directory="/home/sam/shop", tools=tools)
    seat.sign("Look for races (@explore subagent)", reviewer, parent=root)
    idle = seat.sign("Write the guide", writer, "idle", directory="/home/sam/docs")
    seat.sign("Old server", writer, guesses=[{"tool": "bash", "argument": "npm install", "since": ago(0.2)}])
    ask_text(writer, session=idle, title="Name", question="How shall the **guide** be called?")
    question = "All **214 tests** pass.\n\n- staging is green\n- `make deploy` takes 4 minutes"
    ask(reviewer, title="Deploy?", question=question, options=["Deploy", "Only to staging", "Wait"], free_text=True)
    writer.send("The guide has 12 pages")
    builder.send("Build failed", message="**3 tests** fail in `payments`.", priority="high", notification_type="alert")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 60)])
def test_the_screen_is_as_it_was_drawn(fresh_hub: HubMaker, sit: Sit, columns: int, rows: int) -> None:
    hub = fresh_hub()
    one_of_everything(hub, hub.owner)
    is_as_drawn(sit(columns, rows, of=hub, who=hub.owner), SCREENS / f"{columns}x{rows}.txt")


def test_the_screen_of_a_real_terminal_is_as_it_was_drawn(fresh_hub: HubMaker, sit_at_terminal: SitAtTerminal) -> None:
    hub = fresh_hub()
    one_of_everything(hub, hub.owner)
    is_as_drawn(sit_at_terminal(of=hub, who=hub.owner), SCREENS / "80x24.txt")


def is_as_drawn(seat: Seat[Any], file: Path) -> None:
    seat.screen.sees("🔔 Deploy?", "🔔 Write the guide", "Sessions 3", "🔒? Old", "o once")
    kept = file.read_text(encoding="utf-8").split(RULE) if file.exists() else [""] * (len(STEPS) + 1)
    shown = [seat.shows(kept[0])]
    for (key, *words), screen in zip(STEPS, kept[1:], strict=True):
        seat.screen.press(key)
        seat.screen.sees(*words)
        shown.append(seat.shows(screen))
    if shown != kept:
        file.parent.mkdir(exist_ok=True)
        file.with_suffix(".new").write_text(RULE.join(shown), encoding="utf-8")
    assert shown == kept, f"look at {file.stem}.new, and keep it as {file.name} if it is right"


def test_a_terminal_that_changes_its_size_is_filled_anew(sit: Sit, builder: Caller) -> None:
    seat = sit()
    seat.request("ses", builder)
    below = seat.screen.sees("🔒 Permission: edit", "o once")
    assert "│" not in below
    seat.screen.resize(160, 40)
    seat.screen.sees("│ ses", "│ 🔒 Permission: edit", "│ Allow always: src/**")
    seat.screen.resize(80, 24)
    until(lambda: "│" not in seat.screen.screen(), "it is narrow again")
    seat.screen.sees("🔒 Permission: edit", "o once")


def test_text_of_agents_is_data(sit_at_terminal: SitAtTerminal, builder: Caller) -> None:
    ask(builder, title="Odd", question=HOSTILE, options=["[b]bold[/b]", "No\u202e"])
    seat = sit_at_terminal()
    shown = seat.screen.sees("[1] [b]bold[/b]", "[2] No\\u202e")
    assert "red \\x1b]0;title\\x07 \\u202eesrever [bold]x[/] [@click=app.quit]y[/]" in shown
    assert "\x1b[31m" not in seat.screen.coloured()
    assert seat.screen.tmux("display-message", "-p", "#{pane_title}").strip() != "title"


@pytest.mark.parametrize(("variables", "colours"), [({}, {"31", "32", "35", "36"}), ({"NO_COLOR": "1"}, set())])
def test_a_diff_has_the_terminals_colours_unless_there_are_to_be_none(
    sit_at_terminal: SitAtTerminal, builder: Caller, variables: dict[str, str], colours: set[str]
) -> None:
    seat = sit_at_terminal(200, 60, **variables)
    seat.request("ses", builder)
    seat.screen.sees("🔒 Permission: edit", "-    response = bank.charge", "o once")
    coloured = seat.screen.coloured()
    styles = set(re.findall(r"\x1b\[([\d;]*)m", coloured))
    assert {part for style in styles for part in style.split(";")} & {"31", "33", "34", "35", "36"} == colours - {"32"}
    assert ("\x1b[31m-    response" in coloured) is ("\x1b[32m+    response" in coloured) is bool(colours)


def test_the_selection_stays_on_its_session_when_the_order_changes(sit: Sit, builder: Caller) -> None:
    seat = sit()
    sessions = {name: seat.sign(name, builder, directory=f"/{name}") for name in ("apples", "pears")}
    shown = seat.screen.sees("🤖 apples", "🤖 pears")
    last, other = sorted(sessions, key=lambda name: -shown.index(f"🤖 {name}"))
    seat.does("End", sees=f"· /{last}")
    ask(builder, session=sessions[last], title="Moved up", question="Ready?")
    shown = seat.screen.sees(f"🔔 {last}", f"· /{last}", "Ready?")
    assert shown.index(f"🔔 {last}") < shown.index(f"🤖 {other}")


def test_questions_that_are_waited_for_are_seen_above_those_that_are_not(sit: Sit, builder: Caller, hub: Hub) -> None:
    seat = sit()
    stale = [ask(builder, title=f"Stale {number}", question="Still?", wait=600)["id"] for number in range(6)]
    for id in stale:
        do(builder, id, "release", {"reason": "timeout"})
    seat.screen.sees("▾  6 that nobody waits for any more", "Stale 0")
    seat.screen.press("Home")
    ask(builder, title="Live", question="Now?", wait=300, urgency="high")
    seat.request("Checkout", hub.new_agent(seat.person))
    shown = seat.screen.sees("🔔 Live", "🔒 Checkout", "▸  6 that nobody waits for any more", "Enter show or hide")
    assert shown.index("🔔 Live") < shown.index("🔒 Checkout") < shown.index("▸  6 that")
    assert "Stale 0" not in shown
    seat.does("Enter", sees="🔔 Stale 0")
    seat.does("j", sees="Still?")
    seat.screen.sees("[1]")
    assert seat.presses(stale[0], "1")["choice"] == YES


def test_the_list_can_be_filtered(sit: Sit, builder: Caller) -> None:
    seat = sit()
    for name in ("apples", "pears", "plums"):
        seat.sign(name, builder)
    seat.screen.sees("apples", "pears", "plums")
    seat.screen.press("/")
    seat.screen.sees("Filter")
    seat.screen.type("pea")
    seat.screen.sees_no("apples")
    seat.does("Enter", sees="/pea")
    seat.does("Escape", sees="apples")


def test_notifications_are_read_acknowledged_and_dismissed(sit: Sit, builder: Caller) -> None:
    sent = [builder.send(f"Build {number}", message="All **green**.") for number in range(3)]
    seat = sit()
    seat.screen.sees("Notifications 3")
    seat.screen.press("Tab")
    shown = seat.screen.sees("● Build 2", "● Build 1", "● Build 0", "All green.")
    assert shown.index("Build 2") < shown.index("Build 1") < shown.index("Build 0")
    seat.screen.press("a")
    seat.screen.sees("Acknowledged.", "Notifications 2", "  Build 2")
    assert seat.person.read(sent[2]["id"])["status"] == "acknowledged"
    seat.screen.press("j", "d")
    seat.screen.sees("Dismissed.")
    seat.screen.sees_no("Build 1")
    builder.send("Build 3")
    seat.screen.sees("● Build 3")
    seat.does("D", sees="Dismiss all 3 notifications?")
    seat.does("y", sees="No notifications.")
    assert seat.person.read(sent[0]["id"])["status"] == "dismissed"


def test_an_agent_is_told_something_about_the_selected_session(sit: Sit, builder: Caller) -> None:
    seat = sit()
    session = seat.sign("ses", builder)
    seat.screen.sees("🤖 ses")
    seat.does("t", sees=f"Tell {builder.name}")
    seat.screen.type("use the staging database")
    seat.does("Enter", sees=f"Told {builder.name}")
    (nudge,) = nudges(builder, builder.name)
    assert (nudge["message"], nudge["session"], nudge["source"]) == ("use the staging database", session, "user")


def test_acknowledging_a_question_settles_nothing(sit: Sit, builder: Caller) -> None:
    question = ask(builder)
    seat = sit()
    seat.screen.sees("Sessions 1", "[1]")
    seat.does("a", sees="Acknowledged.")
    assert seat.person.read(question["id"])["status"] == "acknowledged"
    assert look(seat.person, question["id"])["state"] == "open"


def test_a_session_put_off_goes_to_the_end_and_comes_back_with_a_new_question(sit: Sit, builder: Caller) -> None:
    seat = sit()
    session = seat.sign("ses", builder)
    seat.screen.sees("🤖 ses")
    ask(builder, session=session, title="First")
    ask(builder, title="Other")
    seat.screen.sees("🔔 ses", "Sessions 2")
    seat.does("s", sees="1 ten minutes")
    shown = seat.does("1", sees="⏰ ses")
    assert shown.index("🔔 Other") < shown.index("⏰ ses")
    seat.screen.sees("Put off until", "Sessions 1")
    ask(builder, session=session, title="Second")
    seat.screen.sees("🔔 ses", "Sessions 2")


def test_a_key_goes_to_the_pane_of_a_session(sit_at_terminal: SitAtTerminal, builder: Caller) -> None:
    seat = sit_at_terminal()
    screen = seat.screen
    screen.tmux("new-window", "-d", "-n", "agent", "exec sleep 1000")
    pane = screen.tmux("display-message", "-p", "-t", "agent", "#{pane_id}").strip()
    host = hostname()
    seat.sign("ses", builder, place={"host": host, "tmux": {"socket": screen.socket, "pane": pane}})
    screen.sees("🤖 ses", f"on {host}")
    with screen.attached():
        screen.press("g")
        until(lambda: screen.tmux("display-message", "-p", "#{window_name}").strip() == "agent", "the pane is in front")


def test_a_pane_on_another_machine_is_only_named(sit: Sit, builder: Caller) -> None:
    seat = sit()
    seat.sign("ses", builder, place={"host": "far-away", "tmux": {"socket": "/tmp/tmux-1/default", "pane": "%3"}})
    seat.screen.sees("on far-away")
    seat.does("g", sees="far-away")
    seat.screen.sees("%3")


def test_hundreds_of_sessions_stay_usable(sit: Sit, builder: Caller, person: Caller) -> None:
    """Of one agent a hundred are shown."""
    for first in range(0, 500, 100):
        agent = person.hub.new_agent(person).name
        signs = [
            {"session": f"opencode:many{number}_{agent}", "agent": agent, "state": "working", "title": f"task {number}"}
            for number in range(first, first + 100)
        ]
        done(person.post("/api/sessions/signs", signs))
    seat = sit(120, 40)
    seat.screen.sees("task", "🤖 500")
    seat.screen.press(*["j"] * 40)
    seat.screen.press("End", "Home", "/")
    seat.screen.type("task 499")
    seat.screen.sees("🤖 task 499")
    seat.screen.sees_no("task 10")
