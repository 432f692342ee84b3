"""However much somebody tells an agent that does not read, it fills nothing: and what a person said has room still."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bellpull.domain.asking import TEXT, Ask
from bellpull.domain.errors import Conflict
from bellpull.domain.identity import Principal
from bellpull.domain.nudge import Nudge, NudgeDraft
from bellpull.domain.question import Answer
from bellpull.hub.hub import Hub
from support.in_process import Clock, with_hub

MOST, MORE_FOR_PEOPLE = 1_000, 100
NAME = "builder"


async def new_agent(hub: Hub, owner: Principal) -> Principal:
    return await hub.access.admit((await hub.access.make_key(owner, "agent", NAME, None)).secret)


async def tell(hub: Hub, who: Principal, source: str, count: int, **more: str) -> None:
    told = [hub.nudges.tell(who, NAME, NudgeDraft(source, f"nudge {number}", **more)) for number in range(count)]
    await asyncio.gather(*told)


async def pending(hub: Hub, owner: Principal) -> tuple[int, list[Nudge]]:
    found = await hub.nudges.pending(owner, NAME, None, 0, limit=5_000)
    return found.total, found.nudges


def test_a_page_of_long_nudges_ends_early_and_says_how_many_there_are(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        await new_agent(hub, owner)
        for _ in range(60):
            await hub.nudges.tell(owner, NAME, NudgeDraft("user", "x" * 15_000))
        read: list[str] = []
        while page := (await hub.nudges.pending(owner, NAME, None, 0, 500, read[-1] if read else None)).nudges:
            assert 1 <= len(page) <= 100_000 // 15_000
            read += [one.id for one in page]
        assert len(set(read)) == len(read) == 60
        assert (await hub.nudges.pending(owner, NAME, None, 0, 500)).total == 60

    with_hub(tmp_path, scenario)


async def is_refused(told: Awaitable[object]) -> None:
    with pytest.raises(Conflict) as refused:
        await told
    assert (refused.value.code, bool(refused.value.hint)) == ("too_many_pending", True)


def test_of_what_nobody_reads_a_thousand_are_kept(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await new_agent(hub, owner)
        await tell(hub, agent, "ci", MOST)
        await is_refused(tell(hub, agent, "ci", 1))
        assert (await pending(hub, owner))[0] == MOST
        taken = await hub.nudges.claim(agent, NAME, None, "shim", limit=1)
        assert taken.left == MOST - 1
        await hub.nudges.confirm(agent, NAME, [one.id for one in taken.nudges])
        await tell(hub, agent, "ci", 1)

    with_hub(tmp_path, scenario)


def test_what_replaces_an_older_one_needs_no_room(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await new_agent(hub, owner)
        await tell(hub, agent, "ci", 1, dedup_key="build")
        await tell(hub, agent, "ci", MOST - 1)
        await tell(hub, agent, "ci", 1, dedup_key="build")
        total, found = await pending(hub, owner)
        assert (total, found[-1].times) == (MOST, 2)

    with_hub(tmp_path, scenario)


def test_behind_a_flood_a_person_still_gets_a_word_in(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await new_agent(hub, owner)
        await tell(hub, agent, "ci", MOST)
        await tell(hub, owner, "user", MORE_FOR_PEOPLE)
        await is_refused(tell(hub, owner, "user", 1))
        assert (await pending(hub, owner))[0] == MOST + MORE_FOR_PEOPLE

    with_hub(tmp_path, scenario)


def test_an_answer_is_never_refused_for_want_of_room(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        agent = await new_agent(hub, owner)
        asked, _ = await hub.questions.ask(agent, Ask("Name", "Which name?", TEXT))
        await tell(hub, agent, "ci", MOST)
        await tell(hub, owner, "user", MORE_FOR_PEOPLE)
        await hub.questions.answer(owner, asked.id, Answer(text="Bellpull"), "rest")
        total, found = await pending(hub, owner)
        assert (total, found[-1].question_id) == (MOST + MORE_FOR_PEOPLE + 1, asked.id)

    with_hub(tmp_path, scenario)
