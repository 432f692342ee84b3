"""Durations, names and lists, and how a command ended: as agents read them."""

import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.sources.ending import exit_code, headline, name_of
from bellpull.sources.words import MOST_BYTES, MOST_LINES, capped, cut, lasting, shown


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0.0s"),
        (0.04, "0.0s"),
        (0.4, "0.4s"),
        (0.94, "0.9s"),
        (0.96, "1s"),
        (1.4, "1s"),
        (4, "4s"),
        (12.3, "12s"),
        (59.6, "1m"),
        (60, "1m"),
        (123, "2m 3s"),
        (3599.7, "1h"),
        (3600, "1h"),
        (3720, "1h 2m"),
        (3605, "1h"),
        (86_400 + 7_200, "1d 2h"),
        (-1, "0.0s"),
    ],
)
def test_a_duration_is_told_in_at_most_two_units(seconds: float, words: str) -> None:
    assert lasting(seconds) == words


@given(st.floats(0, 10_000_000))
def test_a_duration_is_never_off_by_more_than_its_smallest_unit(seconds: float) -> None:
    sizes = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
    parts = lasting(seconds).split()
    told = sum(float(part[:-1]) * sizes[part[-1]] for part in parts)
    largest = sizes[parts[0][-1]]
    assert abs(told - seconds) <= max(largest / 24, 0.5) + 0.5
    assert 1 <= len(parts) <= 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("src/lib.rs", "src/lib.rs"),
        ("größe/日本.txt", "größe/日本.txt"),
        ("two\nlines", "two\\nlines"),
        ("a\tb\rc", "a\\tb\\rc"),
        ("\x1b[31mred", "\\x1b[31mred"),
        (b"caf\xe9".decode("utf-8", "surrogateescape"), "caf\\xe9"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("👩‍🔧.png", "👩‍🔧.png"),
    ],
)
def test_a_name_is_one_line_of_text(name: str, words: str) -> None:
    assert shown(name) == words


@given(st.binary().map(lambda name: name.decode("utf-8", "surrogateescape")))
def test_any_name_can_be_sent_and_printed(name: str) -> None:
    assert shown(name).replace("\u200d", "").isprintable()
    shown(name).encode("utf-8")


@given(st.lists(st.text(max_size=2_000), max_size=200))
def test_a_list_that_does_not_fit_says_how_much_is_missing(lines: list[str]) -> None:
    kept = capped(lines)
    if kept == lines:
        assert len(lines) <= MOST_LINES
        return
    missing = int(kept[-1].split()[2])
    assert kept[:-1] == lines[: len(lines) - missing]
    assert len(kept) <= MOST_LINES + 1
    assert len("\n".join(kept[:-1]).encode("utf-8", "replace")) <= MOST_BYTES


def test_fifty_lines_and_then_the_number_of_the_others() -> None:
    lines = [f"file {number}" for number in range(182)]
    assert capped(lines) == [*lines[:50], "… and 132 more"]
    assert capped(lines[:50]) == lines[:50]


def test_a_name_that_could_not_be_sent_is_cut() -> None:
    (line,) = capped(["日" * 10_000])
    assert len(line.encode()) < MOST_BYTES
    assert line.endswith("…")


def test_a_cut_line_is_as_long_as_allowed() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize(
    ("command", "label", "code", "seconds", "words"),
    [
        (["make", "build"], "Build", 0, 123, "Build completed: exit 0 in 2m 3s"),
        (["make", "build"], "build", 0, 123, "Build completed: exit 0 in 2m 3s"),
        (["make", "build"], None, 0, 0.42, "make build completed: exit 0 in 0.4s"),
        (["make", "build"], None, 2, 12, "make build failed: exit 2 in 12s"),
        (["make", "build"], None, -signal.SIGTERM, 4, "make build failed: killed by SIGTERM in 4s"),
        (["x"], None, -63, 4, "x failed: killed by signal 63 in 4s"),
        (["sh", "-c", "a\nb"], None, 0, 4, "sh -c 'a\\nb' completed: exit 0 in 4s"),
    ],
)
def test_the_first_line_says_what_ended_and_how(
    command: list[str], label: str | None, code: int, seconds: float, words: str
) -> None:
    assert headline(name_of(command, label), code, seconds) == words


def test_a_long_command_is_cut() -> None:
    assert name_of(["echo", "x" * 100]) == "echo " + "x" * 54 + "…"


@pytest.mark.parametrize(("code", "shells"), [(0, 0), (2, 2), (255, 255), (-15, 143), (-2, 130)])
def test_the_exit_code_is_what_a_shell_says(code: int, shells: int) -> None:
    assert exit_code(code) == shells
