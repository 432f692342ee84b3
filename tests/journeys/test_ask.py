"""Journeys 2 and 3, ask and click, ask and type: the question is shown everywhere, answered once, and returned."""

from contextlib import ExitStack

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker
from support.live import Live
from support.questions import MERGE, NO, TYPED, YES, Poll, Question, answer, claim, handed, listed, look, try_ask, verb

ALL = ["notification", "buttons", "text"]


def _surfaces(opened: ExitStack, hub: Hub, person: Caller, since: int | None = None) -> list[Live]:
    """An admin's socket, the person's desk and page."""
    sockets = [hub.owner.socket("/ws", since=since), person.socket(since=since), person.socket(since=since)]
    for live, kind in zip(sockets, ("tui", "desk", "page"), strict=True):
        opened.enter_context(live)
        live.connected()
        live.say({"type": "hello", "surface": kind, "name": kind, "shows": ALL})
    return sockets


def _shown(surfaces: list[Live], question_id: str) -> list[Question]:
    def is_it(frame: dict[str, object]) -> bool:
        question = frame.get("question")
        return isinstance(question, dict) and question["id"] == question_id

    return [live.until(is_it)["question"] for live in surfaces]


def _gone(surfaces: list[Live], question_id: str, outcome: str) -> None:
    """Every surface learns that its copy has to disappear, and nothing more of the answer."""
    for live in surfaces:
        assert live.until_type("question_settled", question_id=question_id)["outcome"] == outcome


def test_a_click_on_one_surface_returns_to_the_agent_and_closes_all_the_others(hub: Hub) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    with ExitStack() as opened:
        surfaces = _surfaces(opened, hub, person)
        asked = done(try_ask(agent, MERGE | {"wait": 60}, key="call"), 201)
        poll = opened.enter_context(Poll(agent, asked["id"]))
        shown = _shown(surfaces, asked["id"])
        assert shown == [asked] * 3
        button = shown[1]["buttons"][0]
        assert button["label"] == YES
        answer(person, asked["id"], **button["answer"], via="desk")
        returned = poll.question()
        assert (returned["outcome"], returned["choice"], returned["via"]) == ("accepted", YES, "desk")
        assert handed(agent, asked["id"])
        _gone(surfaces, asked["id"], "accepted")
        late = verb(hub.owner, asked["id"], "answer", {"choice": NO, "via": "tui"})
        assert refused(late, 409)["code"] == "already_settled"
    assert person.read(asked["id"])["status"] == "acknowledged"
    assert claim(agent) == []


def test_a_typed_reply_returns_to_the_letter(hub: Hub) -> None:
    person = hub.new_person()
    agent = hub.new_agent(person)
    text = 'Not yet: first\n  fix "x" <b>&</b> 🔔'
    with ExitStack() as opened:
        surfaces = _surfaces(opened, hub, person)
        asked = done(try_ask(agent, TYPED | {"wait": 60, "window_title": "Ada", "must_show": True}, key="call"), 201)
        poll = opened.enter_context(Poll(agent, asked["id"]))
        assert {shown["look"]["window_title"] for shown in _shown(surfaces, asked["id"])} == {"Ada"}
        answer(person, asked["id"], text=text, via="page")
        assert poll.question()["reply"] == text
        assert handed(agent, asked["id"])
        _gone(surfaces, asked["id"], "accepted")
        assert all(text not in str(live.frames) for live in surfaces)


@pytest.mark.parametrize("answered", ["before the kill", "after it"])
def test_a_click_returns_to_the_agent_through_a_hub_that_is_killed_and_started_again(
    hub_process: HubMaker, answered: str
) -> None:
    hub = hub_process()
    person = hub.new_person()
    agent = hub.new_agent(person)
    body = MERGE | {"wait": 600}
    with ExitStack() as opened:
        surfaces = _surfaces(opened, hub, person)
        since = int(surfaces[0].frames[0]["seq"])
        asked = done(try_ask(agent, body, session="process:1", key="call"), 201)
        opened.enter_context(Poll(agent, asked["id"]))
        _shown(surfaces, asked["id"])
        if answered == "before the kill":
            answer(person, asked["id"], choice=YES)
        hub.kill()
    hub.start()
    again = done(try_ask(agent, body, session="process:1", key="call"), 200)
    assert again["id"] == asked["id"]
    with ExitStack() as opened:
        surfaces = _surfaces(opened, hub, person, since)
        poll = opened.enter_context(Poll(agent, asked["id"]))
        _shown(surfaces, asked["id"])
        if answered == "after it":
            assert [one["id"] for one in listed(person)] == [asked["id"]]
            answer(person, asked["id"], choice=YES)
        assert poll.question()["choice"] == YES
        _gone(surfaces, asked["id"], "accepted")
        handed(agent, asked["id"])
        opens = [frame for live in surfaces for frame in live.events() if frame["type"] == "question_opened"]
        assert len(opens) == 3
    assert look(agent, asked["id"])["handed_at"] is not None
    assert claim(agent) == []
    assert [one["id"] for one in listed(person, state="settled")] == [asked["id"]]
