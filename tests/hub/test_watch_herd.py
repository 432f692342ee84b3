"""However many ask for the watch at once, it is concluded once for each person; and what has just happened is in it."""

import asyncio
from pathlib import Path

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.session import Sign
from bellpull.hub.hub import Hub
from support.in_process import Clock, with_hub

MANY = 100


def test_many_who_ask_at_once_share_one_conclusion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        looks = 0
        concluded = hub.sessions._concluded

        async def counted(who: Principal) -> object:
            nonlocal looks
            looks += 1
            return await concluded(who)

        monkeypatch.setattr(hub.sessions, "_concluded", counted)
        watches = await asyncio.gather(*(hub.sessions.watch(owner) for _ in range(MANY)))
        assert len({id(watch) for watch in watches}) <= 2
        assert looks <= 2

    with_hub(tmp_path, scenario)


def test_what_happened_before_somebody_asked_is_in_the_watch(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await hub.access.admit((await hub.access.make_key(owner, "agent", "builder", None)).secret)

        async def sign(number: int) -> None:
            await hub.sessions.sign(agent, [Sign(f"test:{number}", "working", client="test")])
            watch = await hub.sessions.watch(owner)
            assert f"test:{number}" in {one.session.id for one in watch.sessions}

        await asyncio.gather(*(sign(number) for number in range(MANY)))

    with_hub(tmp_path, scenario)


def test_somebody_who_asks_as_a_conclusion_ends_has_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one that has just ended, over and over: with that the loop would never do anything else."""

    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await hub.access.admit((await hub.access.make_key(owner, "agent", "builder", None)).secret)
        concluded, ends = hub.sessions._concluded, asyncio.get_running_loop().create_future()
        rounds = 0

        async def ended(who: Principal) -> object:
            found = await concluded(who)
            if not ends.done():
                await hub.sessions.sign(agent, [Sign("test:late", "working", client="test")])
                ends.set_result(None)  # who waits for this goes on before anybody hears that the conclusion has ended
            return found

        async def asks_then() -> set[str]:
            await ends
            return {one.session.id for one in (await hub.sessions.watch(owner)).sessions}

        def shielded(looking: asyncio.Future[None]) -> asyncio.Future[None]:
            nonlocal rounds
            rounds += 1
            assert rounds < 10, "it goes round"
            return shield(looking)

        shield = asyncio.shield
        monkeypatch.setattr(hub.sessions, "_concluded", ended)
        monkeypatch.setattr(asyncio, "shield", shielded)
        later = asyncio.create_task(asks_then())
        await asyncio.sleep(0)
        await hub.sessions.watch(owner)
        assert await later == {"test:late"}

    with_hub(tmp_path, scenario)
