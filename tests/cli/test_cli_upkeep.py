"""What retention would delete, and deletes, from the command line, against a real hub."""

import sqlite3

import pytest

from bellpull.cli.upkeep import KINDS
from support.answers import done
from support.hub import Caller, Hub, HubMaker
from support.shell import Shell

OLD = "2001-01-01T00:00:00.000Z"


@pytest.fixture
def old(fresh_hub: HubMaker, alone: Shell) -> tuple[Hub, Shell]:
    """A hub with three notifications that ended long ago and one that is pending since then, and its owner's shell."""
    hub = fresh_hub()
    alone.at(hub)
    agent = hub.new_agent(name="builder")
    for _ in range(4):
        agent.send()
    for one in list(agent.every_notification())[:3]:
        done(hub.owner.post(f"/api/notifications/{one['id']}/dismiss"))
    with sqlite3.connect(hub.database) as database:
        database.execute("UPDATE agent_notifications SET created_at = ?", [OLD])
        database.execute("UPDATE agent_notifications SET acknowledged_at = ? WHERE acknowledged_at NOT NULL", [OLD])
    database.close()
    return hub, alone


def kept(hub: Hub) -> list[str]:
    return [one["status"] for one in hub.owner.every_notification(agent_name="builder")]


def test_upkeep_shows_what_would_go_and_changes_nothing(old: tuple[Hub, Shell]) -> None:
    hub, shell = old
    ended = shell.run("upkeep")
    assert (ended.code, ended.err) == (0, "")
    head, *rows = ended.out.splitlines()
    assert head.split() == ["KIND", "WOULD", "GO", "KEPT"]
    assert rows[0].split(maxsplit=2) == ["notifications", "3", "90 days after they ended"]
    assert rows[3].split(maxsplit=2) == ["events", "0", "30 days, 1000000 at most"]
    assert rows[6].endswith("365 days")
    assert rows[-1].startswith("The data file has ")
    told = shell.json("upkeep")
    assert set(told) == {*KINDS, "bytes", "keep"}
    assert told["notifications"] == 3
    assert 10_000 < told["bytes"] < 10_000_000
    assert sorted(kept(hub)) == ["dismissed"] * 3 + ["pending"]
    # The days are the hub's; the settings of the command do not count.
    assert "90 days after they ended" in shell.run("upkeep", BELLPULL_KEEP_ENDED_DAYS="7").out


def test_a_setting_of_one_is_one_day(fresh_hub: HubMaker, alone: Shell) -> None:
    alone.at(fresh_hub(keep_ended_days="1", keep_events_days="1", keep_audit_days="1"))
    kept = [row.split("  ")[-1].strip() for row in alone.run("upkeep").out.splitlines()[1:8]]
    ended, handed, seen = "1 day after they ended", "1 day after they were handed over", "1 day after their last sign"
    assert kept == [ended, ended, handed, "1 day, 1000000 at most", seen, "a day", "1 day"]


def test_now_asks_first_and_then_says_what_went(old: tuple[Hub, Shell]) -> None:
    hub, shell = old
    refusal = shell.run_in_terminal("upkeep", "--now", typed=b"n\n")
    assert refusal.code == 1
    assert "This deletes 3 notifications, for good." in refusal.err
    assert "Delete that? [y/N] " in refusal.err
    no_terminal = shell.run("upkeep", "--now", input=b"y\n")
    assert (no_terminal.code, no_terminal.out) == (1, "")
    assert "--yes" in no_terminal.err
    assert len(kept(hub)) == 4
    agreed = shell.run_in_terminal("upkeep", "--now", typed=b"y\n")
    assert agreed.code == 0
    assert "Deleted 3 notifications.\n" in agreed.out
    assert kept(hub) == ["pending"]
    again = shell.run("upkeep", "--now")
    assert (again.code, again.err) == (0, "")
    assert again.out.startswith("Deleted nothing.\n")


def test_now_with_yes_is_for_scripts(old: tuple[Hub, Shell]) -> None:
    hub, shell = old
    told = shell.json("upkeep", "--now", "--yes")
    assert (told["notifications"], told["questions"]) == (3, 0)
    assert kept(hub) == ["pending"]


def test_yes_alone_is_a_wrong_use(alone: Shell) -> None:
    ended = alone.run("upkeep", "--yes")
    assert (ended.code, ended.out) == (2, "")
    assert "--yes goes with --now" in ended.err


@pytest.mark.parametrize("words", [[], ["--now"], ["--now", "--yes"]])
def test_upkeep_is_for_admins_only(shell: Shell, person: Caller, words: list[str]) -> None:
    ended = shell.run("upkeep", *words, BELLPULL_KEY=person.key)
    assert (ended.code, ended.out) == (2, "")
    assert "Only an admin" in ended.err
