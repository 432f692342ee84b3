"""A program asks with asyncio: several at once, and a cancelled task waits no longer."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import pytest
from test_agent import asked_by, the_question

from bellpull import Agent, Answer
from bellpull.domain import errors
from support.answers import PATIENCE, until
from support.hub import Hub
from support.local_hub import come_back, vanish
from support.questions import answer, look

OPTIONS = ["Yes, merge", "No"]


def run(program: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(program, PATIENCE))


async def eventually(condition: Any, why: str) -> Any:
    return await asyncio.to_thread(until, condition, why)


def test_several_questions_are_open_at_once(builder: Agent, hub: Hub) -> None:
    async def program() -> list[Answer]:
        asking = [asyncio.create_task(builder.aask(f"Question {number}?")) for number in range(20)]
        for question in await eventually(lambda: _all(hub, builder, 20), "all are open"):
            answer(hub.owner, question["id"], text=f"Answer to {question['question']}")
        return await asyncio.gather(*asking)

    assert [got.text for got in run(program())] == [f"Answer to Question {number}?" for number in range(20)]


def _all(hub: Hub, agent: Agent, count: int) -> list[dict[str, Any]]:
    questions = asked_by(hub, agent)
    return questions if len(questions) == count else []


def test_a_cancelled_task_lets_go_of_the_question(builder: Agent, hub: Hub) -> None:
    async def program() -> str:
        task = asyncio.create_task(builder.aask("Merge to main?", OPTIONS))
        question = await eventually(lambda: the_question(hub, builder), "it is asked")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return str(question["id"])

    released = look(hub.owner, run(program()))
    assert (released["state"], released["released"]) == ("open", "gone")
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "bellpull"], "its thread ends")


def test_a_time_limit_of_asyncio_lets_go_too(builder: Agent, hub: Hub) -> None:
    async def program() -> None:
        async def expire(limit: asyncio.Timeout) -> None:
            await eventually(lambda: the_question(hub, builder), "it is asked")
            limit.reschedule(asyncio.get_running_loop().time())

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(None) as limit:
                watching = asyncio.create_task(expire(limit))
                await builder.aask("Merge to main?", OPTIONS)
        await watching

    run(program())
    assert the_question(hub, builder)["released"] == "gone"


def test_the_loop_goes_on_while_a_person_thinks(builder: Agent, hub: Hub) -> None:
    async def program() -> Answer:
        task = asyncio.create_task(builder.aask("Merge to main?", OPTIONS))
        question = await eventually(lambda: the_question(hub, builder), "it is asked")
        for _ in range(10):
            await asyncio.sleep(0)
        await builder.anotify("Still here")
        answer(hub.owner, question["id"], choice="Yes, merge")
        return await task

    assert run(program()).choice == "Yes, merge"


def test_a_cancelled_program_does_not_wait_for_a_hub_that_is_away(own_hub: Hub) -> None:
    agent = Agent("builder", data_dir=own_hub.data_dir)

    async def program() -> None:
        task = asyncio.create_task(agent.aask("Merge to main?", OPTIONS))
        await eventually(lambda: the_question(own_hub, agent), "it is asked")
        vanish(own_hub)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(program())
    come_back(own_hub)
    assert the_question(own_hub, agent)["state"] == "open"


def test_a_question_whose_time_was_up_can_be_withdrawn(builder: Agent) -> None:
    async def program() -> Answer:
        late = await builder.aask("Merge to main?", OPTIONS, timeout=0.2)
        assert late.outcome == "timeout"
        await builder.awithdraw(late.question_id)
        return await builder.aawait_answer(late.question_id, 5)

    assert run(program()).outcome == "withdrawn"


def test_a_refusal_is_raised_where_it_was_awaited(builder: Agent) -> None:
    async def program() -> None:
        with pytest.raises(errors.Invalid):
            await builder.aask("x", ["a", "a"])
        with pytest.raises(errors.Invalid):
            await builder.anotify(" ")

    run(program())
