"""Windows with buttons, secrets, windows that only show, and the menu for later."""

from typing import Any

import pytest

from support.answers import until
from support.desktop import Desktop
from support.reply_window import ReplyWindow, clipboard, rgb

DISMISSED = {"outcome": "dismissed"}


def options(*labels: str) -> list[dict[str, Any]]:
    return [
        *({"label": label, "answer": {"choice": label}} for label in labels),
        {"label": "Close", "answer": DISMISSED},
    ]


def choice(desktop: Desktop, *labels: str, **request: Any) -> ReplyWindow:
    return ReplyWindow(desktop, kind="choice", title="Decision", buttons=options(*labels), **request)


def test_a_click_on_an_option_gives_its_own_answer(desktop: Desktop) -> None:
    window = choice(desktop, "Yes, merge", "No").armed()
    left, top, right, bottom = window.picture().box(rgb(window.palette.accent)) or (0, 0, 0, 0)
    window.click((left + right) // 2, (top + bottom) // 2)
    assert window.result() == {"answer": {"choice": "Yes, merge"}}


@pytest.mark.slow
def test_a_click_on_close_gives_its_own_answer(desktop: Desktop) -> None:
    window = choice(desktop, "Yes", "No").armed()
    window.click(-60, -34)
    assert window.result() == {"answer": DISMISSED}


def test_no_option_takes_a_stray_enter_space_or_digit(desktop: Desktop) -> None:
    window = choice(desktop, "Yes", "No").armed()
    desktop.keys("Return", "space", "1", "2", "KP_Enter")
    window.tell({"close": True})
    assert window.result() == {"answer": None, "why": "told"}


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        pytest.param(["Tab", "Return"], "Yes", marks=pytest.mark.slow),
        pytest.param(["Tab", "Tab", "space"], "No", marks=pytest.mark.slow),
        (["Tab", "Right", "Right", "Left", "Return"], "No"),
    ],
)
def test_options_are_reached_by_tab_and_arrows(desktop: Desktop, keys: list[str], chosen: str) -> None:
    window = choice(desktop, "Yes", "No").armed()
    desktop.keys(*keys)
    assert window.result() == {"answer": {"choice": chosen}}


def test_escape_cancels_and_closing_dismisses(desktop: Desktop) -> None:
    escaped = choice(desktop, "Yes").armed()
    desktop.keys("Escape")
    assert escaped.result() == {"answer": {"outcome": "cancelled"}}
    closed = choice(desktop, "Yes").shown()
    desktop.close(closed.id)
    assert closed.result() == {"answer": DISMISSED}


@pytest.mark.slow
def test_more_options_than_there_is_room_for_have_a_scrollbar_beside_them(desktop: Desktop) -> None:
    window = choice(desktop, *(f"Option {number}" for number in range(20))).armed()
    width = desktop.place(window.id)[2]
    # The right edges of the buttons and the bar: nothing of them is cut off.
    right = window.picture().box(rgb(window.palette.border)) or (0, 0, 0, 0)
    assert width - 60 < right[2] < width - 18
    desktop.close(window.id)
    window.result()


def test_enter_in_an_empty_field_beside_options_is_no_answer(desktop: Desktop) -> None:
    window = choice(desktop, "Red", "Blue", free_text=True).armed()
    desktop.keys("Return", "space", "Return")
    desktop.keys("BackSpace")
    desktop.type("green")
    assert window.next() == {"event": "touched"}
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "green"}}


@pytest.mark.slow
def test_a_long_source_leaves_room_for_later(desktop: Desktop) -> None:
    window = choice(desktop, "Yes", source="a-repository " * 20, later=True).armed()
    window.click(-36, 24)
    until(lambda: menu_is_open(desktop, window), "the menu is drawn")
    desktop.keys("Down", "Return")
    assert window.result() == {"later": 600}


def test_twenty_long_options_fit_the_screen_and_the_last_one_is_reached(desktop: Desktop) -> None:
    labels = [f"Option {number}: " + "many words " * 16 for number in range(20)]
    window = choice(desktop, *labels).armed()
    assert desktop.place(window.id)[3] <= 0.75 * 800
    desktop.keys("Tab", *["Down"] * 19, "Return")
    assert window.result() == {"answer": {"choice": labels[19]}}


@pytest.mark.slow
def test_something_else_can_be_typed_if_it_is_allowed(desktop: Desktop) -> None:
    window = choice(desktop, "Yes", "No", free_text=True).armed().type("neither: wait")
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "neither: wait"}}


@pytest.mark.slow
def test_an_option_can_be_pressed_if_something_else_is_allowed_too(desktop: Desktop) -> None:
    window = choice(desktop, "Yes", "No", free_text=True).armed()
    desktop.keys("Tab", "Return")
    assert window.result() == {"answer": {"choice": "Yes"}}


def test_a_secret_is_sent_and_never_seen_or_copied(desktop: Desktop) -> None:
    history = [{"role": "agent", "name": "a", "text": "old", "at": ""}]
    window = ReplyWindow(desktop, secret=True, history=history).armed().type("hunter2 s3cret")
    dots = window.picture()
    desktop.keys("ctrl+a", "ctrl+c")
    until(lambda: "•" in clipboard(desktop), "dots are copied")
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "hunter2 s3cret"}}
    # The same number of characters looks the same, whatever they are.
    other = ReplyWindow(desktop, secret=True).armed().type("abcdefg abcdef")
    assert dots.size == other.picture().size
    until(lambda: typed(other).pixels == typed(other, dots).pixels, "the cursor blinks alike")
    desktop.keys("Escape")
    other.result()


def typed(window: ReplyWindow, picture: Any = None) -> Any:
    """The left half of the field, without the cursor behind the text."""
    picture = picture or window.picture()
    return picture.part(0, picture.height - 110, 80, 60)


@pytest.mark.parametrize("key", ["Escape", *(pytest.param(key, marks=pytest.mark.slow) for key in ("Return", "space"))])
def test_a_window_that_only_shows_is_closed_and_answers_nothing(desktop: Desktop, key: str) -> None:
    window = ReplyWindow(desktop, "Done: 14 files.", kind="show").armed()
    desktop.keys(*(["Tab"] if key != "Escape" else []), key)
    assert window.result() == {"answer": None, "why": "closed"}


@pytest.mark.parametrize(
    ("steps", "when"),
    [*(pytest.param(*row, marks=pytest.mark.slow) for row in ((1, 600), (2, 3600))), (3, "tomorrow")],
)
def test_a_question_can_be_put_off(desktop: Desktop, steps: int, when: int | str) -> None:
    window = ReplyWindow(desktop, later=True, source="shop @ main").armed()
    before = desktop.picture().pixels
    window.click(-36, 24)
    until(lambda: desktop.picture().pixels != before, "the menu opens")
    until(lambda: menu_is_open(desktop, window), "the menu is drawn")
    desktop.keys(*["Down"] * steps, "Return")
    assert window.result() == {"later": when}


@pytest.mark.slow
def test_a_question_that_is_typed_in_is_not_offered_to_be_put_off(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, later=True, source="shop @ main").armed().type("my text")
    window.click(-36, 24)
    desktop.keys("Down", "Return")
    assert window.result() == {"answer": {"text": "my text"}}


def menu_is_open(desktop: Desktop, window: ReplyWindow) -> bool:
    """Its ground is the one of buttons, and larger than theirs."""
    left, top, width, height = desktop.place(window.id)
    upper = desktop.picture().part(left, top, width, height - 60)
    return len(upper.find(rgb(window.palette.raised))) > 4000
