"""How a window behaves, without one: what ends it and with which result, and what the desk may tell it."""

from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import pytest

from bellpull.desk.window import conduct
from bellpull.desk.window.request import Button, read
from bellpull.desk.window.words import window_words
from bellpull.domain.words import words

TOLD = {"answer": None, "why": "told"}
TIMEOUT = {"answer": None, "why": "timeout"}
CLOSED = {"answer": None, "why": "closed"}
SAY, OWN = words("en"), window_words("en")


class Window:
    """The conduct of a window whose parts are played; `text` is what stands in its field."""

    def __init__(self, patch: pytest.MonkeyPatch, **request: Any) -> None:
        self.view, self.clock, self.arming, self.root, self.wire = (MagicMock() for _ in range(5))
        self.view.own_words, self.view.words, self.arming.armed = OWN, SAY, True
        self.text = ""
        self.view.field.text = lambda: self.text
        self.view.field.after_paste = lambda work: work()
        wanted = read(b'{"message": "m"}')._replace(follow=True, **request)
        if wanted.kind == "show":
            self.view.field = None
        for name, part in (("View", self.view), ("Countdown", self.clock), ("Arming", self.arming)):
            patch.setattr(conduct, name, lambda *_, part=part: part)
        patch.setattr(conduct, "expected_keys", lambda root: None)
        self.does = conduct.Conduct(self.root, wanted, MagicMock(), MagicMock(), MagicMock(), self.wire)
        self.does.open()

    @property
    def result(self) -> Any:
        return self.does.result

    @property
    def status(self) -> str:
        return str(self.view.status.call_args[0][0])

    def types(self, text: str) -> "Window":
        self.text = text
        self.does._typed()
        return self

    def hears(self, *lines: dict[str, Any] | None) -> "Window":
        for line in lines:
            self.does._hear(line)
        return self


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Window]:
    return lambda **request: Window(monkeypatch, **request)


@pytest.mark.parametrize("line", [{"close": True}, {"moved_on": True}, {"settled": "Answered on the page"}, None])
def test_an_untouched_window_goes_when_it_is_told_to(window: Any, line: Any) -> None:
    assert window().hears(line).result == TOLD
    assert window().types("a").types("").hears(line).result == TOLD, "text that was taken back is none"


def test_a_window_with_text_in_it_stays_and_still_sends(window: Any) -> None:
    typed = window().types("not yet").hears({"close": True}, {"moved_on": True})
    assert (typed.result, typed.status) == (None, SAY.moved_on)
    typed.hears({"seconds": 9})
    typed.clock.start.assert_called_with(9)
    typed.does._time_is_up()
    assert (typed.result, typed.status) == (None, SAY.moved_on)
    typed.does._send()
    assert typed.result == {"answer": {"text": "not yet"}}


@pytest.mark.parametrize(
    ("line", "notice"), [({"settled": "On the page"}, f"On the page. {OWN.text_not_sent}"), (None, OWN.stopped)]
)
def test_text_that_came_too_late_is_not_sent_but_can_be_copied(window: Any, line: Any, notice: str) -> None:
    typed = window().types("too late").hears(line)
    typed.view.settle.assert_called_once_with(notice, OWN.copy)
    typed.hears({"moved_on": True}, {"seconds": 9}, {"settled": "again"}, {"close": True})
    assert typed.status == ""
    typed.clock.start.assert_not_called()
    typed.view.settle.assert_called_once()
    typed.does._send()
    assert typed.result is None
    typed.does._cancel()
    assert typed.result == TOLD


def test_a_secret_that_came_too_late_cannot_be_copied(window: Any) -> None:
    typed = window(secret=True).types("hunter2").hears({"settled": "On the page"})
    assert typed.view.settle.call_args[0][1] == ""


@pytest.mark.parametrize("line", [{}, {"unknown": 1}, {"seconds": "soon"}, {"close": False}])
def test_lines_that_say_nothing_known_change_nothing(window: Any, line: dict[str, Any]) -> None:
    shown = window(seconds=600.0)
    shown.hears(line)
    assert shown.result is None
    shown.clock.start.assert_called_once_with(600)
    shown.clock.stop.assert_not_called()


def test_the_countdown_can_be_started_again_and_taken_away(window: Any) -> None:
    shown = window(seconds=600.0).hears({"seconds": 9.9})
    shown.clock.start.assert_called_with(9.9)
    shown.does._time_left("0:09", True)
    shown.view.status.assert_called_with(SAY.waiting.format(time="0:09"), True)
    assert shown.hears({"seconds": None}).status == OWN.keys
    shown.clock.stop.assert_called()


def test_the_time_that_is_up_closes_an_untouched_window(window: Any) -> None:
    for kind in ("text", "show"):
        shown = window(kind=kind, seconds=5.0)
        shown.does._time_is_up()
        assert shown.result == TIMEOUT


def test_a_window_says_otherwise_that_nobody_reads_what_comes_late(window: Any) -> None:
    said = [window(moved_on=True, kept=kept).status for kept in (False, True)]
    assert said == [SAY.moved_on, SAY.kept]
    assert said[0] != said[1]


def test_a_window_that_is_told_to_come_to_the_front_takes_the_keys(window: Any) -> None:
    shown = window().hears({"front": True})
    shown.view.field.focus.assert_called_once()
    shown.root.lift.assert_called()


def test_the_first_letter_is_told_once(window: Any) -> None:
    typed = window().types("a").types("ab").types("").types("c")
    typed.wire.say.assert_called_once_with({"event": "touched"})


@pytest.mark.parametrize(
    ("request_of", "text", "deed", "result"),
    [
        ({}, "yes", "_send", {"answer": {"text": "yes"}}),
        ({}, "", "_send", {"answer": {"text": ""}}),
        ({}, "half a", "_cancel", {"answer": {"outcome": "cancelled"}}),
        ({}, "", "_close", {"answer": {"outcome": "dismissed"}}),
        ({"kind": "choice"}, "neither", "_send", {"answer": {"text": "neither"}}),
        ({"kind": "choice"}, " ", "_send", None),
        ({"kind": "show"}, "", "_cancel", CLOSED),
        ({"kind": "show"}, "", "_close", CLOSED),
    ],
)
def test_a_deed_ends_a_window_with_its_result(
    window: Any, request_of: dict[str, Any], text: str, deed: str, result: object
) -> None:
    shown = window(**request_of)
    shown.text = text
    getattr(shown.does, deed)()
    assert shown.result == result
    shown.hears({"close": True})
    assert shown.result in (result, TOLD), "the first result counts"


def test_an_option_and_a_time_for_later_are_results_as_they_are(window: Any) -> None:
    answer = {"choice": "Yes"}
    shown = window(kind="choice", buttons=(Button("Yes", answer),))
    shown.does._press(answer)
    assert shown.result == {"answer": answer}
    shown = window()
    shown.does._later("tomorrow")
    assert shown.result == {"later": "tomorrow"}


def test_a_question_that_is_typed_in_is_not_offered_to_be_put_off(window: Any) -> None:
    shown = window().types("a")
    shown.view.later.state.assert_called_with(["disabled"])
    shown.types("")
    shown.view.later.state.assert_called_with(["!disabled"])
