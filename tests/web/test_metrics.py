"""What the hub measures of itself: valid, cheap to keep, about nobody, and every refusal is in it."""

import asyncio
import re
import secrets
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from support.answers import PATIENCE, done, refused, until
from support.hub import Caller, Hub
from support.live import Live
from support.metrics import Figures, figures
from support.nudges import tell
from support.questions import answer, ask, surface

ERRORS = Path(__file__).parents[2] / "docs" / "reference" / "errors.md"
#: Of connections, which are refused before there is a request; they have no error's body.
OF_CONNECTIONS = {"bad_request", "bad_handshake", "too_slow", "too_much", "too_many_without_key", "too_many_of_key"}


def test_metrics_are_read_by_people_and_by_no_agent(own_hub: Hub, own_agent: Caller, own_person: Caller) -> None:
    assert figures(own_person).families.keys() == figures(own_hub.owner).families.keys()
    assert refused(own_agent.get("/metrics"), 403)["code"] == "person_required"
    assert refused(own_hub.nobody("GET", "/metrics"), 401)["code"] == "key_required"


def test_requests_and_commits_are_counted_and_timed(own_agent: Caller, own_person: Caller) -> None:
    route = "POST /api/notifications"
    before = figures(own_person)
    for _ in range(3):
        own_agent.send()
    after = figures(own_person)

    def rise(name: str, **labels: str) -> float:
        return after.value(name, **labels) - before.value(name, **labels)

    assert rise("bellpull_requests_total", route=route, status="201") == 3
    assert rise("bellpull_request_seconds_count", route=route) == 3
    assert rise("bellpull_request_seconds_sum", route=route) > 0
    assert rise("bellpull_commit_seconds_count") >= 3
    assert rise("bellpull_events_total") == 3
    assert rise("bellpull_pending_notifications") == 3


def test_no_request_makes_a_new_series_but_those_of_routes_and_codes(
    own_hub: Hub, own_agent: Caller, own_person: Caller
) -> None:
    odd = secrets.token_hex(8)
    for path in (f"/{odd}", f"/api/agents/{odd}/trail", f"/api/webhooks/{odd}", f"/page/{odd}/x", f"/api/me?{odd}=1"):
        for method in ("GET", "POST", "DELETE", "PATCH"):
            own_hub.nobody(method, path)
            own_agent.call(method, path)
    own_hub.http.get(own_hub.url, headers={"Host": odd})
    own_agent.post("/api/notifications", {"notification_type": odd, "title": odd, odd: odd})
    own_agent.post("/api/questions", {odd: odd}, Idempotency_Key=odd * 50)
    known = set(done(own_hub.owner.get("/openapi.json"))["paths"]) | {"/mcp", "/ws", "/ws/events"}
    shown = figures(own_person)
    assert {route.split(" ")[1] for route in shown.values_of("route")} <= known
    documented = set(re.findall(r"`([a-z_]+)`", ERRORS.read_text())) | OF_CONNECTIONS
    assert shown.values_of("code") <= documented
    assert odd not in own_hub.owner.get("/metrics").text


def test_metrics_name_nobody(own_hub: Hub, own_agent: Caller, own_person: Caller) -> None:
    own_agent.send("A title of mine", category="mine")
    ask(own_agent)
    tell(own_hub.owner, own_agent.name, "words of mine")
    text = own_person.get("/metrics").text
    for word in (own_agent.name, own_person.name, "owner", "mine", own_agent.key_id, own_hub.id):
        assert word not in text


def test_calls_that_wait_are_counted(own_hub: Hub, own_agent: Caller, own_person: Caller) -> None:
    before = figures(own_person)
    question = ask(own_agent)
    tell(own_hub.owner, own_agent.name)
    with ExitStack() as opened:
        opened.enter_context(surface(own_person, "buttons"))
        for path in (f"/api/questions/{question['id']}?wait=60", "/api/watch?until=waiting&wait=60"):
            opened.enter_context(_calling(own_agent if "questions" in path else own_person, path))

        def waits() -> Figures | None:
            shown = figures(own_person)
            return shown if shown.value("bellpull_waiting_calls", **{"for": "question"}) == 1 else None

        shown = until(waits, "a call waits")
        assert shown.value("bellpull_surfaces", surface="desk") == 1
        assert shown.value("bellpull_sockets") == 1
        assert shown.value("bellpull_open_questions") - before.value("bellpull_open_questions") == 1
        assert shown.value("bellpull_pending_nudges") - before.value("bellpull_pending_nudges") == 1
        assert shown.value("bellpull_oldest_open_question_seconds") > 0
        answer(own_hub.owner, question["id"], choice="Yes, merge")
    until(lambda: figures(own_person).value("bellpull_waiting_calls", **{"for": "question"}) == 0, "nobody waits")
    assert figures(own_person).value("bellpull_open_questions") == before.value("bellpull_open_questions")


class _calling:
    """A call under way, whose answer is not awaited."""

    def __init__(self, caller: Caller, path: str) -> None:
        where = urlsplit(caller.hub.url)
        self._raw = socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE)
        head = f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {caller.key}\r\n\r\n"
        self._raw.sendall(head.encode())

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        self._raw.close()


def test_sockets_and_mcp_are_routes_like_others(own_hub: Hub, own_agent: Caller, own_person: Caller) -> None:
    with own_agent.socket() as live:
        live.connected()
    refused(own_agent.call("POST", "/mcp", headers={"Authorization": "Bearer wrong"}), 401)
    shown = figures(own_person)
    assert shown.value("bellpull_requests_total", route="GET /ws/events", status="101") >= 1
    assert shown.value("bellpull_request_seconds_count", route="GET /ws/events") >= 1
    assert shown.value("bellpull_requests_total", route="POST /mcp", status="401") == 1


def _head(hub: Hub, sent: bytes) -> None:
    where = urlsplit(hub.url)
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=PATIENCE) as raw:
        raw.sendall(sent)
        with suppress(ConnectionError):
            while raw.recv(65_536):
                pass


def _socket(hub: Hub, path: str, **how: str) -> None:
    with suppress(InvalidStatus), Live(hub.url, path, **how) as live:  # type: ignore[arg-type]
        live.closed()


HANDSHAKE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: YmVsbHB1bGwtdGVzdHMtMQ==\r\n\r\n"
)
REFUSED: dict[str, Callable[[Hub, Caller], object]] = {
    "key_required": lambda hub, agent: hub.nobody("GET", "/api/me"),
    "invalid_key": lambda hub, agent: hub.http.get(hub.url + "/api/me", headers={"Authorization": "Bearer no"}),
    "person_required": lambda hub, agent: agent.get("/api/keys"),
    "agent_denied": lambda hub, agent: agent.get("/api/agents/owner/notifications"),
    "notification_not_found": lambda hub, agent: agent.get("/api/notifications/notif_0123456789abcdef"),
    "invalid_field": lambda hub, agent: agent.post("/api/notifications", {}),
    "invalid_json": lambda hub, agent: agent.call("POST", "/api/notifications", content=b"{"),
    "body_too_large": lambda hub, agent: agent.call("POST", "/api/notifications", content=b"x" * 2_000_000),
    "host_refused": lambda hub, agent: hub.nobody("GET", "/health", headers={"Host": "evil.example"}),
    "origin_refused": lambda hub, agent: hub.nobody("GET", "/health", headers={"Origin": "http://evil.example"}),
    "hub_too_old": lambda hub, agent: hub.nobody("GET", "/api/me", headers={"Bellpull-Protocol": "999"}),
    "not_found": lambda hub, agent: hub.nobody("GET", "/nothing/here"),
    "not_found of the page": lambda hub, agent: hub.nobody("GET", "/page/1/nothing.js"),
    "method_not_allowed of the page": lambda hub, agent: hub.nobody("POST", "/"),
    "method_not_allowed": lambda hub, agent: hub.nobody("DELETE", "/metrics"),
    "upgrade_required": lambda hub, agent: hub.nobody("GET", "/ws"),
    "webhook_not_found": lambda hub, agent: hub.nobody("POST", "/api/webhooks/made-up", json={}),
    "wrong_login": lambda hub, agent: hub.nobody("POST", "/api/login", json={"name": "eve", "password": "guess"}),
    "head_too_large": lambda hub, agent: _head(hub, b"GET /health HTTP/1.1\r\nx: " + b"y" * 70_000),
    "bad_request": lambda hub, agent: _head(hub, b"this is no request\r\n\r\n"),
}
ON_SOCKETS: dict[str, Callable[[Hub, Caller], object]] = {
    "invalid_key": lambda hub, agent: _socket(hub, "/ws/events", key="no"),
    "admin_required": lambda hub, agent: _socket(hub, "/ws", key=agent.key),
    "host_refused": lambda hub, agent: _head(hub, b"GET /ws/events HTTP/1.1\r\nHost: evil.example\r\n" + HANDSHAKE),
    # The client writes a Host of its own as well.
    "repeated_header": lambda hub, agent: _socket(hub, "/ws/events", headers={"Host": "evil.example"}),  # type: ignore[arg-type]
    "not_found": lambda hub, agent: _socket(hub, "/nothing/here"),
}
ATTEMPTS = [*REFUSED.items(), *ON_SOCKETS.items()]


@pytest.mark.parametrize("code, attempt", ATTEMPTS, ids=[code for code, _ in ATTEMPTS])
def test_refusals_are_counted_by_their_code(
    own_hub: Hub, own_agent: Caller, code: str, attempt: Callable[[Hub, Caller], object]
) -> None:
    code = code.partition(" ")[0]
    before = figures(own_hub.owner).value("bellpull_refused_total", code=code)
    attempt(own_hub, own_agent)
    until(
        lambda: figures(own_hub.owner).value("bellpull_refused_total", code=code) == before + 1,
        f"{code} is counted once",
    )


def test_sign_ins_that_are_slowed_down_are_counted(own_hub: Hub) -> None:
    before = figures(own_hub.owner).value("bellpull_refused_total", code="too_many_logins")
    guess = {"name": f"eve-{secrets.token_hex(4)}", "password": "guess"}
    answers = [own_hub.nobody("POST", "/api/login", json=guess).status_code for _ in range(8)]
    assert 429 in answers
    shown = figures(own_hub.owner)
    assert shown.value("bellpull_refused_total", code="too_many_logins") - before == answers.count(429)
    assert shown.value("bellpull_requests_total", route="POST /api/login", status="429") == answers.count(429)


def test_a_socket_whose_key_ends_is_counted(own_hub: Hub, own_agent: Caller) -> None:
    before = figures(own_hub.owner).value("bellpull_refused_total", code="invalid_key")
    with own_agent.socket() as live:
        live.connected()
        done(own_hub.owner.delete(f"/api/keys/{own_agent.key_id}"))
        live.closed()
    assert figures(own_hub.owner).value("bellpull_refused_total", code="invalid_key") == before + 1


def test_the_process_is_described_as_the_system_sees_it(own_hub: Hub) -> None:
    shown = figures(own_hub.owner)
    status = Path(f"/proc/{own_hub.pid}/status")
    if not status.exists():
        pytest.skip("the system does not say")
    resident = int(re.search(r"VmRSS:\s+(\d+) kB", status.read_text())[1]) * 1024  # type: ignore[index]
    assert 0.5 < shown.value("process_resident_memory_bytes") / resident < 2
    assert 0 < shown.value("process_open_fds") < shown.value("process_max_fds")
    assert shown.value("bellpull_store_bytes", file="data") == own_hub.database.stat().st_size
    assert shown.value("bellpull_store_free_bytes") > 0
    assert len(shown.families["bellpull_build_info"].samples) == 1


def test_a_figure_that_the_store_would_have_to_say_is_left_out_when_it_cannot() -> None:
    from bellpull.domain.errors import Unavailable
    from bellpull.web.figures import shown
    from bellpull.web.metrics import Metrics

    class Broken:
        store = property(lambda self: self)

        async def read(self, look: object) -> object:
            raise Unavailable("store_unavailable", "no")

    reply = asyncio.run(shown(Metrics(), Broken()))  # type: ignore[arg-type]
    assert "bellpull_open_questions" not in Figures(reply.body.decode()).families
    assert reply.status == 200
