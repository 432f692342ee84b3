"""Questions and permissions are answered with keys, and nothing is answered by accident."""

import pytest
from tui_seat import Sit, SitAtTerminal

from support.answers import until
from support.hub import Caller
from support.nudges import listed as nudges
from support.questions import answer, ask, ask_text, look


def test_a_number_presses_that_button(sit: Sit, builder: Caller) -> None:
    question = ask(builder, title="Merge?", options=["Yes", "Not yet", "Never"])
    seat = sit()
    seat.screen.sees("🔔 Merge?", "[1] Yes  [2] Not yet  [3] Never  [d] Close")
    settled = seat.presses(question["id"], "2")
    assert (settled["outcome"], settled["choice"], settled["via"]) == ("accepted", "Not yet", "tui")
    seat.screen.sees("✓  Merge?", "Answered in the terminal: Not yet")


@pytest.mark.parametrize(("keys", "outcome"), [("2", "accepted"), ("dd", "dismissed")])
def test_an_option_called_close_is_told_from_closing(sit: Sit, builder: Caller, keys: str, outcome: str) -> None:
    question = ask(builder, options=["Keep", "Close", "Ask"])
    seat = sit()
    seat.screen.sees("[2] Close  [3] Ask  [d] Close without answering")
    assert seat.presses(question["id"], *keys)["outcome"] == outcome


def test_enter_goes_to_the_buttons_and_arrows_choose(sit: Sit, builder: Caller) -> None:
    question = ask(builder, options=["Yes", "No"])
    seat = sit()
    seat.screen.sees("[1] Yes")
    seat.does("Enter", sees="←→ choose")
    seat.screen.press("Right")
    assert seat.presses(question["id"], "Enter")["choice"] == "No"


def test_a_typed_reply_is_sent_with_all_its_lines(sit: Sit, builder: Caller) -> None:
    question = ask_text(builder, question="How shall it be called?")
    seat = sit()
    seat.screen.sees("How shall it be called?", "Reply", "Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("Glocke 鐘")
    seat.screen.press("C-j")
    seat.screen.paste("second\nthird")
    seat.screen.sees("Glocke 鐘", "second", "third")
    assert seat.presses(question["id"], "Enter")["reply"] == "Glocke 鐘\nsecond\nthird"


def test_something_else_may_be_typed_where_that_is_allowed(sit: Sit, builder: Caller) -> None:
    question = ask(builder, options=["Yes", "No"], free_text=True)
    seat = sit()
    seat.screen.sees("[w] Something else…")
    seat.does("w", sees="Enter send")
    seat.screen.type("only on staging")
    assert seat.presses(question["id"], "Enter")["choice"] == "only on staging"


def test_a_secret_is_typed_unseen(sit: Sit, builder: Caller) -> None:
    question = ask_text(builder, question="The token?", secret=True)
    seat = sit()
    seat.screen.sees("Reply (not shown)", "Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("hunter2")
    assert "hunter2" not in seat.screen.sees("•••••••")
    seat.presses(question["id"], "Enter")
    assert look(builder, question["id"])["reply"] == "hunter2"


def test_a_question_is_closed_by_the_second_press_and_by_no_number(sit: Sit, builder: Caller) -> None:
    question = ask(builder, options=["Yes", "No"])
    seat = sit()
    seat.screen.sees("[1] Yes  [2] No  [d] Close")
    seat.screen.press("3")
    seat.does("d", sees="Press d again to close it. That cannot be undone.")
    assert look(seat.person, question["id"])["state"] == "open"
    seat.does("J", sees="d close")
    assert seat.presses(question["id"], "d", "d")["outcome"] == "dismissed"


def test_permissions_are_allowed_once_with_their_diff_in_sight_and_for_always(sit: Sit, builder: Caller) -> None:
    seat = sit(200, 60)
    id = seat.request("ses", builder)
    seat.screen.sees(
        "🔒 Permission: edit", "-    response = bank.charge", "Allow always: src/**", "[2] Allow always", "o once"
    )
    assert seat.presses(id, "o")["choice"] == "Allow once"
    id = seat.request("ses", builder, id="per_2", permission="webfetch", metadata={"url": "https://example.com"})
    seat.screen.sees("🔒 Permission: webfetch", "https://example.com", "A always")
    assert seat.presses(id, "A")["choice"] == "Allow always"


def test_permissions_are_rejected_with_a_word_or_without(sit: Sit, builder: Caller) -> None:
    seat = sit()
    id = seat.request("ses", builder, permission="bash", metadata={"command": "rm *.o *.a"}, always=[])
    seat.screen.sees("rm *.o *.a", "[2] Reject", "o once")
    seat.does("A", sees="This cannot be allowed for always.")
    assert look(seat.person, id)["state"] == "open"
    seat.does("r", sees="Reject, because")
    seat.screen.type("use the library")
    seat.screen.sees("use the library")
    settled = seat.presses(id, "Enter")
    assert (settled["outcome"], settled["choice"], settled["reply"]) == ("declined", "Reject", "use the library")
    id = seat.request("ses", builder, id="per_2")
    seat.screen.sees("🔒 Permission: edit", "o once")
    assert "use the library" not in seat.does("r", sees="Reject, because").partition("Reject, because")[2]
    settled = seat.presses(id, "Enter")
    assert (settled["choice"], settled["reply"]) == ("Reject", None)


def test_several_questions_of_a_session_are_answered_one_after_the_other(sit: Sit, builder: Caller) -> None:
    seat = sit()
    session = seat.sign("ses", builder)
    first = ask(builder, session=session, title="First", question="One?")
    second = ask(builder, session=session, title="Second", question="Two?")
    seat.screen.sees("🔔 First  1 of 2", "One?")
    seat.screen.press("n")
    seat.screen.sees("🔔 Second  2 of 2", "Two?", "[1]")
    assert seat.presses(second["id"], "1")["state"] == "settled"
    seat.screen.sees("🔔 First", "✓ Second: Answered in the terminal")
    assert look(seat.person, first["id"])["state"] == "open"


def test_no_key_reaches_a_question_that_has_only_just_come(sit_at_terminal: SitAtTerminal, builder: Caller) -> None:
    seat = sit_at_terminal()
    seat.screen.sees("No agent has been seen yet")
    # It comes in the midst of keys that were meant for something else, however slow this machine is.
    with seat.screen.stopped():
        question = ask(builder, title="Deploy?", options=["Yes", "No"])
        seat.screen.press("-N", "3000", "1")
    seat.screen.sees("🔔 Deploy?", "[1] Yes")
    assert look(seat.person, question["id"])["state"] == "open"
    assert seat.presses(question["id"], "1")["choice"] == "Yes"


def test_typing_goes_on_undisturbed_when_another_question_comes(sit: Sit, builder: Caller) -> None:
    first = ask_text(builder, title="Name", question="How shall it be called?")
    seat = sit()
    seat.screen.sees("How shall it be called?", "Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("half a ")
    ask(builder, title="Another", options=["Yes", "No"], urgency="urgent")
    seat.screen.sees("🔔 Another", "half a", "How shall it be called?")
    seat.screen.type("sentence")
    assert seat.presses(first["id"], "Enter")["reply"] == "half a sentence"


def test_a_draft_waits_while_something_else_is_looked_at(sit: Sit, builder: Caller) -> None:
    ask_text(builder, title="Name", question="How shall it be called?")
    ask_text(builder, title="Colour", question="Which colour?")
    seat = sit()
    seat.screen.sees("How shall it be called?", "Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("a draft")
    seat.screen.press("Escape")
    seat.screen.sees("Enter answer")
    seat.screen.press("j")
    seat.screen.sees("Which colour?")
    seat.screen.sees_no("a draft")
    seat.screen.press("Tab")
    seat.screen.sees("a acknowledge")
    seat.screen.press("Tab", "k")
    seat.screen.sees("How shall it be called?", "a draft")


def test_a_question_answered_elsewhere_says_where(sit: Sit, builder: Caller) -> None:
    question = ask(builder, title="Merge?", options=["Yes", "No"])
    seat = sit()
    seat.screen.sees("🔔 Merge?", "[1] Yes")
    answer(seat.person, question["id"], choice="No", via="page")
    seat.screen.sees("✓  Merge?", "Answered on the page: No")
    seat.screen.sees_no("[1] Yes")


def test_text_that_is_being_typed_outlives_its_question(sit: Sit, builder: Caller) -> None:
    question = ask_text(builder, title="Name", question="How shall it be called?")
    seat = sit()
    seat.screen.sees("How shall it be called?", "Enter answer")
    seat.does("Enter", sees="Enter send")
    seat.screen.type("too late")
    seat.screen.sees("too late")
    answer(seat.person, question["id"], text="Bell", via="desk")
    seat.screen.sees("Answered at the desk: Bell", "What you typed is kept", "too late")
    seat.screen.press("Enter")
    seat.screen.sees("too late")
    seat.does("Escape", sees="? help")
    seat.screen.press("t")
    seat.screen.sees(f"Tell {builder.name}", "too late")
    seat.screen.press("Enter")
    seat.screen.sees(f"Told {builder.name}")
    assert "too late" in [nudge["message"] for nudge in nudges(builder, builder.name)]


def test_text_that_the_hub_refuses_stays_in_the_field(sit: Sit, builder: Caller) -> None:
    seat = sit()
    seat.sign("ses", builder)
    seat.screen.sees("🤖 ses")
    seat.does("t", sees=f"Tell {builder.name}")
    for _ in range(3):
        seat.screen.paste("long " * 1200)
    seat.screen.sees("long long")
    seat.does("Enter", sees="Not told:")
    seat.does("t", sees="long long")
    assert nudges(builder, builder.name) == []


def test_a_mouse_selects_presses_and_changes_the_tab(sit: Sit, builder: Caller) -> None:
    first = ask(builder, title="First", question="One?")
    second = ask(builder, title="Second", question="Two?", options=["Yes", "No"])
    builder.send("Told")
    seat = sit()
    seat.screen.sees("One?", "[1] Yes")
    seat.screen.click(10, 4)
    shown = seat.screen.sees("Two?", "[2] No")
    row = next(number for number, line in enumerate(shown.splitlines(), 1) if "[2] No" in line)
    seat.screen.click(12, row)
    settled = until(lambda: found if (found := look(seat.person, second["id"]))["state"] == "settled" else None, shown)
    assert settled["choice"] == "No"
    seat.screen.click(18, 2)
    seat.screen.sees("● Told", "A,D all")
    assert look(seat.person, first["id"])["state"] == "open"
    seat.screen.click(3, 2)
    seat.screen.sees("✓  Second")
    seat.screen.click(10, 3)
    shown = seat.screen.sees("One?", "[d] Close")
    row = next(number for number, line in enumerate(shown.splitlines(), 1) if "[d] Close" in line)
    seat.screen.click(shown.splitlines()[row - 1].index("[d]") + 2, row)
    settled = until(lambda: found if (found := look(seat.person, first["id"]))["state"] == "settled" else None, shown)
    assert settled["outcome"] == "dismissed"


def test_the_answer_to_a_script_that_waits_no_more_is_kept(sit: Sit, builder: Caller) -> None:
    ask(builder, title="First", question="One?", listens=False)
    seat = sit()
    seat.screen.sees("One?", "Nobody is waiting; your answer is kept")


def test_a_session_that_waits_for_nobody_has_nothing_to_press(sit: Sit, builder: Caller) -> None:
    seat = sit()
    seat.sign("ses", builder, tools=[{"tool": "bash", "argument": "make test"}])
    seat.screen.sees("🔧 bash: make test")
    seat.screen.press("Enter")
    seat.screen.sees("There is no question to answer here.")
