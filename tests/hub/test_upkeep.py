"""Retention: what ended long ago goes, what is pending stays, and sockets learn what can no longer be replayed."""

import asyncio
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.hub import upkeep
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Filters
from bellpull.hub.upkeep import Retention, Upkeep
from support.in_process import Clock, with_hub


def test_what_ended_long_ago_goes_and_pending_ones_stay(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        told = [(await hub.tell(who, Draft("info", title)))[0] for title in ("pending", "old", "recent")]
        await hub.dismiss(who, told[1].id)
        clock.now += timedelta(days=80)
        await hub.acknowledge(who, told[2].id)
        clock.now += timedelta(days=20)
        await hub.upkeep.prune()
        kept = await hub.notifications(who, Filters())
        assert [one.title for one in kept] == ["recent", "pending"]

    with_hub(tmp_path, scenario)


def test_a_hub_that_runs_lets_go_of_the_past_by_itself_but_not_at_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []

    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        told, _ = await hub.tell(who, Draft("info", "old"))
        await hub.dismiss(who, told.id)
        clock.now += timedelta(days=100)

        async def next_turn(seconds: float) -> None:
            turns.append(len(await hub.notifications(who, Filters())))
            if turns[-1] == 0:
                raise asyncio.CancelledError

        monkeypatch.setattr(upkeep, "asyncio", SimpleNamespace(sleep=next_turn))
        with pytest.raises(asyncio.CancelledError):
            async with asyncio.timeout(30):
                await hub.upkeep.run()

    with_hub(tmp_path, scenario)
    minutes = (len(turns) - 1) * upkeep.FLUSH_SECONDS / 60
    assert minutes == 10


def test_old_events_go_and_what_is_gone_cannot_be_replayed(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        for _ in range(1200):
            await hub.tell(who, Draft("info", "old"))
        clock.now += timedelta(days=31)
        await hub.tell(who, Draft("info", "new"))
        await hub.upkeep.prune()
        replay = await hub.store.read(lambda reader: reader.replay())
        events = await hub.store.read(lambda reader: reader.events(who, 0, 10_000, 10_000))
        assert [event.seq for event in events] == [replay.newest]
        assert replay.pruned == replay.newest - 1

    with_hub(tmp_path, scenario)


def test_no_more_events_are_kept_than_the_setting_says(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        for _ in range(30):
            await hub.tell(who, Draft("info", "x"))
        await Upkeep(hub.store, hub.access, hub.logins, Retention(most_events=10), hub.clock).prune()
        events = await hub.store.read(lambda reader: reader.events(who, 0, 10_000, 10_000))
        assert len(events) == 10

    with_hub(tmp_path, scenario)


def test_a_repeat_after_its_time_is_a_new_create(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        first, _ = await hub.tell(who, Draft("info", "x"), "key")
        clock.now += timedelta(hours=23)
        again, new = await hub.tell(who, Draft("info", "x"), "key")
        assert (again, new) == (first, False)
        clock.now += timedelta(hours=2)
        await hub.upkeep.prune()
        later, new = await hub.tell(who, Draft("info", "x"), "key")
        assert new
        assert later.id != first.id

    with_hub(tmp_path, scenario)
