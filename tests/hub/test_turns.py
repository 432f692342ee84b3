"""Each agent's requests wait behind its own, and behind nobody else's."""

import asyncio
from collections.abc import Awaitable, Callable

from bellpull.domain.identity import Principal
from bellpull.hub.turns import AT_ONCE, STEP, Turn, Turns

BOT, OTHER = (Principal("agent", name, False, f"key_{name}") for name in ("bot", "other"))
ADA = Principal("user", "ada", False, "key_ada")
RATE = 20


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def run(scenario: Callable[[Turns, Time], Awaitable[None]]) -> None:
    async def play() -> None:
        time = Time()
        await scenario(Turns(RATE, time), time)

    asyncio.run(play())


def entering(turns: Turns, who: Principal, count: int, *, stays: bool = True) -> list[asyncio.Task[Turn | None]]:
    return [asyncio.create_task(turns.enter(who, stays=stays)) for _ in range(count)]


async def entered(tasks: list[asyncio.Task[Turn | None]]) -> int:
    for _ in range(5):
        await asyncio.sleep(0)
    return sum(task.done() for task in tasks)


def test_an_agent_has_a_few_at_a_time_and_others_have_theirs() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        flood, calm = entering(turns, BOT, 15), entering(turns, OTHER, 1)
        assert (await entered(flood), await entered(calm)) == (AT_ONCE, 1)
        turns.leave(flood[0].result(), 0, stays=True)
        assert await entered(flood) == AT_ONCE + 1
        for task in flood:
            task.cancel()

    run(scenario)


def test_what_only_waits_takes_no_place_but_counts() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        waits = entering(turns, BOT, RATE + 5, stays=False)
        assert await entered(waits) == RATE
        turns.stop()
        assert await entered(waits) == RATE + 5

    run(scenario)


def test_long_answers_are_paid_for_before_the_next_one() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        turn = await turns.enter(BOT, stays=True)
        turns.leave(turn, 2 * RATE * STEP, stays=True)
        (next_one,) = entering(turns, BOT, 1)
        assert not await entered([next_one])
        time.now = 0.9
        turns.leave(turn, 0, stays=False)  # looks again
        assert not await entered([next_one])
        time.now = 1.2
        turns.leave(turn, 0, stays=False)
        assert await entered([next_one])

    run(scenario)


def test_a_request_that_is_given_up_while_it_waits_takes_nobodys_turn() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        tasks = entering(turns, BOT, AT_ONCE + 2)
        assert await entered(tasks) == AT_ONCE
        tasks[AT_ONCE].cancel()
        turns.leave(tasks[0].result(), 0, stays=True)
        assert await entered(tasks[:AT_ONCE]) == AT_ONCE
        assert await entered(tasks[AT_ONCE + 1 :]) == 1

    run(scenario)


def test_people_wait_for_nobody_and_without_a_rate_nobody_does() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        assert await entered(entering(turns, ADA, 500)) == 500
        assert await entered(entering(Turns(0), BOT, 500)) == 500

    run(scenario)
