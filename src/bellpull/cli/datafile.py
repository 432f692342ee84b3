"""Whether the data file is whole and of a version that this Bellpull knows. A file that a hub uses is left alone."""

from __future__ import annotations

from pathlib import Path

import bellpull
from bellpull.cli.finding import OK, PROBLEM, Finding
from bellpull.cli.holder import LOCK_FILE, holder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DATA_FILE = "bellpull.db"
#: Looked up as files: importing the store would bring in everything that a hub needs.
SCHEMA = Path(bellpull.__file__).parent / "store" / "schema"


def check_data_file(folder: Path) -> Iterator[Finding]:
    file = folder / DATA_FILE
    if not file.exists() or holder_of(folder / LOCK_FILE) is not None:
        return
    import sqlite3

    try:
        said, version = _look(file)
    except sqlite3.Error as error:
        said, version = str(error), 0
    newest = _newest()
    if said != "ok":
        remedy = "bring back a copy of it, or move it away: the hub then begins anew"
        yield Finding("data file", PROBLEM, f"{file} is damaged or cannot be read: {said}", remedy)
    elif version > newest:
        text = f"{file} is of a newer Bellpull (schema {version}, this one knows {newest})"
        yield Finding("data file", PROBLEM, text, "upgrade Bellpull, or choose another folder: --data-dir")
    else:
        yield Finding("data file", OK, f"{file} is whole")


def newer_schema(folder: Path) -> tuple[int, int] | None:
    """The file's schema and the newest that is known here, where the file's is newer; also while a hub uses it."""
    import sqlite3
    from contextlib import closing
    from urllib.parse import quote

    try:
        with closing(sqlite3.connect(f"file:{quote(str(folder / DATA_FILE))}?mode=ro", uri=True)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return None  # what is wrong with it says whoever opens it
    newest = _newest()
    return (version, newest) if version > newest else None


def _newest() -> int:
    return max(int(script.stem) for script in SCHEMA.glob("*.sql"))


def _look(file: Path) -> tuple[str, int]:
    import sqlite3
    from contextlib import closing
    from urllib.parse import quote

    # Where nothing waits in the log beside it the file is read as it lies, and no file comes into being beside it.
    log = file.with_name(f"{file.name}-wal")
    how = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"file:{quote(str(file))}?{how}", uri=True)) as connection:
        said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    return str(said), int(version)
