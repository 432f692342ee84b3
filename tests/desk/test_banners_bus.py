"""Calls on a message bus come back, whatever becomes of who is called and however many there are."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from dbus_fast.aio import MessageBus

from bellpull.desk.calls import BUS, Place, answer, can_wake, made_patient, owner
from support.answers import PATIENCE
from support.desktop import Desktop

T = TypeVar("T")


def run(program: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(program, PATIENCE))


def test_a_burst_that_a_socket_cannot_take_at_once_is_answered(desktop: Desktop) -> None:
    async def program() -> list[Any]:
        bus = made_patient(await MessageBus(desktop.bus).connect())
        try:
            word = "x" * 50_000
            asked = [answer(bus, BUS, "NameHasOwner", "s", f"a.b{word}", gives="b", seconds=None) for _ in range(40)]
            names = [owner(bus, "org.freedesktop.DBus") for _ in range(40)]
            await asyncio.gather(*asked)
            return await asyncio.gather(*names)
        finally:
            bus.disconnect()

    assert run(program()) == ["org.freedesktop.DBus"] * 40


def test_a_call_to_an_absent_program_has_no_answer(desktop: Desktop) -> None:
    async def program() -> Any:
        bus = await MessageBus(desktop.bus).connect()
        try:
            nobody = Place("org.example.Nobody", "/", "org.example.Nobody")
            return (
                await answer(bus, nobody, "Anything"),
                await owner(bus, nobody.name),
                await can_wake(bus, nobody.name),
            )
        finally:
            bus.disconnect()

    assert run(program()) == (None, None, False)


def test_an_answer_of_another_shape_than_agreed_is_none(desktop: Desktop) -> None:
    async def program() -> Any:
        bus = await MessageBus(desktop.bus).connect()
        try:
            return await answer(bus, BUS, "GetId", gives="u"), await answer(bus, BUS, "GetId", gives="s")
        finally:
            bus.disconnect()

    wrong, right = run(program())
    assert wrong is None
    assert right


def test_a_bus_that_has_ended_gives_no_answer(desktop: Desktop) -> None:
    async def program() -> Any:
        bus = await MessageBus(desktop.bus).connect()
        bus.disconnect()
        await bus.wait_for_disconnect()
        return await answer(bus, BUS, "GetId", gives="s")

    assert run(program()) is None
