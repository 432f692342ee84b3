"""Whoever loses an agent loses its nudges with it, whatever they were about to do."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

from bellpull.domain.errors import BellpullError
from bellpull.domain.identity import Principal
from bellpull.domain.nudge import NudgeDraft
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Reader
from bellpull.store.sqlite import SqliteStore
from support.in_process import hub_over

T = TypeVar("T")


class StoreWithHappenings(SqliteStore):
    """Between a look at it and what is decided after that look, something happens, once."""

    happening: Callable[[], Awaitable[object]] | None = None

    async def glance(self, look: Callable[[Reader], T]) -> T:
        seen = await super().glance(look)
        happening, self.happening = self.happening, None
        if happening is not None:
            await happening()
        return seen


async def person(hub: Hub, admin: Principal, name: str) -> Principal:
    return await hub.access.admit((await hub.access.make_key(admin, "user", name, None)).secret)


async def claim_while_it_is_given_away(store: StoreWithHappenings) -> None:
    hub = hub_over(store, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    made = await hub.access.ensure_owner(None)
    assert made is not None
    admin = await hub.access.admit(made.secret)
    ada, grace = await person(hub, admin, "ada"), await person(hub, admin, "grace")
    await hub.access.make_key(ada, "agent", "builder", None)
    await hub.nudges.tell(admin, "builder", NudgeDraft("user", "for its owner"))
    store.happening = lambda: store.write(lambda writer: writer.accounts.give_agents("ada", grace.name))
    with pytest.raises(BellpullError) as refused:
        await hub.nudges.claim(ada, "builder", "process:1", "watcher")
    assert refused.value.code == "agent_denied"
    (nudge,) = (await hub.nudges.pending(grace, "builder", None, 0)).nudges
    assert nudge.lease_until is None


def test_who_gave_an_agent_away_a_moment_ago_claims_nothing_of_it(tmp_path: Path) -> None:
    async def run() -> None:
        store = StoreWithHappenings(tmp_path / "bellpull.db", lambda: None)
        try:
            await claim_while_it_is_given_away(store)
        finally:
            await store.close()

    asyncio.run(run())
