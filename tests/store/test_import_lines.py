"""What no hub could have written is refused by its line: the hub could not start on it, or would answer nobody."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from exported import AT, Record, agent, asked, notification, nudge, question, session, user, write
from kept import SCHEMAS
from kept import restore as kept_file

from bellpull.domain.asking import ALL_KINDS
from bellpull.domain.errors import Invalid
from bellpull.domain.question_check import OUTCOMES as ENDS
from bellpull.store.exporting import export
from bellpull.store.importing import take_in
from bellpull.store.migrate import upgrade
from bellpull.store.records import OUTCOMES

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
PEOPLE = [user("owner", admin=True), agent("bot")]
NO_TIME = "2026-02-31T25:61:61.000Z"
SETTLED = {"settled_at": AT, "outcome": "accepted", "reply": "x"}


def why(folder: Path, *records: Record) -> str | None:
    """Why this is refused, or nothing: its line is the last."""
    file = write(folder / "hub.jsonl", *PEOPLE, *records)
    try:
        take_in(file, folder / "bellpull.db", NOW)
    except Invalid as error:
        assert error.sentence.startswith(f"Line {len(PEOPLE) + len(records) + 1}: ")
        assert not (folder / "bellpull.db").exists()
        return error.sentence.partition(": ")[2]
    return None


@pytest.mark.parametrize("moment", [NO_TIME, "2026-11-16T12:00:00Z", "2026-11-16T24:00:00.000Z", "2026-11-16", "", 0])
def test_a_time_that_there_is_not_is_refused(tmp_path: Path, moment: object) -> None:
    for record, field in moments():
        assert why(tmp_path, *before(record), record | {field: moment}) == (
            f"{field} must be an instant as 2026-11-16T12:00:00.000Z."
        )


def moments() -> Iterator[tuple[Record, str]]:
    """One of each record, and each field of it that is a time."""
    for record in (notification("n1", "bot"), question("n1", "bot"), nudge("d1", "bot"), session("s1", "bot")):
        for field in record:
            if field.endswith(("_at", "_until")) or field == "since":
                yield record, field


def before(record: Record) -> list[Record]:
    return [notification("n1", "bot")] if record["type"] == "question" else []


def test_a_question_ends_as_its_kind_can(tmp_path: Path) -> None:
    for kind in ALL_KINDS:
        for outcome in OUTCOMES:
            life = {"kind": kind, "outcome": outcome, "settled_at": AT, "handed_at": AT, "choice": "x", "reply": "x"}
            request = {"options": ["Yes", "No"], "request": "per_1"} if kind == "permission" else {}
            refused = why(tmp_path, *asked("n1", "bot", **life, **request))
            assert (refused is None) == (outcome in ENDS[kind]), (kind, outcome, refused)
            (tmp_path / "bellpull.db").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("life", "sentence"),
    [
        ({"settled_at": AT}, "outcome of the kind text must be one of: accepted, empty, dismissed, cancelled, "),
        ({"outcome": "accepted"}, "outcome belongs to what is settled."),
        ({"reply": "x"}, "reply belongs to what is settled."),
        ({"handed_at": AT}, "handed_at belongs to what is settled."),
        ({"late": True}, "late belongs to what is settled."),
        ({"kind": "show"}, "what is only shown is settled at once."),
        (SETTLED | {"reply": None}, "reply is missing: it was accepted."),
        (SETTLED | {"kind": "choice"}, "choice is missing: it was accepted."),
        (SETTLED | {"outcome": "withdrawn"}, "handed_at is missing: nobody is told of what was withdrawn."),
        (SETTLED | {"request": "que_1"}, "late must be true: the answer to a client is carried out, and no call"),
        ({"kind": "permission", "request": "per_1"}, "a permission has options, and the request of a client."),
        ({"kind": "permission", "options": ["No"]}, "a permission has options, and the request of a client."),
    ],
)
def test_a_life_that_no_question_has_is_refused(tmp_path: Path, life: dict[str, Any], sentence: str) -> None:
    refused = why(tmp_path, *asked("n1", "bot", **life))
    assert refused is not None
    assert refused.startswith(sentence)


def test_a_secret_answer_that_was_left_out_is_not_missed(tmp_path: Path) -> None:
    assert why(tmp_path, *asked("n1", "bot", **SETTLED | {"reply": None, "secret": True, "late": True})) is None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"asks": "[1]"}, "asks must be a list written as text, of objects that have no more than: question_id, "),
        ({"asks": '[{"unknown": 1}]'}, "asks must be a list written as text, of objects that have no more than: "),
        ({"asks": '[{"title": 1}]'}, "asks has one whose title must be text."),
        ({"asks": f'[{{"at": "{NO_TIME}"}}]'}, "asks has one whose at must be an instant as "),
        ({"requests": "[[]]"}, "requests must be a list written as text, of objects that have no more than: id, "),
        ({"requests": '[{"since": 5}]'}, "requests has one whose since must be an instant as "),
        ({"tools": "{}"}, "tools must be JSON written as text."),
        ({"tools": '[{"tool": "\\ud800"}]'}, "tools must be JSON written as text."),
        ({"todos": "[" * 100_000}, "todos must be JSON written as text."),
        ({"place": "[]"}, "place must be JSON written as text."),
    ],
)
def test_session_whose_json_has_another_shape_is_refused(tmp_path: Path, fields: dict[str, str], sentence: str) -> None:
    refused = why(tmp_path, session("s1", "bot", **fields))
    assert refused is not None
    assert refused.startswith(sentence)


@pytest.mark.parametrize("times", [0, -1, 2**63 - 1, 10**9, True, 1.0, "1", None])
def test_how_often_something_was_said_is_a_number_that_can_be_counted_on(tmp_path: Path, times: object) -> None:
    refused = why(tmp_path, nudge("nudge_1", "bot", times=times))
    assert refused == "times must be a whole number, at least 1 and less than 1000000000."


@pytest.mark.parametrize("record", [notification('n"1', "bot"), nudge("", "bot"), nudge("d1", "bot", question_id="ä")])
def test_an_id_that_no_hub_gives_is_refused(tmp_path: Path, record: Record) -> None:
    refused = why(tmp_path, record)
    assert refused is not None
    assert refused.endswith("id must be an id as the hub gives them.")


def test_the_owner_of_a_hub_is_an_admin_or_nobody_would_be(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="Line 2: owner must be an admin"):
        take_in(write(tmp_path / "hub.jsonl", user("owner")), tmp_path / "bellpull.db", NOW)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_file_of_any_version_can_be_exported_and_imported(tmp_path: Path, schema: int) -> None:
    kept_file(schema, tmp_path / "old.db")
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as old:
        upgrade(old)
    lines: list[str] = []
    counts = export(tmp_path / "old.db", AT, lines.append)
    (tmp_path / "hub.jsonl").write_text("".join(lines), encoding="ascii")
    assert take_in(tmp_path / "hub.jsonl", tmp_path / "bellpull.db", NOW).new == counts
    assert {json.loads(line).get("type") for line in lines} >= {"user", "agent", "notification"}
