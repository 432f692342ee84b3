"""One agent's key takes all that it is allowed, of everything: nobody else's question is hidden by it, and the hub
stays as large as it should be."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.answers import done
from support.hub import Caller, Hub, HubMaker
from support.questions import answer, ask

#: Far more than all of it takes, and far less than what it took without bounds.
MOST_GROWTH = 200 * 1024 * 1024
PERMISSION = {"kind": "permission", "source": "event", "permission": "bash", "patterns": ["x" * 500]}


def resident(hub: Hub) -> int:
    status = Path(f"/proc/{hub.pid}/status")
    if not status.exists():
        pytest.skip("how much memory a process has is not told here")
    found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text())
    assert found
    return int(found[1]) * 1024


def until_refused(act: Callable[[int], httpx2.Response], most: int, *codes: str) -> str | None:
    """Do it until it is refused, with one of these codes; None if it was allowed all the time."""
    for number in range(most):
        if (said := act(number)).status_code >= 400:
            assert said.json()["code"] in codes, said.text[:500]
            return str(said.json()["code"])
    return None


def signs(part: int) -> Iterator[dict[str, Any]]:
    """As large as a body may be."""
    todos = [{"content": "t" * 1000, "status": "pending"} for _ in range(30)]
    tools = [{"tool": f"tool {number}", "argument": "a" * 900} for number in range(20)]
    asks = [{"title": f"ask {number}", "text": "q" * 500, "running": True} for number in range(20)]
    for number in range(10):
        id = f"s{part}.{number}"
        requests = [{**PERMISSION, "id": f"per_{id}_{one}"} for one in range(10)]
        more = {"todos": todos, "tools": tools, "guesses": tools, "asks": asks, "requests": requests}
        yield {"session": id, "state": "waiting", "place": {"host": "h" * 1900}, **more}


def take_everything(bot: Caller) -> None:
    nudge = {"message": "<notificatio " * 1240, "source": "ci"}
    path = f"/api/agents/{bot.name}/nudges"
    assert until_refused(lambda _: bot.post(path, nudge), 1_100, "too_many_pending")
    for part in range(120):
        done(bot.post("/api/sessions/signs", list(signs(part))))
    asked = {"title": "x", "question": "y" * 60_000, "options": ["a"], "wait": 60, "urgency": "urgent"}
    assert until_refused(
        lambda number: bot.post("/api/questions", {**asked, "title": f"{number}"}), 200, "too_many_open"
    )
    texts = {"texts": ["text " * 50_000]}
    assert until_refused(lambda _: bot.post("/api/markup", texts), 60, "too_many")


def test_an_agent_that_takes_all_it_may_hides_nobody_and_fills_nothing(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    hostile, calm = hub.new_agent(), hub.new_agent()
    done(hub.owner.get("/api/watch"))
    before = resident(hub)
    with hub.owner.socket() as live:
        live.connected()
        take_everything(hostile)
        urgent = ask(calm, wait=600, urgency="urgent")["id"]
        live.until_type("question_opened", agent_name=calm.name)
        found = done(hub.owner.get("/api/questions"))
        assert found["total"] == 101
        assert found["questions"][0]["id"] == urgent
        watched = hub.owner.get("/api/watch")
        assert len(watched.content) < 16 * 1024 * 1024
        (seen,) = done(watched)["questions"]
        assert (seen["question_id"], seen["rank"]) == (urgent, 0)
        listed = done(hostile.get(f"/api/agents/{hostile.name}/nudges", limit=1))
        assert (listed["count"], listed["total"]) == (1, 1_000)
        answer(hub.owner, urgent, choice="Yes, merge")
        live.until_type("question_settled", question_id=urgent)
    assert resident(hub) - before < MOST_GROWTH
