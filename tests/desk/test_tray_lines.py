"""What stands in the tray's menu, as a panel reads it: the lines of the hub's watch, then the questions that are not
among them."""

import socket
from datetime import UTC, datetime, timedelta
from typing import Any

from board_world import NOON, World

from bellpull.desk.tray_lines import entries
from bellpull.desk.tray_menu import properties
from bellpull.desk.words import desk_words
from support.answers import done
from support.hub import Caller, Hub
from support.questions import answer, ask

ALWAYS = ["Quiet for an hour", "Open inbox", "Quit"]
NOTHING = "Nothing waits for you"
WORDS = desk_words("en")


def watch(hub: Hub) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = done(hub.owner.get("/api/watch"))["lines"]
    return lines


def menu(hub: Hub) -> list[str]:
    world, now = World(), datetime.now(UTC)
    asked = done(hub.owner.get("/api/questions", limit=100))["questions"]
    world.board.all_open(asked, now)
    waiting = world.board.waiting(now)
    made = [properties(entry) for entry in entries(watch(hub), waiting, WORDS.waiting(len(waiting)), None, WORDS)]
    return [line["label"].value for line in made if "label" in line]


def sign(agent: Caller, session: str, state: str = "working", **more: Any) -> None:
    told = {"session": f"claude-code:{session}", "state": state, "source": "hook", "title": session} | more
    done(agent.post("/api/sessions/signs", [told]))


def test_a_session_stands_with_its_sub_agents_and_what_they_do(own_hub: Hub) -> None:
    agent = own_hub.new_agent(name="builder")
    sign(agent, "Fix parser", place={"host": socket.gethostname(), "pid": 1})
    tools = [{"tool": "Read", "argument": "a.py"}]
    sign(agent, "Fix parser/1", parent="claude-code:Fix parser", title="Explore", tools=tools)
    assert menu(own_hub) == ["🤖 Fix parser", "    └ ● Explore", "        🔧 Read: a.py", NOTHING, *ALWAYS]


def test_more_than_fifteen_lines_are_counted_and_no_question_is_lost(own_hub: Hub) -> None:
    agents = [own_hub.new_agent(name=f"builder-{number}") for number in range(5)]
    titles = [f"{place}, {number}" for number in range(3) for place in range(5)]
    ids = [ask(agents[int(title[0])], title=title, question="?", options=["Yes", "No"])["id"] for title in titles]
    groups = [[f"🔔 builder-{place}", *(f'    └ "{place}, {number}"' for number in range(3))] for place in range(5)]
    shown = [line for group in groups for line in group][:15]
    left = [f"builder-{place}: {place}, {number}" for number, place in ((0, 4), (1, 4), (2, 3), (2, 4))]
    assert menu(own_hub) == [*shown, "and 5 more", "15 questions wait for you", *left, *ALWAYS]
    for id in ids[:5]:
        answer(own_hub.owner, id, choice="Yes")
    lines = [line for group in groups for line in (group[0], *group[2:])]
    assert menu(own_hub) == [*lines, "10 questions wait for you", *ALWAYS]


def test_three_questions_of_an_agent_stand_with_it_and_the_others_below(own_hub: Hub) -> None:
    agent = own_hub.new_agent(name="builder")
    for number in range(5):
        ask(agent, title=f"Question {number}", question="?", options=["Yes", "No"])
    shown = ["🔔 builder", *(f'    └ "Question {number}"' for number in range(3)), "    └ and 2 more"]
    left = [f"builder: Question {number}" for number in (3, 4)]
    assert menu(own_hub) == [*shown, "5 questions wait for you", *left, *ALWAYS]


def test_many_idle_sessions_are_counted_as_everywhere(own_hub: Hub) -> None:
    agent = own_hub.new_agent(name="builder")
    for number in range(12):
        sign(agent, f"Session {number}", "idle")
    assert menu(own_hub) == [*(line["text"] for line in watch(own_hub)), NOTHING, *ALWAYS]
    assert watch(own_hub)[-1]["text"] == "💤 and 2 more"


def test_text_of_sessions_is_only_text(own_hub: Hub) -> None:
    agent = own_hub.new_agent(name="builder")
    sign(agent, "one", title="snake_case <b>&\x1b[31m \u202eevil", tools=[{"tool": "a\nb", "argument": "x\x00y"}])
    assert menu(own_hub)[:3] == ["🤖 snake__case <b>& evil", "    🔧 a b: xy", NOTHING]


def test_quiet_for_an_hour_is_marked_and_the_note_stands_below_the_questions() -> None:
    until = NOON + timedelta(hours=1)
    made = entries([], [], NOTHING, until, WORDS, "Restart the desk")
    assert [(entry.label, entry.checked) for entry in made if not entry.separator] == [
        (NOTHING, None),
        ("Restart the desk", None),
        ("Quiet until 13:00", True),
        ("Open inbox", None),
        ("Quit", None),
    ]
