"""Sign-ins as time goes by: twelve hours, renewed, thirty days at most; signed with keys that are replaced."""

import asyncio
from datetime import timedelta
from pathlib import Path

import jwt
import pytest

from bellpull.domain.errors import Conflict, Denied, Unauthorized
from bellpull.domain.identity import Principal
from bellpull.hub.hub import Hub
from bellpull.hub.logins import SignedIn
from bellpull.hub.passwords import LANES, MEMORY_KIB, NOBODYS, ROUNDS
from support.in_process import START, Clock, Scenario, with_hub

PASSWORD = "correct horse battery"
HOURS = timedelta(hours=1)


def with_ada(folder: Path, scenario: Scenario) -> None:
    async def run(hub: Hub, owner: Principal, clock: Clock) -> None:
        await hub.accounts.add(owner, "ada", PASSWORD, admin=False)
        await scenario(hub, owner, clock)

    with_hub(folder, run)


async def signed_in(hub: Hub) -> str:
    return (await hub.logins.login("ada", PASSWORD, "10.0.0.1")).token


async def is_let_in(hub: Hub, token: str) -> bool:
    try:
        await hub.access.admit(token)
    except Unauthorized:
        return False
    return True


def test_a_sign_in_ends_after_twelve_hours_used_or_not_and_so_does_what_it_opened(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        used, unused = await signed_in(hub), await signed_in(hub)
        who = await hub.access.admit(used)
        assert who.name == "ada"
        clock.now += 12 * HOURS - timedelta(seconds=1)
        assert await is_let_in(hub, used)
        clock.now += timedelta(seconds=1)
        assert [await is_let_in(hub, token) for token in (used, unused)] == [False, False]
        # Sockets ask whether the key still holds.
        assert await hub.store.read(lambda reader: reader.holds(who.key_id))
        await hub.logins.end_expired()
        assert not await hub.store.read(lambda reader: reader.holds(who.key_id))

    with_ada(tmp_path, scenario)


def test_an_old_token_is_no_longer_good_than_it_says_though_the_sign_in_was_renewed(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        old = await signed_in(hub)
        clock.now += 6 * HOURS
        new = (await hub.logins.renew(await hub.access.admit(old))).token
        assert [await is_let_in(hub, token) for token in (old, new)] == [True, True]
        clock.now += 7 * HOURS
        assert [await is_let_in(hub, token) for token in (old, new)] == [False, True]

    with_ada(tmp_path, scenario)


def test_a_sign_in_that_is_renewed_goes_on_for_thirty_days_and_then_asks_for_the_password(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        token, days = await signed_in(hub), 0.0
        with pytest.raises(Unauthorized) as over:
            while days < 40:
                clock.now += 11 * HOURS
                days = (clock.now - START) / timedelta(days=1)
                token = (await hub.logins.renew(await hub.access.admit(token))).token
        assert over.value.code in ("sign_in_over", "invalid_key")
        assert 29.5 < days < 30.5
        clock.now = START + timedelta(days=30)
        assert not await is_let_in(hub, token)
        assert await is_let_in(hub, await signed_in(hub))

    with_ada(tmp_path, scenario)


def test_a_token_outlives_the_key_that_signed_it_being_replaced(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        clock.now += timedelta(days=29, hours=20)
        await signed_in(hub)  # the first key is made only now
        clock.now += timedelta(days=29, hours=20)
        before = await signed_in(hub)
        clock.now += timedelta(hours=6)
        later = await signed_in(hub)
        assert jwt.get_unverified_header(before)["kid"] != jwt.get_unverified_header(later)["kid"]
        assert await is_let_in(hub, before)
        assert await is_let_in(hub, later)

    with_ada(tmp_path, scenario)


def test_a_key_is_not_renewed_and_not_signed_out(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        made = await hub.access.make_key(owner, "user", "ada", "cli")
        who = await hub.access.admit(made.secret)
        for verb in (hub.logins.renew, hub.logins.logout):
            with pytest.raises(Conflict, match="no sign-in"):
                await verb(who)
        assert await is_let_in(hub, made.secret)

    with_ada(tmp_path, scenario)


def test_a_link_whose_key_was_revoked_signs_nobody_in(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        made = await hub.access.make_key(owner, "user", "ada", "cli")
        who = await hub.access.admit(made.secret)
        links = [(await hub.sign_in.offer(who)).secret for _ in range(2)]
        assert await is_let_in(hub, (await hub.logins.sign_in(hub.sign_in.redeem(links[0]))).token)
        await hub.access.revoke_key(owner, made.id)
        with pytest.raises(Unauthorized):
            await hub.logins.sign_in(hub.sign_in.redeem(links[1]))

    with_ada(tmp_path, scenario)


def test_who_knew_the_old_password_does_not_come_in_behind_the_new_one(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        for number in range(5):
            old, new = (PASSWORD if number == 0 else f"the password {number}"), f"the password {number + 1}"
            # Its turn comes between the others, as chance will have it.
            work = [hub.logins.login("ada", old, f"10.0.{number}.{n}") for n in range(4)]
            work.insert(number, hub.accounts.change_password(owner, "ada", new, None))  # type: ignore[arg-type]
            said = await asyncio.gather(*work, return_exceptions=True)
            tokens = [one.token for one in said if isinstance(one, SignedIn)]
            assert [await is_let_in(hub, token) for token in tokens] == [False] * len(tokens)
            assert await is_let_in(hub, (await hub.logins.login("ada", new, "10.1.1.1")).token)

    with_ada(tmp_path, scenario)


def test_a_browser_makes_nothing_that_outlives_it(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        who = await hub.access.admit(await signed_in(hub))
        with pytest.raises(Denied, match="no keys of people and no links"):
            await hub.sign_in.offer(who)
        with pytest.raises(Denied, match="no keys of people and no links"):
            await hub.access.make_key(who, "user", "ada", "page")
        assert (await hub.access.make_key(who, "agent", "adas", None)).name == "adas"

    with_ada(tmp_path, scenario)


def test_names_that_differ_in_large_and_small_letters_alone_are_taken(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        await hub.access.make_key(owner, "agent", "builder", None)
        for name in ("Ada", "OWNER"):
            with pytest.raises(Conflict, match="user's name"):
                await hub.access.make_key(owner, "agent", name, None)
            with pytest.raises(Conflict, match="user's name"):
                await hub.accounts.add(owner, name, None, admin=False)
        with pytest.raises(Conflict, match="agent's name"):
            await hub.accounts.add(owner, "Builder", None, admin=False)

    with_ada(tmp_path, scenario)


def test_the_password_that_nobody_has_costs_as_much_as_those_that_are_kept() -> None:
    assert NOBODYS.startswith(f"$argon2id$v=19$m={MEMORY_KIB},t={ROUNDS},p={LANES}$")
