"""The Store's contract for webhooks: found by the hash of their token, seen by who sees their agent, gone at once."""

from collections.abc import Callable
from typing import Any

from records import ADA, ADMIN, NOW, Run, people

from bellpull.domain.webhook_address import Webhook
from bellpull.hub.ports import Reader, Store, Writer

LATER = "2026-01-02T00:00:00.000Z"
OF_BOT = Webhook("wh_1", "bot", "ci", "nightly", "secret", NOW, "owner")
OF_PET = Webhook("wh_2", "pet", "deploys", None, None, LATER, "ada")


def both(writer: Writer) -> None:
    people(writer)
    writer.webhooks.add(OF_PET, b"two")
    writer.webhooks.add(OF_BOT, b"one")


def looked(with_store: Run, change: Callable[[Writer], object], look: Callable[[Reader], Any]) -> Any:
    """What is seen by the one who changed it, and after reopening: it has to be the same."""

    async def write(store: Store) -> Any:
        await store.write(both)
        await store.write(change)
        return await store.write(look)

    async def read(store: Store) -> Any:
        return await store.read(look)

    seen = with_store(write)
    assert with_store(read) == seen
    return seen


def test_a_webhook_is_found_by_its_token_and_listed_oldest_first(with_store: Run) -> None:
    def look(reader: Reader) -> Any:
        hooks = reader.webhooks
        return hooks.find(b"one"), hooks.find(b"three"), hooks.listed(ADMIN, None), hooks.named("bot", "wh_2")

    assert looked(with_store, lambda writer: None, look) == (OF_BOT, None, [OF_BOT, OF_PET], None)


def test_people_see_those_of_their_agents(with_store: Run) -> None:
    def look(reader: Reader) -> Any:
        return reader.webhooks.listed(ADA, None), reader.webhooks.listed(ADA, "bot")

    assert looked(with_store, lambda writer: None, look) == ([OF_PET], [])


def test_caller_of_a_webhook_reaches_its_agent_alone_until_it_is_removed(with_store: Run) -> None:
    def look(reader: Reader) -> Any:
        return [(reader.holds(one.id), reader.sight(one.principal)) for one in (OF_BOT, OF_PET)]

    seen = looked(with_store, lambda writer: writer.webhooks.remove("wh_1", LATER), look)
    assert seen == [(False, frozenset()), (True, frozenset(["pet"]))]


def test_a_removed_one_is_found_no_more_and_has_no_secret(with_store: Run) -> None:
    def look(reader: Reader) -> Any:
        return reader.webhooks.find(b"one"), reader.webhooks.listed(ADMIN, None), reader.webhooks.named("bot", "wh_1")

    gone = OF_BOT._replace(secret=None, removed_at=LATER)
    assert looked(with_store, lambda writer: writer.webhooks.remove("wh_1", LATER), look) == (None, [OF_PET], gone)


def test_the_last_use_is_kept(with_store: Run) -> None:
    used = looked(with_store, lambda writer: writer.used({"wh_1": LATER}), lambda reader: reader.webhooks.find(b"one"))
    assert used == OF_BOT._replace(last_used_at=LATER)


def test_they_go_with_their_agent(with_store: Run) -> None:
    left = looked(
        with_store, lambda writer: writer.remove_agent("bot"), lambda reader: reader.webhooks.listed(ADMIN, None)
    )
    assert left == [OF_PET]
