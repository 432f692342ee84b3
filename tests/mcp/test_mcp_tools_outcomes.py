"""What becomes of a question, in the words that an agent reads: every outcome, by every tool that gives it."""

import json
from typing import Any

import pytest
from scripted import ID, Scripted, question, settled

from bellpull.domain.errors import Conflict, NotFound, StoreFull, Unauthorized, Unavailable
from bellpull.mcp.tools import Send, Wait

ASK = {"title": "Decision", "question": "Merge?", "options": ["Yes, merge", "No"], "wait_for_response": True}
TIMEOUT = '{"response": "timeout", "choice": null}'
DISMISSED = '{"response": "dismissed", "choice": null}'
GO_ON = (
    "Nobody has answered yet; the question stays open. To go on waiting, call await_answer with this question_id. "
    'Otherwise the answer comes later, as <notification source="user"> with a tool result.'
)
HOW_TO_GO_ON = [json.dumps({"question_id": ID}), GO_ON]
CHOICES = [
    (settled("accepted", choice="Yes, merge"), '{"response": "accepted", "choice": "Yes, merge"}'),
    (settled("accepted", choice='Ça "va" ?'), '{"response": "accepted", "choice": "Ça \\"va\\" ?"}'),
    (settled("declined", choice="No"), '{"response": "dismissed", "choice": "No"}'),
    (settled("dismissed"), DISMISSED),
    (settled("cancelled"), DISMISSED),
    (settled("withdrawn"), DISMISSED),
    (settled("expired"), DISMISSED),
]
TYPED = [
    (settled("accepted", kind="text", reply="Hello, this is my reply."), "User response: Hello, this is my reply."),
    (settled("dismissed", kind="text"), "User dismissed the popup"),
    (settled("cancelled", kind="text"), "User cancelled the popup"),
    (settled("empty", kind="text"), "User submitted empty response"),
    (settled("withdrawn", kind="text"), "User dismissed the popup"),
    (settled("expired", kind="text"), "User dismissed the popup"),
]


@pytest.mark.parametrize(("shape", "text"), CHOICES)
def test_ask_user_says_what_the_person_did(shape: dict[str, Any], text: str) -> None:
    hub = Scripted(question(), shape)
    result = hub.run("ask_user", ASK)
    assert (result.items, result.is_error, result.hands) == ([text], False, ID)
    assert hub.asked[1] == Wait(ID, 60)


@pytest.mark.parametrize(("shape", "text"), TYPED)
def test_notify_says_what_the_person_did(shape: dict[str, Any], text: str) -> None:
    hub = Scripted(question(kind="text"), shape)
    result = hub.run("notify", {"message": "Hi", "timeout": 30})
    assert (result.items, result.is_error, result.hands) == ([text], False, ID)


@pytest.mark.parametrize(("shape", "text"), CHOICES + TYPED)
def test_await_answer_gives_the_text_of_the_first_tool(shape: dict[str, Any], text: str) -> None:
    hub = Scripted(shape)
    result = hub.run("await_answer", {"question_id": ID, "timeout": 5})
    assert (result.items, result.hands) == ([text], ID)
    assert hub.asked == [Send("POST", f"/api/questions/{ID}/await", {"seconds": 5})]


def test_a_question_whose_time_is_up_is_released_and_can_be_taken_up_again() -> None:
    hub = Scripted(question(), question(), question(released="timeout"))
    result = hub.run("ask_user", ASK)
    assert (result.items, result.is_error, result.hands) == ([TIMEOUT, *HOW_TO_GO_ON], False, None)
    released = hub.asked[2]
    assert released[:3] == ("POST", f"/api/questions/{ID}/release", {"reason": "timeout"})


@pytest.mark.parametrize(("timeout", "text"), [(30, "30"), (30.0, "30"), (7.5, "7.5"), (300, "300")])
def test_notify_names_the_timeout_as_it_was_given(timeout: float, text: str) -> None:
    hub = Scripted(question(kind="text"), question(kind="text"), question(kind="text", released="timeout"))
    result = hub.run("notify", {"message": "Hi", "timeout": timeout})
    assert result.items == [f"No response within {text}s timeout", *HOW_TO_GO_ON]


def test_an_answer_in_the_moment_when_the_time_is_up_is_the_answer() -> None:
    hub = Scripted(question(), question(), settled("accepted", choice="Yes, merge"))
    result = hub.run("ask_user", ASK)
    assert (result.items, result.hands) == (['{"response": "accepted", "choice": "Yes, merge"}'], ID)


def test_a_popup_that_was_replaced_says_so_and_stays_open() -> None:
    hub = Scripted(question(kind="text"), question(kind="text", released="replaced"))
    result = hub.run("notify", {"message": "Hi"})
    assert result.items == ["User cancelled or dismissed the popup", *HOW_TO_GO_ON]
    assert len(hub.asked) == 2, "it is released already"


def test_a_popup_that_could_not_be_shown_is_an_error_with_its_reason_and_stays_open() -> None:
    failed = question(kind="text", released="failed", failure='couldn\'t connect to display ":0"')
    hub = Scripted(question(kind="text"), failed)
    result = hub.run("notify", {"message": "Hi"})
    assert result.items == ['Error: Failed to display popup - couldn\'t connect to display ":0"', *HOW_TO_GO_ON]
    assert (result.is_error, result.hands) == (True, None)
    assert len(hub.asked) == 2, "it is released already"
    again = Scripted(failed).run("notify", {"message": "Hi"})
    assert again == result, "a repeat of the call is told the same"


def test_a_question_settled_before_the_wait_began_is_not_waited_for() -> None:
    hub = Scripted(settled("accepted", choice="No"))
    assert hub.run("ask_user", ASK).hands == ID


@pytest.mark.parametrize(
    ("given", "token", "seconds"),
    [({}, True, 60), ({}, False, 55), ({"timeout": 30}, False, 30), ({"timeout": 86_400}, True, 86_400)],
)
def test_ask_user_waits_as_long_as_its_client_does(given: dict[str, Any], token: bool, seconds: float) -> None:
    hub = Scripted(question(), settled("dismissed"))
    hub.run("ask_user", ASK | given, token=token)
    assert hub.asked[1] == Wait(ID, seconds)
    assert hub.body["wait"] == seconds


@pytest.mark.parametrize("tool", ["ask_user", "notify"])
def test_a_client_whose_limit_was_raised_gets_the_timeout_that_it_asked_for(tool: str) -> None:
    hub = Scripted(question(), settled("dismissed"))
    hub.run(tool, {"ask_user": ASK, "notify": {"message": "Hi"}}[tool] | {"timeout": 120}, token=False, limit=89_995)
    assert hub.asked[1] == Wait(ID, 120)


@pytest.mark.parametrize(("token", "seconds"), [(True, 86_400), (False, 55)])
def test_notify_without_a_timeout_waits_a_day_where_it_can_tell_progress(token: bool, seconds: float) -> None:
    hub = Scripted(question(kind="text"), settled("dismissed", kind="text"))
    hub.run("notify", {"message": "Hi"}, token=token)
    assert hub.asked[1] == Wait(ID, seconds)


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ({}, "⚠️ Question sent: Decision"),
        ({"urgency": "low"}, "ℹ️ Question sent: Decision"),
        ({"urgency": "high", "agent": "QA-Bot"}, "🚨 Question sent [QA-Bot]: Decision"),
    ],
)
@pytest.mark.parametrize(("language", "message"), [("en", "Question sent"), ("fr", "Question envoyee")])
def test_ask_user_without_waiting_says_that_it_was_sent(
    given: dict[str, Any], first: str, language: str, message: str
) -> None:
    hub = Scripted(question())
    result = hub.run("ask_user", ASK | {"wait_for_response": False} | given, language=language)
    sent = json.dumps({"sent": True, "message": message, "question_id": ID})
    assert result.items[:2] == [first, sent]
    assert "await_answer" in result.items[2]
    assert (result.is_error, result.hands, len(hub.asked)) == (False, None, 1)


def test_ask_user_sends_everything_that_it_was_given() -> None:
    labels = {"repo": "app", "branch": "feature/x", "task": "Release", "action_label": "Go"}
    hub = Scripted(question())
    hub.run(
        "ask_user", {**ASK, **labels, "agent": "Bob", "urgency": "high", "secret": True, "wait_for_response": False}
    )
    assert hub.asked[0] == Send(
        "POST",
        "/api/questions",
        {
            "kind": "choice",
            "title": "Decision",
            "question": "Merge?",
            "options": ["Yes, merge", "No"],
            "free_text": False,
            "urgency": "high",
            "asked_as": "Bob",
            "secret": True,
            "project": "/home/ada/app",
            "wait": None,
            **labels,
        },
        "call-key",
    )


def test_a_question_without_options_may_be_answered_in_words() -> None:
    hub = Scripted(question())
    hub.run("ask_user", {"title": "Name", "question": "Which one?"})
    assert (hub.body["options"], hub.body["free_text"]) == ([], True)


def test_notify_shows_and_does_not_wait_when_told_so() -> None:
    hub = Scripted(settled("shown", kind="show", handed_at="2026-01-02T03:04:05.678Z"))
    result = hub.run("notify", {"message": "Task completed\nsuccessfully!", "wait_for_response": False})
    assert (result.items, result.hands) == (["✓ Message displayed successfully"], None)
    assert hub.body == {
        "kind": "show",
        "title": "Task completed",
        "question": "Task completed\nsuccessfully!",
        "window_title": "VoiceMode",
        "show_history": True,
        "theme": "auto",
        "chime_enabled": False,
        "project": "/home/ada/app",
        "must_show": True,
        "wait": None,
    }


def test_a_message_that_notify_only_shows_stays_for_as_long_as_its_timeout_says() -> None:
    hub = Scripted(settled("shown", kind="show", handed_at="2026-01-02T03:04:05.678Z"))
    result = hub.run("notify", {"message": "Done", "wait_for_response": False, "timeout": 30}, token=False)
    assert result.items == ["✓ Message displayed successfully"]
    assert (hub.body["kind"], hub.body["wait"], len(hub.asked)) == ("show", 30, 1)


def test_the_window_of_notify_looks_as_it_was_asked() -> None:
    look = {"title": "Builder", "show_history": False, "theme": "dark", "chime_enabled": True}
    hub = Scripted(settled("dismissed", kind="text"))
    hub.run("notify", {"message": "  \n" + "x" * 300, **look})
    assert hub.body["window_title"] == "Builder"
    assert (hub.body["show_history"], hub.body["theme"], hub.body["chime_enabled"]) == (False, "dark", True)
    assert hub.body["title"] == "x" * 99 + "…"


@pytest.mark.parametrize("title", ["", "  ", None])
def test_a_blank_window_title_means_the_default(title: str | None) -> None:
    hub = Scripted(settled("dismissed", kind="text"))
    hub.run("notify", {"message": "Hi", "title": title})
    assert hub.body["window_title"] == "VoiceMode"


def test_a_notify_that_no_surface_shows_is_the_contracts_headless_error() -> None:
    result = Scripted(Conflict("headless", "No surface shows text", "open the page")).run("notify", {"message": "Hi"})
    assert result.items == [
        "Error: Cannot display popup - no display available. This feature requires a graphical environment."
    ]
    assert result.is_error


def test_await_answer_may_only_look() -> None:
    hub = Scripted(question())
    assert hub.run("await_answer", {"question_id": "notif/..", "timeout": 0}).items == [TIMEOUT, *HOW_TO_GO_ON]
    assert hub.asked == [Send("GET", "/api/questions/notif%2F..")]


def test_an_unknown_question_is_an_error() -> None:
    result = Scripted(NotFound("question_not_found", "Question not found")).run("await_answer", {"question_id": ID})
    assert (result.items, result.is_error) == (["The parameter question_id names no question of this agent."], True)


def test_a_secret_answer_is_told_once() -> None:
    first = settled("accepted", secret=True, choice="s3cret")
    assert Scripted(first).run("await_answer", {"question_id": ID}).items == [
        '{"response": "accepted", "choice": "s3cret"}'
    ]
    again = settled("accepted", secret=True, handed_at="2026-01-02T03:04:05.678Z")
    assert Scripted(again).run("await_answer", {"question_id": ID}).items == [
        "The answer was secret: it was handed over once and then erased."
    ]


def test_a_question_is_withdrawn() -> None:
    result = Scripted(settled("withdrawn")).run("withdraw_question", {"question_id": ID})
    assert (result.items, result.hands) == ([json.dumps({"withdrawn": True, "question_id": ID})], None)


def test_withdrawing_what_was_answered_gives_the_answer() -> None:
    hub = Scripted(Conflict("already_settled", "This question is already settled"), settled("accepted", choice="No"))
    result = hub.run("withdraw_question", {"question_id": ID})
    assert result.items == [
        json.dumps({"withdrawn": False, "question_id": ID}),
        "It was already settled:",
        '{"response": "accepted", "choice": "No"}',
    ]
    assert result.hands == ID


def test_withdrawing_twice_is_withdrawn() -> None:
    hub = Scripted(Conflict("already_settled", "This question is already settled"), settled("withdrawn"))
    assert json.loads(hub.run("withdraw_question", {"question_id": ID}).items[0])["withdrawn"] is True


def test_a_hub_that_is_away_when_the_time_is_up_keeps_the_question_open() -> None:
    hub = Scripted(question(), question(), Unavailable("hub_not_running", "The hub is not running."))
    assert hub.run("ask_user", ASK).items == [TIMEOUT, *HOW_TO_GO_ON]


def test_a_hub_that_fails_while_a_question_waits_costs_the_wait_and_not_the_question() -> None:
    hub = Scripted(question(), StoreFull("disk_full", "The disk is full."))
    result = hub.run("ask_user", ASK)
    assert (result.items, result.is_error) == (["The disk is full.", *HOW_TO_GO_ON], True)


def test_a_refusal_of_the_hub_is_an_error_with_its_hint() -> None:
    refused = Conflict("too_many_open", "100 questions are open", "withdraw some")
    result = Scripted(refused).run("ask_user", ASK)
    assert (result.items, result.is_error) == (["100 questions are open", "hint: withdraw some"], True)
    told = Scripted(refused).run("send_notification", {"notification_type": "info", "title": "x"})
    assert json.loads(told.items[0]) == {"success": False, "error": "100 questions are open", "hint": "withdraw some"}


def test_the_lack_of_a_key_is_the_drivers_to_explain() -> None:
    with pytest.raises(Unauthorized):
        Scripted(Unauthorized("no_key", "No key")).run("send_notification", {"notification_type": "info", "title": "x"})


def test_send_notification_answers_as_agreed() -> None:
    made = {"id": ID, "agent_name": "research-agent", "created_at": "2026-02-20T10:30:00.000Z", "status": "pending"}
    hub = Scripted(made)
    given = {"notification_type": "completion", "title": " Daily report generated ", "metadata": {"records": 15000}}
    result = hub.run("send_notification", given)
    assert result.items == [
        '{\n  "success": true,\n  "notification_id": "notif_3q2-7wAAQbM0Zk1x",\n'
        '  "agent_name": "research-agent",\n  "created_at": "2026-02-20T10:30:00.000Z"\n}'
    ]
    body = {**given, "title": "Daily report generated", "priority": "normal"}
    assert hub.asked == [Send("POST", "/api/notifications", body, "call-key")]
