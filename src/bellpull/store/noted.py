"""What was done to a data file while no hub ran, written into its audit."""

import sqlite3

from bellpull.domain.audit import Deed
from bellpull.domain.instant import Instant
from bellpull.store.audit import SqliteAudit

#: No key did it, but whoever may write the data folder: its owner.
BY, SCOPE, ORIGIN = "owner", "user", "this machine"


def note_done(connection: sqlite3.Connection, action: str, detail: str, at: Instant) -> None:
    SqliteAudit(connection.execute).add(Deed(at, BY, SCOPE, None, action, None, None, detail, ORIGIN))
