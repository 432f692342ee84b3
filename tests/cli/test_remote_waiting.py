"""What can happen on the line between a waiting program and the hub, turn by turn."""

import json
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from scripted_server import Peer, Server, Turn, answer, hang_up

from bellpull.config import load
from bellpull.domain import errors
from bellpull.remote.line import Interrupted, Line
from bellpull.remote.waiting import answered, handed, opened
from support.answers import PATIENCE
from support.shell import Shell

OPEN = {"id": "notif_0123456789abcdef", "agent_name": "a", "kind": "choice", "state": "open", "released": None}
OPEN |= {"choice": None, "reply": None, "outcome": None, "secret": False, "free_text": False, "via": None, "by": None}
OPEN |= {"buttons": [{"label": "No", "answer": {"choice": "No"}}]}
SETTLED = OPEN | {"state": "settled", "outcome": "accepted", "choice": "No", "via": "cli", "by": "ada"}


def written(body: dict[str, Any], status: str = "200 OK") -> bytes:
    data = json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def says(body: dict[str, Any], status: str = "200 OK") -> Turn:
    return answer(written(body, status))


def refuses(code: str, status: str) -> Turn:
    return says({"detail": "No.", "code": code, "hint": None}, status)


def line_to(server: Server) -> Line:
    return Line(load({"url": server.url, "key": "bp_x"}, {"HOME": "/nowhere"}), client="test/1")


def asked_of(server: Server) -> list[str]:
    return [request.split(b" HTTP")[0].decode() for request in server.requests]


def test_an_answer_of_the_last_moment_is_taken() -> None:
    with Server([says(SETTLED)]) as server, line_to(server) as line:
        assert answered(line, OPEN, time.monotonic())["choice"] == "No"
    assert asked_of(server) == [f"POST /api/questions/{OPEN['id']}/release"]


def test_an_ask_whose_answer_was_lost_is_repeated_with_its_key() -> None:
    turns = [[hang_up], [refuses("stopping", "503 Service Unavailable")], [says(OPEN)]]
    with Server(*turns) as server, line_to(server) as line:
        assert opened(line, {"title": "x"}, 60)["id"] == OPEN["id"]
    keys = {line for request in server.requests for line in request.split(b"\r\n") if line.startswith(b"Idempotency")}
    assert len(server.requests) == 3
    assert len(keys) == 1


def test_a_hub_that_stops_is_asked_again() -> None:
    turns = [[refuses("stopping", "503 Service Unavailable")], [hang_up], [says(SETTLED)]]
    with Server(*turns) as server, line_to(server) as line:
        assert answered(line, OPEN, time.monotonic() + 30) == SETTLED
    assert {request.split("?")[0] for request in asked_of(server)} == {f"GET /api/questions/{OPEN['id']}"}


def test_a_refusal_ends_the_waiting_and_lets_go() -> None:
    turns = [refuses("agent_denied", "403 Forbidden"), says(OPEN)]
    with Server(turns) as server, line_to(server) as line, pytest.raises(errors.Denied):
        answered(line, OPEN, time.monotonic() + 30)
    assert b'{"reason":"gone"}' in server.requests[-1]


def test_a_receipt_that_does_not_get_through_is_no_failure() -> None:
    with Server([refuses("not_found", "404 Not Found")], [hang_up]) as server, line_to(server) as line:
        handed(line, SETTLED)
    assert asked_of(server)[:1] == [f"POST /api/questions/{OPEN['id']}/handed"]


def test_an_interrupted_line_says_only_its_last_words() -> None:
    with Server([says(OPEN)]) as server, line_to(server) as line:
        line.interrupt()
        with pytest.raises(Interrupted):
            answered(line, OPEN, time.monotonic() + 30)
        line.interrupt()
    assert asked_of(server) == [f"POST /api/questions/{OPEN['id']}/release"]


@pytest.mark.process
def test_a_program_that_is_stopped_while_it_waits_lets_go(alone: Shell) -> None:
    programs: list[subprocess.Popen[str]] = []

    def stop(peer: Peer) -> None:
        peer.receive()
        programs[0].send_signal(signal.SIGINT)
        peer.wait_for_end()

    with Server([says(OPEN), stop], [says(OPEN)]) as server:
        variables = alone.environment(BELLPULL_URL=server.url, BELLPULL_KEY="bp_x")
        ask = [sys.executable, "-c", "from bellpull import Agent; Agent('builder').ask('Merge?')"]
        programs.append(subprocess.Popen(ask, env=variables, stderr=subprocess.PIPE, text=True))
        _, told = programs[0].communicate(timeout=PATIENCE)
    assert told.splitlines()[-1] == "KeyboardInterrupt"
    assert b'{"reason":"gone"}' in server.requests[-1]


def test_a_create_that_is_interrupted_is_told_what_it_made() -> None:
    interrupted: list[Line] = []

    def interrupt(peer: Peer) -> None:
        peer.receive()
        interrupted[0].interrupt()
        peer.send(written(OPEN))

    with Server([interrupt, says(OPEN)]) as server, line_to(server) as line:
        interrupted.append(line)
        question = opened(line, {"title": "x"}, 60)
        with pytest.raises(Interrupted):
            answered(line, question, time.monotonic() + 30)
    assert asked_of(server)[1:] == [f"POST /api/questions/{OPEN['id']}/release"]


@pytest.mark.parametrize(
    ("said", "settled", "code", "out"),
    [
        (["No"], SETTLED, 0, f"Answered {OPEN['id']}: No\n"),
        (["--text", " No "], SETTLED, 0, f"Answered {OPEN['id']}: No\n"),
        (["--text", " not I "], SETTLED | {"choice": " not I "}, 0, f"Answered {OPEN['id']}:  not I \n"),
        (["No"], SETTLED | {"by": "bob"}, 1, ""),
        (["No"], SETTLED | {"via": "page"}, 1, ""),
        (["No"], SETTLED | {"choice": "Yes"}, 1, ""),
    ],
)
def test_an_answer_that_got_through_though_nobody_said_so_is_ours(
    alone: Shell, said: list[str], settled: dict[str, Any], code: int, out: str
) -> None:
    again = [refuses("already_settled", "409 Conflict"), says(settled), says({"name": "ada"}), says(settled)]
    if settled["via"] != "cli" or settled["choice"] == "Yes":
        del again[2]
    with Server([says(OPEN), hang_up], again) as server:
        ended = alone.run("answer", str(OPEN["id"]), *said, BELLPULL_URL=server.url, BELLPULL_KEY="bp_x")
    assert (ended.code, ended.out) == (code, out)
