"""Who may do what: every route of the document with every kind of key."""

import itertools
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from support.answers import done, refused
from support.hub import Caller, Hub, running
from support.routes import HOOK_ROUTES, NUDGE_ROUTES, PREFERENCE_ROUTES, QUESTION_ROUTES, WEBHOOK_ROUTES

STRANGERS = ["no key", "wrong key", "revoked key"]
KNOWN = ["other agent", "other user", "the agent", "its owner", "admin"]
NOTIFICATION = {"notification_type": "info", "title": "x"}

# What other agent, other user, the agent itself, its owner and an admin get. Everybody else gets 401.
EXPECTED: dict[str, tuple[int | set[int], ...]] = {
    "POST /api/notifications": (201, 201, 201, 201, 201),
    "GET /api/notifications": (200, 200, 200, 200, 200),
    "GET /api/notifications/count": (200, 200, 200, 200, 200),
    "POST /api/notifications/acknowledge": (403, 200, 403, 200, 200),
    "POST /api/notifications/dismiss": (403, 200, 403, 200, 200),
    "POST /api/notifications/acknowledge-all": (403, 403, 403, 200, 200),
    "POST /api/notifications/dismiss-all": (403, {200, 403}, 403, 200, 200),
    "GET /api/notifications/{id}": (404, 404, 200, 200, 200),
    "GET /api/notifications/{id}/trail": (404, 404, 200, 200, 200),
    "POST /api/notifications/{id}/acknowledge": ({403, 404}, 404, 403, 200, 200),
    "POST /api/notifications/{id}/dismiss": ({403, 404}, 404, 403, 200, 200),
    "GET /api/agents": ({200, 403}, 200, {200, 403}, 200, 200),
    "DELETE /api/agents/{name}": (403, 403, 403, 200, 200),
    "GET /api/agents/{name}/notifications": (403, 403, 200, 200, 200),
    "GET /api/agents/{name}/notifications/count": (403, 403, 200, 200, 200),
    "GET /api/agents/{name}/numbers": (403, 403, 403, 200, 200),
    "POST /api/markup": (200, 200, 200, 200, 200),
    "POST /api/keys": (403, {403, 409}, 403, 201, 201),
    "GET /api/keys": ({200, 403}, 200, {200, 403}, 200, 200),
    "DELETE /api/keys/{id}": ({403, 404}, {403, 404}, {403, 404}, 200, 200),
    "GET /api/me": (200, 200, 200, 200, 200),
    "GET /metrics": (403, 403, 403, 403, 200),
    "GET /openapi.json": (200, 200, 200, 200, 200),
}
OPEN = ["GET /health"]


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """A hub of this module's own, since admins here dismiss and remove."""
    with running(tmp_path_factory.mktemp("hub")) as own:
        yield own


@dataclass(frozen=True)
class Stage:
    """A notification, its agent, the owner, and all who might want to touch it."""

    hub: Hub
    callers: dict[str, Caller | None]
    sent: dict[str, Any]
    spare: Caller

    def call(self, route: str, who: str) -> httpx2.Response:
        method, path = route.split(" ")
        name = self.sent["agent_name"]
        is_key = path.startswith("/api/keys")
        path = path.replace("{id}", self.spare.key_id if is_key else self.sent["id"]).replace("{name}", name)
        how: dict[str, Any] = {"params": {"status": "pending"}} if path.endswith("notifications/count") else {}
        ids = {"ids": [self.sent["id"]]}
        bodies = {"/api/notifications": NOTIFICATION, "/api/markup": {"texts": ["*x*"]}}
        bodies |= dict.fromkeys(("/api/notifications/acknowledge", "/api/notifications/dismiss"), ids)
        if method == "POST" and (path in bodies or path.endswith(("-all", "keys"))):
            how["json"] = bodies.get(path, {"agent_name": name})
        caller = self.callers[who]
        return caller.call(method, path, **how) if caller else self.hub.nobody(method, path, **how)


@pytest.fixture
def stage(hub: Hub) -> Stage:
    owner = hub.new_person()
    agent = hub.new_agent(owner)
    revoked = hub.new_person()
    done(hub.owner.delete(f"/api/keys/{revoked.key_id}"))
    callers = {
        "no key": None,
        "wrong key": Caller(hub, owner.key[:-4] + secrets.token_hex(2), "", ""),
        "revoked key": revoked,
        "other agent": hub.new_agent(hub.new_person()),
        "other user": hub.new_person(),
        "the agent": agent,
        "its owner": owner,
        "admin": hub.owner,
    }
    return Stage(hub, callers, agent.send(), hub.new_agent(owner, agent.name))


def _routes(hub: Hub) -> set[str]:
    paths = done(hub.owner.get("/openapi.json"))["paths"]
    methods = {"get", "post", "put", "patch", "delete", "head", "options"}
    return {f"{method.upper()} {path}" for path, item in paths.items() for method in methods & set(item)}


def test_every_route_of_the_document_has_an_expectation_and_every_expectation_a_route(hub: Hub) -> None:
    elsewhere = {*QUESTION_ROUTES, *NUDGE_ROUTES, *WEBHOOK_ROUTES, *HOOK_ROUTES, *PREFERENCE_ROUTES}
    assert _routes(hub) == {*EXPECTED, *OPEN, *elsewhere}


@pytest.mark.parametrize(("route", "who"), list(itertools.product(EXPECTED, STRANGERS)))
def test_nobody_gets_in_without_a_valid_key(stage: Stage, route: str, who: str) -> None:
    refused(stage.call(route, who), 401)
    agent = stage.callers["the agent"]
    assert agent is not None
    assert agent.read(stage.sent["id"]) == stage.sent


@pytest.mark.parametrize(("route", "who"), list(itertools.product(EXPECTED, KNOWN)))
def test_a_valid_key_may_do_what_is_its_own(stage: Stage, route: str, who: str) -> None:
    answer = stage.call(route, who)
    expected = EXPECTED[route][KNOWN.index(who)]
    statuses = expected if isinstance(expected, set) else {expected}
    assert answer.status_code in statuses, f"{route} by {who}: {answer.status_code} {answer.text[:300]}"
    if answer.status_code >= 400:
        refused(answer, *statuses)
    elif who.startswith("other"):
        assert stage.sent["id"] not in answer.text
        assert stage.sent["agent_name"] not in answer.text
    if who.startswith("other"):
        assert stage.hub.owner.read(stage.sent["id"]) == stage.sent


@pytest.mark.parametrize("who", STRANGERS + KNOWN)
@pytest.mark.parametrize("route", OPEN)
def test_the_open_routes_need_no_key(stage: Stage, route: str, who: str) -> None:
    assert stage.call(route, who).status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"Bearer",
        b"Basic {key}",
        b"{key}",
        b"Token {key}",
        b"Bearer {key}x",
        b"Bearer x{key}",
        b"Bearer {key},{key}",
        b"Bearer \xff\xfe",
        "Bearer ключ".encode(),
        b"Bearer " + b"k" * 20_000,
        b"Bearer ' OR 1=1 --",
        b"Bearer %00",
    ],
)
def test_a_header_that_is_no_key_is_refused(hub: Hub, header: bytes) -> None:
    sent = header.replace(b"{key}", hub.owner.key.encode())
    refused(hub.nobody("GET", "/api/me", headers={b"Authorization": sent}), 401)


@pytest.mark.parametrize("place", ["token", "key", "api_key", "access_token"])
def test_a_key_in_the_address_is_no_key_for_rest(hub: Hub, place: str) -> None:
    refused(hub.nobody("GET", "/api/me", params={place: hub.owner.key}), 401)
