"""Two hundred asks at once, of twenty servers: each gets its own answer, once."""

import contextlib
import json
import secrets

from support.answers import until
from support.hub import HubMaker
from support.questions import answer, listed
from support.stdio_shim import Shim, open_questions

SERVERS, CALLS = 20, 10


def test_two_hundred_asks_from_twenty_servers_all_get_their_answers(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    tag = secrets.token_hex(4)
    with contextlib.ExitStack() as running:
        shims = [running.enter_context(Shim(hub, name=f"{tag}-{number}")) for number in range(SERVERS)]
        asked = {
            (shim, f"{shim.name}/{number}"): shim.call(
                "ask_user", title=f"{shim.name}/{number}", question="y", wait_for_response=True, timeout=120
            )
            for number in range(CALLS)
            for shim in shims
        }
        owner = hub.owner
        until(lambda: len(listed(owner, limit=500)) == SERVERS * CALLS, "all are asked", 60)
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
