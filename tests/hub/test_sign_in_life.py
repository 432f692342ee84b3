"""A sign-in lasts twelve hours, is renewed for thirty days at most, and then is no way in."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bellpull.domain.errors import Unauthorized
from bellpull.hub.hub import Hub
from bellpull.store.sqlite import SqliteStore
from support.in_process import hub_over

PASSWORD = "correct horse battery"
HOUR = timedelta(hours=1)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def with_ada(folder: Path, scenario: Callable[[Hub, Clock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = Clock()
        store = SqliteStore(folder / "bellpull.db", lambda: None)
        try:
            hub = hub_over(store, clock)
            made = await hub.access.ensure_owner(None)
            assert made is not None
            await hub.accounts.add(await hub.access.admit(made.secret), "ada", PASSWORD, admin=False)
            await scenario(hub, clock)
        finally:
            await store.close()

    asyncio.run(run())


async def token_of(hub: Hub) -> str:
    return (await hub.logins.login("ada", PASSWORD, "127.0.0.1")).token


async def is_in(hub: Hub, token: str) -> bool:
    try:
        return (await hub.access.admit(token)).name == "ada"
    except Unauthorized:
        return False


def test_twelve_hours_after_signing_in_it_is_over_whether_it_was_used_or_not(tmp_path: Path) -> None:
    async def scenario(hub: Hub, clock: Clock) -> None:
        used, unused = await token_of(hub), await token_of(hub)
        assert await is_in(hub, used)
        clock.now += 12 * HOUR - timedelta(seconds=1)
        assert await is_in(hub, used)
        clock.now += timedelta(seconds=2)
        assert [await is_in(hub, token) for token in (used, unused)] == [False, False]

    with_ada(tmp_path, scenario)


def test_an_old_token_is_no_longer_good_than_it_says_though_the_sign_in_was_renewed(tmp_path: Path) -> None:
    async def scenario(hub: Hub, clock: Clock) -> None:
        old = await token_of(hub)
        clock.now += 6 * HOUR
        new = (await hub.logins.renew(await hub.access.admit(old))).token
        assert [await is_in(hub, token) for token in (old, new)] == [True, True]
        clock.now += 7 * HOUR
        assert [await is_in(hub, token) for token in (old, new)] == [False, True]

    with_ada(tmp_path, scenario)


def test_it_is_renewed_for_thirty_days_and_then_asks_for_the_password(tmp_path: Path) -> None:
    async def scenario(hub: Hub, clock: Clock) -> None:
        token, began = await token_of(hub), clock.now
        while clock.now + 10 * HOUR < began + timedelta(days=30):
            clock.now += 10 * HOUR
            token = (await hub.logins.renew(await hub.access.admit(token))).token
        clock.now = began + timedelta(days=30, seconds=1)
        with pytest.raises(Unauthorized):
            await hub.logins.renew(await hub.access.admit(token))
        assert await is_in(hub, await token_of(hub))

    with_ada(tmp_path, scenario)
