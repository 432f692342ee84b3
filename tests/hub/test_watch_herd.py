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
