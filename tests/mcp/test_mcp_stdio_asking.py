"""Asking through `bellpull mcp`: answers, timeouts, cancelled calls, late answers."""

import json
import signal
from typing import Any

import pytest

from support.answers import PATIENCE, done, until
from support.hub import Hub
from support.questions import answer, claim, look, seconds_between, surface, verb
from support.stdio_shim import LocalShim, Shim, open_question, open_questions

MERGE = {"title": "Merge", "question": "Merge to main?", "options": ["Yes, merge", "No"]}
TIMEOUT = '{"response": "timeout", "choice": null}'


def ask(shim: Shim, **more: Any) -> int:
    return shim.call("ask_user", **MERGE, wait_for_response=True, **more)


def test_a_click_comes_back_and_is_handed(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        shim.initialize()
        id = ask(shim)
        question = open_question(hub.owner, shim.name)
        assert question["session"].startswith("process:")
        answer(hub.owner, question["id"], choice="Yes, merge")
        assert shim.items(id) == ['{"response": "accepted", "choice": "Yes, merge"}']
        until(lambda: look(hub.owner, question["id"])["handed_at"], "the answer is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == [], "no nudge of it"


def test_a_typed_answer_comes_back(hub: Hub) -> None:
    with surface(hub.owner, "text"), LocalShim(hub) as shim:
        id = shim.call("notify", message="Hi")
        answer(hub.owner, open_question(hub.owner, shim.name)["id"], text="Hello")
        assert shim.items(id) == ["User response: Hello"]


def test_a_replaced_window_says_so(hub: Hub) -> None:
    with surface(hub.owner, "text"), LocalShim(hub) as shim:
        id = shim.call("notify", message="Hi")
        question = open_question(hub.owner, shim.name)
        verb(hub.owner, question["id"], "release", {"reason": "replaced"})
        items = shim.items(id)
        assert items[:2] == ["User cancelled or dismissed the popup", json.dumps({"question_id": question["id"]})]


def test_a_window_that_failed_says_why_and_the_question_can_be_taken_up_again(hub: Hub) -> None:
    with surface(hub.owner, "text"), LocalShim(hub) as shim:
        id = shim.call("notify", message="Hi")
        question = open_question(hub.owner, shim.name)
        done(verb(hub.owner, question["id"], "release", {"reason": "failed", "detail": "no display"}))
        items = shim.items(id, error=True)
        assert items[0] == "Error: Failed to display popup - no display"
        assert json.loads(items[1]) == {"question_id": question["id"]}
        assert "await_answer" in items[2]
        again = shim.call("await_answer", question_id=question["id"], timeout=50)
        until(lambda: look(hub.owner, question["id"])["waiting_until"], "it waits again")
        answer(hub.owner, question["id"], text="Hello")
        assert shim.items(again) == ["User response: Hello"]


def test_a_window_that_failed_does_not_end_the_wait_for_a_choice(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        id = ask(shim)
        question = open_question(hub.owner, shim.name)
        done(verb(hub.owner, question["id"], "release", {"reason": "failed", "detail": "no display"}))
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(id) == ['{"response": "dismissed", "choice": "No"}']
        until(lambda: look(hub.owner, question["id"])["handed_at"], "the answer is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == [], "no nudge of it"


def test_a_message_that_is_only_shown_has_its_time(hub: Hub) -> None:
    with surface(hub.owner, "text"), hub.owner.socket() as live, LocalShim(hub) as shim:
        live.connected()
        told = shim.told("notify", message="Done", wait_for_response=False, timeout=30)
        assert told == ["✓ Message displayed successfully"]
        question = live.until_type("question_opened", agent_name=shim.name)["question"]
        assert (question["kind"], question["waiting_until"]) == ("show", None)
        assert seconds_between(question["opened_at"], question["open_until"]) == 30


def test_notify_is_headless_without_a_surface_that_shows_text(fresh_hub: Any) -> None:
    hub = fresh_hub()
    with LocalShim(hub) as shim:
        items = shim.items(shim.call("notify", message="Hi"), error=True)
        assert items == [
            "Error: Cannot display popup - no display available. This feature requires a graphical environment."
        ]
        assert open_questions(hub.owner, shim.name) == []


@pytest.mark.parametrize(("limit", "seconds"), [([], 55), (["--call-limit", "90000"], 120)])
def test_notify_waits_as_long_as_it_is_told_to_where_the_clients_limit_is_known(
    hub: Hub, limit: list[str], seconds: int
) -> None:
    with surface(hub.owner, "text"), LocalShim(hub, *limit) as shim:
        id = shim.call("notify", message="Hi", timeout=120)
        question = open_question(hub.owner, shim.name)
        assert seconds_between(question["opened_at"], question["waiting_until"]) == seconds
        answer(hub.owner, question["id"], text="Hello")
        assert shim.items(id) == ["User response: Hello"]


def test_a_call_ends_before_its_client_gives_up(hub: Hub) -> None:
    with surface(hub.owner, "text"), LocalShim(hub, "--call-limit", "6") as shim:
        assert shim.items(shim.call("notify", message="Hi", timeout=120))[0] == "No response within 1s timeout"


def test_a_question_whose_time_was_up_can_be_waited_for_again(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        items = shim.items(ask(shim, timeout=1))
        assert items[0] == TIMEOUT
        question_id = json.loads(items[1])["question_id"]
        assert look(hub.owner, question_id)["released"] == "timeout"
        id = shim.call("await_answer", question_id=question_id, timeout=50)
        until(lambda: look(hub.owner, question_id)["waiting_until"], "it waits again")
        answer(hub.owner, question_id, choice="No")
        assert shim.items(id) == ['{"response": "dismissed", "choice": "No"}']


def test_a_late_answer_comes_once_with_the_next_result(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        question_id = json.loads(shim.items(ask(shim, timeout=1))[1])["question_id"]
        answer(hub.owner, question_id, choice="Yes, merge")
        nudge = (
            f'<notification source="user" question="{question_id}">\nYour question: Merge to main?\n'
            '{"response": "accepted", "choice": "Yes, merge"}\n</notification>'
        )
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == [nudge]
        until(lambda: look(hub.owner, question_id)["handed_at"], "the nudge is confirmed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []


def test_an_error_result_carries_nudges_too(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        question_id = json.loads(shim.told("ask_user", **MERGE)[1])["question_id"]
        answer(hub.owner, question_id, choice="No")
        items = shim.items(shim.call("ask_user", title=""), error=True)
        assert len(items) == 2
        assert items[1].startswith('<notification source="user"')


def test_several_late_answers_are_one_item_in_order(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        for number in range(3):
            sent = shim.told("ask_user", title=f"q{number}", question=f"Question {number}?")
            answer(hub.owner, json.loads(sent[1])["question_id"], text=f"answer {number}")
        # Each of these calls took along what was there before it; the last answer is still to come.
        [told] = shim.told("send_notification", notification_type="info", title="x")[1:]
        assert "answer 2" in told


def test_await_answer_does_not_say_it_twice(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        question_id = json.loads(shim.told("ask_user", **MERGE)[1])["question_id"]
        answer(hub.owner, question_id, choice="No")
        assert shim.told("await_answer", question_id=question_id) == ['{"response": "dismissed", "choice": "No"}']
        until(lambda: look(hub.owner, question_id)["handed_at"], "it is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []


def test_a_cancelled_call_is_released_and_not_withdrawn(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        shim.initialize()
        id = ask(shim, timeout=600, token="t")
        question = open_question(hub.owner, shim.name)
        shim.cancel(id)
        until(lambda: look(hub.owner, question["id"])["released"] == "gone", "it is released")
        answer(hub.owner, question["id"], choice="Yes, merge")
        items = shim.told("send_notification", notification_type="info", title="x")
        assert f'question="{question["id"]}"' in items[1]
        assert not [message for message in shim.read if message.get("id") == id], "nothing more for that call"


def test_the_end_of_the_input_releases_what_waits(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        for number in range(5):
            shim.call("ask_user", title=f"q{number}", question="y", wait_for_response=True, timeout=600)
        until(lambda: len(open_questions(hub.owner, shim.name)) == 5, "all five are asked")
        assert shim.end() == 0
    until(
        lambda: all(question["released"] == "gone" for question in open_questions(hub.owner, shim.name)),
        "all five are released",
    )


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_releases_what_waits(hub: Hub, number: signal.Signals) -> None:
    with Shim(hub) as shim:
        ask(shim, timeout=600)
        question = open_question(hub.owner, shim.name)
        shim.process.send_signal(number)
        assert shim.process.wait(PATIENCE) == 0
    until(lambda: look(hub.owner, question["id"])["released"] == "gone", "it is released")


@pytest.mark.process
def test_an_agent_that_was_killed_finds_its_question_again(hub: Hub) -> None:
    with Shim(hub) as first:
        ask(first, timeout=600)
        question = open_question(hub.owner, first.name)
        first.process.kill()
    with Shim(hub, name=first.name) as second:
        id = second.call("await_answer", question_id=question["id"], timeout=50)
        answer(hub.owner, question["id"], choice="Yes, merge")
        assert second.items(id) == ['{"response": "accepted", "choice": "Yes, merge"}']


@pytest.mark.process
def test_an_agent_that_was_killed_is_told_the_late_answer_once(hub: Hub) -> None:
    with Shim(hub) as first:
        ask(first, timeout=600)
        question = open_question(hub.owner, first.name)
        first.process.kill()
    answer(hub.owner, question["id"], choice="Yes, merge")
    with Shim(hub, name=first.name) as second:

        def told() -> list[str]:
            return second.told("send_notification", notification_type="info", title="x")[1:]

        # The hub waits two seconds for the receipt of the caller that died.
        [nudge] = until(told, "the late answer comes")
        assert f'question="{question["id"]}"' in nudge
        until(lambda: look(hub.owner, question["id"])["handed_at"], "it is confirmed")
        assert told() == []


def test_a_withdrawn_question_disappears(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        question_id = json.loads(shim.told("ask_user", **MERGE)[1])["question_id"]
        assert json.loads(shim.told("withdraw_question", question_id=question_id)[0])["withdrawn"] is True
        assert open_questions(hub.owner, shim.name) == []


def test_an_equal_ask_attaches_and_both_get_the_answer(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        ids = [ask(shim), ask(shim)]
        question = open_question(hub.owner, shim.name)
        answer(hub.owner, question["id"], choice="No")
        assert [shim.items(id) for id in ids] == [['{"response": "dismissed", "choice": "No"}']] * 2


def test_an_equal_ask_that_gives_up_does_not_end_the_wait_of_the_other(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        longer = ask(shim, timeout=50)
        question = open_question(hub.owner, shim.name)
        shorter = ask(shim, timeout=1)
        assert shim.items(shorter)[0] == TIMEOUT
        until(lambda: look(hub.owner, question["id"])["waiting_until"], "the other waits on")
        answer(hub.owner, question["id"], choice="No")
        assert shim.items(longer) == ['{"response": "dismissed", "choice": "No"}']
        until(lambda: look(hub.owner, question["id"])["handed_at"], "it is handed")
        assert shim.told("send_notification", notification_type="info", title="x")[1:] == []


def test_many_calls_wait_at_once_in_one_server(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        ids = [
            shim.call("ask_user", title=f"q{number}", question="y", wait_for_response=True, timeout=600)
            for number in range(20)
        ]
        until(lambda: len(open_questions(hub.owner, shim.name)) == 20, "all are asked")
        for question in reversed(open_questions(hub.owner, shim.name)):
            answer(hub.owner, question["id"], text=f"to {question['title']}")
        for number, id in enumerate(ids):
            assert json.loads(shim.items(id)[0])["choice"] == f"to q{number}"


def test_a_secret_answer_is_handed_and_gone(hub: Hub) -> None:
    with LocalShim(hub) as shim:
        id = shim.call("ask_user", title="Key", question="API key?", secret=True, wait_for_response=True)
        question = open_question(hub.owner, shim.name)
        answer(hub.owner, question["id"], text="sk-1234")
        assert json.loads(shim.items(id)[0])["choice"] == "sk-1234"
        until(lambda: look(hub.owner, question["id"])["handed_at"], "it is handed")
        again = shim.told("await_answer", question_id=question["id"])
        assert again == ["The answer was secret: it was handed over once and then erased."]


def test_the_hub_learns_the_session_and_the_project_that_ask(hub: Hub) -> None:
    with LocalShim(hub, BELLPULL_SESSION="opencode:ses_123") as shim:
        shim.initialize()
        shim.told("ask_user", **MERGE)
        question = open_question(hub.owner, shim.name)
        assert (question["session"], question["project"]) == ("opencode:ses_123", str(hub.folder))
        me = [agent for agent in done(hub.owner.get("/api/agents"))["agents"] if agent["name"] == shim.name]
        assert me


def test_a_cancelled_call_loses_no_nudge_that_it_would_have_carried(hub: Hub) -> None:
    agent = hub.new_agent()
    with LocalShim(hub, BELLPULL_KEY=agent.key) as shim:
        question_id = json.loads(shim.told("ask_user", **MERGE)[1])["question_id"]
        answer(hub.owner, question_id, choice="No")
        shim.cancel(shim.call("send_notification", notification_type="info", title="x"))
        shim.end()
    # Either the result was written before the cancel came, or the nudge is there for the next carrier.
    written = [message for message in _rest(shim) if "result" in message]
    carried = any(question_id in json.dumps(message) for message in written)
    assert carried or until(lambda: claim(agent), "the nudge is there")


def _rest(shim: Shim) -> list[dict[str, Any]]:
    rest = list(shim.read)
    while (message := shim._came.get(timeout=5)) is not None:
        rest.append(message)
    return rest
