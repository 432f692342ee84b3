"""Closing a question without an answer takes two presses, and no number does it."""

import pytest
from tui_world import World, ask_alone, labels_of, question, said_below, wait

from bellpull.tui import acts
from bellpull.tui.model import BUTTONS, WRITE

CLOSED = {"outcome": "dismissed"}


def test_no_number_closes_a_question(world: World) -> None:
    ask_alone(world, question("q1", free_text=True))
    assert labels_of(world) == ["[·] Yes", "[·] No", "[·] Close", "[·] Something else…"]
    world.wait(5)
    assert labels_of(world) == ["[1] Yes", "[2] No", "[d] Close", "[w] Something else…"]
    assert world.press("3", "enter", "3") == []
    assert world.view.mode == BUTTONS
    assert world.press("h", "h", "enter") == [acts.Answer("q1", CLOSED)]


def test_the_key_that_closes_is_to_be_pressed_twice_at_the_buttons_too(world: World) -> None:
    ask_alone(world, question("q1"))
    world.wait(5)
    assert world.press("enter", "d") == []
    assert "Press d again" in said_below(world)
    assert world.press("d") == [acts.Answer("q1", CLOSED)]


def test_a_question_with_nothing_to_choose_is_not_closed_by_a_number_or_enter(world: World) -> None:
    close = {"label": "Close", "answer": CLOSED}
    ask_alone(world, question("q1", options=[], buttons=[close], free_text=True, secret=True))
    world.wait(5)
    assert world.press("1", "enter") == []
    assert world.view.mode == WRITE


@pytest.mark.parametrize("kind", ["choice", "permission", "text"])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Press d again to close it. That cannot be undone."),
        ("fr", "Appuyez encore une fois sur d pour la fermer. Cela ne s’annule pas."),
    ],
)
def test_a_question_is_closed_with_two_presses(kind: str, language: str, words: str) -> None:
    world = World(language)
    ask_alone(world, question("q1", kind=kind, options=[] if kind == "text" else ["Yes", "No"]))
    world.wait(5)
    assert world.press("d") == []
    assert said_below(world).startswith(words)
    world.wait(3.9)
    assert world.press("d") == [acts.Answer("q1", CLOSED)]
    assert words not in said_below(world)
    assert world.press("d") == []
    assert words not in said_below(world)


def test_the_first_press_is_forgotten_after_four_seconds(world: World) -> None:
    ask_alone(world, question("q1"))
    world.wait(5)
    world.press("d")
    world.wait(4)
    assert "Press d again" not in said_below(world)
    assert world.press("d") == []
    assert "Press d again" in said_below(world)


@pytest.mark.parametrize("keys", ["a", "3", "J", "x", "jk", ["tab", "tab"], ["question_mark", "d"], ["s", "escape"]])
def test_the_first_press_is_forgotten_with_any_other_key(world: World, keys: str | list[str]) -> None:
    ask_alone(world, question("q1"), question("q2"))
    world.wait(5)
    assert acts.Answer("q1", CLOSED) not in world.press("d", *keys)
    assert "Press d again" not in said_below(world)
    assert world.press("d") == []
    assert world.press("d") == [acts.Answer("q1", CLOSED)]


def test_the_first_press_does_not_count_for_the_question_that_comes_next(world: World) -> None:
    world.session("one", wait("q1"), wait("q2"))
    world.tell(question("q1"), question("q2"))
    world.wait(5)
    world.press("d")
    world.session("one", wait("q2"))
    world.view.settle(question("q1", outcome="accepted", via="page", choice="Yes"))
    world.tell()
    world.wait(0.6)
    assert "Press d again" not in said_below(world)
    assert world.press("d") == []
    assert world.press("d") == [acts.Answer("q2", CLOSED)]


def test_a_click_on_another_question_forgets_the_first_press(world: World) -> None:
    ask_alone(world, question("q1"), question("q2"))
    world.wait(5)
    world.press("d")
    for id in ("q2", "q1"):
        world.view.sessions.select(id)
        world.view.moved()
        assert "Press d again" not in said_below(world)
    assert world.press("d") == []


def test_a_click_on_the_field_forgets_the_first_press(world: World) -> None:
    ask_alone(world, question("q1", kind="text", options=[]))
    world.wait(5)
    world.press("d")
    world.keys.answering.write()
    assert (world.view.mode, "Press d again" in said_below(world)) == (WRITE, False)


def test_no_press_reaches_a_question_that_has_only_just_come(world: World) -> None:
    ask_alone(world, question("q1"))
    assert world.press("d", "d") == []
    assert "Not taken" in said_below(world)


def test_a_notice_does_not_hide_what_the_next_press_does(world: World) -> None:
    ask_alone(world, question("q1"))
    world.wait(5)
    world.press("d")
    world.view.say("Acknowledged.")
    assert "Press d again" in said_below(world)
