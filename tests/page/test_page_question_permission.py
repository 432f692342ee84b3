"""Permissions on the page: what is allowed is shown, and each of the ways to answer is one."""

from typing import Any

import pytest

from support.answers import done, until
from support.browser import Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import Question, look

DIFF = "--- a/w.txt\n+++ b/w.txt\n@@ -1 +1 @@\n-old\n+new\n"
EDIT = {
    "id": "per_1",
    "kind": "permission",
    "source": "event",
    "permission": "edit",
    "metadata": {"filepath": "w.txt", "diff": DIFF},
    "always": ["*.txt"],
}


def permission(agent: Caller) -> Question:
    """As a watch reports one."""
    sign = {"session": f"opencode:ses_{agent.name}", "state": "working", "title": "Fix the cart", "requests": [EDIT]}
    (told,) = done(agent.post("/api/sessions/signs", [sign]))["requests"]
    return look(agent, told["question_ids"][0])


def fields(caller: Caller, question: Question) -> list[Any]:
    now = until(lambda: (one := look(caller, question["id"]))["state"] == "settled" and one, "it is settled")
    return [now[name] for name in ("outcome", "choice", "reply")]


@pytest.mark.parametrize(
    ("label", "key", "answer"),
    [
        ("Allow once", "1", ["accepted", "Allow once", None]),
        pytest.param("Allow always", "2", ["accepted", "Allow always", None], marks=pytest.mark.slow),
        pytest.param("Reject", "3", ["declined", "Reject", None], marks=pytest.mark.slow),
    ],
)
def test_a_permission_is_allowed_or_rejected_by_hand_and_by_key(
    hub: Hub, person: Caller, visit: Visit, label: str, key: str, answer: list[str]
) -> None:
    agent, other, tab = hub.new_agent(person), hub.new_agent(person), visit(person)
    first, second = permission(agent), permission(other)
    tab.until("document.querySelectorAll('.card .diff').length === 2")
    tab.sees("Fix the cart")
    tab.click(f'[data-id="{first["id"]}"] button', label)
    assert fields(agent, first) == answer
    tab.run(f"document.querySelector('[data-id=\"{second['id']}\"]').focus()")
    tab.press(key)
    assert fields(other, second) == answer


def test_a_permission_is_rejected_with_a_reason(hub: Hub, person: Caller, visit: Visit) -> None:
    agent, tab = hub.new_agent(person), visit(person)
    asked = permission(agent)
    tab.click(".card button", "Reject with a reason…")
    tab.type("not that file")
    tab.key("Enter")
    assert fields(agent, asked) == ["declined", "Reject", "not that file"]
    tab.sees("Answered: Reject · not that file")


@pytest.mark.slow
def test_buttons_are_in_the_language_of_the_page_and_the_answer_is_the_option(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub(language="fr")
    agent, tab = hub.new_agent(), visit(hub.owner)
    asked = permission(agent)
    tab.click(".card button", "Permettre toujours")
    assert fields(agent, asked)[1] == "Allow always"
    tab.sees("Répondu : Permettre toujours")
