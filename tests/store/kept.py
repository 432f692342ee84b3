"""Data files of earlier versions, kept as SQL: one for each schema, made by scripts/keep-schema with the hub of then.

Their secrets are made of ids, so that whoever reads a file knows them. Their times are moved when they are used: a file
looks as if its hub had been killed a few minutes ago.
"""

import hashlib
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDER = Path(__file__).parent
#: What signed calls of every webhook are signed with.
SIGNED_WITH = "known-to-the-tests"
#: Of everybody who has one.
PASSWORD = "known to the tests"
AGO = timedelta(minutes=5)
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def file_of(schema: int) -> Path:
    return FOLDER / f"schema_{schema:03}.sql"


def key_of(id: str) -> str:
    return f"bp_{id}_{'k' * 43}"


def token_of(webhook_id: str) -> str:
    return f"bpw_{webhook_id}{'w' * 32}"


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def restore(schema: int, path: Path) -> None:
    """The data file of that schema, as it was a few minutes ago."""
    text = file_of(schema).read_text(encoding="utf-8")
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
