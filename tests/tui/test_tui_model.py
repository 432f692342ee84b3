"""The model alone, with clocks of its own: what is listed, what keys mean, what takes no key yet."""

import pytest
from tui_world import World, ask_alone, later, question, wait

from bellpull.tui import acts
from bellpull.tui.chrome import bottom_line, button_rows, tab_line, top_line
from bellpull.tui.detail import session_lines
from bellpull.tui.lines import size_of
from bellpull.tui.model import BROWSE, BUTTONS, TELL, WRITE
from bellpull.tui.rows import session_row


def test_the_soonest_deadline_stands_on_top_and_moves_there_as_time_passes(world: World) -> None:
    world.session("calm", wait("q4"))
    ask_alone(
        world,
        question("q1", waiting_until=later(40)),
        question("q2", waiting_until=later(41)),
        question("q3", agent_name="other", waiting_until=later(600)),
    )
    world.tell(question("q4", agent_name="third"))
    assert world.listed() == ["🔔 q1", "🔔 q3", "🔔 q2", "🔔 calm"]
    world.wait(30)
    assert world.listed() == ["🔔 q1", "🔔 q2", "🔔 q3", "🔔 calm"]


def test_sessions_that_wait_come_first_then_guesses_then_the_rest_with_their_sub_agents(world: World) -> None:
    world.session("works")
    world.session("sub", parent="works")
    world.session("guess", wait(None, kind="permission", source="heuristic", confidence="guess"))
    world.session("waits", wait("q1"))
    world.watch["questions"] = [wait("q2")]
    world.watch["servers"] = [{"server": "http://127.0.0.1:4096", "host": "h", "trouble": "locked, no access"}]
    world.tell(question("q1"), question("q2", urgency="high"))
    assert world.listed() == ["🔔 q2", "🔔 waits", "🔒 guess", "🤖 works", "● sub", "! http://127.0.0.1:4096"]


def test_a_key_is_not_taken_for_half_a_second_and_longer_while_keys_keep_coming(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1"))
    assert world.press("1") == []
    for _ in range(5):
        world.wait(0.4)
        assert world.press("1") == []
    assert "Not taken" in world.view.notice
    world.wait(0.6)
    assert world.press("1") == [acts.Answer("q1", {"choice": "Yes"})]
    assert world.press("1") == []


def test_the_next_question_of_a_session_takes_no_key_meant_for_the_first(world: World) -> None:
    world.session("one", wait("q1"), wait("q2"))
    world.tell(question("q1"), question("q2"))
    world.wait(5)
    assert world.press("1")
    world.session("one", wait("q2"))
    world.view.settle(question("q1", outcome="accepted", via="tui", choice="Yes"))
    world.tell()
    assert world.press("1") == []
    world.wait(0.6)
    assert world.press("2") == [acts.Answer("q2", {"choice": "No"})]


def test_an_older_question_may_be_answered_at_once(world: World) -> None:
    world.session("one", wait("q1"))
    world.session("two", wait("q2"))
    world.tell(question("q1"), question("q2"))
    world.wait(5)
    assert world.press("j", "1") == [acts.Answer("q2", {"choice": "Yes"})]


def test_the_selection_and_the_question_stay_when_another_comes_before_them(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1"))
    world.wait(5)
    world.watch["questions"] = [wait("q0")]
    world.session("one", wait("q3"), wait("q1"))
    world.tell(question("q0", waiting_until=later(60)), question("q3"))
    assert world.listed() == ["🔔 q0", "🔔 one"]
    assert (world.view.sessions.selected, world.view.sessions.question_id) == ("one", "q1")
    assert world.press("1") == [acts.Answer("q1", {"choice": "Yes"})]


def test_a_settled_question_without_a_session_stays_in_its_place_and_then_folds_away(world: World) -> None:
    world.watch["questions"] = [wait("q1"), wait("q2"), wait("q3")]
    world.tell(*(question(id) for id in ("q1", "q2", "q3")))
    world.view.settle(question("q2", outcome="accepted", via="desk", choice="Yes"))
    world.watch["questions"] = [wait("q1"), wait("q3")]
    world.tell()
    assert world.listed() == ["🔔 q1", "✓ q2", "🔔 q3"]
    world.press("j")
    assert "✓ Answered at the desk: Yes" in world.text()
    world.wait(10)
    assert world.listed() == ["🔔 q1", "🔔 q3"]
    assert world.view.sessions.selected == "q3"
    assert world.press("1") == []


def test_a_settled_question_does_not_come_between_a_session_and_its_sub_agents(world: World) -> None:
    world.session("asks", wait("q0"), agent_name="other")
    world.session("works")
    world.session("sub", parent="works")
    ask_alone(world, question("q1"))
    world.tell(question("q0", urgency="high"))
    assert world.listed() == ["🔔 asks", "🔔 q1", "🤖 works", "● sub"]
    world.watch["sessions"] = world.watch["sessions"][1:]
    world.view.settle(question("q1", outcome="accepted", via="desk", choice="Yes"))
    ask_alone(world)
    assert world.listed() == ["🤖 works", "● sub", "✓ q1"]


def test_text_typed_for_a_question_that_is_settled_becomes_what_is_told(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1", kind="text", options=[], buttons=[]))
    world.wait(5)
    world.press("enter")
    world.type("half a thought")
    world.session("one")
    world.view.settle(question("q1", outcome="accepted", via="page", reply="Bell"))
    world.tell()
    assert world.view.mode == WRITE
    assert "Answered on the page: Bell. What you typed is kept" in world.text()
    assert world.keys.send() == []
    world.press("escape", "t")
    assert (world.view.mode, world.view.draft) == (TELL, "half a thought")
    assert world.keys.send() == [acts.Tell("builder", "one", "half a thought", (TELL, "one"))]


def test_a_question_settled_under_untouched_buttons_lets_go_of_them(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1"))
    world.wait(5)
    world.press("enter")
    assert world.view.mode == BUTTONS
    world.view.settle(question("q1", outcome="withdrawn", via="client"))
    assert (world.view.mode, world.view.sessions.held) == (BROWSE, None)


def test_permission_keys_do_nothing_to_other_questions(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1", options=["Allow once", "Reject"]))
    world.wait(5)
    for key in ("o", "A", "r"):
        assert world.press(key) == []
        assert world.view.notice == "This is no permission."
    assert world.view.mode == BROWSE


def test_a_wait_that_cannot_be_answered_here_says_so(world: World) -> None:
    world.session("one", wait(None, kind="permission", source="heuristic", confidence="guess", title="bash: make"))
    world.tell()
    world.wait(5)
    assert world.press("1", "o", "d", "enter") == []
    assert "? This is a guess: because" in world.text()
    assert "cannot be answered from here" in world.text()


def test_a_guess_looks_different_from_a_fact(world: World) -> None:
    world.session("sure", wait(None, kind="permission"))
    world.session("guess", wait(None, kind="permission", source="heuristic", confidence="guess"))
    world.tell()
    looks = []
    for entry in world.view.sessions.shown:
        row = session_row(entry, 80, world.view.clock(), world.view.own)
        looks.append(next((text.strip(), style) for line in row for text, style in line if "🔒" in text))
    assert looks == [("🔒", "waits"), ("🔒?", "guess")]


def test_a_session_put_off_comes_back_in_time_or_with_a_new_question(world: World) -> None:
    world.session("one", wait("q1"))
    world.session("two", wait("q2"))
    world.tell(question("q1"), question("q2"))
    world.press("s", "1")
    assert world.listed() == ["🔔 two", "⏰ one"]
    world.wait(601)
    assert world.listed() == ["🔔 one", "🔔 two"]
    world.press("s", "3")
    assert "09:00" in world.view.notice
    world.session("one", wait("q1"), wait("q3"))
    world.tell(question("q3"))
    assert world.listed() == ["🔔 one", "🔔 two"]
    world.press("s", "2")
    world.press("s")
    assert "⏰" not in "".join(world.listed())


def test_the_end_of_an_answer_puts_a_session_off_no_longer_than_its_question(world: World) -> None:
    world.session("one", wait("q1"), wait("q2"))
    world.tell(question("q1"), question("q2"))
    world.press("s", "2")
    world.session("one", wait("q2"))
    world.tell()
    assert world.listed() == ["⏰ one"]


def test_leaving_with_an_answer_on_its_way_is_asked_about(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1"))
    world.wait(5)
    world.press("1")
    assert world.press("q") == []
    assert "has not reached the hub" in "".join(text for text, _ in bottom_line(world.view, 80))
    assert world.press("x") == []
    assert world.press("q", "y") == [acts.Leave()]


def test_leaving_with_unsent_text_is_asked_about(world: World) -> None:
    world.session("one", wait("q1"))
    world.tell(question("q1", kind="text", options=[], buttons=[]))
    world.wait(5)
    world.press("enter")
    world.type("half a thought")
    assert world.keys.leave() == []
    assert "was not sent" in "".join(text for text, _ in bottom_line(world.view, 80))
    world.press("escape", "enter")
    assert (world.view.mode, world.view.draft) == (WRITE, "half a thought")
    assert world.keys.leave() + world.keys.leave() == [acts.Leave()]


def test_the_jump_needs_a_place(world: World) -> None:
    world.session("one")
    world.tell()
    assert world.press("g") == []
    assert world.view.notice == "Nothing is known of its terminal."
    world.session("one", place={"host": "here", "pid": 1})
    world.tell()
    world.session("sub", parent="one")
    world.tell()
    assert world.press("g", "j", "g") == [acts.Jump("one", {"host": "here", "pid": 1})] * 2


def test_the_filter_keeps_roots_of_what_it_finds(world: World) -> None:
    for name in ("apples", "pears"):
        world.session(name)
        world.session(f"{name} sub", parent=name)
    world.tell()
    world.press("slash")
    world.type("pears sub")
    assert world.listed() == ["🤖 pears", "● pears sub"]
    world.press("escape")
    assert len(world.listed()) == 4


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_is_wider_than_the_terminal(columns: int, language: str) -> None:
    world = World(language)
    wide = "审查 🚀 👩\u200d👩\u200d👧 e\u0301 " * 20
    world.session("one", wait("q1", title=wide), title=wide, trouble=wide, directory=wide)
    world.tell(question("q1", title=wide, question=f"{wide}\n\n```diff\n+{wide}\n```\n- {wide}", options=[wide, "No"]))
    world.view.url = "http://" + "x" * 300
    world.view.lost(wide)
    view = world.view
    world.watch["questions"] = [wait("q2")]
    world.tell(question("q2", released="gone"))
    rows = [line for one in view.sessions.shown for line in session_row(one, columns, view.clock(), view.own)]
    world.view.sessions.select("fold")
    lines = [*rows, *session_lines(view, columns)]
    world.view.sessions.select("one")
    lines += [*session_lines(view, columns), bottom_line(view, columns), tab_line(view, columns)]
    labels = [label for row in button_rows(view, columns) for _, label in row]
    assert all(size_of(line) <= columns for line in lines)
    assert all(size_of(((label, ""),)) <= columns for label in labels)
    assert size_of(top_line(view, columns)) <= max(columns, 30)
