"""The hub goes away or is killed while agents wait: their calls outlive it, and people see each question once."""

import json
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from support.answers import until
from support.hub import Hub, HubMaker
from support.local_hub import LocalHub, come_back, vanish
from support.network import network_to
from support.questions import answer, look, surface
from support.stdio_shim import LocalShim, Shim, open_question, open_questions

WAITED_FOR = 'bellpull_waiting_calls{for="question"} 1'
NO = '{"response": "dismissed", "choice": "No"}'
ASK = {"title": "Merge", "question": "Merge to main?", "options": ["Yes, merge", "No"]}


@pytest.mark.process
def test_calls_return_the_answers_that_were_given_after_a_killed_hub_came_back(hub_process: HubMaker) -> None:
    hub = hub_process()
    with Shim(hub) as shim:
        asked = [
            shim.call("ask_user", token, title=f"q{number}", question="y", wait_for_response=True, timeout=50)
            for number, token in enumerate((None, "token", None, None))
        ]
        until(lambda: len(open_questions(hub.owner, shim.name)) == 4, "all are asked")
        with surface(hub.owner, "text"):
            typed = shim.call("notify", message="typed")
            until(lambda: len(open_questions(hub.owner, shim.name)) == 5, "the window too")
        before = {question["id"] for question in open_questions(hub.owner, shim.name)}
        for _ in range(2):
            hub.kill()
            hub.start()
        questions = open_questions(hub.owner, shim.name)
        assert {question["id"] for question in questions} == before
        for question in questions:
            answer(hub.owner, question["id"], text=f"to {question['title']}")
        assert [json.loads(shim.items(id)[0])["choice"] for id in asked] == [f"to q{number}" for number in range(4)]
        assert shim.items(typed) == ["User response: to typed"]
        for question in questions:
            until(lambda id=question["id"]: look(hub.owner, id)["handed_at"], "it is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []


@pytest.mark.process
def test_a_call_made_while_a_killed_hub_is_away_is_carried_out_when_it_is_back(hub_process: HubMaker) -> None:
    hub = hub_process()
    with Shim(hub) as shim:
        carried_out_later(hub, shim, hub.kill, hub.start)


def test_a_call_made_while_the_hub_is_away_is_carried_out_when_it_is_back(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with LocalShim(hub) as shim:
        carried_out_later(hub, shim, lambda: vanish(hub), lambda: come_back(hub))


def carried_out_later(hub: Hub, shim: Shim, go: Callable[[], object], come: Callable[[], object]) -> None:
    shim.told("send_notification", notification_type="info", title="before")
    go()
    told = shim.call("send_notification", notification_type="info", title="meanwhile")
    asked = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
    shim.request("ping")
    come()
    assert json.loads(shim.items(told)[0])["success"] is True
    question = open_question(hub.owner, shim.name)
    answer(hub.owner, question["id"], choice="No")
    assert shim.items(asked) == [NO]
    titles = [one["title"] for one in hub.owner.every_notification(agent_name=shim.name)]
    assert sorted(titles) == ["Merge", "before", "meanwhile"]


@pytest.mark.process
@pytest.mark.slow
def test_a_hub_that_is_frozen_for_a_while_loses_nothing(hub_process: HubMaker) -> None:
    hub = hub_process()
    with Shim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, shim.name)
        os.kill(hub.pid, signal.SIGSTOP)
        late = shim.call("send_notification", notification_type="info", title="x")
        shim.request("ping")
        os.kill(hub.pid, signal.SIGCONT)
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id)[0] == NO
        shim.items(late)


@pytest.mark.parametrize("go", [LocalHub.stop, vanish])
def test_a_waiting_call_returns_the_answer_that_was_given_after_the_hub_came_back(
    fresh_hub: HubMaker, go: Callable[[Any], object]
) -> None:
    hub = fresh_hub()
    with LocalShim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, shim.name)
        go(hub)
        come_back(hub)
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id) == [NO]


def test_a_call_whose_time_is_up_while_the_hub_is_away_names_the_question(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with LocalShim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=3)
        question = open_question(hub.owner, shim.name)
        until(lambda: WAITED_FOR in hub.owner.get("/metrics").text, "the call has heard of its question, and waits")
        vanish(hub)
        items = shim.items(id)
        assert items[:2] == ['{"response": "timeout", "choice": null}', json.dumps({"question_id": question["id"]})]


def test_a_cancelled_call_does_not_wait_for_the_hub(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with LocalShim(hub) as shim:
        shim.told("send_notification", notification_type="info", title="before")
        vanish(hub)
        id = shim.call("send_notification", notification_type="info", title="x")
        shim.cancel(id)
        shim.request("ping")
        come_back(hub)
        shim.told("send_notification", notification_type="info", title="after")
        assert not [message for message in shim.read if message.get("id") == id]


def test_an_answer_whose_receipt_comes_late_is_not_told_again(hub: Hub) -> None:
    agent = hub.new_agent()
    with network_to(hub.url) as network, LocalShim(hub, BELLPULL_URL=network.url, BELLPULL_KEY=agent.key) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, agent.name)
        network.refuse(b"/handed")
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id) == [NO]
        path = f"/api/agents/{agent.name}/nudges"
        until(lambda: hub.owner.get(path).json()["count"], "the hub takes it for one that was not handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []
        until(lambda: look(hub.owner, question["id"])["handed_at"], "the hub knows that it was")
        network.mend()
        assert shim.told("send_notification", notification_type="info", title="y")[1:] == []
        assert hub.owner.get(path).json()["count"] == 0
