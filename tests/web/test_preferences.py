"""What a person prefers is kept in the hub, is theirs alone, and their surfaces hear of it."""

from typing import Any

import pytest

from support.answers import done, refused
from support.hub import Caller, Hub, HubMaker

PATH = "/api/preferences"
NIGHT = "22:00-07:00"


def put(caller: Caller, hours: Any) -> Any:
    return done(caller.call("PUT", PATH, json={"quiet_hours": hours}))


def chosen(caller: Caller) -> Any:
    return done(caller.get(PATH))["quiet_hours"]


def test_person_who_has_chosen_nothing_has_the_hub_s_setting(fresh_hub: HubMaker, person: Caller) -> None:
    assert done(person.get(PATH)) == {"quiet_hours": None, "default_quiet_hours": ""}
    hub = fresh_hub(quiet_hours="22:00 - 7:00")
    assert done(hub.owner.get(PATH)) == {"quiet_hours": None, "default_quiet_hours": NIGHT}


@pytest.mark.parametrize(
    ("hours", "kept"),
    [(NIGHT, NIGHT), ("9:30 - 10:00", "09:30-10:00"), ("0:00-23:59", "00:00-23:59"), ("", ""), (None, None)],
)
def test_quiet_hours_are_kept_and_written_in_one_way(person: Caller, hours: str | None, kept: str | None) -> None:
    put(person, "01:00-02:00")
    assert put(person, hours) == {"quiet_hours": kept, "default_quiet_hours": ""}
    assert chosen(person) == kept


def test_quiet_hours_are_one_s_own_and_outlive_the_hub(fresh_hub: HubMaker) -> None:
    hub = fresh_hub()
    ada, bob = hub.new_person("ada"), hub.new_person("bob")
    put(ada, NIGHT)
    put(hub.owner, "")
    hub.restart()
    assert (chosen(ada), chosen(bob), chosen(hub.owner)) == (NIGHT, None, "")
    other_key = done(ada.post("/api/keys", {"user": "ada"}), 201)["key"]
    assert chosen(Caller(hub, other_key, "ada", "")) == NIGHT


@pytest.mark.parametrize("hours", ["22:00", "24:00-07:00", "22:60-07:00", "always", "22:00-22:00", "9:00-09:00", " "])
def test_quiet_hours_that_are_no_span_are_refused_and_change_nothing(person: Caller, hours: str) -> None:
    put(person, NIGHT)
    answer = refused(person.call("PUT", PATH, json={"quiet_hours": hours}), 400)
    assert answer["code"] == "invalid_quiet_hours"
    assert answer["detail"] == "quiet_hours: two different times of the day, as 22:00-07:00"
    assert chosen(person) == NIGHT


@pytest.mark.parametrize("body", [{}, {"quiet_hours": 7}, {"quiet_hours": None, "theme": "dark"}, []])
def test_a_body_of_another_shape_is_refused(person: Caller, body: Any) -> None:
    assert refused(person.call("PUT", PATH, json=body), 422)["code"] == "invalid_field"


def test_the_person_s_surfaces_hear_of_a_change_and_other_people_do_not(hub: Hub, person: Caller) -> None:
    other = hub.new_person()
    with person.socket() as mine, other.socket() as theirs, hub.owner.socket() as admins:
        for socket in (mine, theirs, admins):
            socket.connected()
        for hours in (NIGHT, None):
            put(person, hours)
            put(person, hours)  # nothing changes, so nobody is told
            # Of changes that a socket has not heard yet it hears the last one alone.
            for socket in (mine, admins):
                told = socket.until_type("preferences_changed", agent_name=person.name)
                assert told["quiet_hours"] == hours
        put(other, "")
        assert theirs.frame()["agent_name"] == other.name


def test_surface_that_comes_back_hears_of_the_last_change_alone(person: Caller) -> None:
    with person.socket() as live:
        seq = live.connected()["seq"]
    for hours in (NIGHT, "", "01:00-02:00"):
        put(person, hours)
    with person.socket(since=seq) as live:
        live.connected()
        assert live.frame()["quiet_hours"] == "01:00-02:00"
