"""Bad input gets a clear error in one shape, and hurts nobody."""

import base64
import contextlib
import re
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx2
import pytest

from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub, HubMaker
from support.routes import SERVED

DEEP = 100_000
POSTS = ["/api/notifications", "/api/notifications/dismiss-all", "/api/keys"]


def _post(caller: Caller, path: str, content: bytes | Iterator[bytes]) -> httpx2.Response:
    return caller.call("POST", path, content=content, headers={"Content-Type": "application/json"})


def _create(title: bytes = b'"x"', more: bytes = b"") -> bytes:
    return b'{"notification_type": "info", "title": ' + title + more + b"}"


def _nothing_stored(agent: Caller) -> None:
    assert done(agent.get("/api/notifications"))["count"] == 0


BROKEN = {
    "not JSON": b"title=x",
    "cut off": _create()[:-1],
    "more after it": _create() + b"}",
    "two values": _create() + b" " + _create(),
    "single quotes": b"{'title': 'x'}",
    "trailing comma": _create(more=b","),
    "bare NaN": _create(more=b', "metadata": {"n": NaN}'),
    "raw control character": _create(b'"a\nb"'),
    "raw NUL": _create(b'"a\x00b"'),
    "bad escape": _create(b'"\\x41"'),
    "UTF-16": _create().decode().encode("utf-16"),
    "Latin-1": _create('"é"'.encode("latin-1")),
    "invalid UTF-8": _create(b'"\xff\xfe"'),
    "overlong UTF-8": _create(b'"\xc0\xaf"'),
    "raw surrogate": _create(b'"\xed\xa0\x80"'),
    "raw surrogate in metadata": _create(more=b', "metadata": {"a": "\xed\xa0\x80"}'),
    "escaped lone surrogate": _create(b'"\\ud800"'),
    "escaped lone low surrogate": _create(b'"\\udc00x"'),
    "lone surrogate in the message": _create(more=b', "message": "\\ud83d"'),
    "lone surrogate in the category": _create(more=b', "category": "a\\udfff"'),
    "lone surrogate in metadata": _create(more=b', "metadata": {"a": "\\ud800"}'),
    "raw control character in metadata": _create(more=b', "metadata": {"a": "x\ny"}'),
    "bad escape in metadata": _create(more=b', "metadata": {"a": "\\x41"}'),
    "invalid UTF-8 in metadata": _create(more=b', "metadata": {"\xff": 1}'),
    "trailing comma in metadata": _create(more=b', "metadata": {"a": 1,}'),
    "half a word in metadata": _create(more=b', "metadata": {"a": tru}'),
    "lone surrogate as a key of metadata": _create(more=b', "metadata": {"\\ud800": 1}'),
    "NUL in the title": _create(b'"a\\u0000b"'),
    "NUL in the message": _create(more=b', "message": "a\\u0000b"'),
    "NUL in the category": _create(more=b', "category": "\\u0000"'),
    "a string": b'"x"',
    "a number": b"7",
    "null": b"null",
    "an array": b"[]",
    "an array of creates": b"[" + _create() + b"]",
    "only spaces": b"   ",
    "deep arrays": b"[" * DEEP,
    "deep closed arrays": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "deep metadata": _create(more=b', "metadata": {"a": ' + b"[" * DEEP + b"]" * DEEP + b"}"),
    "deep objects in metadata": _create(more=b', "metadata": ' + b'{"a":' * 9_000 + b"1" + b"}" * 9_000),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_create_is_refused_and_stores_nothing(agent: Caller, case: str) -> None:
    refused(_post(agent, "/api/notifications", BROKEN[case]), 400, 413, 422)
    _nothing_stored(agent)
    agent.send("after it")


@pytest.mark.parametrize(
    ("content", "half"),
    [
        (b'{"name": "ada", "password": "\\ud800"}', True),
        (b'{"name": "ada", "password": "\\uD83Dx"}', True),
        (b'{"name": "ada", "password": "\\ud83d\\ude', False),
        (b'{"name": "ada", "password": "\\\\ud800"', False),
        (b'{"name": "ada"', False),
    ],
)
def test_lone_surrogate_is_told_from_a_body_that_was_cut_off(hub: Hub, content: bytes, half: bool) -> None:
    told = refused(hub.nobody("POST", "/api/login", content=content), 400)
    assert told["code"] == "invalid_json"
    assert ("truncated" in told["detail"], "half a character" in told["detail"]) == (not half, half)


@pytest.mark.parametrize("path", ["/api/notifications", "/api/keys"])
def test_an_empty_body_is_refused_where_one_is_needed(hub: Hub, path: str) -> None:
    refused(_post(hub.owner, path, b""), 400, 422)


BROKEN_ON_OUR_ROUTES = [b"{", b"[]", b"7", b'"x"', b"null", b"[" * DEEP, b"\xff", b'{"agent_name": "\\ud800"}']


@pytest.mark.parametrize("content", BROKEN_ON_OUR_ROUTES)
@pytest.mark.parametrize("path", POSTS[1:])
def test_broken_bodies_are_refused_on_our_own_routes(person: Caller, path: str, content: bytes) -> None:
    refused(_post(person, path, content), 400, 422)


OWN_BODIES = {name: route for name, route in SERVED.items() if route.body and name != "POST /api/notifications"}


@pytest.mark.parametrize("name", OWN_BODIES)
def test_an_unknown_field_is_named_on_our_own_routes(hub: Hub, agent: Caller, name: str) -> None:
    route = OWN_BODIES[name]
    several = isinstance(route.example, list)
    first = route.example[0] if several else route.example
    field = next(iter(first))
    body = {**first, f"{field}x": "high"}
    path = re.sub(r"{\w+}", agent.name, route.path)
    told = refused(hub.owner.call(route.method, path, json=[body] if several else body), 422)
    assert (told["code"], told["hint"]) == ("invalid_field", f"did you mean {field}?")
    assert told["detail"] == f"{'[0].' if several else ''}{field}x: Unknown field"


def test_an_unknown_field_that_resembles_none_is_named_without_a_guess(person: Caller) -> None:
    told = refused(person.post("/api/questions", {"title": "x", "question": "y", "zzz": 1}), 422)
    assert (told["detail"], told["hint"]) == ("zzz: Unknown field", None)


def test_the_contracts_create_ignores_unknown_fields(agent: Caller) -> None:
    assert agent.send(priorty="high")["priority"] == "normal"


@pytest.mark.parametrize("body", [b"{", b"[]", b"x" * 1000])
def test_a_body_that_nobody_asked_for_does_no_harm(hub: Hub, body: bytes) -> None:
    sent = hub.new_agent().send()
    answer = _post(hub.owner, f"/api/notifications/{sent['id']}/acknowledge", body)
    assert answer.status_code == 200 or refused(answer, 400, 422)


def test_deep_nesting_in_a_field_that_is_ignored_does_no_harm(agent: Caller) -> None:
    answer = _post(agent, "/api/notifications", _create(more=b', "extra": ' + b"[" * 50_000 + b"]" * 50_000))
    assert answer.status_code == 201 or refused(answer, 400, 422)
    agent.send("after it")


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/xml", "multipart/form-data", "", "application/json"]
)
def test_the_type_of_the_content_never_breaks_the_hub(agent: Caller, content_type: str) -> None:
    headers = {"Content-Type": content_type} if content_type else {}
    answer = agent.call("POST", "/api/notifications", content=_create(), headers=headers)
    assert answer.status_code == 201 or refused(answer, 400, 415, 422)


def test_huge_numbers_where_text_belongs_are_refused(agent: Caller) -> None:
    for number in (b"1" * 5000, b"1e999999", b"-" + b"9" * 400_000):
        assert "title" in refused(_post(agent, "/api/notifications", _create(number)), 400, 422)["detail"]
    _nothing_stored(agent)


def test_a_body_just_under_the_limit_is_taken(agent: Caller) -> None:
    done(_post(agent, "/api/notifications", _create(more=b', "ignored": "' + b"x" * 990_000 + b'"')), 201)


def _chunks(size: int) -> Iterator[bytes]:
    yield _create()[:-1] + b', "ignored": "'
    for _ in range(size // 10_000):
        yield b"x" * 10_000
    yield b'"}'


@pytest.mark.parametrize("path", POSTS)
def test_a_body_over_the_limit_is_refused_with_and_without_its_length(hub: Hub, path: str) -> None:
    refused(_post(hub.owner, path, b"".join(_chunks(1_200_000))), 413)
    refused(_post(hub.owner, path, _chunks(1_200_000)), 413)


def test_a_body_over_the_limit_without_a_key_is_not_read_as_a_create(hub: Hub) -> None:
    refused(hub.nobody("POST", "/api/notifications", content=_chunks(1_200_000)), 401, 413)


def test_an_announced_length_over_the_limit_is_refused_before_the_body_comes(hub: Hub) -> None:
    where = urlsplit(hub.url)
    assert where.hostname and where.port
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as raw:
        raw.sendall(
            f"POST /api/notifications HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {hub.owner.key}\r\n"
            "Content-Type: application/json\r\nContent-Length: 50000000\r\n\r\n{".encode()
        )
        assert raw.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_the_limit_of_bodies_is_a_setting(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(body_limit="2000").new_agent()
    agent.send(message="x" * 1500)
    refused(_post(agent, "/api/notifications", _create(more=b', "message": "' + b"x" * 2000 + b'"')), 413)
    refused(_post(agent, "/api/notifications", _chunks(20_000)), 413)
    agent.send("after it")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/notifications", {"GET", "POST"}),
        ("DELETE", "/api/notifications", {"GET", "POST"}),
        ("PATCH", "/api/notifications/notif_0000000000000000", {"GET"}),
        ("GET", "/api/notifications/dismiss-all/x", None),
        ("GET", "/api/notifications/notif_0000000000000000/acknowledge", {"POST"}),
        ("POST", "/api/notifications/count", {"GET"}),
        ("POST", "/api/agents", {"GET"}),
        ("GET", "/api/agents/x", {"DELETE"}),
        ("PUT", "/api/keys", {"GET", "POST"}),
        ("GET", "/api/keys/x", {"DELETE"}),
        ("POST", "/api/me", {"GET"}),
        ("POST", "/health", {"GET"}),
        ("DELETE", "/metrics", {"GET"}),
        ("POST", "/openapi.json", {"GET"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(hub: Hub, method: str, path: str, allowed: set[str] | None) -> None:
    answer = hub.owner.call(method, path)
    if allowed is None:
        refused(answer, 404)
        return
    refused(answer, 405)
    told = {one.strip() for one in answer.headers["allow"].split(",")}
    assert told - {"HEAD", "OPTIONS"} == allowed


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/nothing", "/api/notifications/", "/api//notifications", "/%00", "/api/%F0%9F", "/x" * 500],
)
def test_an_unknown_path_is_not_found(hub: Hub, path: str) -> None:
    refused(hub.owner.get(path), 404)


@pytest.mark.parametrize("path", ["/../owner.key", "/..%2fowner.key", "/static/../../owner.key", "/%2e%2e/bellpull.db"])
def test_no_path_leads_out_of_the_page_s_files(hub: Hub, path: str) -> None:
    where = urlsplit(hub.url)
    assert where.hostname and where.port
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\n\r\n".encode())
        with raw.makefile("rb") as answer:
            assert answer.readline().split(b" ")[1] in (b"400", b"401", b"404")
            assert hub.owner.key.encode() not in answer.read()


@pytest.mark.parametrize("name", ["%00", "a%2Fb", "%F0%9F%94%94", "x" * 3000, "%2E%2E", "%ED%A0%80", "%FF"])
@pytest.mark.parametrize("path", ["/api/agents/{}/notifications", "/api/agents/{}/notifications/count"])
def test_names_that_cannot_be_are_not_found(hub: Hub, path: str, name: str) -> None:
    refused(hub.owner.get(path.format(name)), 400, 404, 422)
    refused(hub.owner.delete(f"/api/agents/{name}"), 400, 404, 405, 422)


@pytest.mark.parametrize(
    "query", ["status=%00", "category=%ED%A0%80", "category=%FF", "agent_name=%00", "before=%00", "x=1"]
)
def test_queries_of_odd_bytes_break_nothing(person: Caller, query: str) -> None:
    answer = person.get(f"/api/notifications?{query}")
    assert answer.status_code == 200 or refused(answer, 400, 403, 404, 422)


def test_bytes_that_are_no_request_do_not_stop_the_hub(hub: Hub, agent: Caller) -> None:
    where = urlsplit(hub.url)
    assert where.hostname and where.port
    for noise in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"A" * 200_000,
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x00" * 100,
    ):
        raw = socket.create_connection((where.hostname, where.port), timeout=PATIENCE)
        # The hub may hang up at any moment, even while we still speak.
        with raw, contextlib.suppress(OSError):
            raw.sendall(noise)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(65536):
                pass
    agent.send("after it")


def test_a_body_that_goes_on_after_its_refusal_is_answered_once(hub: Hub, agent: Caller) -> None:
    """The refusal comes before the body is read; what is still under way is no new request."""
    where = urlsplit(hub.url)
    size = 900_000
    head = f"POST /api/notifications HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Length: {size}\r\n\r\n"
    after = f"GET /api/me HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {agent.key}\r\n"
    raw = socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE)
    with raw, raw.makefile("rb") as answers:
        raw.sendall(head.encode())
        assert b" 401 " in answers.readline()
        raw.sendall(b"x" * size)
        raw.sendall(f"{after}Connection: close\r\n\r\n".encode())
        statuses = re.findall(rb"HTTP/1.1 (\d+)", answers.read())
    assert statuses == [b"200"]


@pytest.mark.parametrize(
    "head",
    [b'{"alg": "HS256", "kid": "\\ud800"}', b'{"alg": "HS256", "kid": {}}', b'{"a":' + b"[" * 20_000, b"[]", b""],
)
def test_a_token_with_an_odd_head_is_refused(hub: Hub, head: bytes) -> None:
    token = ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in (head, b"{}", b"x"))
    refused(hub.nobody("GET", "/api/me", headers={"Authorization": f"Bearer ey{token[2:]}"}), 401)
    refused(hub.nobody("GET", "/api/me", headers={"Authorization": f"Bearer {token}"}), 401)
