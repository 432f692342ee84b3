"""What may stand in the fields and lines of an export, and what is said of the rest."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from exported import AT, agent, notification, user, write

from bellpull.domain.asking import THEMES, Look
from bellpull.domain.errors import BellpullError
from bellpull.store import values
from bellpull.store.importing import take_in
from bellpull.store.records import BY_TYPE, VERSION
from bellpull.store.values import Check, json_of, maybe, objects_of, word

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
HEAD = {"bellpull": "export", "version": VERSION}
LOOK = Look()._asdict()
FIELDS = ", ".join(Look._fields)
TOO_OFTEN = "must be a whole number, at least 1 and less than 1000000000"
ASKS = objects_of({"title": values.text, "running": values.flag})
NO_OBJECTS = "must be a list written as text, of objects that have no more than: title, running"

GOOD: list[tuple[Check, list[object]]] = [
    (values.text, ["", "héllo 🔔", "\0"]),
    (values.name, ["a", "ada@b.c", "x" * 64]),
    (values.id, ["a", "notif_0-9", "x" * 64]),
    (values.when, [AT, "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]),
    (values.quiet_hours, ["", "22:00-07:00"]),
    (values.flag, [True, False]),
    (values.times, [1, 999_999_999]),
    (values.texts, [[], ["a", ""]]),
    (values.look, [LOOK, {name: value for name, value in LOOK.items() if name != "listens"}]),
    (word("a", "b"), ["a", "b"]),
    (maybe(values.flag), [None, True]),
    (json_of(dict), ["{}", '{"a": [1]}']),
    (json_of(list), ["[]"]),
    (ASKS, ["[]", '[{"title": "x"}, {"running": true}, {}]']),
]
BAD: list[tuple[Check, list[object], str]] = [
    (values.text, [None, 1, b"a"], "must be text"),
    (values.text, ["\ud800", "a\udfff"], "must be text that UTF-8 can hold"),
    (values.name, [None, "", "x" * 65, "-a", "a b", "é"], "is no name of an agent or a user"),
    (values.id, [None, 1, "", "x" * 65, "a b", "a.b"], "must be an id as the hub gives them"),
    (
        values.when,
        [None, 0, "", "2026-11-16", "2026-11-16T12:00:00Z", "2026-02-31T00:00:00.000Z", f"{AT} "],
        "must be an instant as 2026-11-16T12:00:00.000Z",
    ),
    (values.quiet_hours, [None, 1, "22:00", "22:00-22:00"], "must be hours as 22:00-07:00"),
    (values.flag, [None, 0, 1, "true"], "must be true or false"),
    (values.times, [None, 0, -1, 1.0, True, 10**9, "1"], TOO_OFTEN),
    (values.texts, [None, "a", [1], ["a", None], ["\ud800"]], "must be a list of texts"),
    (values.look, [None, {}, {**LOOK, "more": 1}], f"must have exactly: {FIELDS}"),
    (values.look, [{**LOOK, "listens": 1}], "listens must be true or false"),
    (values.look, [{**LOOK, "show_history": None}], "show_history must be true or false"),
    (values.look, [{**LOOK, "chime_enabled": "no"}], "chime_enabled must be true or false"),
    (values.look, [{**LOOK, "theme": "pink"}], f"theme must be one of: {', '.join(THEMES)}"),
    (word("a", "b"), [None, "", "c", "A"], "must be one of: a, b"),
    (maybe(values.flag), [0, ""], "must be true or false"),
    (json_of(dict), [None, {}, "", "[]", "{", '{"a": NaN}', '"\\ud800"'], "must be JSON written as text"),
    (json_of(list), ["{}", '["\\ud800"]', "[" * 100_000], "must be JSON written as text"),
    (ASKS, [None, "{}", "[1]", '[{"other": 1}]', [{}]], NO_OBJECTS),
    (ASKS, ['[{"title": "x"}, {"title": 1}]'], "has one whose title must be text"),
    (ASKS, ['[{"running": 1}]'], "has one whose running must be true or false"),
]


@pytest.mark.parametrize("check, given", GOOD)
def test_value_that_a_hub_writes_is_taken(check: Check, given: list[object]) -> None:
    assert [check(value) for value in given] == [None] * len(given)


@pytest.mark.parametrize("check, given, wrong", BAD)
def test_value_that_no_hub_writes_is_named(check: Check, given: list[object], wrong: str) -> None:
    assert [check(value) for value in given] == [wrong] * len(given)


@pytest.mark.parametrize(
    "changed, wrong",
    [
        ({"more": 1}, "more is unknown"),
        ({"title": 7}, "title must be text"),
        ({"priority": "none"}, "priority must be one of: low, normal, high, urgent"),
    ],
)
def test_record_says_which_field_is_wrong(changed: dict[str, Any], wrong: str) -> None:
    record = notification("n1", "bot")
    assert BY_TYPE["notification"].wrong(record) is None
    assert BY_TYPE["notification"].wrong(record | changed) == wrong


def test_record_says_which_field_is_missing() -> None:
    record = {name: value for name, value in notification("n1", "bot").items() if name not in ("title", "status")}
    assert BY_TYPE["notification"].wrong(record) == "status is missing"


def import_of(folder: Path, *lines: object) -> str:
    """The sentence with which a file of these lines is refused, and its hint."""
    file = folder / "hub.jsonl"
    file.write_bytes(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines))
    with pytest.raises(BellpullError) as refused:
        take_in(file, folder / "new" / "bellpull.db", NOW)
    assert not (folder / "new" / "bellpull.db").exists()
    return f"{refused.value.sentence} ({refused.value.hint})".replace(str(file), "FILE")


def end(count: int) -> dict[str, object]:
    return {"type": "end", "count": count}


CUT_OFF = "its end is missing. (nothing was imported; export it again)"
NO_EXPORT = "FILE is no export of Bellpull. (name one that `bellpull export` has written)"


@pytest.mark.parametrize(
    "lines, sentence",
    [
        ([], NO_EXPORT),
        ([b"SQLite format 3\0"], NO_EXPORT),
        ([{"bellpull": "backup"}], NO_EXPORT),
        ([[1]], NO_EXPORT),
        (
            [{"bellpull": "export", "version": VERSION + 1}],
            f"FILE is an export of version {VERSION + 1}, and this Bellpull knows {VERSION}. (upgrade Bellpull first)",
        ),
        ([HEAD], f"The export FILE is cut off after line 1: {CUT_OFF}"),
        ([HEAD, user("owner", admin=True)], f"The export FILE is cut off after line 2: {CUT_OFF}"),
    ],
)
def test_file_that_is_no_whole_export_is_refused(tmp_path: Path, lines: list[object], sentence: str) -> None:
    assert import_of(tmp_path, *lines) == sentence


@pytest.mark.parametrize(
    "lines, wrong",
    [
        ([HEAD, {"type": "king"}], "Line 2: its type is unknown"),
        ([HEAD, {}], "Line 2: its type is unknown"),
        ([HEAD, [1]], "Line 2: it is no JSON object"),
        ([HEAD, b'{"type": "us'], "Line 2: it is cut off"),
        ([HEAD, b"\xff\n"], "Line 2: it is no JSON object"),
        ([HEAD, b"[" * 100_000 + b"\n"], "Line 2: it is no JSON object"),
        (
            [HEAD, agent("bot"), user("owner", admin=True)],
            "Line 3: records of type user stand before those of type agent",
        ),
        ([HEAD, user("owner", admin=True), end(2)], "Line 3: the end does not fit to what stands before or after it"),
        (
            [HEAD, user("owner", admin=True), end(1), {}],
            "Line 3: the end does not fit to what stands before or after it",
        ),
        ([HEAD, {"type": "user"}], "Line 2: admin is missing"),
    ],
)
def test_line_that_is_wrong_is_named_by_its_number(tmp_path: Path, lines: list[object], wrong: str) -> None:
    assert import_of(tmp_path, *lines).startswith(f"{wrong}.")


def test_missing_export_is_named(tmp_path: Path) -> None:
    with pytest.raises(BellpullError) as refused:
        take_in(tmp_path / "no.jsonl", tmp_path / "bellpull.db", NOW)
    assert refused.value.sentence == f"There is no file {tmp_path / 'no.jsonl'}."
    assert refused.value.hint == "name one that `bellpull export` has written"


def test_import_says_what_was_new_and_what_was_there(tmp_path: Path) -> None:
    file = write(
        tmp_path / "hub.jsonl", user("owner", admin=True), user("ada"), agent("bot"), notification("n1", "bot")
    )
    database = tmp_path / "new" / "bellpull.db"
    taken = take_in(file, database, NOW)
    assert (taken.new, taken.there) == ({"user": 2, "agent": 1, "notification": 1}, {})
    assert database.parent.stat().st_mode & 0o777 == 0o700
    assert database.stat().st_mode & 0o777 == 0o600
    again = take_in(file, database, NOW)
    assert (again.new, again.there) == ({}, {"user": 2, "agent": 1, "notification": 1})
