"""However much an agent searches, others search beside it."""

import asyncio
from contextlib import AsyncExitStack

from bellpull.domain.identity import Principal
from bellpull.hub.turns import SEARCHES, Searches


def principal(name: str, scope: str = "agent") -> Principal:
    return Principal(scope, name, admin=False, key_id=f"key_{name}")


def test_others_search_while_an_agent_waits_for_its_own_searches() -> None:
    async def scenario() -> None:
        searches, entered, gate = Searches(), list[str](), asyncio.Event()

        async def search(who: Principal) -> None:
            async with searches.turn(who):
                entered.append(who.name)
                await gate.wait()

        tasks = [asyncio.create_task(search(principal("hostile"))) for _ in range(50)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(search(principal("ada", "user"))))
        await asyncio.sleep(0)
        assert entered == ["hostile", "ada"]
        gate.set()
        await asyncio.gather(*tasks)
        assert len(entered) == 51

    asyncio.run(scenario())


def test_a_person_searches_on_all_places_if_nobody_else_does_and_another_waits_for_one_of_them() -> None:
    async def scenario() -> None:
        searches, ada = Searches(), principal("ada", "user")
        async with AsyncExitStack() as first:
            for _ in range(SEARCHES - 1):
                await first.enter_async_context(searches.turn(ada))
            async with searches.turn(ada):
                waits = asyncio.create_task(searches.turn(principal("bot")).__aenter__())
                await asyncio.sleep(0)
                assert not waits.done()
            await waits

    asyncio.run(scenario())
