"""Each agent's requests wait behind its own, and behind nobody else's."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from time import thread_time

from bellpull.domain.identity import Principal
from bellpull.hub.turns import AT_ONCE, SECONDS, SPENT, STEP, Kind, Spent, Turn, Turns, measured

BOT, OTHER = (Principal("agent", name, False, f"key_{name}") for name in ("bot", "other"))
ADA = Principal("user", "ada", False, "key_ada")
RATE, MOST = 20, AT_ONCE[Kind.CHANGE]


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def run(scenario: Callable[[Turns, Time], Awaitable[None]]) -> None:
    async def play() -> None:
        time = Time()
        await scenario(Turns(RATE, time), time)

    asyncio.run(play())


def entering(turns: Turns, who: Principal, count: int, kind: Kind = Kind.CHANGE) -> list[asyncio.Task[Turn | None]]:
    return [asyncio.create_task(turns.enter(who, kind)) for _ in range(count)]


async def entered(tasks: list[asyncio.Task[Turn | None]]) -> int:
    for _ in range(5):
        await asyncio.sleep(0)
    return sum(task.done() for task in tasks)


def test_an_agent_has_a_few_at_a_time_and_others_have_theirs() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        flood, calm = entering(turns, BOT, 15), entering(turns, OTHER, 1)
        assert (await entered(flood), await entered(calm)) == (MOST, 1)
        turns.leave(flood[0].result(), Kind.CHANGE)
        assert await entered(flood) == MOST + 1
        for task in flood:
            task.cancel()

    run(scenario)


def test_an_agent_looks_once_at_a_time_while_it_changes_things() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        (look,) = entering(turns, BOT, 1, Kind.LOOK)
        changes, again = entering(turns, BOT, 2), entering(turns, BOT, 1, Kind.LOOK)
        assert [await entered(tasks) for tasks in ([look], changes, again)] == [1, 2, 0]
        turns.leave(look.result(), Kind.LOOK)
        assert await entered(again) == 1

    run(scenario)


def test_request_that_only_waits_takes_no_place_but_counts() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        waits = entering(turns, BOT, RATE + 5, Kind.WAIT)
        assert await entered(waits) == RATE
        turns.stop()
        assert await entered(waits) == RATE + 5

    run(scenario)


def test_long_answers_are_paid_for_before_the_next_one() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        turn = await turns.enter(BOT, Kind.CHANGE)
        turns.leave(turn, Kind.CHANGE, size=2 * RATE * STEP)
        (next_one,) = entering(turns, BOT, 1)
        assert not await entered([next_one])
        time.now = 0.9
        turns.leave(turn, Kind.WAIT)  # looks again
        assert not await entered([next_one])
        time.now = 1.2
        turns.leave(turn, Kind.WAIT)
        assert await entered([next_one])

    run(scenario)


def test_request_that_took_long_is_paid_for_before_the_next_one() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        turn = await turns.enter(BOT, Kind.CHANGE)
        turns.leave(turn, Kind.CHANGE, seconds=2 * RATE * SECONDS)
        (next_one,) = entering(turns, BOT, 1)
        assert not await entered([next_one])
        time.now = 1.2
        turns.leave(turn, Kind.WAIT)
        assert await entered([next_one])

    run(scenario)


def test_work_of_another_thread_counts_for_its_request() -> None:
    def work(until: float) -> str:
        while thread_time() < until:
            pass
        return "done"

    def as_request() -> tuple[str, float]:
        spent = Spent()
        SPENT.set(spent)
        return measured(work)(thread_time() + 0.02), spent.seconds

    assert measured(work) is work
    done, seconds = contextvars.copy_context().run(as_request)
    assert done == "done"
    assert seconds >= 0.019


def test_a_request_that_is_given_up_while_it_waits_takes_nobodys_turn() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        tasks = entering(turns, BOT, MOST + 2)
        assert await entered(tasks) == MOST
        tasks[MOST].cancel()
        turns.leave(tasks[0].result(), Kind.CHANGE)
        assert await entered(tasks[:MOST]) == MOST
        assert await entered(tasks[MOST + 1 :]) == 1

    run(scenario)


def test_people_wait_for_nobody_and_without_a_rate_nobody_does() -> None:
    async def scenario(turns: Turns, time: Time) -> None:
        assert await entered(entering(turns, ADA, 500)) == 500
        assert await entered(entering(Turns(0), BOT, 500)) == 500

    run(scenario)
