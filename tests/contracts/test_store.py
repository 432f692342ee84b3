"""The Store's contract: durable, in order, one failure undoes only itself, nobody sees what is not theirs."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bellpull.domain import event
from bellpull.domain.errors import Invalid, Unavailable
from bellpull.domain.identity import Key, Principal
from bellpull.domain.notification import PRIORITIES, STATUSES, Draft, Notification, create
from bellpull.hub.ports import Filters, Writer
from bellpull.store.sqlite import SqliteStore

Run = Callable[[Callable[[SqliteStore], Any]], Any]

ADMIN = Principal("user", "owner", True, "k0")
ADA = Principal("user", "ada", False, "k1")
BOT = Principal("agent", "bot", False, "k2")
NOW = "2026-01-01T00:00:00.000Z"


def told(number: int, agent_name: str = "bot", priority: str = "normal", at: str = NOW) -> Notification:
    return create(
        Draft("info", f"t{number}", priority=priority), id=f"notif_{number:016}", agent_name=agent_name, now=at
    )


def people(writer: Writer) -> None:
    writer.add_user("owner", True, NOW)
    writer.add_user("ada", False, NOW)
    writer.add_agent("bot", "owner", NOW)
    writer.add_agent("pet", "ada", NOW)
    for who in (ADMIN, ADA, BOT):
        writer.add_key(Key(who.key_id, who.scope, who.name, None, NOW, None, None), who.key_id.encode(), "owner")


def add(writer: Writer, notification: Notification) -> int:
    writer.add(notification)
    return writer.append(event.told(notification))


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def test_a_look_that_takes_too_long_is_cut_off_and_the_next_one_is_not(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.write(people)
        for seconds in (0.0, 0.05):
            with pytest.raises(Invalid) as refused:
                await store.read(lambda reader: reader.sql(ENDLESS).fetchone(), seconds=seconds)  # type: ignore[attr-defined]
            assert refused.value.code == "search_too_long"
        for _ in range(20):
            assert await store.read(lambda reader: reader.is_user("ada"), seconds=30)
            assert await store.read(lambda reader: reader.is_user("ada"))

    with_store(scenario)


def test_a_store_that_is_closed_says_that_the_hub_stops_to_everybody(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.write(people)
        await store.close()
        for way in (store.read, store.glance, store.write):
            with pytest.raises(Unavailable) as refused:
                await way(lambda one: one.is_user("ada"))  # type: ignore[operator]
            assert refused.value.code == "stopping"

    with_store(scenario)


def test_what_was_written_is_there_after_reopening(with_store: Run) -> None:
    async def write(store: SqliteStore) -> None:
        await store.write(people)
        await store.write(lambda writer: add(writer, told(1)))

    async def read(store: SqliteStore) -> list[Notification]:
        return await store.read(lambda reader: reader.notifications(ADMIN, Filters()))

    with_store(write)
    assert with_store(read) == [told(1)]


def test_a_failing_write_undoes_itself_and_nobody_else(with_store: Run) -> None:
    def broken(writer: Writer) -> None:
        add(writer, told(2))
        raise Invalid("no", "no")

    async def scenario(store: SqliteStore) -> list[str]:
        await store.write(people)
        group = [lambda writer: add(writer, told(1)), broken, lambda writer: add(writer, told(3))]
        first, failed, third = await asyncio.gather(*map(store.write, group), return_exceptions=True)
        assert isinstance(failed, Invalid)
        assert (third, first) == (first + 1, first)
        rows = await store.read(lambda reader: reader.notifications(ADMIN, Filters()))
        return [row.title for row in rows]

    assert with_store(scenario) == ["t3", "t1"]


def test_decisions_are_not_overtaken(with_store: Run) -> None:
    def bump(writer: Writer) -> None:
        writer.note("n", str(int(writer.fact("n") or 0) + 1))

    async def scenario(store: SqliteStore) -> str | None:
        await asyncio.gather(*(store.write(bump) for _ in range(500)))
        return await store.read(lambda reader: reader.fact("n"))

    assert with_store(scenario) == "500"


def test_numbers_of_events_rise_and_are_never_given_twice(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> tuple[int, int]:
        await store.write(people)
        first = await store.write(lambda writer: add(writer, told(1)))
        await store.write(lambda writer: writer.remove_agent("bot"))
        second = await store.write(lambda writer: add(writer, told(2, "pet")))
        return first, second

    first, second = with_store(scenario)
    assert second > first


def test_whoever_is_rung_finds_what_was_written(tmp_path: Path) -> None:
    """Asked through a connection of its own, which sees only what is committed."""
    path = tmp_path / "bellpull.db"
    seen: list[int] = []

    def look() -> None:
        with closing(sqlite3.connect(path)) as other:
            seen.append(other.execute("SELECT count(*) FROM events").fetchone()[0])

    async def scenario() -> None:
        store = SqliteStore(path, look)
        try:
            for number in range(3):
                await store.write(lambda writer, n=number: add(writer, told(n)))
        finally:
            await store.close()

    asyncio.run(scenario())
    assert seen == [1, 2, 3]


def test_a_closed_store_refuses(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.close()
        with pytest.raises(Unavailable):
            await store.write(people)

    with_store(scenario)


def test_closing_finishes_what_is_queued(with_store: Run) -> None:
    async def write(store: SqliteStore) -> None:
        writes = [asyncio.ensure_future(store.write(lambda writer, n=n: add(writer, told(n)))) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)

    async def read(store: SqliteStore) -> int:
        return await store.read(lambda reader: reader.pending_count(ADMIN))

    with_store(write)
    assert with_store(read) == 50


def test_each_sees_what_is_theirs(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.write(people)
        for number, agent in enumerate(["bot", "pet", "ada", "owner"]):
            await store.write(lambda writer, n=number, a=agent: add(writer, told(n, a)))
        for who, expected in ((ADMIN, {0, 1, 2, 3}), (ADA, {1, 2}), (BOT, {0})):
            rows = await store.read(lambda reader, who=who: reader.notifications(who, Filters()))
            assert {int(row.id[6:]) for row in rows} == expected
            assert await store.read(lambda reader, who=who: reader.pending_count(who)) == len(expected)
            events = await store.read(lambda reader, who=who: reader.events(who, 0, 99, 99))
            assert {event.seq - 1 for event in events} == expected
            single = await store.read(lambda reader, who=who: reader.notification(who, told(3).id))
            assert (single is not None) == (3 in expected)

    with_store(scenario)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_lists_of_any_filter_page_like_a_sorted_table(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Many rows in few milliseconds: ties are the rule, so paging must keep the order of arrival."""
    word = {"status": st.sampled_from(STATUSES), "priority": st.sampled_from(PRIORITIES)}
    row = st.tuples(st.sampled_from(["bot", "pet"]), word["priority"], word["status"], st.integers(0, 3))
    rows = [
        told(n, agent, priority, f"2026-01-01T00:00:00.00{ms}Z")._replace(status=status)
        for n, (agent, priority, status, ms) in enumerate(data.draw(st.lists(row, max_size=25)))
    ]
    who = data.draw(st.sampled_from([ADMIN, ADA, BOT]))
    filters = Filters(
        data.draw(st.none() | st.sampled_from(["bot", "pet"])),
        tuple(data.draw(st.sets(word["status"]))),
        tuple(sorted(data.draw(st.sets(word["priority"])))),
        limit=data.draw(st.integers(1, 6)),
    )
    seen = {"owner": {"bot", "pet"}, "ada": {"pet"}, "bot": {"bot"}}[who.name]
    expected = [
        one
        for _, one in sorted(enumerate(rows), key=lambda pair: (pair[1].created_at, pair[0]), reverse=True)
        if one.agent_name in seen
        and filters.agent_name in (None, one.agent_name)
        and (not filters.statuses or one.status in filters.statuses)
        and (not filters.priorities or one.priority in filters.priorities)
    ]

    async def scenario() -> list[Notification]:
        store = SqliteStore(tmp_path_factory.mktemp("store") / "bellpull.db", lambda: None)
        try:
            await store.write(people)
            await store.write(lambda writer: [writer.add(one) for one in rows])
            found: list[Notification] = []
            asked = filters
            while page := await store.read(lambda reader: reader.notifications(who, asked)):  # noqa: B023
                found += page
                asked = filters._replace(before=page[-1].id)
            counted = await store.read(lambda reader: reader.pending_count(who))
            assert counted == sum(one.status == "pending" and one.agent_name in seen for one in rows)
            return found
        finally:
            await store.close()

    assert asyncio.run(scenario()) == expected


def test_pending_counts_stay_true_whoever_writes(with_store: Run) -> None:
    async def scenario(store: SqliteStore) -> None:
        await store.write(people)
        for number in range(6):
            await store.write(lambda writer, n=number: writer.add(told(n)))
        await store.write(lambda writer: writer.save(told(0)._replace(status="acknowledged", acknowledged_at=NOW)))
        await store.write(lambda writer: writer.sql("DELETE FROM agent_notifications WHERE id = ?", [told(1).id]))
        await store.write(lambda writer: writer.sql("UPDATE agent_notifications SET status = 'pending'"))
        counted = await store.read(lambda reader: reader.pending_count(ADMIN, "bot"))
        rows = await store.read(lambda reader: reader.notifications(ADMIN, Filters(statuses=("pending",))))
        assert counted == len(rows) == 5

    with_store(scenario)
