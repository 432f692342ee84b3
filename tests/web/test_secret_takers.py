"""A secret answer that nobody waited for: who can take it for the agent, and who sees that there is one."""

import pytest

from support.accounts import share
from support.answers import done, refused, until
from support.hub import Caller, Hub
from support.nudges import listed
from support.questions import answer, ask_text

SECRET = "hunter2-of-this-test"


@pytest.fixture
def told(hub: Hub, person: Caller) -> Caller:
    """An agent whose secret question was answered after it had gone."""
    agent = hub.new_agent(person)
    answer(person, ask_text(agent, question="The password?", secret=True)["id"], text=SECRET)
    until(lambda: listed(person, agent.name), "it became a nudge")
    return agent


def test_secret_is_shown_to_no_person_in_lists(hub: Hub, person: Caller, told: Caller) -> None:
    for one in (person, hub.owner):
        assert SECRET not in one.get(f"/api/agents/{told.name}/nudges").text
        assert SECRET not in one.get("/api/questions", agent_name=told.name, state="settled").text


def test_secret_is_taken_neither_by_an_admin_nor_by_a_friend(hub: Hub, person: Caller, told: Caller) -> None:
    friend = hub.new_person()
    share(person, told.name, friend.name)
    claim = {"session": "process:1", "carrier": "curious"}
    for one in (friend, hub.owner, hub.new_agent(person)):
        answered = one.post(f"/api/agents/{told.name}/nudges/claim", claim)
        refused(answered, 403)
        assert SECRET not in answered.text


@pytest.mark.parametrize("whose", ["its own", "its owner's"])
def test_secret_is_taken_by_the_agent_s_key_and_its_owner_s(whose: str, person: Caller, told: Caller) -> None:
    """Its owner's, because the watch brings nudges with it to coding tools without a plugin."""
    taker = told if whose == "its own" else person
    claim = {"session": "process:1", "carrier": "watcher"}
    (nudge,) = done(taker.post(f"/api/agents/{told.name}/nudges/claim", claim))["nudges"]
    assert SECRET in nudge["xml"]
