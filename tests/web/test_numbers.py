"""An agent in numbers: what it told and asked, what was answered and how soon, what it was told."""

import sqlite3
from contextlib import closing
from typing import Any

from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.nudges import tell
from support.questions import answer, ask, ask_text, claim, do, handed, tell_of_nudges

BASH = {"id": "per_1", "kind": "permission", "source": "event", "permission": "bash", "metadata": {"command": "ls"}}
NONE = {
    "told": 0,
    "asked": 0,
    "answered": 0,
    "open": 0,
    "median_seconds": None,
    "nudged": 0,
    "handed": 0,
}


def numbers(person: Caller, name: str) -> dict[str, Any]:
    told: dict[str, Any] = done(person.get(f"/api/agents/{name}/numbers"))
    assert told["agent_name"] == name
    return told


def test_numbers_of_a_new_agent_are_zero(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    (made,) = (one for one in done(person.get("/api/agents"))["agents"] if one["name"] == agent.name)
    assert numbers(person, agent.name) == {"agent_name": agent.name, **NONE, "since": made["created_at"]}


def test_notifications_questions_and_nudges_are_counted_once_each(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    first = agent.send("told")
    agent.send("told, not asked", notification_type="question")
    ask(agent, kind="show", options=[])
    done(agent.post("/api/sessions/signs", [{"session": "opencode:s1", "state": "waiting", "requests": [BASH]}]))
    ask(agent)
    answer(person, ask(agent, wait=60)["id"], choice="No")
    answer(person, ask_text(agent, wait=60)["id"], text="")
    answer(person, ask(agent, wait=60)["id"], outcome="dismissed")
    do(agent, ask(agent)["id"], "withdraw")
    counted = numbers(person, agent.name)
    assert (counted["told"], counted["asked"], counted["answered"], counted["open"]) == (3, 6, 2, 2)
    assert counted["since"] == first["created_at"]


def test_an_answered_permission_is_an_answer(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    body = [{"session": "opencode:s2", "state": "waiting", "requests": [BASH]}]
    (asked,) = done(agent.post("/api/sessions/signs", body))["requests"]
    answer(person, asked["question_ids"][0], choice="Reject")
    counted = numbers(person, agent.name)
    assert (counted["told"], counted["asked"], counted["answered"], counted["open"]) == (0, 1, 1, 0)


def test_nudges_are_counted_and_those_that_were_handed(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    first = tell(person, agent.name, "one")
    claimed = claim(agent)
    assert tell_of_nudges(agent, "confirm", [nudge["id"] for nudge in claimed]) == 1
    tell(person, agent.name, "two")
    counted = numbers(person, agent.name)
    assert (counted["nudged"], counted["handed"], counted["since"]) == (2, 1, first["created_at"])


#: How long each answer took, and their median.
TOOK: list[tuple[list[float], float]] = [
    ([7], 7.0),
    ([2, 90], 46.0),
    ([600, 1, 30], 30.0),
    ([4, 3, 2, 1], 2.5),
    ([-5, -5, 9], 0.0),
]


def test_median_has_half_of_the_answers_below_it(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    agents = [hub.new_agent() for _ in TOOK]
    each = [(agent, took) for agent, (seconds, _) in zip(agents, TOOK, strict=True) for took in seconds]
    answers = {_answered(hub.owner, agent): took for agent, took in each}
    ask(agents[0])
    hub.stop()
    with closing(sqlite3.connect(hub.database)) as file, file:
        for id, seconds in answers.items():
            settled = f"strftime('%Y-%m-%dT%H:%M:%fZ', opened_at, '{seconds:+} seconds')"
            file.execute(f"UPDATE questions SET settled_at = {settled} WHERE id = ?", [id])
    owner = hub.restart().owner
    assert [numbers(owner, agent.name)["median_seconds"] for agent in agents] == [median for _, median in TOOK]


def _answered(person: Caller, agent: Caller) -> str:
    id: str = ask(agent, wait=60)["id"]
    answer(person, id, choice="No")
    assert handed(agent, id)
    return id


def test_numbers_are_seen_by_people_who_see_the_agent_alone(hub: Hub, person: Caller) -> None:
    agent, foreign = hub.new_agent(person), hub.new_agent()
    refused(agent.get(f"/api/agents/{agent.name}/numbers"), 403)
    refused(person.get(f"/api/agents/{foreign.name}/numbers"), 403)
    refused(person.get("/api/agents/nobody-at-all/numbers"), 404)
    refused(person.get("/api/agents/no%20name/numbers"), 400)
    assert numbers(person, person.name)["told"] == 0
