"""Data files of earlier versions, kept as SQL: one for each schema, made by scripts/keep-schema with the hub of then.

Most of their lines are the same. So one text is the base, in which a mark stands for each id, time and hash; of each
schema there is kept what differs from the base, and its ids, times and hashes.

Their secrets are made of ids, so that a reader of a file knows them. Their times are moved when they are used: a file
looks as if its hub had been killed a few minutes ago.
"""

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from pathlib import Path

FOLDER = Path(__file__).parent / "kept_schemas"
BASE = FOLDER / "base.sql"
SCHEMAS = [int(file.stem[-3:]) for file in sorted(FOLDER.glob("schema_*.delta"))]
#: What signed calls of every webhook are signed with.
SIGNED_WITH = "known-to-the-tests"
#: Of all people who have one.
PASSWORD = "known to the tests"
AGO = timedelta(minutes=5)
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
#: What differs in each file: ids, times, hashes.
MARK = "¤"
VALUE = re.compile(
    r"(?:notif|nudge|hub|wh)_[\w-]{8,}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|X'[0-9A-F]{32,}'"
    r"|(?<=')[0-9a-f]{8}(?:[0-9a-f]{8})?(?=')|\$argon2[^']*",
    re.ASCII,
)


def file_of(schema: int) -> Path:
    return FOLDER / f"schema_{schema:03}.delta"


def text_of(schema: int) -> str:
    """The SQL that makes the data file of that schema."""
    values, order, *hunks = file_of(schema).read_text(encoding="utf-8").split("\n")
    lines = _patched(BASE.read_text(encoding="utf-8").split("\n"), hunks)
    known, places = json.loads(values), iter(json.loads(order))
    return re.sub(MARK, lambda _: str(known[next(places)]), "\n".join(lines))


def _patched(lines: list[str], hunks: list[str]) -> list[str]:
    """Each hunk says which lines of the base go, and how many come in their place; they follow it."""
    patched, at, rest = list[str](), 0, iter(hunks)
    for head in rest:
        begin, end, count = map(int, head.split())
        patched += lines[at:begin] + [next(rest) for _ in range(count)]
        at = end
    return patched + lines[at:]


def keep(schema: int, text: str) -> None:
    assert MARK not in text
    found = VALUE.findall(text)
    known = list(dict.fromkeys(found))
    place = {value: number for number, value in enumerate(known)}
    base, lines = BASE.read_text(encoding="utf-8").split("\n"), VALUE.sub(MARK, text).split("\n")
    written = [json.dumps(known), json.dumps([place[value] for value in found], separators=(",", ":"))]
    for kind, begin, end, first, last in SequenceMatcher(None, base, lines, autojunk=False).get_opcodes():
        if kind != "equal":
            written += [f"{begin} {end} {last - first}", *lines[first:last]]
    file_of(schema).write_text("\n".join(written), encoding="utf-8")
    assert text_of(schema) == text


def key_of(id: str) -> str:
    return f"bp_{id}_{'k' * 43}"


def token_of(webhook_id: str) -> str:
    return f"bpw_{webhook_id}{'w' * 32}"


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def restore(schema: int, path: Path) -> None:
    """The data file of that schema, as it was a few minutes ago."""
    text = text_of(schema)
    with closing(sqlite3.connect(":memory:")) as file:
        file.executescript(text)
        newest = datetime.fromisoformat(file.execute("SELECT max(at) FROM events").fetchone()[0])
    by = datetime.now(UTC) - AGO - newest
    with closing(sqlite3.connect(path)) as file:
        file.executescript(INSTANT.sub(lambda found: _moved(found[0], by), text))
    path.chmod(0o600)


def _moved(instant: str, by: timedelta) -> str:
    moved = datetime.fromisoformat(instant) + by
    return moved.isoformat(timespec="milliseconds").replace("+00:00", "Z")
