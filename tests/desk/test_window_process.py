"""The window as a process: what it says to whoever started it when things go wrong, and what it makes of a request."""

import json
import subprocess
import sys
from typing import Any

import pytest

from bellpull.desk.window.bidi import has_right_to_left, turned
from bellpull.desk.window.clock import clock
from bellpull.desk.window.request import read, visible
from bellpull.desk.window.shapes import Layer, blend, rounded
from bellpull.domain.errors import Malformed
from support.answers import PATIENCE
from support.desktop import Desktop
from support.picture import Picture
from support.reply_window import ReplyWindow

COMMAND = [sys.executable, "-P", "-m", "bellpull.desk.window"]


def run(environment: dict[str, str], line: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(COMMAND, input=line, env=environment, capture_output=True, timeout=PATIENCE)


BROKEN = (
    b"",
    b"\n",
    b"{not json}\n",
    b"[1]\n",
    b"{}\n",
    b'{"message": 1}\n',
    b'{"message": "m", "kind": "riddle"}\n',
    b'{"message": "m", "seconds": "soon"}\n',
    b'{"message": "m", "buttons": [{"label": "x"}]}\n',
    b'{"message": "m", "history": {"a": 1}}\n',
    b'{"message": "m", "text_size": true}\n',
    b'{"message": "\xff"}\n',
)


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_request_is_refused(line: bytes) -> None:
    with pytest.raises(Malformed):
        read(line)


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=[pytest.mark.slow] if line != BROKEN[-1] else []) for line in BROKEN]
)
def test_a_process_that_is_given_a_broken_request_ends_with_2_and_one_line(desktop: Desktop, line: bytes) -> None:
    ended = run(desktop.environment, line)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.startswith(b"the request cannot be read: ")
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("display", [pytest.param(None, marks=pytest.mark.slow), ":4711"])
def test_a_window_without_a_display_ends_with_3_and_one_line(desktop: Desktop, display: str | None) -> None:
    environment = {name: value for name, value in desktop.environment.items() if name != "DISPLAY"}
    if display:
        environment["DISPLAY"] = display
    ended = run(environment, b'{"message": "m"}\n')
    assert (ended.returncode, ended.stdout) == (3, b"")
    assert ended.stderr.startswith(b"no display: ")
    assert ended.stderr.count(b"\n") == 1


def test_a_probe_tells_what_the_display_can_do(desktop: Desktop) -> None:
    ended = run(desktop.environment, b'{"probe": true}\n')
    assert ended.returncode == 0, ended
    told = json.loads(ended.stdout)
    assert told == {"tk": told["tk"], "screen": [1280, 800], "dpi": 96, "windowing": "x11"}
    assert told["tk"].startswith("8.6.")


def test_a_killed_window_gives_no_answer(desktop: Desktop) -> None:
    window = ReplyWindow(desktop).shown()
    window.process.kill()
    assert window.next() is None
    assert window.process.wait(PATIENCE) != 0


@pytest.mark.parametrize("how", [pytest.param("windowclose", marks=pytest.mark.slow), "windowkill"])
def test_a_window_destroyed_from_outside_gives_no_answer(desktop: Desktop, how: str) -> None:
    window = ReplyWindow(desktop).shown()
    desktop.run("xdotool", how, window.id)
    assert window.next() is None
    assert window.process.wait(PATIENCE) != 0


def test_the_window_imports_little_and_nothing_but_the_standard_library(desktop: Desktop) -> None:
    script = "import sys; import bellpull.desk.window.show; print(' '.join(sys.modules))"
    modules = set(desktop.run(sys.executable, "-P", "-c", script).split())
    slow = {"subprocess", "asyncio", "logging", "argparse", "urllib", "email", "socket", "dataclasses", "inspect"}
    assert not modules & {*slow, "msgspec", "dbus_fast", "websockets", "unicodedata", "webbrowser"}
    assert {name for name in modules if name.split(".")[0] == "bellpull"} <= {
        "bellpull",
        "bellpull.domain",
        "bellpull.desk",
        *(f"bellpull.domain.{name}" for name in ("diff", "errors", "markup", "markup_spans", "words")),
        *(name for name in modules if name.startswith(("bellpull.desk.window", "bellpull.desk.palette"))),
        "bellpull.desk.words",
    }


def request(**values: Any) -> Any:
    return read(json.dumps({"message": "m", **values}).encode())


def test_names_on_one_line_stay_on_one_line_and_the_message_keeps_its_lines() -> None:
    read_one = request(message="a\r\nb\n\tc", title=" t\nu ", source="s\n", window_title="\n")
    assert read_one[:5] == ("a\nb\n\tc", "text", "Bellpull", "t u", "s")


def test_answers_of_buttons_go_back_as_they_came() -> None:
    answer = {"choice": "\u202eseY\x00😀", "more": [1, {"a": None}]}
    button = request(kind="choice", plain=True, buttons=[{"label": "\u202eseY 😀", "answer": answer}]).buttons[0]
    assert (button.label, button.answer, button.closes) == ("\\u202eseY □", answer, False)


def test_a_secret_has_no_history() -> None:
    exchange = {"role": "agent", "name": "a", "text": "t", "at": ""}
    assert request(history=[exchange]).history
    assert not request(history=[exchange], secret=True).history


def test_fields_that_are_none_or_unknown_are_passed_over() -> None:
    assert request(title=None, seconds=None, icon=None, tomorrow=1) == request()


@pytest.mark.parametrize("seconds", ["NaN", "Infinity", "true", '"5"'])
def test_a_time_is_a_number(seconds: str) -> None:
    with pytest.raises(Malformed):
        read(f'{{"message": "m", "seconds": {seconds}}}'.encode())


def test_characters_that_steer_are_made_visible() -> None:
    odd = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))]
    for character in set(odd) - set("\t\n"):
        shown = visible(f"a{character}b")
        assert character not in shown
        assert shown.isprintable() or shown == "a\nb"
    assert visible("\ud800") == "\ufffd"
    assert visible("ordinary – tëxt 日本 😀\n\t") == "ordinary – tëxt 日本 😀\n\t"


def test_the_time_left_is_written_as_clocks_do() -> None:
    assert [clock(seconds) for seconds in (1, 59, 60, 3599, 3600, 86399)] == [
        "0:01",
        "0:59",
        "1:00",
        "59:59",
        "1:00:00",
        "23:59:59",
    ]


def test_a_rounded_shape_has_its_colours_in_the_middle_at_the_edge_and_in_the_corner() -> None:
    shape = Picture.of_ppm(rounded(8, "#ffffff", Layer(0, "#ff0000"), Layer(2, "#0000ff"), wide=0, tall=12))
    assert shape.size == (18, 30)
    assert shape.pixel(0, 0) == (255, 255, 255)
    assert shape.pixel(9, 15) == (0, 0, 255)
    assert shape.pixel(9, 0) == (255, 0, 0)
    assert [shape.pixel(x, 3) for x in range(18)] == [shape.pixel(17 - x, 26) for x in range(18)]
    assert blend("#000000", "#ffffff", 0.5) == "#808080"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("אבג", "גבא"),
        ("אב 12 גד", "דג 12 בא"),
        ("abc אבג def", "abc גבא def"),
        ("אבג abc דה!", "!הד abc גבא"),
        ("(אב)", "(בא)"),
        ("שׁלום", "םולשׁ"),
        ("لا", "\ufefb"),
        ("بيت", "\ufe96\ufef4\ufe91"),
    ],
)
def test_right_to_left_text_is_put_into_the_order_in_which_it_is_seen(text: str, seen: str) -> None:
    (line,) = turned([(text, ())], 1000, lambda shown, tags: len(shown))
    assert "".join(cell.shown for cell in line.cells) == seen


def test_right_to_left_lines_are_broken_at_blanks_and_keep_every_character() -> None:
    text = "אבג דהו זחט יכל\nמנ " + "ס" * 12
    lines = turned([(text, ())], 8, lambda shown, tags: 1)
    places = sorted(place for line in lines for cell in line.cells for place in range(cell.begin, cell.end))
    assert places == [place for place, character in enumerate(text) if character != "\n"]
    assert [len(line.cells) for line in lines] == [8, 7, 3, 8, 4]
    assert has_right_to_left(text)
    assert not has_right_to_left("plain – 漢字 😀")
