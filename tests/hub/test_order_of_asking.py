"""What happens within one millisecond, or while a clock is set back, is listed in the order in which it happened."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bellpull.domain.asking import Ask
from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Filters
from support.in_process import START, Clock, with_hub

COUNT = 30
TITLES = [f"Number {number}" for number in range(COUNT)]


async def ask_all(hub: Hub, who: Principal, clock: Clock, step: timedelta) -> list[str]:
    made = []
    for title in TITLES:
        made.append((await hub.questions.ask(who, Ask(title, title, "choice", ("Red", "Blue"))))[0].id)
        clock.now += step
    return made


@pytest.mark.parametrize("step", [timedelta(), timedelta(microseconds=300), -timedelta(milliseconds=100)])
def test_open_and_settled_questions_keep_the_order_of_asking(tmp_path: Path, step: timedelta) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        asked = await ask_all(hub, who, clock, step)
        opened = (await hub.questions.open(who, None, 100)).questions
        assert [one.ask.title for one in opened] == TITLES
        assert [one.opened_at for one in opened] == sorted(one.opened_at for one in opened)
        told = await hub.notifications(who, Filters(limit=100))
        assert [one.title for one in told] == TITLES[::-1]
        for id in asked:
            await hub.questions.withdraw(who, id)
        settled = await hub.questions.settled(who, None, 100)
        assert [one.ask.title for one in settled] == TITLES[::-1]

    with_hub(tmp_path, scenario)


def test_creates_at_once_keep_their_order(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        def do(title: str, number: int) -> object:
            if number % 2:
                return hub.tell(who, Draft("info", title))
            return hub.questions.ask(who, Ask(title, title, "choice", ("Red", "Blue")))

        async with asyncio.TaskGroup() as tasks:
            for number, title in enumerate(TITLES):
                tasks.create_task(do(title, number))  # type: ignore[arg-type]
        told = await hub.notifications(who, Filters(limit=100))
        assert [one.title for one in told] == TITLES[::-1]

    with_hub(tmp_path, scenario)


def test_keys_and_webhooks_keep_the_order_of_making(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        for number in range(COUNT):
            await hub.access.make_key(who, "agent", f"agent-{number}", None)
        made = [await hub.webhooks.make(who, "agent-1", "ci", f"{n}", secret=False) for n in range(COUNT)]
        keys = [key.name for key in await hub.access.keys(who) if key.scope == "agent"]
        assert keys == [f"agent-{number}" for number in range(COUNT)]
        assert [one.label for one in await hub.webhooks.listed(who)] == [one.webhook.label for one in made]

    with_hub(tmp_path, scenario)


def test_a_clock_that_is_set_back_by_an_hour_is_believed_and_ids_still_rise(tmp_path: Path) -> None:
    async def scenario(hub: Hub, who: Principal, clock: Clock) -> None:
        before, _ = await hub.tell(who, Draft("info", "before"))
        clock.now = START - timedelta(hours=1)
        after, _ = await hub.tell(who, Draft("info", "after"))
        assert after.created_at == "2025-12-31T23:00:00.000Z"
        assert after.id > before.id

    with_hub(tmp_path, scenario)
