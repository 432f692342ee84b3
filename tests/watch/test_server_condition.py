"""What is concluded from answers and silence of a server, and from the bytes of its events."""

import json

import pytest

from bellpull.watch.condition import GONE_SECONDS, HICCUP_SECONDS, LONGEST_POLL_SECONDS, Condition
from bellpull.watch.events import LONGEST_LINE, MISSED, Event, Lines
from bellpull.watch.opencode import Away, Refused

URL = "http://127.0.0.1:4096"
REFUSED = Away(URL, "refused", sent=False, refused=True)
SILENT = Away(URL, "silent", sent=True)


def test_a_server_that_is_restarted_has_no_trouble() -> None:
    condition = Condition()
    condition.connected()
    condition.lost(None, 0)
    condition.lost(REFUSED, HICCUP_SECONDS - 0.1)
    assert condition.trouble is None
    condition.lost(REFUSED, HICCUP_SECONDS + 0.1)
    assert condition.trouble == "does not answer"
    condition.connected()
    assert condition.trouble is None


@pytest.mark.parametrize(
    ("errors", "runs", "gone"),
    [
        ([REFUSED, REFUSED], None, True),
        ([REFUSED, REFUSED], False, True),
        ([REFUSED, REFUSED], True, False),
        ([REFUSED, SILENT], None, False),
        ([SILENT, SILENT], None, False),
        ([SILENT, REFUSED], None, False),
    ],
)
def test_a_server_is_gone_when_nobody_listens_for_a_while(errors: list[Away], runs: bool | None, gone: bool) -> None:
    condition = Condition()
    for number, error in enumerate(errors):
        condition.lost(error, number * GONE_SECONDS)
    assert condition.is_gone(GONE_SECONDS, runs) == gone


def test_without_a_process_nobody_waits_for_it() -> None:
    condition = Condition()
    condition.lost(REFUSED, 0)
    assert condition.is_gone(0.1, False)
    assert not condition.is_gone(0.1, None)


def test_a_locked_server_is_an_opencode_all_the_same() -> None:
    condition = Condition()
    condition.lost(Refused(URL, 401), 0)
    assert (condition.met, condition.trouble) == (True, "locked, no access")


def test_a_server_without_events_is_read_often_and_one_that_fails_ever_more_seldom() -> None:
    condition = Condition()
    condition.lost(Refused(URL, 404), 0)
    assert (condition.eventless, condition.trouble) == (True, None)
    pauses = []
    for _ in range(6):
        pauses.append(condition.until_reading())
        condition.was_not_read(Refused(URL, 500))
    assert pauses == [2, 4, 8, 16, LONGEST_POLL_SECONDS, LONGEST_POLL_SECONDS]
    assert condition.trouble == "answers 500"
    condition.was_read()
    assert (condition.until_reading(), condition.trouble) == (2, None)


def line(kind: str, **fields: object) -> bytes:
    payload = {"id": "evt_1", "type": kind, "properties": fields}
    return b"data: " + json.dumps({"directory": "/app", "payload": payload}, separators=(",", ":")).encode() + b"\n\n"


def heard(*pieces: bytes) -> list[Event]:
    lines = Lines()
    return [event for piece in pieces for event in lines.take(piece)]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_events_are_the_same_in_whatever_pieces_they_come(size: int) -> None:
    whole = line("session.idle", sessionID="ses_1") + line("message.part.delta", delta="x") + line("todo.updated")
    found = heard(*(whole[start : start + size] for start in range(0, len(whole), size)))
    assert [(event.directory, event.payload["type"]) for event in found] == [
        ("/app", "session.idle"),
        ("/app", "todo.updated"),
    ]


def test_words_about_an_event_are_not_the_event() -> None:
    text = 'he wrote "type":"message.part.delta" there'
    assert [event.payload["type"] for event in heard(line("message.part.updated", part={"text": text}))] == [
        "message.part.updated"
    ]


def test_an_event_that_is_too_long_is_left_out_and_said_to_be() -> None:
    pieces = [b"data: "] + [b"x" * 1_000_000] * (LONGEST_LINE // 1_000_000 * 2 + 2)
    assert heard(*pieces, b"\n\n", line("session.idle"))[::2] == [MISSED]
    assert [event.payload["type"] for event in heard(*pieces, b"\n\n" + line("session.idle"))] == [
        "missed",
        "session.idle",
    ]


@pytest.mark.parametrize("garbage", [b"data: {no\n", b"data: \xff\xfe\n", b"data: " + b"[" * 100_000 + b"\n"])
def test_an_event_that_cannot_be_read_is_said_to_be_missed(garbage: bytes) -> None:
    assert heard(garbage) == [MISSED]


@pytest.mark.parametrize("nothing", [b": ping\n\n", b"event: x\n\n", b'data: {"payload":7}\n', b"data: []\n", b"\n\n"])
def test_a_line_that_is_no_event_is_nothing(nothing: bytes) -> None:
    assert heard(nothing) == []
