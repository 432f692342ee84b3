"""The small client against a real server that does what servers and networks do: split, stall, close, lie."""

import contextlib
import json
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_server import OK, Peer, Server, Turn, answer, hang_up

from bellpull import __version__
from bellpull.domain import errors
from bellpull.remote.fast import Hub


@contextlib.contextmanager
def connected(*turns: Turn, **how: float) -> Iterator[tuple[Hub, Server]]:
    """A client and a server that serves one connection."""
    with Server(list(turns)) as server, Hub(server.url, "bp_key", **how) as hub:  # type: ignore[arg-type]
        yield hub, server


def refusal(hub: Hub, method: str = "GET", path: str = "/x") -> errors.BellpullError:
    with pytest.raises(errors.BellpullError) as caught:
        hub.request(method, path)
    return caught.value


def test_a_request_says_who_asks_for_what_and_its_answer_comes_back_as_json() -> None:
    with connected(answer()) as (hub, server):
        query = {"agent_name": "a b&c", "status": None, "limit": 5}
        assert hub.request("GET", "/api/notifications", query) == {"ok": True}
    head, _, body = server.requests[0].decode().partition("\r\n\r\n")
    lines = head.split("\r\n")
    assert lines[0] == "GET /api/notifications?agent_name=a%20b%26c&limit=5 HTTP/1.1"
    assert f"Host: {server.url.removeprefix('http://')}" in lines
    assert f"Bellpull-Client: cli/{__version__}" in lines
    assert "Authorization: Bearer bp_key" in lines
    assert "Content-Length" not in head
    assert body == ""


def test_a_body_is_sent_as_json_with_its_length() -> None:
    with connected(answer()) as (hub, server):
        hub.request("POST", "/api/notifications", body={"title": "Grüße"}, headers={"Idempotency-Key": "k"})
    head, _, body = server.requests[0].decode().partition("\r\n\r\n")
    assert json.loads(body) == {"title": "Grüße"}
    assert f"Content-Length: {len(body)}" in head
    assert "Content-Type: application/json" in head
    assert "Idempotency-Key: k" in head


def test_an_empty_post_has_the_length_nought() -> None:
    with connected(answer()) as (hub, server):
        hub.request("POST", "/x")
    assert b"Content-Length: 0" in server.requests[0]


def test_request_without_a_key_sends_none() -> None:
    with Server([answer()]) as server, Hub(server.url) as hub:
        hub.request("GET", "/health")
    assert b"Authorization" not in server.requests[0]


def test_an_answer_in_many_packets_is_put_together() -> None:
    def drip(peer: Peer) -> None:
        peer.receive()
        for byte in OK:
            peer.send(bytes([byte]))

    with connected(drip) as (hub, _):
        assert hub.request("GET", "/x") == {"ok": True}


def test_a_chunked_answer_is_put_together() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(answer(head + b'5\r\n{"a":\r\n3\r\n 1}\r\n0\r\n\r\n'), answer()) as (hub, server):
        assert hub.request("GET", "/x") == {"a": 1}
        assert hub.request("GET", "/x") == {"ok": True}
    assert server.served == 1


def test_an_answer_without_a_body_is_none() -> None:
    with connected(answer(b"HTTP/1.1 204 No Content\r\n\r\n")) as (hub, _):
        assert hub.request("DELETE", "/x") is None


def test_connection_serves_many_requests() -> None:
    with connected(*[answer()] * 5) as (hub, server):
        for _ in range(5):
            hub.request("POST", "/x", body={})
    assert (server.served, len(server.requests)) == (1, 5)


def test_a_connection_that_the_hub_said_to_close_is_not_used_again() -> None:
    closing = OK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with Server([answer(closing), Peer.wait_for_end], [answer()]) as server, Hub(server.url, answer_seconds=5) as hub:
        assert hub.request("POST", "/x") == hub.request("POST", "/x") == {"ok": True}
    assert server.served == 2


def test_a_connection_closed_meanwhile_is_opened_again_and_nothing_is_sent_twice() -> None:
    with Server([answer()], [answer()]) as server, Hub(server.url) as hub:
        hub.request("POST", "/x")
        assert server.closed.wait(10)
        assert hub.request("POST", "/x") == {"ok": True}
    assert (server.served, len(server.requests)) == (2, 2)


def test_bytes_that_nobody_asked_for_make_a_connection_useless() -> None:
    with Server([answer(OK + OK)], [answer()]) as server, Hub(server.url) as hub:
        hub.request("GET", "/x")
        assert server.closed.wait(10)
        assert hub.request("GET", "/y") == {"ok": True}
    assert server.served == 2


@pytest.mark.parametrize(
    ("method", "headers"),
    [("GET", {}), ("HEAD", {}), ("POST", {"Idempotency-Key": "k"}), ("POST", {"idempotency-key": "k"})],
)
def test_repeatable_request_is_repeated_once_if_a_kept_connection_dies(method: str, headers: dict[str, str]) -> None:
    empty = b"HTTP/1.1 204 No Content\r\n\r\n"
    with Server([answer(), hang_up], [answer(empty)]) as server, Hub(server.url) as hub:
        hub.request("GET", "/first")
        assert hub.request(method, "/second", headers=headers) is None
    assert [request.split()[1] for request in server.requests] == [b"/first", b"/second", b"/second"]


def test_unrepeatable_request_is_sent_once_and_the_doubt_is_told() -> None:
    with Server([answer(), hang_up], [answer()]) as server, Hub(server.url) as hub:
        hub.request("GET", "/first")
        error = refusal(hub, "POST", "/second")
        assert isinstance(error, errors.Unavailable)
        assert error.code == "answer_lost"
        assert len(server.requests) == 2
        assert hub.request("GET", "/third") == {"ok": True}


def test_a_second_death_is_not_tried_again() -> None:
    with Server([answer(), hang_up], [hang_up], [answer()]) as server, Hub(server.url) as hub:
        hub.request("GET", "/first")
        assert refusal(hub).code == "answer_lost"
        assert len(server.requests) == 3
        assert hub.request("GET", "/x") == {"ok": True}


def test_a_new_connection_that_dies_is_not_tried_again() -> None:
    with Server([hang_up], [answer()]) as server, Hub(server.url) as hub:
        assert refusal(hub).code == "answer_lost"
        assert len(server.requests) == 1
        hub.request("GET", "/x")


def test_an_answer_cut_off_in_the_middle_is_not_taken_for_whole() -> None:
    with Server([answer(), answer(OK[:-3])], [answer()]) as server, Hub(server.url) as hub:
        hub.request("GET", "/x")
        error = refusal(hub)
        assert isinstance(error, errors.Unavailable)
        assert error.code == "answer_lost"
        assert len(server.requests) == 2
        hub.request("GET", "/x")


@pytest.mark.parametrize(
    "said",
    [
        b"SSH-2.0-OpenSSH_9.2p1\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<html",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b"[" * 100000,
        b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno",
        b"HTTP/1.1 404 No\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n" + b'{"detail": "Not Found"}',
        b'HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"detail": [1]}'[:-1],
        b"HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]",
    ],
)
def test_server_that_does_not_speak_like_a_hub_is_told_as_such(said: bytes) -> None:
    with connected(answer(said)) as (hub, server):
        error = refusal(hub)
        assert error.code == "not_a_hub"
        assert server.url in error.sentence
        assert error.hint


def test_a_silent_hub_is_given_up_at_the_deadline() -> None:
    def silent(peer: Peer) -> None:
        peer.receive()
        peer.wait_for_end()

    with connected(silent, answer_seconds=0.05) as (hub, _):
        error = refusal(hub)
        assert isinstance(error, errors.Unavailable)
        assert error.code == "hub_silent"


def test_a_hub_that_drips_for_ever_is_given_up_at_the_deadline() -> None:
    def drip(peer: Peer) -> None:
        peer.receive()
        peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n")
        while True:
            peer.send(b" ")

    with connected(drip) as (hub, _), pytest.raises(errors.Unavailable) as caught:
        hub.request("GET", "/x", seconds=0.05)
    assert caught.value.code == "hub_silent"


def test_port_without_a_listener_is_a_hub_that_does_not_run() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    error = refusal(Hub(f"http://127.0.0.1:{port}/"))
    assert isinstance(error, errors.Unavailable)
    assert error.code == "hub_not_running"
    assert error.sentence == f"The hub is not running at http://127.0.0.1:{port}."
    assert error.hint == "start it: bellpull up"


def test_a_name_that_is_no_name_cannot_be_reached() -> None:
    error = refusal(Hub("http://a..b:1"))
    assert isinstance(error, errors.Unavailable)
    assert error.code == "hub_not_reached"


def said_refusal(status: int, code: str = "the_code", hint: str | None = "the hint", more: bytes = b"") -> bytes:
    body = json.dumps({"detail": "The sentence.", "code": code, "hint": hint}).encode()
    head = b"HTTP/1.1 %d No\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % (status, len(body))
    return head + more + b"\r\n" + body


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, errors.Invalid),
        (401, errors.Unauthorized),
        (403, errors.Denied),
        (404, errors.NotFound),
        (409, errors.Conflict),
        (413, errors.TooLarge),
        (421, errors.BellpullError),
        (422, errors.Malformed),
        (429, errors.TooMany),
        (500, errors.BellpullError),
        (503, errors.Unavailable),
        (507, errors.StoreFull),
    ],
)
def test_a_refusal_is_raised_as_the_error_it_is(status: int, kind: type[errors.BellpullError]) -> None:
    with connected(answer(said_refusal(status)), answer()) as (hub, server):
        error = refusal(hub)
        assert type(error) is kind
        assert (error.code, error.sentence, error.hint) == ("the_code", "The sentence.", "the hint")
        assert hub.request("GET", "/x") == {"ok": True}
    assert server.served == 1


@pytest.mark.parametrize(
    ("header", "seconds"), [(b"Retry-After: 7\r\n", 7.0), (b"", 1.0), (b"Retry-After: x\r\n", 1.0)]
)
def test_refusal_of_too_many_says_how_long_to_wait(header: bytes, seconds: float) -> None:
    with connected(answer(said_refusal(429, hint=None, more=header))) as (hub, _):
        error = refusal(hub)
        assert isinstance(error, errors.TooMany)
        assert (error.retry_after, error.hint) == (seconds, None)


def test_a_gateway_that_finds_no_hub_behind_it_is_unavailable() -> None:
    with connected(answer(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")) as (hub, _):
        assert refusal(hub).code == "hub_unavailable"


def test_a_refusal_that_comes_before_the_body_was_read_is_heard() -> None:
    def refuse_early(peer: Peer) -> None:
        peer.connection.recv(1000)
        peer.send(said_refusal(413))
        peer.connection.shutdown(socket.SHUT_WR)
        peer.wait_for_end()

    with connected(refuse_early) as (hub, _), pytest.raises(errors.TooLarge):
        hub.request("POST", "/x", body={"message": "x" * 5_000_000})


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may drop what came before a reset")
def test_a_refusal_is_heard_even_when_the_connection_breaks_under_the_body() -> None:
    def refuse_and_break(peer: Peer) -> None:
        peer.connection.recv(1000)
        peer.send(said_refusal(413))

    with connected(refuse_and_break) as (hub, _), pytest.raises(errors.TooLarge):
        hub.request("POST", "/x", body={"message": "x" * 20_000_000})


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
def test_a_hub_is_reached_over_ipv6() -> None:
    try:
        server = Server([answer()], family=socket.AF_INET6)
    except OSError as error:
        pytest.skip(f"no IPv6 here: {error}")
    with server, Hub(server.url) as hub:
        assert hub.request("GET", "/x") == {"ok": True}
    assert f"Host: {server.url.removeprefix('http://')}".encode() in server.requests[0]


def test_a_hub_behind_a_path_is_reached_there() -> None:
    with Server([answer()]) as server, Hub(f"{server.url}/bells/") as hub:
        hub.request("GET", "/health")
    assert server.requests[0].startswith(b"GET /bells/health HTTP/1.1\r\n")


@pytest.mark.parametrize("key", ["bp_key\r\nX-Evil: 1", "bp_ké", "bp\0"])
def test_a_key_that_no_header_can_hold_is_refused_before_anything_is_sent(key: str) -> None:
    error = refusal(Hub("http://127.0.0.1:9", key))
    assert isinstance(error, errors.Setup)
    assert key not in error.sentence


@given(st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=4))
def test_whatever_answers_the_outcome_is_json_or_one_of_our_errors(pieces: list[bytes]) -> None:
    def noise(peer: Peer) -> None:
        peer.receive()
        for piece in pieces:
            peer.send(piece)

    with connected(noise) as (hub, _), contextlib.suppress(errors.BellpullError):
        hub.request("GET", "/x")


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for 127.0.0.1 that nobody trusts yet, with its key in the same file."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    file = tmp_path / "hub.pem"
    names = ["-subj", "/CN=hub", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(file), "-out", str(tmp_path / "cert.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *names, *files]
    made = subprocess.run(command, capture_output=True, timeout=60)
    assert made.returncode == 0, made.stderr
    file.write_bytes(file.read_bytes() + (tmp_path / "cert.pem").read_bytes())
    return file


@contextlib.contextmanager
def secure(certificate: Path, *connections: list[Turn]) -> Iterator[tuple[Hub, Server]]:
    server = Server(*connections)
    server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.tls.load_cert_chain(certificate)
    with server, Hub(server.url.replace("http:", "https:"), "bp_key") as hub:
        yield hub, server


@pytest.mark.process
def test_a_hub_is_reached_over_tls_and_its_connection_is_kept(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with secure(certificate, [answer(), answer()], [answer()]) as (hub, server):
        assert hub.request("GET", "/x") == hub.request("POST", "/x") == {"ok": True}
        assert server.closed.wait(10)
        assert hub.request("POST", "/x") == {"ok": True}
    assert server.served == 2


@pytest.mark.process
def test_a_certificate_that_nobody_vouches_for_gets_no_key(certificate: Path) -> None:
    with secure(certificate, [answer()]) as (hub, server):
        error = refusal(hub)
    assert error.code == "hub_not_trusted"
    assert "certificate" in error.sentence.lower()
    assert server.requests == []
