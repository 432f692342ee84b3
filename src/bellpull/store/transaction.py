"""One transaction for many items: what they insert is held back and goes in together, what fails undoes only its own.

Each statement costs a switch between threads. So new rows of the busiest tables wait until the group is complete, or
until an item asks or changes anything else: that one finds them inserted, and gets a savepoint, first.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

_ROWS_AT_ONCE = 64


class Transaction:
    """Used again and again: `begin`, `attempt` each item, `commit`; or `abandon`, and nothing of it is kept."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._execute = connection.execute
        self._held: dict[str, list[Sequence[object]]] = {}
        self._marks: dict[str, int] = {}
        self._has_savepoint = False
        self._alone = False

    def begin(self, *, alone: bool = False) -> None:
        """`alone`: for one item, which needs no savepoint to be undone by itself."""
        self._alone = alone
        self._held.clear()
        self._execute("BEGIN IMMEDIATE")

    def attempt(self, item: Callable[[], T]) -> T:
        """Run one item; what it raises undoes its own changes and no others."""
        self._marks = {statement: len(rows) for statement, rows in self._held.items()}
        self._has_savepoint = False
        try:
            outcome = item()
        except BaseException:
            self._undo()
            raise
        if self._has_savepoint:
            self._execute("RELEASE item")
        return outcome

    def commit(self) -> None:
        self._insert_held()
        self._execute("COMMIT")

    def abandon(self) -> None:
        if self._connection.in_transaction:
            self._execute("ROLLBACK")

    @property
    def is_open(self) -> bool:
        """A full disk may have ended it on its own; then no item of it was kept."""
        return self._connection.in_transaction

    def hold(self, table: str, row: Sequence[object]) -> None:
        """Insert the row, sooner or later: nobody who asks can tell."""
        self._held.setdefault(table, []).append(row)

    def sql(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        if not self._has_savepoint and not self._alone:
            own = self._take_own()
            self._insert_held()
            self._execute("SAVEPOINT item")
            self._has_savepoint = True
            self._held, self._marks = own, {}
        self._insert_held()
        return self._execute(sql, values)

    def _undo(self) -> None:
        self._take_own()
        if self._alone and self.is_open:
            self.abandon()
            self.begin(alone=True)
        elif self._has_savepoint and self.is_open:
            self._execute("ROLLBACK TO item")
            self._execute("RELEASE item")

    def _take_own(self) -> dict[str, list[Sequence[object]]]:
        """What this item holds back, taken away from what the items before it do."""
        own = {table: rows[self._marks.get(table, 0) :] for table, rows in self._held.items()}
        for table, rows in self._held.items():
            del rows[self._marks.get(table, 0) :]
        return own

    def _insert_held(self) -> None:
        for table, rows in self._held.items():
            for start in range(0, len(rows), _ROWS_AT_ONCE):
                some = rows[start : start + _ROWS_AT_ONCE]
                self._execute(_insert_many(table, len(some[0]), len(some)), [value for row in some for value in row])
        self._held.clear()


@cache
def _insert_many(table: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * rows)}"
