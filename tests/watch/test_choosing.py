"""Whose session is it, whose turn is it: decided without a look at the world."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bellpull.domain.errors import Setup
from bellpull.watch.choosing import Agent, Known, Seen, belongs, left_to_plugin, newest, served_by_plugin
from bellpull.watch.opencode import Server, Session, place_of
from bellpull.watch.turns import LONGEST_PAUSE, Turns

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SERVER = Server("http://127.0.0.1:4096", {})
BUILDER = Agent("builder", "/work/shop")


def known(**fields: Any) -> Known:
    usual = {"id": "opencode:ses_1", "agent_name": "builder", "client": "opencode/1", "state": "idle", "seen_at": NOW}
    return Known(**usual | {"source": "plugin", "server": "http://127.0.0.1:4096", "directory": ""} | fields)


def seen(id: str, *, updated: datetime = NOW, parent: str | None = None, root: str = "/work/shop") -> Seen:
    at = int(updated.timestamp() * 1000)
    return Seen(SERVER, Session(id, root, parent, at, "", "", None, {}, False), root, at_home=True)


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("http://localhost:4096/", True),
        ("http://[::1]:4096", True),
        ("http://opencode:word@127.0.0.1:4096", True),
        ("HTTP://LOCALHOST:4096", True),
        ("http://127.0.0.1:4097", False),
        ("http://127.0.0.1:4096/behind", False),
        ("http://other:4096", False),
        ("", False),
        ("http://[::1", False),
    ],
)
def test_a_server_is_the_same_in_every_spelling_of_its_address(written: str, same: bool) -> None:
    assert (place_of(written) == SERVER.place) == same
    assert served_by_plugin(SERVER, [known(server=written)], NOW) == same


@pytest.mark.parametrize("age", [0, 89, 90, 3600])
def test_a_plugin_is_at_work_for_ninety_seconds_after_its_last_sign(age: int) -> None:
    sign = known(seen_at=NOW - timedelta(seconds=age))
    assert served_by_plugin(SERVER, [sign], NOW) == (age < 90)
    assert left_to_plugin("opencode:ses_1", BUILDER, [sign], NOW) == (age < 90)


def test_a_sign_of_somebody_else_is_no_plugin() -> None:
    assert not served_by_plugin(SERVER, [known(source="watcher"), known(source="hook")], NOW)


def test_the_plugin_brings_what_is_for_its_session_or_for_the_whole_agent() -> None:
    sign = [known(server="http://elsewhere:1")]
    assert left_to_plugin(None, BUILDER, sign, NOW)
    assert not left_to_plugin("opencode:ses_2", BUILDER, sign, NOW)
    assert not left_to_plugin(None, Agent("tester", None), sign, NOW)


@pytest.mark.parametrize(
    ("agent", "root", "worked_in", "is_its"),
    [
        (BUILDER, "/work/shop", (), True),
        (BUILDER, "/work/builder", (), False),
        (BUILDER, "/other", ("/other",), False),
        (Agent("shop", None), "/work/shop", (), True),
        (Agent("my-shop", None), "/work/my shop", (), True),
        (Agent("tester", None), "/work/shop", (), False),
        (Agent("tester", None), "/work/shop", ("/work/shop",), True),
        (Agent("shop", None), "/work/shop", ("/other",), False),
    ],
)
def test_a_session_belongs_to_the_agent_of_its_project(
    agent: Agent, root: str, worked_in: tuple[str, ...], is_its: bool
) -> None:
    assert belongs(root, agent, worked_in) == is_its


def test_the_newest_root_session_is_taken() -> None:
    before = NOW - timedelta(minutes=5)
    sessions = [seen("old", updated=before), seen("new"), seen("child", parent="new"), seen("foreign", root="/other")]
    found = newest(sessions, BUILDER, [], ())
    assert found is not None
    assert found.session.id == "new"


@pytest.mark.parametrize(
    ("client", "state", "minutes", "taken"),
    [
        ("claude-code/2.1", "working", 1, False),
        ("claude-code/2.1", "idle", 1, False),
        ("claude-code/2.1", "ended", 1, True),
        ("claude-code/2.1", "working", -1, True),
        ("opencode/1.18", "working", 1, True),
        ("", "working", 1, True),
    ],
)
def test_an_agent_that_was_heard_of_later_in_another_client_is_left_to_it(
    client: str, state: str, minutes: int, taken: bool
) -> None:
    elsewhere = known(source="hook", client=client, state=state, seen_at=NOW + timedelta(minutes=minutes))
    assert (newest([seen("one")], BUILDER, [elsewhere], ()) is not None) == taken


@pytest.mark.parametrize("url", ["127.0.0.1:4096", "http://", "http://[::1", "ftp://host", "http://u:secret@host:x"])
def test_a_text_that_is_no_address_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(Setup) as refused:
        Server(url, {})
    assert "secret" not in str(refused.value)


def test_no_agent_is_looked_after_while_nothing_is_pending() -> None:
    turns = Turns()
    assert turns.next() is None
    turns.ring("builder", 0)
    (turn,) = turns.due(0)
    turns.over(turn, turn.rings)
    assert turns.next() is None


def test_a_ring_that_came_meanwhile_is_not_lost() -> None:
    turns = Turns()
    turns.ring("builder", 0)
    (turn,) = turns.due(0)
    before = turn.rings
    turns.ring("builder", 0)
    turns.over(turn, before)
    assert turns.due(0) == [turn]


def test_pauses_grow_while_it_is_in_vain_and_a_ring_makes_them_short() -> None:
    turns = Turns()
    turns.ring("builder", 0)
    (turn,) = turns.due(0)
    at, pauses = 0.0, []
    for _ in range(8):
        turns.later(turn, at)
        pauses.append(turn.due - at)
        at = turn.due
    assert pauses == [1, 2, 4, 8, 16, 32, LONGEST_PAUSE, LONGEST_PAUSE]
    turns.later(turn, at)
    turns.ring("builder", at + 0.25)
    assert turn.due == at + 1
    turns.ring("builder", at + 5)
    assert turn.due == at + 1
