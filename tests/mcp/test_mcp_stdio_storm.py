"""Many asks at once, of many servers: each gets its own answer, once."""

import contextlib
import json
import secrets

import pytest

from support.answers import until
from support.hub import HubMaker
from support.questions import answer, listed
from support.stdio_shim import LocalShim, Shim, open_questions


@pytest.mark.parametrize(
    ("kind", "servers", "calls"),
    [(LocalShim, 5, 8), pytest.param(Shim, 20, 10, marks=[pytest.mark.process, pytest.mark.slow])],
)
def test_asks_of_many_servers_all_get_their_own_answers(
    fresh_hub: HubMaker, kind: type[Shim], servers: int, calls: int
) -> None:
    hub = fresh_hub()
    assert hub.url
    tag = secrets.token_hex(4)
    with contextlib.ExitStack() as running:
        shims = [running.enter_context(kind(hub, name=f"{tag}-{number}")) for number in range(servers)]
        asked = {
            (shim, f"{shim.name}/{number}"): shim.call(
                "ask_user", title=f"{shim.name}/{number}", question="y", wait_for_response=True, timeout=120
            )
            for number in range(calls)
            for shim in shims
        }
        owner = hub.owner
        until(lambda: len(listed(owner, limit=500)) == servers * calls, "all are asked", 60)
        for question in listed(owner, limit=500):
            answer(owner, question["id"], text=f"to {question['title']}")
        for (shim, title), id in asked.items():
            assert [json.loads(item) for item in shim.items(id)] == [{"response": "accepted", "choice": f"to {title}"}]
        until(
            lambda: all(question["handed_at"] for question in listed(owner, state="settled", limit=500)),
            "all are handed",
        )
        for shim in shims:
            assert open_questions(owner, shim.name) == []
            assert shim.told("send_notification", notification_type="info", title="x")[1:] == [], "no nudge is left"
