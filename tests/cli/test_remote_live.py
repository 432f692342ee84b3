"""A hub that is followed: by what it is known, and what becomes of those it no longer understands."""

import asyncio
from contextlib import aclosing

import pytest
from websockets.asyncio.server import ServerConnection, serve

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


def test_follower_knows_the_version_of_the_hub(hub: Hub) -> None:
    live = live_of(hub)
    assert asyncio.run(first_frame(live))["type"] == "connected"
    assert live.version == __version__


def test_a_socket_that_is_not_the_hub_s_gets_no_key(hub: Hub) -> None:
    """The hub has just shown that it is there; then it dies, and somebody else has its port."""
    heard: list[str] = []

    async def listen(socket: ServerConnection) -> None:
        assert socket.request is not None
        heard.extend(f"{name}: {value}" for name, value in socket.request.headers.raw_items())
        heard.extend([str(message) async for message in socket])

    async def scenario() -> Frame:
        live = live_of(hub)
        await live.request("GET", "/health")
        async with serve(listen, "127.0.0.1", 0) as stranger:
            assert live._hub is not None
            live._hub.url = f"http://127.0.0.1:{stranger.sockets[0].getsockname()[1]}"
            return await first_frame(live)

    frame = asyncio.run(scenario())
    assert (frame["type"], frame["why"].sentence) == ("lost", "Something else answers where the hub was.")
    assert any("Nonce" in line for line in heard)
    assert not any("bp_" in line or "hello" in line for line in heard)


def test_follower_of_another_protocol_is_told_so_and_does_not_try_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "PROTOCOL", PROTOCOL + 1)
    with pytest.raises(Outdated) as refused:
        asyncio.run(first_frame(live_of(hub)))
    assert refused.value.hint == "restart the hub: bellpull up"
