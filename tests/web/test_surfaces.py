"""Surfaces say hello on their socket; the hub knows who could see a question right now."""

import json
from contextlib import ExitStack
from typing import Any

import pytest

from support.answers import TIME, done, refused, until
from support.hub import Caller, Hub
from support.questions import MERGE, TYPED, answer, ask, listed, nothing_stored, surface, try_ask

ALL = ("notification", "buttons", "text")


def _surfaces(caller: Caller) -> list[dict[str, Any]]:
    told = done(caller.get("/api/surfaces"))
    assert set(told) == {"count", "surfaces"}
    assert told["count"] == len(told["surfaces"])
    surfaces: list[dict[str, Any]] = told["surfaces"]
    assert all(set(one) == {"surface", "name", "shows", "user", "since"} for one in surfaces)
    return surfaces


def _names(caller: Caller) -> list[str]:
    return sorted(one["name"] for one in _surfaces(caller))


def test_a_surface_is_there_while_its_socket_lives(person: Caller) -> None:
    assert _surfaces(person) == []
    with surface(person, *ALL, name="my desk") as name:
        (one,) = _surfaces(person)
        assert (one["surface"], one["name"], one["user"]) == ("desk", name, person.name)
        assert sorted(one["shows"]) == sorted(ALL)
        assert TIME.fullmatch(one["since"])
    until(lambda: _surfaces(person) == [], "the surface goes")


@pytest.mark.parametrize("kind", ["desk", "page", "tui", "cli"])
@pytest.mark.parametrize("shows", [(), ("notification",), ALL])
def test_every_kind_of_surface_is_taken(person: Caller, kind: str, shows: tuple[str, ...]) -> None:
    with surface(person, *shows, kind=kind):
        (one,) = _surfaces(person)
        assert (one["surface"], sorted(one["shows"])) == (kind, sorted(shows))


def test_a_surface_may_listen_to_everything(hub: Hub) -> None:
    with surface(hub.owner, *ALL, path="/ws") as name:
        assert name in _names(hub.owner)
    until(lambda: name not in _names(hub.owner), "the surface goes")


def test_people_see_their_own_surfaces_and_admins_all(hub: Hub) -> None:
    people = [hub.new_person(), hub.new_person()]
    with ExitStack() as open_surfaces:
        names = [open_surfaces.enter_context(surface(person, "text")) for person in (*people, people[0])]
        assert _names(people[0]) == sorted([names[0], names[2]])
        assert _names(people[1]) == [names[1]]
        assert set(names) <= set(_names(hub.owner))
        refused(hub.new_agent(people[0]).get("/api/surfaces"), 403)


def test_a_socket_that_says_hello_twice_is_one_surface(person: Caller) -> None:
    with person.socket() as live:
        live.connected()
        for name in ("first", "second"):
            live.say({"type": "hello", "surface": "tui", "name": name, "shows": ["text"]})
        until(lambda: _names(person) != [], "it is a surface")
        live.say("ping")
        assert live.text() == "pong"
        assert len(_surfaces(person)) == 1


def test_a_socket_that_says_nothing_is_no_surface(person: Caller) -> None:
    with person.socket() as live:
        live.connected()
        assert _surfaces(person) == []


HELLO: dict[str, Any] = {"type": "hello", "surface": "desk", "name": "x", "shows": ["text"]}
BAD_HELLOS: list[Any] = [
    {"type": "hello"},
    HELLO | {"surface": "phone"},
    HELLO | {"surface": 7},
    HELLO | {"name": 7},
    HELLO | {"name": ["x"]},
    HELLO | {"name": "x" * 10_000},
    HELLO | {"name": "\ud800"},
    HELLO | {"shows": "text"},
    HELLO | {"shows": [7]},
    HELLO | {"shows": {"text": True}},
    [HELLO],
    {"type": "hello", "surface": None, "name": None, "shows": None},
]


@pytest.mark.parametrize("message", BAD_HELLOS, ids=range(len(BAD_HELLOS)))
def test_a_hello_that_is_none_is_ignored_and_the_socket_lives_on(hub: Hub, person: Caller, message: Any) -> None:
    agent = hub.new_agent(person)
    with person.socket() as live:
        live.connected()
        live.say(json.dumps(message))
        sent = agent.send("still there")
        live.until_type("agent_notification", notification_id=sent["id"])
        assert _surfaces(person) == []
        assert refused(try_ask(agent, TYPED | {"must_show": True}), 409)["code"] == "headless"
        live.say(HELLO)
        until(lambda: _names(person) == ["x"], "a right one is taken afterwards")


def test_a_revoked_key_s_surface_goes(hub: Hub) -> None:
    person = hub.new_person()
    with surface(person, *ALL) as name:
        done(hub.owner.delete(f"/api/keys/{person.key_id}"))
        until(lambda: name not in _names(hub.owner), "the surface goes")


# What must be shown


def test_question_that_must_be_shown_is_refused_if_nobody_could_see_it(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    for body in (TYPED, TYPED | {"kind": "show"}, MERGE):
        told = refused(try_ask(agent, body | {"must_show": True}, key="k"), 409)
        assert told["code"] == "headless"
    nothing_stored(agent)
    done(try_ask(agent, TYPED, key="k"), 201)


def test_question_that_must_be_shown_is_asked_if_a_surface_of_its_owner_or_an_admin_shows_text(
    hub: Hub, person: Caller
) -> None:
    agent = hub.new_agent(person)
    for viewer in (person, hub.owner):
        with surface(viewer, *ALL):
            asked = done(try_ask(agent, TYPED | {"must_show": True}), 201)
            answer(viewer, asked["id"], text="seen")
        until(lambda viewer=viewer: _surfaces(viewer) == [], "the surface goes")
    assert refused(try_ask(agent, TYPED | {"must_show": True}), 409)["code"] == "headless"
    assert len(listed(agent, state="settled")) == 2


@pytest.mark.parametrize("shows", [(), ("notification",), ("notification", "buttons")])
def test_a_surface_that_shows_no_text_does_not_count(hub: Hub, person: Caller, shows: tuple[str, ...]) -> None:
    agent = hub.new_agent(person)
    with surface(person, *shows):
        assert refused(try_ask(agent, TYPED | {"must_show": True}), 409)["code"] == "headless"
        nothing_stored(agent)
        with surface(person, "text", kind="page"):
            done(try_ask(agent, TYPED | {"must_show": True}), 201)


def test_a_surface_of_somebody_who_may_not_answer_does_not_count(hub: Hub, person: Caller) -> None:
    agent, stranger = hub.new_agent(person), hub.new_person()
    with surface(stranger, *ALL):
        assert refused(try_ask(agent, TYPED | {"must_show": True}), 409)["code"] == "headless"
        done(try_ask(hub.new_agent(stranger), TYPED | {"must_show": True}), 201)
    nothing_stored(agent)


def test_an_agent_s_socket_is_no_surface(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    with agent.socket() as live:
        live.connected()
        live.say(HELLO)
        live.say("ping")
        assert live.text() == "pong"
        assert refused(try_ask(agent, TYPED | {"must_show": True}), 409)["code"] == "headless"
        assert _surfaces(person) == []


def test_a_repeat_attaches_although_the_surface_has_gone(hub: Hub, person: Caller) -> None:
    agent = hub.new_agent(person)
    body = TYPED | {"must_show": True, "wait": 60}
    with surface(person, *ALL):
        first = done(try_ask(agent, body, session="process:1", key="k"), 201)
    until(lambda: _surfaces(person) == [], "the surface goes")
    assert done(try_ask(agent, body, session="process:1", key="k"), 200)["id"] == first["id"]


def test_question_that_need_not_be_shown_is_stored_always(agent: Caller) -> None:
    ask(agent)
    ask(agent, must_show=False)
