"""Lists of questions, and the history of exchanges."""

import secrets
from typing import Any

import pytest

from support.answers import TIME, done, refused
from support.hub import Caller, Hub
from support.questions import NO, TYPED, YES, answer, ask, ask_text, do, handed, listed, try_ask


def _ids(caller: Caller, **query: Any) -> list[str]:
    return [one["id"] for one in listed(caller, **query)]


def test_open_questions_are_listed_oldest_first_and_settled_ones_newest_first(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    ids = [ask(agent)["id"] for _ in range(6)]
    assert _ids(person) == _ids(person, state="open") == ids
    settled = [answer(person, ids[number], choice=YES) for number in (4, 0, 2)]
    assert _ids(person) == [ids[1], ids[3], ids[5]]
    # Those of one millisecond are in the order of asking.
    newest_first = sorted(settled, key=lambda one: (one["settled_at"], one["id"]), reverse=True)
    assert _ids(person, state="settled") == [one["id"] for one in newest_first]


def test_questions_that_somebody_waits_for_are_listed_first_and_released_ones_last(hub: Hub, person: Caller) -> None:
    stale, calm, long, soon, urgent = (hub.new_agent(person) for _ in range(5))
    left = [ask(stale, wait=600)["id"] for _ in range(2)]
    for id in left:
        do(stale, id, "release", {"reason": "timeout"})
    unawaited = ask(calm)["id"]
    most_urgent = ask(urgent, urgency="urgent")["id"]
    patient, hurried = ask(long, wait=7200, urgency="urgent")["id"], ask(soon, wait=500)["id"]
    assert _ids(person) == [hurried, patient, most_urgent, unawaited, *left]
    assert _ids(person, limit=3) == [hurried, patient, most_urgent]
    do(stale, left[1], "await", {"seconds": 100})
    assert _ids(person) == [left[1], hurried, patient, most_urgent, unawaited, left[0]]


def test_a_flood_of_one_agent_does_not_hide_anothers_question(hub: Hub, person: Caller) -> None:
    flood, calm = hub.new_agent(person), hub.new_agent(person)
    many = [ask(flood, wait=300)["id"] for _ in range(50)]
    one = ask(calm, wait=3000)["id"]
    assert _ids(person).index(one) == 1
    assert set(_ids(person, limit=500)) == {one, *many}


def test_the_list_is_of_one_agent_where_that_is_asked(hub: Hub, person: Caller) -> None:
    one, other = hub.new_agent(person), hub.new_agent(person)
    ids = [ask(agent)["id"] for agent in (one, other, one)]
    assert _ids(person, agent_name=one.name) == [ids[0], ids[2]]
    assert _ids(person, agent_name=other.name) == [ids[1]]
    refused(person.get("/api/questions", agent_name=hub.new_agent().name), 403, 404)


def test_fifty_are_listed_unless_asked_otherwise(agent: Caller) -> None:
    ids = [ask(agent)["id"] for _ in range(55)]
    assert _ids(agent) == ids[:50]
    assert _ids(agent, limit=3) == ids[:3]
    assert _ids(agent, limit=100) == ids


@pytest.mark.parametrize(
    "query", ["state=pending", "state=", "state=OPEN", "limit=0", "limit=-1", "limit=x", "limit=1000000"]
)
def test_a_list_that_cannot_be_is_refused_by_name(person: Caller, query: str) -> None:
    told = refused(person.get(f"/api/questions?{query}"), 400, 422)
    assert query.split("=")[0].replace("_name", "") in told["detail"].lower()


# History


def _history(caller: Caller, **query: Any) -> list[dict[str, Any]]:
    told = done(caller.get("/api/history", **query))
    assert set(told) == {"count", "exchanges"}
    assert told["count"] == len(told["exchanges"])
    exchanges: list[dict[str, Any]] = told["exchanges"]
    fields = {"at", "agent_name", "kind", "message", "reply", "outcome"}
    assert all(set(one) == fields for one in exchanges)
    return exchanges


def _project() -> str:
    return f"/projects/{secrets.token_hex(6)}"


def test_the_last_five_exchanges_of_a_project_come_oldest_first(hub: Hub, person: Caller) -> None:
    agent, project = hub.new_agent(person), _project()
    for number in range(7):
        asked = ask_text(agent, question=f"Question {number}?", project=project)
        answer(person, asked["id"], text=f"reply {number}")
    last = _history(agent, project=project)
    assert [one["message"] for one in last] == [f"Question {number}?" for number in range(2, 7)]
    assert [one["reply"] for one in last] == [f"reply {number}" for number in range(2, 7)]
    assert {(one["kind"], one["outcome"], one["agent_name"]) for one in last} == {("text", "accepted", agent.name)}
    assert all(TIME.fullmatch(one["at"]) for one in last)
    assert [one["at"] for one in last] == sorted(one["at"] for one in last)
    assert len(_history(person, project=project, limit=7)) == 7
    assert [one["message"] for one in _history(person, project=project, limit=1)] == ["Question 6?"]


def test_history_has_each_kind_of_exchange_with_its_outcome(hub: Hub, person: Caller) -> None:
    agent, project = hub.new_agent(person), _project()
    chosen, closed = ask(agent, project=project), ask(agent, project=project)
    answer(person, chosen["id"], choice=NO)
    answer(person, closed["id"], outcome="dismissed")
    done(try_ask(agent, TYPED | {"kind": "show", "project": project}), 201)
    told = [(one["kind"], one["reply"], one["outcome"]) for one in _history(agent, project=project)]
    assert sorted(told, key=str) == sorted(
        [("choice", NO, "declined"), ("choice", None, "dismissed"), ("show", None, "shown")], key=str
    )


def test_projects_keep_their_histories_apart(hub: Hub, person: Caller) -> None:
    agent, projects = hub.new_agent(person), [_project(), _project()]
    for project in projects:
        answer(person, ask(agent, project=project)["id"], choice=YES)
    assert [len(_history(agent, project=project)) for project in (*projects, projects[0] + "/sub", _project())] == [
        1,
        1,
        0,
        0,
    ]


def test_history_of_others_is_not_seen(hub: Hub, person: Caller) -> None:
    agent, project = hub.new_agent(person), _project()
    answer(person, ask(agent, project=project)["id"], choice=YES)
    assert len(_history(hub.owner, project=project)) == 1
    for stranger in (hub.new_person(), hub.new_agent()):
        assert _history(stranger, project=project) == []


def test_history_keeps_what_was_handed(hub: Hub, agent: Caller) -> None:
    project = _project()
    id = ask_text(agent, project=project, wait=60)["id"]
    answer(hub.owner, id, text="Ada")
    assert handed(agent, id)
    assert [one["reply"] for one in _history(agent, project=project)] == ["Ada"]


@pytest.mark.parametrize("query", ["limit=0", "limit=-1", "limit=x", "limit=1000000", "project=" + "x" * 5000])
def test_a_history_that_cannot_be_is_refused_by_name(agent: Caller, query: str) -> None:
    told = agent.get(f"/api/history?{query}")
    assert query.split("=")[0] in refused(told, 400, 422)["detail"]
