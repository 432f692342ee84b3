"""The hub is killed while agents wait: their calls outlive it, and people see each question once."""

import json
import os
import signal
from pathlib import Path

import pytest

from support.answers import until
from support.hub import Hub, HubMaker
from support.network import network_to
from support.questions import answer, look, surface
from support.stdio_shim import Shim, open_question, open_questions

WAITED_FOR = 'bellpull_waiting_calls{for="question"} 1'
ASK = {"title": "Merge", "question": "Merge to main?", "options": ["Yes, merge", "No"]}


@pytest.mark.parametrize("token", [None, "token"])
def test_a_call_returns_the_answer_that_was_given_after_the_hub_came_back(
    fresh_hub: HubMaker, token: str | None
) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        id = shim.call("ask_user", token, **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, shim.name)
        for _ in range(3):
            hub.kill()
            hub.start()
        assert open_question(hub.owner, shim.name)["id"] == question["id"]
        answer(hub.owner, question["id"], choice="Yes, merge")
        assert shim.items(id) == ['{"response": "accepted", "choice": "Yes, merge"}']
        until(lambda: look(hub.owner, question["id"])["handed_at"], "it is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []


def test_every_kind_of_wait_survives(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        asked = [
            shim.call("ask_user", title=f"q{number}", question="y", wait_for_response=True, timeout=50)
            for number in range(5)
        ]
        until(lambda: len(open_questions(hub.owner, shim.name)) == 5, "all are asked")
        with surface(hub.owner, "text"):
            typed = shim.call("notify", message="typed")
            until(lambda: len(open_questions(hub.owner, shim.name)) == 6, "the window too")
            hub.process.kill()  # type: ignore[union-attr]
        hub.kill()
        hub.start()
        questions = open_questions(hub.owner, shim.name)
        assert len(questions) == 6
        for question in questions:
            answer(hub.owner, question["id"], text=f"to {question['title']}")
        assert [json.loads(shim.items(id)[0])["choice"] for id in asked] == [f"to q{number}" for number in range(5)]
        assert shim.items(typed) == ["User response: to typed"]


def test_a_call_made_while_the_hub_is_away_is_carried_out_when_it_is_back(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        shim.told("send_notification", notification_type="info", title="before")
        hub.kill()
        told = shim.call("send_notification", notification_type="info", title="meanwhile")
        asked = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        shim.request("ping")
        hub.start()
        assert json.loads(shim.items(told)[0])["success"] is True
        question = open_question(hub.owner, shim.name)
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(asked) == ['{"response": "dismissed", "choice": "No"}']
    titles = [one["title"] for one in hub.owner.every_notification(agent_name=shim.name)]
    assert sorted(titles) == ["Merge", "before", "meanwhile"]


def test_a_hub_that_is_frozen_for_a_while_loses_nothing(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, shim.name)
        os.kill(hub.pid, signal.SIGSTOP)
        late = shim.call("send_notification", notification_type="info", title="x")
        shim.request("ping")
        os.kill(hub.pid, signal.SIGCONT)
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id)[0] == '{"response": "dismissed", "choice": "No"}'
        shim.items(late)


def test_a_hub_that_stops_in_order_is_waited_for_too(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, shim.name)
        hub.restart()
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id) == ['{"response": "dismissed", "choice": "No"}']


def test_when_the_hub_stays_away_the_time_is_up_and_the_question_is_named(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=3)
        question = open_question(hub.owner, shim.name)
        until(lambda: WAITED_FOR in hub.owner.get("/metrics").text, "the call has heard of its question, and waits")
        hub.kill()
        items = shim.items(id)
        assert items[:2] == ['{"response": "timeout", "choice": null}', json.dumps({"question_id": question["id"]})]
        hub.start()


def test_a_cancelled_call_does_not_wait_for_the_hub(fresh_hub: HubMaker, tmp_path: Path) -> None:
    hub = fresh_hub()
    with Shim(hub) as shim:
        shim.told("send_notification", notification_type="info", title="before")
        hub.kill()
        id = shim.call("send_notification", notification_type="info", title="x")
        shim.cancel(id)
        shim.request("ping")
        hub.start()
        shim.told("send_notification", notification_type="info", title="after")
        assert not [message for message in shim.read if message.get("id") == id]


def test_an_answer_whose_receipt_comes_late_is_not_told_again(hub: Hub) -> None:
    agent = hub.new_agent()
    with network_to(hub.url) as network, Shim(hub, BELLPULL_URL=network.url, BELLPULL_KEY=agent.key) as shim:
        id = shim.call("ask_user", **ASK, wait_for_response=True, timeout=50)
        question = open_question(hub.owner, agent.name)
        network.refuse(b"/handed")
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id) == ['{"response": "dismissed", "choice": "No"}']
        path = f"/api/agents/{agent.name}/nudges"
        until(lambda: hub.owner.get(path).json()["count"], "the hub takes it for one that was not handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []
        until(lambda: look(hub.owner, question["id"])["handed_at"], "the hub knows that it was")
        network.mend()
        assert shim.told("send_notification", notification_type="info", title="y")[1:] == []
        assert hub.owner.get(path).json()["count"] == 0
