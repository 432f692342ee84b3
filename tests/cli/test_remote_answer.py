"""Answers in pieces: the same answer comes out of any packets, or a clear reason why not."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.remote.answer import LONGEST_LINE, Answer, CutOff, Garbled, read_answer


def packets(data: bytes, sizes: list[int]) -> Callable[[int], bytes]:
    """A stream that gives `data` in pieces of these sizes, over and over, and then its end."""
    rest, turn = data, 0

    def receive(size: int) -> bytes:
        nonlocal rest, turn
        wanted = min(size, sizes[turn % len(sizes)])
        turn += 1
        piece, rest = rest[:wanted], rest[wanted:]
        return piece

    return receive


def read(data: bytes, sizes: list[int] | None = None, method: str = "GET") -> Answer:
    return read_answer(method, packets(data, sizes or [65536]))


def chunked(body: bytes, cuts: list[int], extension: bytes = b"", trailer: bytes = b"") -> bytes:
    data = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for cut in [*cuts, len(body)]:
        piece, body = body[:cut], body[cut:]
        if piece:
            data += b"%x%s\r\n%s\r\n" % (len(piece), extension, piece)
    return data + b"0\r\n" + trailer + b"\r\n"


SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=8)


@given(st.binary(max_size=300), st.lists(st.integers(1, 50), max_size=10), SIZES)
def test_a_chunked_body_is_whole_however_it_is_cut(body: bytes, cuts: list[int], sizes: list[int]) -> None:
    answer = read(chunked(body, cuts), sizes)
    assert (answer.status, answer.body, answer.reusable) == (200, body, True)


@given(st.binary(max_size=300), SIZES, st.sampled_from([b"\r\n", b"\n"]))
def test_a_body_of_known_length_is_whole_however_it_is_cut(body: bytes, sizes: list[int], end: bytes) -> None:
    head = end.join([b"HTTP/1.1 404 Not Found", b"Content-Length: %d" % len(body), b"X-Name:  a value ", b"", b""])
    answer = read(head + body, sizes)
    assert (answer.status, answer.body, answer.reusable) == (404, body, True)
    assert answer.headers["x-name"] == "a value"


@given(st.binary(max_size=300), SIZES)
def test_a_body_without_length_goes_to_the_end_and_ends_the_connection(body: bytes, sizes: list[int]) -> None:
    answer = read(b"HTTP/1.1 200 OK\r\n\r\n" + body, sizes)
    assert (answer.body, answer.reusable) == (body, False)


@given(st.binary(min_size=1, max_size=60), st.lists(st.integers(1, 20), max_size=4), st.data())
def test_an_answer_that_ends_too_early_is_cut_off(body: bytes, cuts: list[int], data: st.DataObject) -> None:
    by_length = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    whole = data.draw(st.sampled_from([by_length, chunked(body, cuts)]))
    kept = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(CutOff) as caught:
        read(whole[:kept])
    assert caught.value.began == (kept > 0)


@given(st.binary(max_size=200))
def test_noise_is_garbled_or_cut_off_and_nothing_else(noise: bytes) -> None:
    with pytest.raises((Garbled, CutOff)):
        read(noise + b"\r\n\r\n")


@given(st.binary(max_size=100))
def test_noise_after_a_good_head_never_hangs_or_breaks(noise: bytes) -> None:
    with contextlib.suppress(Garbled, CutOff):
        read(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + noise)


def test_extensions_and_trailers_of_chunks_are_passed_over() -> None:
    assert read(chunked(b"abc", [1], b";name=value", b"X-Sum: 1\r\n")).body == b"abc"


def test_interim_answers_are_passed_over() -> None:
    interim = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
    assert read(interim + b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}").status == 201


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 204), ("GET", 304)])
def test_answers_without_a_body_do_not_wait_for_one(method: str, status: int) -> None:
    answer = read(b"HTTP/1.1 %d X\r\nContent-Length: 10\r\n\r\n" % status, method=method)
    assert (answer.body, answer.reusable) == (b"", True)


@pytest.mark.parametrize("head", [b"HTTP/1.0 200 OK\r\n", b"HTTP/1.1 200 OK\r\nConnection: Close\r\n"])
def test_a_connection_that_will_be_closed_is_not_reused(head: bytes) -> None:
    assert not read(head + b"Content-Length: 2\r\n\r\n{}").reusable


@pytest.mark.parametrize(
    "data",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1_0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nab\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nab\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nab",
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 300 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nA: " + b"b" * (LONGEST_LINE + 10) + b"\r\n\r\n",
        b"x" * (LONGEST_LINE * 3),
    ],
)
def test_answer_that_is_not_http_is_garbled(data: bytes) -> None:
    with pytest.raises(Garbled):
        read(data)
