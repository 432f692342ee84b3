"""What a person does in the reply window: types, sends, cancels, closes, copies."""

import pytest

from support.answers import until
from support.desktop import Desktop
from support.reply_window import ReplyWindow, clipboard, copy_elsewhere

SLOW_OWNER = """
import pathlib, time, tkinter
root = tkinter.Tk()
root.withdraw()
def part(offset, most):
    pathlib.Path("asked").touch()
    end = time.monotonic() + 20
    while not pathlib.Path("go").exists() and time.monotonic() < end:
        time.sleep(0.01)
    return "slowly pasted"[int(offset):int(offset) + int(most)]
root.selection_handle(part, selection="CLIPBOARD", type="UTF8_STRING")
root.selection_own(selection="CLIPBOARD")
root.update()
pathlib.Path("ready").touch()
root.mainloop()
"""


def test_text_that_is_typed_is_sent_with_enter(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("hello, world!")
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "hello, world!"}}


@pytest.mark.slow
def test_the_result_is_the_only_line_of_a_window_that_follows_nothing(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, follow=False)
    window.id = desktop.window("Bellpull")
    until(lambda: window._is_armed(window.picture()), "it wakes up")
    desktop.type("yes")
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "yes"}}


def test_shift_and_enter_make_a_line_and_lines_are_sent_as_typed(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("one")
    desktop.keys("shift+Return")
    desktop.type("  two ")
    desktop.keys("shift+Return", "Return")
    assert window.result() == {"answer": {"text": "one\n  two \n"}}


def test_a_click_on_send_sends_and_one_on_cancel_cancels(desktop: Desktop) -> None:
    sending = ReplyWindow(desktop).armed().type("by mouse")
    sending.click(-60, -34)
    assert sending.result() == {"answer": {"text": "by mouse"}}
    cancelling = ReplyWindow(desktop).armed()
    cancelling.click(-180, -34)
    assert cancelling.result() == {"answer": {"outcome": "cancelled"}}


@pytest.mark.slow
def test_tab_walks_to_send_and_cancel_and_space_presses(desktop: Desktop) -> None:
    sending = ReplyWindow(desktop).armed().type("by keys")
    desktop.keys("Tab", "space")
    assert sending.result() == {"answer": {"text": "by keys"}}
    cancelling = ReplyWindow(desktop).armed()
    desktop.keys("Tab", "Tab", "Return")
    assert cancelling.result() == {"answer": {"outcome": "cancelled"}}
    around = ReplyWindow(desktop).armed().type("around")
    desktop.keys("Tab", "Tab", "Tab", "Tab", "Return")
    assert around.result() == {"answer": {"text": "around"}}


def test_closing_the_window_dismisses_even_at_once(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    desktop.close(window.id)
    assert window.result() == {"answer": {"outcome": "dismissed"}}


def test_control_a_selects_all_and_cut_and_paste_move_it(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("first")
    desktop.keys("shift+Return")
    desktop.type("second")
    desktop.keys("ctrl+a", "ctrl+c")
    until(lambda: clipboard(desktop) == "first\nsecond", "it is copied")
    desktop.keys("ctrl+x")
    desktop.type("between ")
    desktop.keys("ctrl+v", "Return")
    assert window.result() == {"answer": {"text": "between first\nsecond"}}


@pytest.mark.slow
def test_text_that_is_pasted_takes_the_place_of_what_is_selected(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("to be replaced")
    copy_elsewhere(desktop, "pasted – 日本 😀\r\nline")
    desktop.keys("ctrl+a", "ctrl+v", "Return")
    assert window.result() == {"answer": {"text": "pasted – 日本 😀\nline"}}


@pytest.mark.slow
def test_pasting_alone_counts_as_typing(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed()
    copy_elsewhere(desktop, "pasted")
    desktop.keys("ctrl+v")
    assert window.next() == {"event": "touched"}
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "pasted"}}


def test_enter_waits_for_what_is_still_being_pasted(desktop: Desktop) -> None:
    desktop.python("-c", SLOW_OWNER, log="slow")
    until(lambda: (desktop.folder / "ready").exists(), "a slow program has copied something")
    window = ReplyWindow(desktop).armed()
    desktop.keys("ctrl+v")
    until(lambda: (desktop.folder / "asked").exists(), "it is asked for it")
    desktop.keys("Return")
    (desktop.folder / "go").touch()
    assert window.result() == {"answer": {"text": "slowly pasted"}}


@pytest.mark.slow
def test_undo_takes_back_a_word_and_redo_brings_it_again(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("one two three")
    desktop.keys("ctrl+z", "ctrl+z", "ctrl+y", "Return")
    assert window.result() == {"answer": {"text": "one two"}}
    again = ReplyWindow(desktop).armed().type("one two")
    desktop.keys("ctrl+z", "ctrl+shift+z", "Return")
    assert again.result() == {"answer": {"text": "one two"}}


def test_the_message_is_selected_and_copied_without_its_marks(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, "The **build** is `green`.\n\n- one\n- two\n\nGo on?").armed()
    window.click_message()
    desktop.keys("ctrl+a", "ctrl+c")
    until(lambda: clipboard(desktop) == "The build is green.\n\n•\tone\n•\ttwo\n\nGo on?", "it is copied")
    desktop.keys("ctrl+x", "ctrl+v", "BackSpace")
    desktop.type("not typed here")
    desktop.keys("Escape")
    assert window.result() == {"answer": {"outcome": "cancelled"}}


def test_text_that_was_copied_is_still_there_when_the_window_is_gone(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, "keep me").armed()
    window.click_message()
    desktop.keys("ctrl+a", "ctrl+c", "Escape")
    assert window.result() == {"answer": {"outcome": "cancelled"}}
    until(lambda: clipboard(desktop) == "keep me", "somebody keeps the clipboard")
    copy_elsewhere(desktop, "something else")
    assert clipboard(desktop) == "something else"
