"""What time and the desk do to an open window: an untouched one goes, one that somebody typed in stays."""

import pytest

from support.answers import until
from support.desktop import Desktop
from support.picture import Picture
from support.reply_window import ReplyWindow, clipboard, rgb

TOLD = {"answer": None, "why": "told"}
TIMEOUT = {"answer": None, "why": "timeout"}


def test_an_untouched_window_closes_itself_when_the_time_is_up(desktop: Desktop) -> None:
    assert ReplyWindow(desktop, seconds=0.3).shown().result() == TIMEOUT


def test_a_window_whose_time_was_up_before_it_was_shown_says_so(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, seconds=0, follow=False)
    assert window.result() == TIMEOUT


@pytest.mark.slow
def test_a_window_with_text_in_it_outlives_its_time_and_still_sends(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, seconds=6).armed().type("slow writer")
    until(lambda: not has_warning(window), "the countdown has ended")
    window.stays()
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "slow writer"}}


def test_the_countdown_counts_and_warns_at_its_end(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, seconds=600).armed()
    first = status(window).pixels
    until(lambda: status(window).pixels != first, "a second passes")
    assert not has_warning(window)
    window.tell({"seconds": 9.9})
    until(lambda: has_warning(window), "the last seconds stand out")
    window.tell({"seconds": None})
    until(lambda: not has_warning(window), "there is no countdown any more")
    desktop.keys("Escape")
    assert window.result() == {"answer": {"outcome": "cancelled"}}


def test_an_untouched_window_that_is_told_to_close_goes(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    window.tell({"close": True})
    assert window.result() == TOLD


@pytest.mark.slow
def test_a_window_with_text_in_it_says_that_the_agent_has_moved_on_and_still_sends(desktop: Desktop) -> None:
    window = ReplyWindow(desktop, seconds=9).armed().type("still here")
    window.tell({"moved_on": True})
    until(lambda: not has_warning(window), "the countdown makes room for the words")
    words = status(window).pixels
    window.tell({"seconds": 9})
    until(lambda: has_warning(window), "the agent waits again")
    assert status(window).pixels != words
    desktop.keys("Return")
    assert window.result() == {"answer": {"text": "still here"}}


def test_text_that_came_too_late_is_not_sent_but_can_be_copied(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("too late")
    window.tell({"settled": "Answered on the page"})
    until(lambda: has_warning(window) and is_asleep(window), "it says so, and Send sleeps")
    desktop.keys("Return", "ctrl+a", "ctrl+c")
    until(lambda: clipboard(desktop) == "too late", "the text can be copied")
    window.stays()
    desktop.close(window.id)
    assert window.result() == TOLD


@pytest.mark.slow
def test_a_desk_that_is_gone_takes_an_untouched_window_with_it(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    window.process.stdin.close()
    assert window.result() == TOLD


def test_a_desk_that_is_gone_leaves_typed_text_to_be_copied(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed().type("nobody reads this")
    window.process.stdin.close()
    until(lambda: has_warning(window) and is_asleep(window), "it says so, and Send sleeps")
    desktop.keys("ctrl+a", "ctrl+c", "Escape")
    assert window.result() == TOLD
    until(lambda: clipboard(desktop) == "nobody reads this", "what was copied outlives the window")


@pytest.mark.slow
def test_a_window_that_is_told_to_come_to_the_front_takes_the_keys(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).armed()
    other = ReplyWindow(desktop, window_title="Other", follow=True).armed()
    assert desktop.focused() == "Other"
    window.tell({"front": True})
    until(lambda: desktop.focused() == "Bellpull", "it has the keys")
    window.tell({"close": True})
    assert window.result() == TOLD
    other.tell({"close": True})
    assert other.result() == TOLD


@pytest.mark.slow
def test_lines_that_say_nothing_known_change_nothing(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    window.process.stdin.write(b'not json\n[1]\n{"unknown": 1}\n{"seconds": "soon"}\n\n')
    window.tell({"close": True})
    assert window.result() == TOLD


def status(window: ReplyWindow) -> Picture:
    """Beside the buttons."""
    _, _, width, height = window.desktop.place(window.id)
    return window.picture().part(0, height - 60, width - 260, 60)


def has_warning(window: ReplyWindow) -> bool:
    return bool(window.picture().find(rgb(window.palette.warning)))


def is_asleep(window: ReplyWindow) -> bool:
    return bool(window.picture().find(rgb(window.palette.disabled)))
