"""A hub that is followed and no longer understands who follows it."""

import asyncio
from contextlib import aclosing

import pytest

from bellpull import PROTOCOL, __version__
from bellpull.config import load
from bellpull.domain.errors import Outdated
from bellpull.remote import fast
from bellpull.remote.live import Frame, LiveHub
from support.answers import PATIENCE
from support.hub import Hub

HELLO = {"type": "hello", "surface": "desk", "name": "test", "shows": []}


async def first_frame(live: LiveHub) -> Frame:
    try:
        async with asyncio.timeout(PATIENCE):
            async with aclosing(live.follow(HELLO, lambda: None)) as frames:
                async for frame in frames:
                    return frame
        raise AssertionError("there was no frame")
    finally:
        await live.close()


def live_of(hub: Hub) -> LiveHub:
    return LiveHub(load({"data_dir": str(hub.data_dir)}, {"HOME": "/nowhere"}), client="test/1")


def test_who_follows_knows_the_version_of_the_hub(hub: Hub) -> None:
    live = live_of(hub)
    assert asyncio.run(first_frame(live))["type"] == "connected"
    assert live.version == __version__


def test_who_is_not_understood_is_told_so_and_does_not_try_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "PROTOCOL", PROTOCOL + 1)
    with pytest.raises(Outdated) as refused:
        asyncio.run(first_frame(live_of(hub)))
    assert refused.value.hint == "restart the hub: bellpull up"
