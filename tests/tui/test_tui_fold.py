"""The fold over what nobody waits for any more."""

from typing import Any

import pytest
from tui_world import World, ask_alone, drawn, later, question, wait

from bellpull.tui import acts
from bellpull.tui.chrome import bottom_line, tab_line
from bellpull.tui.model import BROWSE, WRITE


def test_questions_that_nobody_waits_for_any_more_are_folded_below_the_others(world: World) -> None:
    world.session("works")
    world.session("asks", wait("q0"), agent_name="asker")
    world.session("sub", parent="asks")
    stale = [question(f"old{number}", released="timeout") for number in range(3)]
    ask_alone(world, *stale, question("live", waiting_until=later(30)))
    world.tell(question("q0", released="gone", agent_name="asker"))
    assert world.listed() == ["🔔 live", "🔔 asks", "● sub", "▸ ", "🤖 works"]
    assert "3 that nobody waits for any more" in drawn(world, 3)
    assert "Sessions 2" in "".join(text for text, _ in tab_line(world.view, 80))
    world.press("end", "k", "enter")
    assert world.listed() == ["🔔 live", "🔔 asks", "● sub", "▾ ", "🔔 old0", "🔔 old1", "🔔 old2", "🤖 works"]
    world.wait(5)
    assert world.press("j", "1") == [acts.Answer("old0", {"choice": "Yes"})]
    world.press("k", "enter")
    assert world.listed() == ["🔔 live", "🔔 asks", "● sub", "▸ ", "🤖 works"]


def test_idle_sessions_that_asked_nothing_else_are_folded_with_their_sub_agents(world: World) -> None:
    world.session("idle", wait("old1"), wait("old2"), busy=False)
    world.session("sub", parent="idle", busy=False)
    world.session("works", wait("old3"))
    world.session("hands", wait("old4"), busy=False)
    world.session("helper", parent="hands")
    world.session("asks", wait("old5"), wait("new"), busy=False)
    world.session("rests", busy=False)
    ask_alone(world, question("alone", released="gone"))
    world.tell(*(question(f"old{number}", released="timeout") for number in range(1, 6)), question("new"))
    world.press("home")
    world.wait()
    above = ["🔔 asks", "🔔 works", "🔔 hands", "● helper", "▸ "]
    assert world.listed() == [*above, "💤 rests"]
    assert "2 that nobody waits for any more" in drawn(world, 4)
    assert "Sessions 5" in "".join(text for text, _ in tab_line(world.view, 80))
    world.press("end", "k", "enter")
    assert world.listed() == [*above[:-1], "▾ ", "🔔 alone", "🔔 idle", "○ sub", "💤 rests"]


@pytest.mark.parametrize(
    "told",
    [
        wait("q1", kind="permission"),
        wait("q1", source="heuristic", confidence="guess"),
        wait(None, source="list", confidence="likely"),
        wait("unknown"),
    ],
)
def test_permissions_guesses_and_unknown_questions_are_not_folded(world: World, told: dict[str, Any]) -> None:
    world.session("idle", wait("q0"), told, busy=False)
    world.tell(question("q0", released="gone"), question("q1", released="gone"))
    assert [entry.key for entry in world.view.sessions.shown] == ["idle"]


def test_a_session_that_is_looked_at_stays_in_sight_when_it_is_folded(world: World) -> None:
    for name in ("one", "two"):
        world.session(name, wait(f"{name} asks"), busy=False)
        world.session(f"{name} sub", parent=name, busy=False)
    ask_alone(world, question("live", waiting_until=later(600), agent_name="other"))
    world.tell(*(question(f"{name} asks", waiting_until=later(30)) for name in ("one", "two")))
    world.press("home", "j")
    assert (world.view.sessions.selected, world.listed()[2]) == ("one sub", "🔔 live")
    world.wait(60)
    assert world.listed() == ["🔔 live", "▸ ", "🔔 one", "○ one sub"]
    assert (world.view.sessions.selected, world.view.sessions.place) == ("one sub", 3)
    world.press("k")
    world.wait()
    assert world.listed() == ["🔔 live", "▸ ", "🔔 one", "○ one sub"]
    assert world.press("1") == [acts.Answer("one asks", {"choice": "Yes"})]
    world.session("one", busy=False)
    world.session("one sub", parent="one", busy=False)
    world.view.settle(question("one asks", released="timeout", outcome="accepted", via="tui", choice="Yes"))
    world.tell()
    assert world.listed() == ["🔔 live", "▸ ", "💤 one", "○ one sub"]
    assert (world.view.sessions.selected, "1 that nobody" in drawn(world, 1)) == ("one", True)


def test_an_idle_session_that_was_put_off_is_not_under_the_fold_and_keeps_its_sub_agents(world: World) -> None:
    world.session("idle", wait("old1"), busy=False)
    world.session("sub", parent="idle", busy=False)
    world.session("works")
    ask_alone(world, question("live", waiting_until=later(600)), question("old2", released="gone"))
    world.tell(question("old1", released="gone"))
    world.view.sessions.select("fold")
    world.press("enter")
    world.view.sessions.select("idle")
    world.press("s", "1")
    assert world.listed() == ["🔔 live", "▾ ", "🔔 old2", "🤖 works", "⏰ idle", "○ sub"]


def test_the_fold_is_open_if_nobody_else_waits(world: World) -> None:
    world.session("works")
    ask_alone(world, question("old", released="gone"))
    assert world.listed() == ["▾ ", "🔔 old", "🤖 works"]
    assert world.view.sessions.selected == "old"
    ask_alone(world, question("old", released="gone"), question("other", released="gone"), question("new"))
    assert world.listed() == ["🔔 new", "▸ ", "🔔 old", "🤖 works"]
    assert (world.view.sessions.selected, world.view.sessions.place) == ("old", 2)
    world.press("home")
    world.wait()
    assert world.listed() == ["🔔 new", "▸ ", "🤖 works"]


def test_a_question_answered_under_the_fold_stays_there_until_it_goes(world: World) -> None:
    stale = [question(f"old{number}", released="timeout") for number in range(2)]
    ask_alone(world, *stale)
    for number, listed in enumerate((["▾ ", "✓ old0", "🔔 old1"], ["✓ old0", "✓ old1"])):
        world.view.settle(stale[number] | {"outcome": "accepted", "via": "tui", "choice": "Yes"})
        ask_alone(world, *stale[number + 1 :])
        assert world.listed() == listed
    world.wait(10)
    assert world.listed() == []


def test_a_question_that_somebody_writes_to_is_not_folded_away_from_them(world: World) -> None:
    typed = question("q1", kind="text", options=[], waiting_until=later(30))
    ask_alone(world, typed, question("q2", waiting_until=later(600)))
    world.wait(5)
    world.press("enter")
    world.type("half a thought")
    world.wait(60)
    assert world.listed() == ["🔔 q2", "▸ ", "🔔 q1"]
    assert (world.view.mode, world.view.draft) == (WRITE, "half a thought")
    assert world.keys.send() == [acts.Answer("q1", {"text": "half a thought"})]


def test_the_filter_looks_under_the_fold_too(world: World) -> None:
    ask_alone(world, question("apples", released="gone"), question("pears", waiting_until=later(30)))
    assert world.listed() == ["🔔 pears", "▸ "]
    world.press("slash")
    world.type("appl")
    assert world.listed() == ["🔔 apples"]
    world.press("escape")
    world.press("home")
    world.wait()
    assert world.listed() == ["🔔 pears", "▸ "]


def test_keys_of_questions_do_nothing_to_the_fold(world: World) -> None:
    ask_alone(world, question("old", released="gone"), question("new", waiting_until=later(30)))
    world.wait(5)
    assert world.press("j", "1", "d", "a", "o", "s", "t", "g", "n") == []
    assert (world.view.mode, world.listed()) == (BROWSE, ["🔔 new", "▸ "])
    assert "can be answered" in world.text()
    assert "show or hide" in "".join(text for text, _ in bottom_line(world.view, 80))
