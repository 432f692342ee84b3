"""Nobody's questions hide another's: what clients ask counts like what agents ask, and lists have pages and a total."""

from typing import Any

import pytest

from bellpull.hub import open_questions
from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.questions import YES, answer, ask, do, listed


def permissions(count: int, session: str = "s", **more: Any) -> dict[str, Any]:
    asked = [
        {"id": f"per_{session}_{number}", "kind": "permission", "permission": "bash", "patterns": [f"make {number}"]}
        for number in range(count)
    ]
    return {"session": session, "state": "waiting", "requests": asked, **more}


def sign(caller: Caller, *signs: dict[str, Any]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = done(caller.post("/api/sessions/signs", list(signs)))["requests"]
    return told


def page(caller: Caller, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = done(caller.get("/api/questions", **query))
    return found


def test_requests_of_clients_count_among_an_agent_s_open_questions(hub: Hub, agent: Caller) -> None:
    own = ask(agent)
    told = sign(agent, permissions(60, "a"), permissions(60, "b"))
    assert [one["state"] for one in told] == ["open"] * 99 + ["too_many"] * 21
    assert [one["question_ids"] for one in told[99:]] == [[]] * 21
    assert page(agent)["total"] == 100
    refused(agent.post("/api/questions", {"title": "One", "question": "more?", "options": ["a"]}), 409)
    answer(hub.owner, own["id"], choice=YES)
    again = sign(agent, permissions(60, "a"), permissions(60, "b"))
    assert [one["state"] for one in again] == ["open"] * 100 + ["too_many"] * 20


def test_request_without_room_is_seen_but_answered_in_its_client_alone(hub: Hub, agent: Caller) -> None:
    sign(agent, permissions(100, "a"), permissions(1, "b"))
    (seen,) = (one for one in done(agent.get("/api/watch"))["sessions"] if one["id"] == "b")
    assert seen["state"] == "waiting"
    assert [(one["title"], one["question_id"]) for one in seen["waits"]] == [("bash: make 0", None)]


def test_requests_of_clients_count_in_the_rate_of_creates(fresh_hub: HubMaker) -> None:
    agent = fresh_hub(creates_per_minute="10").new_agent()
    told = sign(agent, permissions(30))
    assert [one["state"] for one in told[:10]] == ["open"] * 10
    assert told[-1]["state"] == "too_many"
    assert refused(agent.post("/api/notifications", {"notification_type": "info", "title": "x"}), 429)


def test_agents_of_a_watcher_have_room_of_their_own(hub: Hub) -> None:
    agents = [hub.new_agent(), hub.new_agent()]
    signs = [permissions(100, f"s.{agent.name}", agent=agent.name) for agent in agents]
    assert {one["state"] for one in sign(hub.owner, *signs)} == {"open"}


def test_open_questions_are_listed_in_pages_that_say_how_many_there_are(hub: Hub, person: Caller) -> None:
    one, other = hub.new_agent(person), hub.new_agent(person)
    for _ in range(5):
        ask(one)
    ask(other)
    ask(other, wait=600)
    whole = [question["id"] for question in listed(person)]
    read: list[str] = []
    after: dict[str, str] = {}
    while (found := page(person, limit=3, **after))["questions"]:
        assert (found["count"], found["total"]) == (len(found["questions"]), 7)
        read += [question["id"] for question in found["questions"]]
        after = {"after": read[-1]}
    assert read == whole
    assert page(person, agent_name=other.name, limit=1)["total"] == 2


def test_a_page_goes_on_where_a_question_stood_that_was_settled(hub: Hub, person: Caller) -> None:
    agent, other = hub.new_agent(person), hub.new_agent()
    ids = [ask(agent)["id"] for _ in range(4)]
    answer(person, ids[1], choice=YES)
    assert [one["id"] for one in page(person, after=ids[1])["questions"]] == ids[2:]
    refused(person.get("/api/questions", after=ask(other)["id"]), 404)
    refused(person.get("/api/questions", after="notif_nosuch"), 404)


def test_settled_questions_have_pages_and_no_total(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for _ in range(5):
        answer(person, ask(agent)["id"], choice=YES)
    whole = [question["id"] for question in listed(person, state="settled")]
    first = page(person, state="settled", limit=2)
    rest = page(person, state="settled", after=whole[1])
    assert [one["id"] for one in (*first["questions"], *rest["questions"])] == whole
    assert first["total"] is None


def test_an_urgent_question_is_first_beside_more_than_are_put_in_order(
    fresh_hub: HubMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than an agent may have open now: a hub may have been flooded before."""
    monkeypatch.setattr(open_questions, "MOST_ORDERED", 1100)
    hub = fresh_hub(open_questions_limit="1200", creates_per_minute="0")
    flood, calm = hub.new_agent(), hub.new_agent()
    for part in range(2):
        sign(flood, *(permissions(100, f"s{part}.{number}") for number in range(6)))
    urgent = ask(calm, wait=60, urgency="urgent")["id"]
    late = ask(calm)["id"]
    found = page(hub.owner, limit=500)
    assert (found["questions"][0]["id"], found["total"]) == (urgent, 1202)
    seen = done(hub.owner.get("/api/watch"))
    assert seen["questions"][0]["question_id"] == urgent
    assert seen["left_out"] == 1202 - 1000
    assert any("and 202 more questions" in line["text"] for line in seen["lines"])
    do(calm, urgent, "withdraw")
    do(calm, late, "withdraw")
