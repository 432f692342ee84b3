"""An agent's name belongs to a project: a second project of the same name is told so."""

import secrets
from typing import Any

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub


def _name() -> str:
    return f"agent-{secrets.token_hex(4)}"


def _make(person: Caller, name: str, project: Any = None) -> Any:
    body = {"agent_name": name} | ({} if project is None else {"project": project})
    return person.post("/api/keys", body)


def test_the_same_project_gets_another_key_of_its_agent(person: Caller) -> None:
    name = _name()
    keys = [done(_make(person, name, "/home/ada/shop"), 201)["key"] for _ in range(2)]
    assert keys[0] != keys[1]


def test_another_project_of_the_same_name_is_refused_and_gets_no_key(hub: Hub, person: Caller) -> None:
    name = _name()
    done(_make(person, name, "/home/ada/shop"), 201)
    assert refused(_make(person, name, "/srv/shop"), 409)["code"] == "project_taken"
    keys = [key for key in done(person.get("/api/keys"))["keys"] if key["agent_name"] == name]
    assert len(keys) == 1
    done(_make(person, f"{name}-2", "/srv/shop"), 201)


def test_a_key_without_a_project_is_made_as_before(person: Caller) -> None:
    name = _name()
    done(_make(person, name), 201)
    done(_make(person, name), 201)


@pytest.mark.parametrize("project", [7, True, [], {}])
def test_a_project_of_the_wrong_type_is_named(person: Caller, project: Any) -> None:
    assert "project" in refused(_make(person, _name(), project), 422)["detail"]


@pytest.mark.parametrize("project", ["x" * 4097, "a\u0000b"])
def test_a_project_that_cannot_be_is_named(person: Caller, project: str) -> None:
    name = _name()
    assert "project" in refused(_make(person, name, project), 400, 422)["detail"]
    assert name not in person.get("/api/agents").text


def test_a_person_s_key_has_no_project(hub: Hub) -> None:
    told = hub.owner.post("/api/keys", {"user": f"person-{secrets.token_hex(4)}", "project": "/p"})
    assert told.status_code == 201 or refused(told, 400, 422)
