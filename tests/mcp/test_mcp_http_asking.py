"""Ask over `/mcp` and be answered: in time, late, after going on waiting; in both revisions."""

import re
from collections.abc import Iterator

import pytest
from http_client import REVISIONS, McpClient, connected

from bellpull.mcp.server import calls
from bellpull.mcp.waiting import REPEATED
from support.answers import PATIENCE, done, until
from support.hub import Caller, Hub
from support.questions import NO, YES, answer, claim, do, listed, look, seconds_between, surface

MERGE = {"title": "Merge", "question": "Merge to main?", "options": [YES, NO]}
ACCEPTED = '{"response": "accepted", "choice": "Yes, merge"}'
TIMEOUT = '{"response": "timeout", "choice": null}'


@pytest.fixture(params=REVISIONS)
def client(agent: Caller, request: pytest.FixtureRequest) -> Iterator[McpClient]:
    with connected(agent, request.param) as made:
        yield made


def open_question(agent: Caller) -> str:
    """The question that a call under way has asked."""
    questions = until(lambda: [one for one in listed(agent) if one["waiting_until"]], "the question is asked")
    return str(questions[0]["id"])


def is_handed(caller: Caller, question_id: str) -> bool:
    return look(caller, question_id)["handed_at"] is not None


def test_a_persons_choice_is_the_result_and_counts_as_handed(client: McpClient, agent: Caller, hub: Hub) -> None:
    call = client.begin("ask_user", **MERGE, wait_for_response=True)
    asked = open_question(agent)
    answer(hub.owner, asked, choice=YES)
    assert call.result(PATIENCE) == ([ACCEPTED], False)
    client.call("send_notification", notification_type="info", title="going on")
    assert is_handed(agent, asked)
    assert claim(agent) == []


def test_a_typed_reply_is_the_result(client: McpClient, agent: Caller, hub: Hub) -> None:
    with surface(hub.owner, "text"):
        call = client.begin("notify", message="How shall it be called?")
        answer(hub.owner, open_question(agent), text="Bellpull")
    assert call.result(PATIENCE) == (["User response: Bellpull"], False)


def test_a_window_that_failed_says_why_and_its_late_answer_still_comes(
    client: McpClient, agent: Caller, hub: Hub
) -> None:
    with surface(hub.owner, "text"):
        call = client.begin("notify", message="How shall it be called?")
        asked = open_question(agent)
        do(hub.owner, asked, "release", {"reason": "failed", "detail": "no display"})
        told = call.result(PATIENCE)
    assert (told.items[0], told.is_error) == ("Error: Failed to display popup - no display", True)
    assert told.question_id == asked
    answer(hub.owner, asked, text="Bellpull")
    (nudge,) = client.call("send_notification", notification_type="info", title="going on").items[1:]
    assert f'question="{asked}"' in nudge
    assert "User response: Bellpull" in nudge


def test_a_window_that_failed_does_not_end_the_wait_for_a_choice(client: McpClient, agent: Caller, hub: Hub) -> None:
    call = client.begin("ask_user", **MERGE, wait_for_response=True)
    asked = open_question(agent)
    do(hub.owner, asked, "release", {"reason": "failed", "detail": "no display"})
    answer(hub.owner, asked, choice=YES)
    assert call.result(PATIENCE) == ([ACCEPTED], False)
    client.call("send_notification", notification_type="info", title="going on")
    assert is_handed(agent, asked)
    assert claim(agent) == []


def test_a_message_that_is_only_shown_has_its_time(client: McpClient, agent: Caller, hub: Hub) -> None:
    with surface(hub.owner, "text"):
        told = client.call("notify", message="Done", wait_for_response=False, timeout=30)
    assert told == (["✓ Message displayed successfully"], False)
    (shown,) = listed(agent, state="settled")
    assert (shown["kind"], seconds_between(shown["opened_at"], shown["open_until"])) == ("show", 30)


def test_twenty_calls_of_one_client_get_each_its_own_answer(client: McpClient, agent: Caller, hub: Hub) -> None:
    calls = {str(i): client.begin("ask_user", title="n", question=str(i), wait_for_response=True) for i in range(20)}
    until(lambda: len(listed(agent)) == 20, "all are asked")
    for asked in reversed(listed(agent)):
        answer(hub.owner, asked["id"], text=f"answer to {asked['question']}")
    for number, call in calls.items():
        assert f"answer to {number}" in call.result(PATIENCE).items[0]


def test_a_question_whose_time_was_up_stays_and_can_be_waited_for_again(
    client: McpClient, agent: Caller, hub: Hub
) -> None:
    told = client.call("ask_user", **MERGE, wait_for_response=True, timeout=1)
    assert told.items[0] == TIMEOUT
    assert not told.is_error
    asked = look(agent, told.question_id)
    assert (asked["state"], asked["released"]) == ("open", "timeout")
    call = client.begin("await_answer", question_id=told.question_id)
    until(lambda: look(agent, told.question_id)["released"] is None, "the agent waits again")
    answer(hub.owner, told.question_id, choice=YES)
    assert call.result(PATIENCE) == ([ACCEPTED], False)
    assert client.call("await_answer", question_id=told.question_id, timeout=0).items == [ACCEPTED, REPEATED]


def test_a_late_answer_comes_with_the_next_result_and_only_once(client: McpClient, agent: Caller, hub: Hub) -> None:
    asked = client.call("ask_user", **MERGE, wait_for_response=True, timeout=1).question_id
    answer(hub.owner, asked, choice=YES)
    nudge = (
        f'<notification source="user" question="{asked}">\nYour question: Merge to main?\n{ACCEPTED}\n</notification>'
    )
    told = client.call("send_notification", notification_type="info", title="going on")
    assert told.items[1:] == [nudge]
    assert not is_handed(agent, asked), "who knows whether the client has read it?"
    assert len(client.call("send_notification", notification_type="info", title="and on").items) == 1
    assert is_handed(agent, asked)


def test_an_error_carries_late_answers_too_and_several_are_one_item(client: McpClient, agent: Caller, hub: Hub) -> None:
    first, second = (client.call("ask_user", title="t", question=q).question_id for q in ("one?", "two?"))
    answer(hub.owner, first, text="1")
    answer(hub.owner, second, text="2")
    told = client.call("ask_user", title="no question")
    assert told.is_error
    assert len(told.items) == 2
    blocks = told.items[1].split("\n\n")
    assert [f'question="{id}"' in block for id, block in zip((first, second), blocks, strict=True)] == [True, True]


def test_more_late_answers_than_clients_read_at_once_come_with_the_results_after(
    client: McpClient, agent: Caller, hub: Hub
) -> None:
    asked = [client.call("ask_user", title="t", question=f"Log {number}?").question_id for number in range(4)]
    for id in asked:
        answer(hub.owner, id, text="x" * 15_000)
    carried = []
    for _ in range(2):
        told = client.call("send_notification", notification_type="info", title="going on")
        assert len(told.items[1]) <= 40_000
        carried += [id for id in asked if f'question="{id}"' in told.items[1]]
    assert carried == asked


def test_a_result_does_not_carry_its_own_answer_twice(client: McpClient, agent: Caller, hub: Hub) -> None:
    asked = client.call("ask_user", **MERGE).question_id
    answer(hub.owner, asked, choice=YES)  # nobody waits: a nudge is there already
    assert client.call("await_answer", question_id=asked).items == [ACCEPTED]
    assert len(client.call("send_notification", notification_type="info", title="going on").items) == 1
    assert is_handed(agent, asked)
    assert claim(agent) == []


def test_a_nudge_is_told_again_and_marked_if_its_client_is_started_again(
    client: McpClient, agent: Caller, hub: Hub, request: pytest.FixtureRequest
) -> None:
    """It may have died with the answer in its hands: nobody else can say."""
    asked = client.call("ask_user", **MERGE).question_id
    answer(hub.owner, asked, choice=YES)
    (nudge,) = client.call("send_notification", notification_type="info", title="going on").items[1:]
    assert 'repeat="true"' not in nudge
    with connected(agent, request.node.callspec.params["client"]) as again:
        (nudge,) = again.call("send_notification", notification_type="info", title="back").items[1:]
        assert f'question="{asked}" repeat="true"' in nudge
        assert len(again.call("send_notification", notification_type="info", title="and on").items) == 1


def test_an_answer_counts_as_read_when_a_hook_runs_in_its_client(client: McpClient, agent: Caller, hub: Hub) -> None:
    client.call("send_notification", notification_type="info", title="first")  # after this one it lists the tools
    call = client.begin("ask_user", **MERGE, wait_for_response=True)
    asked = open_question(agent)
    answer(hub.owner, asked, choice=YES)
    assert call.result(PATIENCE) == ([ACCEPTED], False)
    assert not is_handed(agent, asked)
    event = {"hook_event_name": "PostToolUse", "session_id": "s", "cwd": "/", "tool_name": "mcp__bellpull__ask_user"}
    assert done(agent.post("/api/clients/claude-code/hook", event)) == {}
    assert is_handed(agent, asked)


def test_a_waiting_client_hears_now_and_then_how_long_it_has_waited(
    client: McpClient, agent: Caller, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PROGRESS_SECONDS", 1)
    call = client.begin("ask_user", **MERGE, wait_for_response=True, timeout=60, progress=True)
    asked = open_question(agent)
    until(lambda: len(client.progress) >= 2, "two signs of progress")
    answer(hub.owner, asked, choice=YES)
    assert call.result(PATIENCE).items == [ACCEPTED]
    (first, total, words), (second, *_) = client.progress[:2]
    assert 1 <= first < second
    assert total is not None
    assert total >= 60
    assert re.fullmatch(r"Waiting for a person since \d+ s", words or "")


def test_progress_goes_on_from_where_it_was_when_a_client_waits_again(
    client: McpClient, agent: Caller, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PROGRESS_SECONDS", 0.1)
    asked = client.call("ask_user", **MERGE, wait_for_response=True, timeout=1).question_id
    call = client.begin("await_answer", question_id=asked, progress=True)
    until(lambda: client.progress, "a sign of progress")
    answer(hub.owner, asked, choice=YES)
    assert call.result(PATIENCE).items == [ACCEPTED]
    assert client.progress[0][0] >= 1.1


def test_a_repeated_call_with_the_same_key_asks_once(agent: Caller, hub: Hub) -> None:
    with connected(agent, "auto", Idempotency_Key="the same") as client:
        first = client.call("ask_user", **MERGE, wait_for_response=True, timeout=1)
        call = client.begin("ask_user", **MERGE, wait_for_response=True, timeout=1)
        assert call.result(PATIENCE).question_id == first.question_id
    assert len(listed(agent)) == 1


def test_questions_of_a_client_have_a_session_that_its_key_names(client: McpClient, agent: Caller) -> None:
    client.call("ask_user", **MERGE)
    assert listed(agent)[0]["session"] == f"process:{agent.key_id}"


def test_a_client_that_names_its_session_is_believed(agent: Caller) -> None:
    with connected(agent, "legacy", Bellpull_Session="opencode:ses_1") as client:
        client.call("ask_user", **MERGE)
    assert listed(agent)[0]["session"] == "opencode:ses_1"
