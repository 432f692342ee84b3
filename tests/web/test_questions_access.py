"""What becomes of questions when keys, agents and rights change. Who may do what is in test_access_table.py."""

from support.answers import done, refused
from support.hub import Caller, Hub
from support.questions import YES, answer, ask, claim, do, handed, listed, look, verb


def test_an_agent_s_second_key_is_the_same_agent(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    twin = hub.new_agent(person, agent.name)
    id = ask(agent, wait=60)["id"]
    do(twin, id, "release", {"reason": "gone"})
    do(twin, id, "await", {"seconds": 60})
    answer(person, id, choice=YES)
    assert look(twin, id)["choice"] == YES
    assert handed(twin, id)
    assert claim(twin) == []


def test_a_key_that_is_revoked_in_the_middle_can_do_no_more(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    kept = hub.new_agent(person, agent.name)
    deputy = Caller(hub, done(hub.owner.post("/api/keys", {"user": person.name}), 201)["key"], person.name, "")
    asked = ask(agent, wait=60)
    done(hub.owner.delete(f"/api/keys/{agent.key_id}"))
    done(hub.owner.delete(f"/api/keys/{person.key_id}"))
    for name, body in (
        ("withdraw", None),
        ("handed", None),
        ("release", {"reason": "gone"}),
        ("await", {"seconds": 5}),
    ):
        refused(verb(agent, asked["id"], name, body), 401)
    refused(verb(person, asked["id"], "answer", {"choice": YES}), 401)
    assert look(kept, asked["id"]) == asked
    answer(deputy, asked["id"], choice=YES)
    assert handed(kept, asked["id"])


def test_an_agent_of_the_same_name_inherits_nothing_of_a_removed_one(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    ids = [ask(agent, key="k", session="process:1")["id"], ask(agent)["id"]]
    answer(person, ids[1], choice=YES)
    done(person.delete(f"/api/agents/{agent.name}"))
    again = hub.new_agent(hub.new_person(), agent.name)
    assert claim(again) == []
    assert listed(again) == listed(again, state="settled") == []
    for id in ids:
        refused(again.get(f"/api/questions/{id}"), 404)
    assert ask(again, key="k", session="process:1")["id"] not in ids


def test_a_person_asks_as_themselves_and_goes_on_like_an_agent(hub: Hub, person: Caller) -> None:
    asked = ask(person, wait=60)
    assert asked["agent_name"] == person.name
    refused(verb(hub.new_person(), asked["id"], "answer", {"choice": YES}), 404)
    do(person, asked["id"], "release", {"reason": "gone"})
    do(person, asked["id"], "await", {"seconds": 60})
    answer(person, asked["id"], choice=YES)
    assert handed(person, asked["id"])
    second = ask(person)
    assert do(person, second["id"], "withdraw")["outcome"] == "withdrawn"


def test_questions_of_a_removed_agent_are_out_of_sight(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    asked = ask(agent)
    done(person.delete(f"/api/agents/{agent.name}"))
    refused(agent.get(f"/api/questions/{asked['id']}"), 401)
    told = person.get(f"/api/questions/{asked['id']}")
    assert told.status_code == 200 or refused(told, 404)
