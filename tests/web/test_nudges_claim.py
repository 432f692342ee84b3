"""Carriers: a nudge is claimed by one, with a lease; written, then confirmed; a dead carrier's comes again."""

from typing import Any

import pytest

from support.answers import refused
from support.hub import Caller, Hub
from support.local_hub import LocalHubMaker
from support.questions import answer, ask_text, claim, handed, look, tell_of_nudges

LEASE_SECONDS = 10


def _late(hub: Hub, agent: Caller, many: int, text: str = "x") -> list[str]:
    """Questions of this agent that were answered late, oldest answer first."""
    ids = [ask_text(agent)["id"] for _ in range(many)]
    for id in ids:
        answer(hub.owner, id, text=text)
    return ids


def _of(nudges: list[dict[str, Any]]) -> list[str]:
    return [nudge["question_id"] for nudge in nudges]


def test_a_confirmed_nudge_is_gone_and_its_question_handed(hub: Hub, agent: Caller) -> None:
    ids = _late(hub, agent, 3)
    nudges = claim(agent)
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in nudges[:2]]) == 2
    assert [look(agent, id)["handed_at"] is not None for id in ids] == [True, True, False]
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in nudges]) == 1
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in nudges]) == 0
    assert tell_of_nudges(agent, "release", [nudge["id"] for nudge in nudges]) == 0
    assert [handed(agent, id) for id in ids] == [False] * 3
    assert claim(agent) == []


def test_a_released_nudge_is_there_again_at_once_in_its_place_and_is_no_repeat(hub: Hub, agent: Caller) -> None:
    ids = _late(hub, agent, 3)
    nudges = claim(agent)
    assert tell_of_nudges(agent, "release", [nudges[1]["id"], nudges[0]["id"]]) == 2
    again = claim(agent, carrier="proxy")
    assert _of(again) == ids[:2]
    assert {nudge["repeat"] for nudge in again} == {False}
    assert again == nudges[:2]


def test_a_carrier_that_dies_after_its_claim_costs_ten_seconds_and_a_mark(fresh_hub: LocalHubMaker) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    ids = _late(hub, agent, 2)
    first = claim(agent, carrier="the one that dies")
    assert _of(first) == ids
    assert "repeat" not in first[0]["xml"]
    assert claim(agent, carrier="the next") == []
    hub.passes(LEASE_SECONDS)
    again = claim(agent, carrier="the next")
    assert _of(again) == ids
    for nudge in again:
        assert nudge["repeat"] is True
        head = nudge["xml"].split("\n")[0]
        assert 'repeat="true"' in head
        assert head.startswith("<notification ")
        assert f'question="{nudge["question_id"]}"' in head
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in again]) == 2
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in first]) == 0
    assert claim(agent) == []


def _carry(agent: Caller, **how: Any) -> list[dict[str, Any]]:
    """Claim, write and confirm."""
    nudges = claim(agent, **how)
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in nudges]) == len(nudges)
    return nudges


def test_a_carrier_takes_as_many_characters_as_it_can_carry_and_none_in_half(hub: Hub, agent: Caller) -> None:
    ids = _late(hub, agent, 4, text="x" * 1000)
    size = len(_carry(agent, limit=1)[0]["xml"])
    two = _carry(agent, max_chars=2 * size + size // 2)
    assert _of(two) == ids[1:3]
    assert all(nudge["xml"].endswith("\n</notification>") for nudge in two)
    assert sum(len(nudge["xml"]) for nudge in two) <= 2 * size + size // 2
    assert _of(_carry(agent)) == ids[3:]


def test_the_question_whose_answer_is_in_the_result_is_left_out(hub: Hub, agent: Caller) -> None:
    ids = _late(hub, agent, 3)
    assert _of(claim(agent, except_question=ids[1])) == [ids[0], ids[2]]
    assert handed(agent, ids[1])
    assert claim(agent) == []


CLAIM: dict[str, Any] = {"session": "process:1", "carrier": "shim"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (CLAIM | {"session": 7}, "session"),
        (CLAIM | {"carrier": None}, "carrier"),
        (CLAIM | {"limit": 0}, "limit"),
        (CLAIM | {"limit": -1}, "limit"),
        (CLAIM | {"limit": "x"}, "limit"),
        (CLAIM | {"max_chars": -1}, "max_chars"),
        (CLAIM | {"max_chars": "x"}, "max_chars"),
        (CLAIM | {"except_question": 7}, "except_question"),
        (CLAIM | {"except_session": "x"}, "except_session"),
    ],
)
def test_a_claim_that_is_none_is_refused_by_name_and_leases_nothing(
    hub: Hub, agent: Caller, body: Any, field: str
) -> None:
    ids = _late(hub, agent, 1)
    told = refused(agent.post(f"/api/agents/{agent.name}/nudges/claim", body), 400, 422)
    assert field in told["detail"]
    assert _of(claim(agent)) == ids


@pytest.mark.parametrize("how", ["confirm", "release"])
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "ids"),
        ({"ids": "x"}, "ids"),
        ({"ids": [7]}, "ids"),
        ({"ids": None}, "ids"),
        ({"ids": [], "all": True}, "all"),
    ],
)
def test_a_list_of_nudges_that_is_none_is_refused_by_name(agent: Caller, how: str, body: Any, field: str) -> None:
    assert field in refused(agent.post(f"/api/agents/{agent.name}/nudges/{how}", body), 422)["detail"]


def test_claim_in_the_name_of_another_agent_is_refused(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    (id,) = _late(hub, agent, 1)
    callers = [hub.new_agent(person), hub.new_agent(), hub.new_person(), hub.owner]
    for caller in callers:
        refused(caller.post(f"/api/agents/{agent.name}/nudges/claim", CLAIM), 403, 404)
    refused(hub.nobody("POST", f"/api/agents/{agent.name}/nudges/claim", json=CLAIM), 401)
    refused(agent.post("/api/agents/nobody-of-that-name/nudges/claim", CLAIM), 403, 404)
    assert _of(claim(agent)) == [id]
