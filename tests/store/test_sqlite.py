"""What the store of SQLite does beside its contract."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bellpull.domain import event
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import HUB
from bellpull.domain.notification import Draft, Notification, create
from bellpull.hub.ports import Filters, Writer
from bellpull.store.sqlite import SqliteStore
from support.stores import synced

NOW = "2026-01-01T00:00:00.000Z"
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def run(
    folder: Path, scenario: Callable[[SqliteStore], Awaitable[None]], ring: Callable[[], None] = lambda: None
) -> None:
    async def opened() -> None:
        store = SqliteStore(folder / "bellpull.db", ring)
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(opened())


def told(number: int) -> Notification:
    return create(Draft("info", f"t{number}"), id=f"notif_{number:016}", agent_name="bot", now=NOW)


def test_a_look_that_takes_too_long_is_cut_off_and_the_next_one_is_not(tmp_path: Path) -> None:
    async def scenario(store: SqliteStore) -> None:
        for seconds in (0.0, 0.05):
            with pytest.raises(Invalid) as refused:
                await store.read(lambda reader: reader.sql(ENDLESS).fetchone(), seconds=seconds)  # type: ignore[attr-defined]
            assert refused.value.code == "search_too_long"
        for _ in range(20):
            assert not await store.read(lambda reader: reader.is_user("ada"), seconds=30)
            assert not await store.read(lambda reader: reader.is_user("ada"))

    run(tmp_path, scenario)


def test_a_ring_comes_after_the_commit(tmp_path: Path) -> None:
    """Another connection is asked then, which sees only what is committed."""
    seen: list[int] = []

    def look() -> None:
        with closing(sqlite3.connect(tmp_path / "bellpull.db")) as other:
            seen.append(other.execute("SELECT count(*) FROM events").fetchone()[0])

    async def scenario(store: SqliteStore) -> None:
        for number in range(3):
            await store.write(lambda writer, n=number: writer.append(event.told(told(n))))  # type: ignore[misc]

    run(tmp_path, scenario, look)
    assert seen == [1, 2, 3]


def test_pending_counts_stay_true_when_rows_are_written_by_hand(tmp_path: Path) -> None:
    def by_hand(writer: Writer) -> None:
        sql = writer.sql  # type: ignore[attr-defined]
        sql("DELETE FROM agent_notifications WHERE id = ?", [told(1).id])
        sql("UPDATE agent_notifications SET status = 'pending'")

    async def scenario(store: SqliteStore) -> None:
        for number in range(6):
            await store.write(lambda writer, n=number: writer.add(told(n)))  # type: ignore[misc]
        await store.write(lambda writer: writer.save(told(0)._replace(status="acknowledged", acknowledged_at=NOW)))
        await store.write(by_hand)
        counted = await store.read(lambda reader: reader.pending_count(HUB, "bot"))
        rows = await store.read(lambda reader: reader.notifications(HUB, Filters(statuses=("pending",))))
        assert counted == len(rows) == 5

    run(tmp_path, scenario)


@pytest.mark.parametrize("fails", [False, True])
def test_after_a_write_that_need_not_outlive_the_machine_all_others_do(tmp_path: Path, fails: bool) -> None:
    def decide(writer: Writer) -> None:
        writer.add(told(1))
        if fails:
            raise Invalid("no", "no")

    async def scenario(store: SqliteStore) -> None:
        (outcome,) = await asyncio.gather(store.write(decide, synced=False), return_exceptions=True)
        assert isinstance(outcome, Invalid) is fails
        # No power can be cut here: what SQLite would do is asked instead. 2 is FULL.
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)

    with synced():
        run(tmp_path, scenario)
