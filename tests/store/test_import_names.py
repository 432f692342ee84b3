"""Whom imported records belong to: one person's never become another's, and one name never two people's or agents'."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from exported import Record, agent, asked, notification, nudge, rows, user, write

from bellpull.domain.errors import BellpullError, Conflict, Invalid
from bellpull.store.importing import Taken, take_in

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
EVERYBODY = "SELECT name FROM users UNION ALL SELECT name FROM agents ORDER BY name"


def imported(folder: Path, *records: Record) -> Taken:
    return take_in(write(folder / "hub.jsonl", *records), folder / "bellpull.db", NOW)


def refused(folder: Path, *records: Record) -> BellpullError:
    """Why it was, after which nothing of it is there."""
    database = folder / "bellpull.db"
    before = rows(database, EVERYBODY) if database.exists() else None
    with pytest.raises((Conflict, Invalid)) as error:
        imported(folder, *records)
    assert before == (rows(database, EVERYBODY) if database.exists() else None)
    return error.value


def test_an_agent_that_is_somebody_elses_here_stops_an_import(tmp_path: Path) -> None:
    imported(tmp_path, user("ada"), user("grace"), agent("ada-laptop", "ada"))
    told = notification("notif_1", "ada-laptop", title="Grace's own")
    why = refused(tmp_path, user("grace"), agent("ada-laptop", "grace"), told)
    assert (why.code, why.sentence) == (
        "other_owner",
        "Line 3: ada-laptop is ada's agent here, and grace's in the export.",
    )
    assert "nothing was imported" in (why.hint or "")
    assert rows(tmp_path / "bellpull.db", "SELECT * FROM agent_notifications") == []


def test_an_agent_that_is_two_peoples_in_one_file_stops_an_import(tmp_path: Path) -> None:
    people = [user("ada"), user("grace")]
    assert refused(tmp_path, *people, agent("bot", "ada"), agent("bot", "grace")).code == "other_owner"


def test_people_and_agents_of_the_same_name_are_the_same_and_stay_as_they_are(tmp_path: Path) -> None:
    imported(tmp_path, user("ada"), agent("ada-laptop", "ada"))
    taken = imported(tmp_path, user("ada", admin=True), agent("ada-laptop", "ada"), notification("n1", "ada-laptop"))
    assert (taken.there, taken.new) == ({"user": 1, "agent": 1}, {"notification": 1})
    assert rows(tmp_path / "bellpull.db", "SELECT admin FROM users WHERE name = 'ada'") == [(0,)]


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        (user("ADA"), "ADA and ada, the name of a user here, differ in large and small letters alone."),
        (user("BOT"), "BOT and bot, the name of an agent here, differ in large and small letters alone."),
        (user("bot"), "bot is the name of an agent here."),
        (agent("ada", "ada"), "ada is the name of a user here."),
        (agent("ADA", "ada"), "ADA and ada, the name of a user here, differ in large and small letters alone."),
        (agent("Bot", "ada"), "Bot and bot, the name of an agent here, differ in large and small letters alone."),
        (user("Owner"), "Owner and owner, the name of a user here, differ in large and small letters alone."),
        (agent("owner", "ada"), "owner is the name of a user here."),
    ],
    ids=lambda value: value["type"] + " " + value["name"] if isinstance(value, dict) else "",
)
def test_a_name_that_is_taken_here_stops_an_import(tmp_path: Path, new: Record, sentence: str) -> None:
    imported(tmp_path, user("ada"), agent("bot", "ada"))
    why = refused(tmp_path, new)
    assert (why.code, why.sentence) == ("name_taken", f"Line 2: {sentence}")


@pytest.mark.parametrize(
    ("records", "sentence"),
    [
        ([user("zed"), user("Zed")], "Line 3: Zed and zed, the name of a user in the export, differ in"),
        ([user("zed"), agent("ZED", "zed")], "Line 3: ZED and zed, the name of a user in the export, differ in"),
        ([user("zed"), agent("zed", "zed")], "Line 3: zed is the name of a user in the export."),
        (
            [user("zed"), agent("b", "zed"), agent("B", "zed")],
            "Line 4: B and b, the name of an agent in the export, differ in",
        ),
    ],
)
def test_a_name_that_is_two_in_one_file_stops_an_import(tmp_path: Path, records: list[Record], sentence: str) -> None:
    why = refused(tmp_path, *records)
    assert why.code == "name_taken"
    assert why.sentence.startswith(sentence)


def test_names_that_differ_in_their_case_alone_and_are_here_already_can_be_imported_again(tmp_path: Path) -> None:
    """An earlier version let people make such agents."""
    imported(tmp_path, user("ada"), agent("bot", "ada"))
    with closing(sqlite3.connect(tmp_path / "bellpull.db", isolation_level=None)) as file:
        file.execute("INSERT INTO agents VALUES ('BOT', 'ada', NULL, '')")
    taken = imported(tmp_path, user("ada"), agent("bot", "ada"), agent("BOT", "ada"), notification("n1", "BOT"))
    assert (taken.there["agent"], taken.new["notification"]) == (2, 1)


def test_a_question_is_of_the_agent_that_its_notification_is_of(tmp_path: Path) -> None:
    imported(tmp_path, user("ada"), agent("hers", "ada"), notification("n1", "hers", message="Ada's own"))
    grace = [user("grace"), agent("other", "grace")]
    (_, question) = asked("n1", "other")
    assert "what it asks is not there" in refused(tmp_path, *grace, question).sentence


def test_a_nudge_is_of_the_agent_whose_question_it_answers_and_says_so(tmp_path: Path) -> None:
    people = [user("ada"), agent("hers", "ada"), agent("other", "ada")]
    settled = {"settled_at": "2026-11-16T12:00:00.000Z", "outcome": "accepted", "reply": "x"}
    for question_of, late in (("other", True), ("hers", False)):
        answered = asked("n1", question_of, late=late, **settled)
        why = refused(tmp_path, *people, *answered, nudge("nudge_1", "hers", question_id="n1"))
        assert why.sentence == "Line 7: it is not the answer to n1 that its agent was to get."
    answered = asked("n1", "hers", late=True, **settled)
    assert imported(tmp_path, *people, *answered, nudge("nudge_1", "hers", question_id="n1")).new["nudge"] == 1


def test_an_answer_that_was_given_elsewhere_leaves_a_question_here_as_it_is(tmp_path: Path) -> None:
    """It can be answered here too, and then there is one nudge that says so."""
    people = [user("ada"), agent("bot", "ada")]
    imported(tmp_path, *people, *asked("n1", "bot"))
    settled = {"settled_at": "2026-11-16T12:00:00.000Z", "outcome": "accepted", "reply": "x", "late": True}
    taken = imported(tmp_path, *people, *asked("n1", "bot", **settled), nudge("nudge_1", "bot", question_id="n1"))
    assert (taken.there["question"], taken.there["nudge"], taken.new) == (1, 1, {})
    assert rows(tmp_path / "bellpull.db", "SELECT settled_at FROM questions") == [(None,)]


SAID = {"session": "s1", "source": "ci", "dedup_key": "main"}
EARLIER, LATER = "2026-11-16T11:00:00.000Z", "2026-11-16T13:00:00.000Z"


@pytest.mark.parametrize(
    "here",
    [
        {"created_at": LATER},
        {"created_at": LATER, "handed_at": LATER},
        {"created_at": EARLIER},  # what is here stays, and there is one of a key
        {"created_at": EARLIER, "lease_until": LATER},
    ],
)
def test_a_nudge_that_has_its_like_here_is_left_out(tmp_path: Path, here: dict[str, str]) -> None:
    people = [user("ada"), agent("bot", "ada")]
    imported(tmp_path, *people, nudge("nudge_here", "bot", **SAID | here))
    taken = imported(tmp_path, *people, nudge("nudge_there", "bot", **SAID))
    assert (taken.there["nudge"], taken.new) == (1, {})


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ({"created_at": EARLIER, "handed_at": EARLIER}, {}),
        ({}, {"handed_at": LATER}),
        ({"session": None}, {}),
        ({}, {"session": None}),
        ({}, {"source": "cron"}),
        ({}, {"dedup_key": "other"}),
        ({"dedup_key": None}, {"dedup_key": None}),
    ],
)
def test_a_nudge_that_nothing_here_has_replaced_comes_along(
    tmp_path: Path, here: dict[str, Any], there: dict[str, Any]
) -> None:
    people = [user("ada"), agent("bot", "ada")]
    imported(tmp_path, *people, nudge("nudge_here", "bot", **SAID | here))
    assert imported(tmp_path, *people, nudge("nudge_there", "bot", **SAID | there)).new == {"nudge": 1}


def test_two_nudges_of_one_key_come_along_where_an_agent_was_reading_the_first(tmp_path: Path) -> None:
    nudges = [nudge("nudge_1", "bot", **SAID | {"lease_until": LATER}), nudge("nudge_2", "bot", **SAID)]
    assert imported(tmp_path, user("ada"), agent("bot", "ada"), *nudges).new["nudge"] == 2


def test_records_in_another_order_are_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "hub.jsonl", user("ada"), agent("bot", "ada"))
    head, first, second, end = file.read_text().splitlines(keepends=True)
    file.write_text(head + second + first + end)
    with pytest.raises(Invalid, match="Line 3: records of type user stand before those of type agent"):
        take_in(file, tmp_path / "bellpull.db", NOW)
