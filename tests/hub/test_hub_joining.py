"""Questions joined to the sessions that asked them: what a session keeps, and who hears of it; and what is counted."""

import json
from datetime import timedelta
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.numbers import Counts
from bellpull.domain.request import Request
from bellpull.domain.session import AskSeen, Session, Sign
from bellpull.domain.sign_size import LONGEST_ASK
from bellpull.hub.joining import MOST_ASKS
from support.asks import asked, choice, shown
from support.in_process import Stage

SESSION = "opencode:ses_1"


def give(stage: Stage, who: Principal, **more: Any) -> None:
    stage.do(stage.hub.sessions.sign(who, [Sign(SESSION, "working", **more)]))


def find(stage: Stage) -> Session:
    found = stage.do(stage.store.read(lambda reader: reader.sessions.find("bot", SESSION)))
    assert found is not None
    return found


def changes(stage: Stage) -> list[int]:
    """The numbers of the events that say that a session changed."""
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, 0, 10**9, 1000)))
    return [event.seq for event in events if event.type == "session_changed"]


def seen(stage: Stage, **more: Any) -> AskSeen:
    at = instant(stage.clock.now - timedelta(seconds=7))
    return AskSeen(None, "Merge", "Merge to main?", at=at, running=True)._replace(**more)


def test_session_hears_that_the_question_of_its_call_has_come(stage: Stage) -> None:
    bot = stage.agent()
    stage.passes(10)
    give(stage, bot, asks=(seen(stage), seen(stage, title="Other", text="Other?")))
    before = changes(stage)
    asked(stage, bot, wait=60)
    assert [one["title"] for one in json.loads(find(stage).asks)] == ["Other"]
    assert len(changes(stage)) == len(before) == 1
    assert changes(stage) > before


@pytest.mark.parametrize("more", [{"running": False}, {"at": None}, {"title": "Another"}, {"text": "Another?"}])
def test_other_calls_of_a_session_are_left_as_they_are(stage: Stage, more: dict[str, Any]) -> None:
    bot = stage.agent()
    stage.passes(10)
    give(stage, bot, asks=(seen(stage, **more),))
    before, kept = changes(stage), find(stage).asks
    asked(stage, bot, wait=60)
    assert (changes(stage), find(stage).asks) == (before, kept)


def test_calls_that_the_hub_does_not_know_are_kept_cut_and_only_the_newest(stage: Stage) -> None:
    bot = stage.agent()
    many = tuple(AskSeen(title=str(number), text="") for number in range(MOST_ASKS + 1))
    give(stage, bot, asks=many)
    assert [one["title"] for one in json.loads(find(stage).asks)] == [str(number) for number in range(1, MOST_ASKS + 1)]
    give(stage, bot, asks=(AskSeen(title="long", text="x" * (LONGEST_ASK + 1)),))
    [kept] = json.loads(find(stage).asks)
    assert kept["text"] == "x" * LONGEST_ASK


def test_long_question_is_joined_by_how_it_begins(stage: Stage) -> None:
    bot = stage.agent()
    stage.passes(10)
    text = "x" * (LONGEST_ASK + 9)
    give(stage, bot, asks=(seen(stage, text=text),))
    asked(stage, bot, choice(text), wait=60)
    assert json.loads(find(stage).asks) == []


def test_request_keeps_who_saw_it_first_and_since_when(stage: Stage) -> None:
    bot = stage.agent()

    def request(source: str, since: str | None) -> Request:
        return Request("per_1", "permission", source, since, {"permission": "bash", "metadata": {"command": "ls"}})

    began = "2025-12-31T23:59:00.000Z"
    give(stage, bot, requests=(request("event", began),))
    kept = {"id": "per_1", "kind": "permission", "subject": "bash: ls", "source": "event", "since": began}
    assert json.loads(find(stage).requests) == [kept]
    stage.passes(5)
    give(stage, bot, requests=(request("list", None),))
    assert json.loads(find(stage).requests) == [kept]


def test_agents_counts_are_of_what_waits_there(stage: Stage) -> None:
    bots = {name: stage.agent(name) for name in ("told", "asks", "nudged", "shows", "idle")}
    for _ in range(2):
        stage.do(stage.hub.tell(bots["told"], Draft("info", "hello")))
    acknowledged, _ = stage.do(stage.hub.tell(bots["told"], Draft("info", "hello")))
    stage.do(stage.hub.acknowledge(stage.owner, acknowledged.id))
    first, _ = asked(stage, bots["asks"], choice("One?")), asked(stage, bots["asks"], choice("Two?"))
    stage.do(stage.hub.acknowledge(stage.owner, first.id))
    stage.do(stage.hub.nudges.tell(stage.owner, "nudged", NudgeDraft("ci", "broken")))
    asked(stage, bots["shows"], shown())
    _, counts = stage.do(stage.hub.access.agents(stage.owner))
    assert {name: count for name, count in counts.items() if any(count)} == {
        "told": Counts(2, 0, 0),
        "asks": Counts(0, 2, 0),
        "nudged": Counts(0, 0, 1),
        "shows": Counts(1, 0, 0),
    }
