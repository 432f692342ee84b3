"""Writes that share a commit do not know of each other: any mixture leaves what they would leave one by one."""

import asyncio
from collections.abc import Callable
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from records import ADMIN, Run, told

from bellpull.domain import event
from bellpull.domain.errors import Invalid
from bellpull.hub.ports import Filters, Store, Writer

STEPS = st.sampled_from(["add", "ask", "end", "fail"])


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
    with_fresh_store: Run, items: list[list[str]], synced: list[bool]
) -> None:
    kept: list[str] = []
    seqs: list[int] = []

    async def scenario(store: Store) -> None:
        numbers = count()
        each = zip(items, synced, strict=False)
        writes = [store.write(item(steps, numbers, kept, seqs), synced=sync) for steps, sync in each]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(outcome, Invalid) for outcome in outcomes] == ["fail" in steps for steps in items]
        rows = await store.read(lambda reader: reader.notifications(ADMIN, Filters(limit=500)))
        assert [row.id for row in reversed(rows)] == kept
        events = await store.read(lambda reader: reader.events(ADMIN, 0, 9999, 9999))
        assert [one.seq for one in events] == seqs == list(range(1, len(kept) + 1))

    with_fresh_store(scenario)


def test_an_item_that_cannot_be_kept_does_not_take_its_group_along(with_store: Run) -> None:
    """It is only found out when the held back rows go in, together with those of the others."""

    async def scenario(store: Store) -> None:
        await store.write(lambda writer: writer.add(told(1)))
        writes = [store.write(lambda writer, n=n: writer.add(told(n))) for n in (2, 1, 3)]  # type: ignore[misc]
        second, double, third = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(double, Exception)
        assert (second, third) == (None, None)
        assert await store.read(lambda reader: reader.pending_count(ADMIN)) == 3

    with_store(scenario)
