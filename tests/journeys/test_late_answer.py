"""Journey 6, late answer: the agent stopped waiting, the person answers anyway, and the agent learns of it once."""

import pytest

from support.answers import done, until
from support.hub import Caller, Hub, HubMaker
from support.questions import (
    MERGE,
    NO,
    YES,
    Poll,
    answer,
    ask,
    claim,
    do,
    handed,
    listed,
    look,
    new_session,
    tell_of_nudges,
    try_ask,
)


def _carried(agent: Caller, question_id: str, choice: str) -> None:
    """The next result of any tool of this agent carries the answer, and none after it does."""
    (nudge,) = until(lambda: claim(agent, session=new_session()), "the answer comes as a nudge")
    assert nudge["question_id"] == question_id
    assert f'"choice": "{choice}"' in nudge["xml"]
    assert tell_of_nudges(agent, "confirm", [nudge["id"]]) == 1
    assert look(agent, question_id)["handed_at"] is not None
    assert claim(agent, session=new_session()) == []
    assert handed(agent, question_id) is False


@pytest.mark.parametrize("why", ["timeout", "replaced", "gone", "never waited", "time is up", "never confirmed"])
def test_an_answer_finds_its_agent_however_it_stopped_waiting(hub: Hub, person: Caller, why: str) -> None:
    agent = hub.new_agent(person)
    waits: dict[str, float | None] = {"never waited": None, "time is up": 0.5}
    asked = ask(agent, wait=waits.get(why, 60))
    if why in ("timeout", "replaced", "gone"):
        do(agent, asked["id"], "release", {"reason": why})
    if why == "time is up":
        with Poll(agent, asked["id"], wait=1) as poll:
            assert poll.question()["state"] == "open"
    assert person.read(asked["id"])["status"] == "pending"
    assert [one["id"] for one in listed(person)] == [asked["id"]]
    answer(person, asked["id"], choice=NO)
    _carried(agent, asked["id"], NO)


def test_an_agent_that_comes_back_in_time_waits_on_and_gets_it_itself(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    do(agent, id, "release", {"reason": "timeout"})
    do(agent, id, "await", {"seconds": 60})
    with Poll(agent, id) as poll:
        answer(person, id, choice=YES)
        assert poll.question()["choice"] == YES
    assert handed(agent, id)
    assert claim(agent) == []


def test_an_agent_that_comes_back_later_reads_the_outcome_and_gets_no_nudge_of_it(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    id = ask(agent, wait=60)["id"]
    do(agent, id, "release", {"reason": "gone"})
    answer(person, id, choice=YES)
    with Poll(agent, id) as poll:
        assert poll.question()["choice"] == YES
    assert claim(agent, except_question=id) == []
    assert handed(agent, id)
    assert claim(agent) == []


@pytest.mark.parametrize("killed", ["before the answer", "after the answer", "after the claim"])
def test_a_late_answer_finds_its_agent_through_a_hub_that_is_killed_and_started_again(
    hub_process: HubMaker, killed: str
) -> None:
    hub = hub_process()
    person = hub.new_person()
    agent = hub.new_agent(person)
    asked = done(try_ask(agent, MERGE | {"wait": 600}, session="process:1", key="call"), 201)
    do(agent, asked["id"], "release", {"reason": "timeout"})
    if killed == "before the answer":
        hub.kill()
        hub.start()
    answer(person, asked["id"], choice=YES)
    if killed == "after the answer":
        hub.kill()
        hub.start()
    if killed == "after the claim":
        (nudge,) = claim(agent)
        hub.kill()
        hub.start()
        assert tell_of_nudges(agent, "confirm", [nudge["id"]]) == 1
        assert claim(agent) == []
        assert look(agent, asked["id"])["handed_at"] is not None
    else:
        _carried(agent, asked["id"], YES)
    assert person.read(asked["id"])["status"] == "acknowledged"
