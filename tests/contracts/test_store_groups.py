"""Writes that share a commit do not know of each other: any mixture leaves what they would leave one by one."""

import asyncio
import sqlite3
from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bellpull.domain import event
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft, Notification, create
from bellpull.hub.ports import Filters, Writer
from bellpull.store.sqlite import SqliteStore

ADMIN = Principal("user", "owner", True, "k0")
NOW = "2026-01-01T00:00:00.000Z"
STEPS = st.sampled_from(["add", "ask", "end", "fail"])


def told(number: int) -> Notification:
    return create(Draft("info", f"t{number}"), id=f"notif_{number:016}", agent_name="bot", now=NOW)


def item(steps: list[str], numbers: "count[int]", kept: list[str], seqs: list[int]) -> Callable[[Writer], None]:
    """An item that adds, asks (it must see what is there by then), ends what it added, or fails."""
    mine = [told(next(numbers)) for step in steps if step == "add"]

    def decide(writer: Writer) -> None:
        given, added, appended = iter(mine), list(kept), list(seqs)
        for step in steps:
            if step == "add":
                one = next(given)
                writer.add(one)
                appended.append(writer.append(event.told(one)))
                added.append(one.id)
            elif step == "ask":
                assert {row.id for row in writer.notifications(ADMIN, Filters(limit=500))} == set(added)
            elif step == "end" and added:
                writer.save(told(int(added[-1][6:]))._replace(status="dismissed"))
            elif step == "fail":
                raise Invalid("no", "no")
        kept[:], seqs[:] = added, appended

    return decide


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(STEPS, max_size=5), max_size=12), st.lists(st.booleans(), min_size=12, max_size=12))
def test_any_mixture_of_items_in_one_commit_keeps_what_succeeded(
    tmp_path_factory: pytest.TempPathFactory, items: list[list[str]], synced: list[bool]
) -> None:
    kept: list[str] = []
    seqs: list[int] = []

    async def scenario() -> None:
        store = SqliteStore(tmp_path_factory.mktemp("store") / "bellpull.db", lambda: None)
        try:
            numbers = count()
            each = zip(items, synced, strict=False)
            writes = [store.write(item(steps, numbers, kept, seqs), synced=sync) for steps, sync in each]
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
            assert [isinstance(outcome, Invalid) for outcome in outcomes] == ["fail" in steps for steps in items]
            rows = await store.read(lambda reader: reader.notifications(ADMIN, Filters(limit=500)))
            assert [row.id for row in reversed(rows)] == kept
            events = await store.read(lambda reader: reader.events(ADMIN, 0, 9999, 9999))
            assert [one.seq for one in events] == seqs == list(range(1, len(kept) + 1))
        finally:
            await store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("fails", [False, True])
def test_after_a_write_that_need_not_outlive_the_machine_all_others_do(
    tmp_path_factory: pytest.TempPathFactory, fails: bool
) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path_factory.mktemp("store") / "bellpull.db", lambda: None)
        try:
            steps = ["add", "fail"] if fails else ["add"]
            write = store.write(item(steps, count(), [], []), synced=False)
            assert isinstance((await asyncio.gather(write, return_exceptions=True))[0], Invalid) is fails
            # No power can be cut here: what SQLite would do is asked instead. 2 is FULL.
            assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)
        finally:
            await store.close()

    asyncio.run(scenario())


def test_one_that_cannot_be_kept_does_not_take_its_group_along(tmp_path_factory: pytest.TempPathFactory) -> None:
    """It is only found out when the held back rows go in, together with everybody else's."""

    async def scenario() -> None:
        store = SqliteStore(tmp_path_factory.mktemp("store") / "bellpull.db", lambda: None)
        try:
            await store.write(lambda writer: writer.add(told(1)))
            writes = [store.write(lambda writer, n=n: writer.add(told(n))) for n in (2, 1, 3)]
            second, double, third = await asyncio.gather(*writes, return_exceptions=True)
            assert isinstance(double, sqlite3.IntegrityError)
            assert (second, third) == (None, None)
            assert await store.read(lambda reader: reader.pending_count(ADMIN)) == 3
        finally:
            await store.close()

    asyncio.run(scenario())
