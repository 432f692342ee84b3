"""Requests that are made from the document get the answers that it describes, and never break the hub."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import given, settings
from schemathesis import checks
from schemathesis.generation import GenerationMode

from support.answers import done
from support.hub import Hub, running
from support.routes import ROUTES
from support.webhooks import make as make_webhook

pytestmark = pytest.mark.process

CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
# The contract's own create takes all that its schema allows and refuses the rest.
MORE_CHECKS = [checks.positive_data_acceptance, checks.negative_data_rejection]


@dataclass(frozen=True)
class Target:
    """A hub for this module alone, its document, and a session with the admin's key."""

    hub: Hub
    schema: Any
    session: requests.Session
    notification_id: str
    agent_name: str
    token: str


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with running(tmp_path_factory.mktemp("hub")) as hub, requests.Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {hub.owner.key}"
        agent = hub.new_agent()
        schema = schemathesis.openapi.from_dict(done(hub.owner.get("/openapi.json")))
        schema.config.update(base_url=hub.url)
        token = make_webhook(hub.owner, agent.name)["token"]
        done(hub.owner.post(f"/api/agents/{agent.name}/nudges", {"message": "Something that waits"}), 201)
        yield Target(hub, schema, session, agent.send()["id"], agent.name, token)


def _known(target: Target, path: str) -> dict[str, str]:
    """Path parameters that lead to something, where the route has some and does not destroy it."""
    if "/notifications/{id}" in path:
        return {"id": target.notification_id}
    if "{token}" in path:
        return {"token": target.token}
    return {"name": target.agent_name} if "{name}/" in path else {}


@pytest.mark.parametrize("route", ROUTES)
def test_two_requests_made_from_the_document_get_documented_answers(target: Target, route: str) -> None:
    _ask(target, route, "positive", 2)


@pytest.mark.slow
@pytest.mark.parametrize(("route", "mode"), list(itertools.product(ROUTES, ["positive", "negative"])))
def test_requests_made_from_the_document_get_documented_answers(target: Target, route: str, mode: str) -> None:
    _ask(target, route, mode, 12)


def test_bodies_that_the_document_does_not_allow_are_refused_as_documented(target: Target) -> None:
    _ask(target, "POST /api/notifications", "negative", 12)


def _ask(target: Target, route: str, mode: str, most: int) -> None:
    method, path = route.split(" ")
    operation = target.schema[path][method]
    fixed: dict[str, Any] = {"path_parameters": _known(target, path) or None} if mode == "positive" else {}
    key = {"Authorization": f"Bearer {target.hub.owner.key}"}
    wanted = CHECKS
    if route == "POST /api/notifications":
        wanted = CHECKS + MORE_CHECKS
        # Headers are right anyway (the key must be), so what is wrong must be in the body.
        fixed |= {"headers": key} if mode == "negative" else {}

    @settings(max_examples=most)
    @given(case=operation.as_strategy(GenerationMode(mode), **fixed))
    def asks(case: Any) -> None:
        _hurry(case.query)
        answer = case.call(session=target.session, headers=key)
        case.validate_response(answer, checks=wanted)

    if mode == "positive" or _takes_input(operation):
        asks()
    done(target.hub.nobody("GET", "/health"))


def _takes_input(operation: Any) -> bool:
    return bool(operation.body or operation.query or operation.path_parameters or operation.headers)


def _hurry(query: Any) -> None:
    """A call that may wait for a minute waits for a second."""
    if isinstance(query, dict) and str(query.get("wait", "")).isdecimal() and 1 < int(query["wait"]) <= 60:
        query["wait"] = 1
