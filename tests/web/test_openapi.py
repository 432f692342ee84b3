"""The document describes the hub, and more than a thousand requests made from it never break the hub."""

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


def test_the_document_is_valid_openapi_3_1(target: Target) -> None:
    target.schema.validate()
    assert target.schema.raw_schema["openapi"].startswith("3.1.")


def test_the_document_describes_every_route_of_the_hub(target: Target) -> None:
    described = {f"{result.ok().method.upper()} {result.ok().path}" for result in target.schema.get_all_operations()}
    assert described == set(ROUTES)


def test_every_error_is_described_in_the_one_shape(target: Target) -> None:
    for path, item in target.schema.raw_schema["paths"].items():
        for method, operation in item.items():
            if path in ("/health", "/health/ready", "/openapi.json"):
                continue
            statuses = {status for status in operation["responses"] if status >= "400"}
            assert "401" in statuses, f"{method} {path}"
            for status in statuses:
                assert "application/json" in operation["responses"][status]["content"], f"{method} {path} {status}"


def _known(target: Target, path: str) -> dict[str, str]:
    """Path parameters that lead to something, where the route has some and does not destroy it."""
    if "/notifications/{id}" in path:
        return {"id": target.notification_id}
    if "{token}" in path:
        return {"token": target.token}
    return {"name": target.agent_name} if "{name}/" in path else {}


@pytest.mark.parametrize(("route", "mode"), list(itertools.product(ROUTES, ["positive", "negative"])))
def test_requests_made_from_the_document_get_documented_answers(target: Target, route: str, mode: str) -> None:
    method, path = route.split(" ")
    operation = target.schema[path][method]
    fixed: dict[str, Any] = {"path_parameters": _known(target, path) or None} if mode == "positive" else {}
    key = {"Authorization": f"Bearer {target.hub.owner.key}"}
    wanted = CHECKS
    if route == "POST /api/notifications":
        wanted = CHECKS + MORE_CHECKS
        # Headers are right anyway (the key must be), so what is wrong must be in the body.
        fixed |= {"headers": key} if mode == "negative" else {}

    @settings(max_examples=12)
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
    """Whoever may wait for a minute is asked to wait for a second."""
    if isinstance(query, dict) and str(query.get("wait", "")).isdecimal() and 1 < int(query["wait"]) <= 60:
        query["wait"] = 1
