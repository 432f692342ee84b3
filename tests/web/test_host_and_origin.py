"""A page of somebody else's cannot talk to the hub through a browser."""

import contextlib
import http.client
import json
import socket
from urllib.parse import urlsplit

import pytest

from support.answers import PATIENCE, done, refused
from support.hub import Caller, Hub, HubMaker

ROUTES = [("GET", "/health"), ("GET", "/api/notifications"), ("POST", "/api/notifications"), ("GET", "/openapi.json")]
BODY = {"notification_type": "info", "title": "x"}


def _port(hub: Hub) -> int:
    return urlsplit(hub.address).port or 80


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "localhost.evil.example",
        "10.0.0.1:{port}",
    ],
)
def test_a_foreign_host_is_refused(hub: Hub, agent: Caller, method: str, path: str, host: str) -> None:
    answer = agent.call(method, path, headers={"Host": host.format(port=_port(hub))}, json=BODY)
    refused(answer, 421)
    assert done(agent.get("/api/notifications"))["count"] == 0


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}"])
def test_the_hub_s_own_names_are_taken(hub: Hub, agent: Caller, host: str) -> None:
    done(agent.call("GET", "/api/me", headers={"Host": host.format(port=_port(hub))}))


FOREIGN_ORIGINS = [
    "null",
    "",
    "http://evil.example",
    "http://evil.example:{port}",
    "https://127.0.0.1:{port}",
    "https://localhost:{port}",
    "http://127.0.0.1:{other}",
    "http://127.0.0.1",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example/http://127.0.0.1:{port}",
    "http://user@127.0.0.1:{port}@evil.example",
    "file://",
    "127.0.0.1:{port}",
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_foreign_origin_is_refused(hub: Hub, agent: Caller, method: str, path: str, origin: str) -> None:
    port = _port(hub)
    sent = origin.format(port=port, other=port ^ 1)
    answer = agent.call(method, path, headers={"Origin": sent}, json=BODY)
    refused(answer, 403)
    assert "access-control-allow-origin" not in answer.headers
    assert done(agent.get("/api/notifications"))["count"] == 0


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_the_hub_s_own_origin_is_taken(hub: Hub, agent: Caller, name: str) -> None:
    own = f"{name}:{_port(hub)}"
    answer = agent.call("POST", "/api/notifications", headers={"Origin": f"http://{own}", "Host": own}, json=BODY)
    done(answer, 201)


def test_a_foreign_page_gets_no_leave_to_ask(hub: Hub) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = hub.nobody("OPTIONS", "/api/notifications", headers=headers)
    refused(answer, 403)
    assert not [name for name in answer.headers if name.lower().startswith("access-control-allow")]


def test_no_answer_is_meant_for_other_origins(hub: Hub, agent: Caller) -> None:
    answer = agent.call("GET", "/api/me", headers={"Origin": hub.address})
    assert "access-control-allow-origin" not in answer.headers


def test_the_public_address_is_the_hub_s_own_whatever_a_proxy_made_of_it(fresh_hub: HubMaker) -> None:
    hub = fresh_hub(public_url="https://bell.example:8443")
    for host in ("bell.example:8443", "bell.example", f"127.0.0.1:{_port(hub)}"):
        done(hub.nobody("GET", "/health", headers={"Host": host, "Origin": "https://bell.example:8443"}))
    for host, origin in [
        ("evil.example", "https://bell.example:8443"),
        ("bell.example.evil.example", "https://bell.example:8443"),
    ]:
        refused(hub.nobody("GET", "/health", headers={"Host": host, "Origin": origin}), 421)
    for origin in ("https://bell.example", "https://bell.example:8443.evil.example", "https://evil.example", "null"):
        refused(hub.nobody("GET", "/health", headers={"Host": "bell.example:8443", "Origin": origin}), 403)


def _status(hub: Hub, *lines: str) -> tuple[int, str]:
    """Of a request that no client would send: the status, and the code of the error."""
    port = urlsplit(hub.url).port
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as line:
        line.sendall("\r\n".join((*lines, "Connection: close", "", "")).format(port=port).encode())
        answer = http.client.HTTPResponse(line)
        answer.begin()
        said = json.loads(answer.read() or b"{}")
        return answer.status, said.get("code", "")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Host: 127.0.0.1:{port}", "Host: 127.0.0.1:{port}"),
        ("Host: evil.example", "Host: 127.0.0.1:{port}"),
        ("Host: 127.0.0.1:{port}", "hOsT: evil.example"),
        ("Origin: http://evil.example", "Origin: http://127.0.0.1:{port}"),
        ("Origin: http://127.0.0.1:{port}", "Origin: http://evil.example"),
        ("Authorization: Bearer a", "Authorization: Bearer b"),
    ],
)
def test_a_request_that_says_twice_who_asks_whom_is_refused(hub: Hub, first: str, second: str) -> None:
    host = () if first.startswith("Host") else ("Host: 127.0.0.1:{port}",)
    assert _status(hub, "GET /health HTTP/1.1", *host, first, second) == (400, "repeated_header")


@pytest.mark.parametrize(
    "target",
    ["http://evil.example", "http://127.0.0.1:{port}@evil.example", "http://127.0.0.1", "http://localhost:{port}"],
)
@pytest.mark.parametrize("path", ["/health", "/api/webhooks/bpw_x"])
def test_an_address_that_names_another_host_than_the_host_is_refused(hub: Hub, target: str, path: str) -> None:
    method = "GET" if path == "/health" else "POST"
    request = f"{method} {target}{path} HTTP/1.1"
    assert _status(hub, request, "Host: 127.0.0.1:{port}", "Content-Length: 0") == (421, "host_refused")


def test_a_whole_address_that_names_the_host_is_served(hub: Hub) -> None:
    assert _status(hub, "GET http://127.0.0.1:{port}/health?x=http://y HTTP/1.1", "Host: 127.0.0.1:{port}")[0] == 200
