"""The last lines of a command's output, as an agent reads them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.sources.tail import MOST_CHARACTERS, Tail, clean
from bellpull.sources.words import LONGEST_LINE, MOST_BYTES


def tail_of(*pieces: bytes, lines: int = 20) -> str:
    tail = Tail(lines)
    for piece in pieces:
        tail.feed(1, piece)
    return tail.text()


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (b"", ""),
        (b"one\ntwo\n", "one\ntwo"),
        (b"no end", "no end"),
        (b"\n\n  indented\n\n", "  indented"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        (b" 10%\r 50%\r100%\ndone\n", "100%\ndone"),
        (b" 10%\r 50%\r\x1b[K", " 50%"),
        (b"\x1b[1;31merror\x1b[0m: x\n", "error: x"),
        (b"\x1b]0;title\x07text\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\n", "textlink"),
        (b"\x1b(Bplain\x1b=\n", "plain"),
        (b"bo\x08o\x08bell\x07\x00\n", "bbell"),
        (b"caf\xe9\n", "caf\ufffd"),
        ("größer 日本\n".encode(), "größer 日本"),
        (b"a\tb\n", "a\tb"),
        ("\u202etxt\n".encode(), "txt"),
    ],
)
def test_output_is_read_as_a_terminal_left_it(output: bytes, text: str) -> None:
    assert tail_of(output) == text
    assert tail_of(*(output[at : at + 1] for at in range(len(output)))) == text


def test_only_the_last_lines_are_kept() -> None:
    output = b"".join(b"line %d\n" % number for number in range(1000))
    assert tail_of(output, lines=3) == "line 997\nline 998\nline 999"
    assert tail_of(output, lines=0) == ""


def test_lines_of_two_streams_stand_in_the_order_in_which_they_ended() -> None:
    tail = Tail()
    for stream, piece in ((1, b"compi"), (2, b"warning: x\n"), (1, b"ling\n"), (2, b"err"), (1, b"done\n")):
        tail.feed(stream, piece)
    assert tail.text() == "warning: x\ncompiling\ndone\nerr"


def test_a_progress_bar_of_megabytes_does_not_push_out_the_lines_before_it() -> None:
    bar = b"".join(b"\r%7d of 99999" % number for number in range(100_000))
    pieces = [bar[at : at + 65_536] for at in range(0, len(bar), 65_536)]
    assert tail_of(b"begin\n", *pieces, b"\nend\n") == "begin\n  99999 of 99999\nend"


def test_long_lines_and_much_text_are_cut() -> None:
    assert tail_of(b"x" * 1_000_000) == "x" * (LONGEST_LINE - 1) + "…"
    text = tail_of(b"".join(b"%03d" % number + b"y" * 290 + b"\n" for number in range(100)), lines=50)
    assert len(text) <= MOST_CHARACTERS
    assert text.splitlines()[-1].startswith("099")
    assert len(tail_of(("🔔" * 290 + "\n").encode() * 20).encode()) <= MOST_BYTES


@given(st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(max_size=200)), max_size=50), st.integers(0, 30))
def test_whatever_is_printed_the_text_is_harmless_and_bounded(pieces: list[tuple[int, bytes]], lines: int) -> None:
    tail = Tail(lines)
    for stream, piece in pieces:
        tail.feed(stream, piece)
    text = tail.text()
    assert len(text.split("\n")) <= max(lines, 1)
    assert len(text) <= MOST_CHARACTERS
    assert all(character.isprintable() or character in "\t\n\u200d" for character in text)


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=5))
def test_how_output_is_cut_into_pieces_does_not_matter(output: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(output)]
    pieces = [output[begin:end] for begin, end in pairwise(places)]
    assert tail_of(*pieces) == tail_of(output)


@given(st.text(st.characters(categories=["L", "N", "P"]), max_size=100))
def test_text_stays_as_it_is(text: str) -> None:
    assert clean(text.encode()) == text
