"""The Store's contract: durable, in order, one failure undoes only itself, nobody sees what is not theirs."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records import ADA, ADMIN, BOT, Run, add, people, told

from bellpull.domain.errors import Invalid, Unavailable
from bellpull.domain.notification import PRIORITIES, STATUSES, Notification
from bellpull.hub.ports import Filters, Store, Writer


def test_a_closed_store_refuses_every_call_and_says_that_the_hub_stops(with_store: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.write(people)
        await store.close()
        for way in (store.read, store.glance, store.write):
            with pytest.raises(Unavailable) as refused:
                await way(lambda one: one.is_user("ada"))  # type: ignore[operator]
            assert refused.value.code == "stopping"

    with_store(scenario)


def test_records_are_there_after_reopening(with_store: Run) -> None:
    async def write(store: Store) -> None:
        await store.write(people)
        await store.write(lambda writer: add(writer, told(1)))

    async def read(store: Store) -> list[Notification]:
        return await store.read(lambda reader: reader.notifications(ADMIN, Filters()))

    with_store(write)
    assert with_store(read) == [told(1)]


def test_a_failing_write_undoes_itself_and_nobody_else(with_store: Run) -> None:
    def broken(writer: Writer) -> None:
        add(writer, told(2))
        raise Invalid("no", "no")

    async def scenario(store: Store) -> list[str]:
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

    async def scenario(store: Store) -> str | None:
        await asyncio.gather(*(store.write(bump) for _ in range(500)))
        return await store.read(lambda reader: reader.fact("n"))

    assert with_store(scenario) == "500"


def test_numbers_of_events_rise_and_are_never_given_twice(with_store: Run) -> None:
    async def scenario(store: Store) -> tuple[int, int]:
        await store.write(people)
        first = await store.write(lambda writer: add(writer, told(1)))
        await store.write(lambda writer: writer.remove_agent("bot"))
        second = await store.write(lambda writer: add(writer, told(2, agent_name="pet")))
        return first, second

    first, second = with_store(scenario)
    assert second > first


def test_closing_finishes_what_is_queued(with_store: Run) -> None:
    async def write(store: Store) -> None:
        writes = [asyncio.ensure_future(store.write(lambda writer, n=n: add(writer, told(n)))) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writes)

    async def read(store: Store) -> int:
        return await store.read(lambda reader: reader.pending_count(ADMIN))

    with_store(write)
    assert with_store(read) == 50


def test_people_and_agents_see_what_is_theirs(with_store: Run) -> None:
    async def scenario(store: Store) -> None:
        await store.write(people)
        for number, agent in enumerate(["bot", "pet", "ada", "owner"]):
            await store.write(lambda writer, n=number, a=agent: add(writer, told(n, agent_name=a)))
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
def test_lists_of_any_filter_page_like_a_sorted_table(with_fresh_store: Run, data: st.DataObject) -> None:
    """Many rows in few milliseconds: ties are the rule, so paging must keep the order of arrival."""
    word = {"status": st.sampled_from(STATUSES), "priority": st.sampled_from(PRIORITIES)}
    row = st.tuples(st.sampled_from(["bot", "pet"]), word["priority"], word["status"], st.integers(0, 3))
    rows = [
        told(n, agent_name=agent, priority=priority, at=f"2026-01-01T00:00:00.00{ms}Z")._replace(status=status)
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

    async def scenario(store: Store) -> list[Notification]:
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

    assert with_fresh_store(scenario) == expected
