"""A socket of the hub, read frame by frame."""

import contextlib
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from support.answers import PATIENCE

Frame = dict[str, Any]
OWN_FRAMES = {"connected", "reset", "ping", "pong"}


class Live:
    """One socket. `frames` keeps every frame that was read, in order."""

    def __init__(
        self,
        url: str,
        path: str = "/ws/events",
        *,
        key: str | None = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
        since: int | str | None = None,
        hub: str | None = None,
    ) -> None:
        address = url.replace("http://", "ws://", 1) + path
        query = {"token": token, "since": since, "hub": hub}
        asked = {name: value for name, value in query.items() if value is not None}
        if asked:
            address += "?" + urlencode(asked)
        sent = dict(headers or {})
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        self._open = ExitStack()
        self.raw: ClientConnection = self._open.enter_context(
            connect(
                address, additional_headers=sent, proxy=None, ping_interval=None, open_timeout=PATIENCE, close_timeout=5
            )
        )
        self.frames: list[Frame] = []
        self._ahead: list[str] = []

    def join(self) -> Self:
        """Wait until it hears what happens from now on: the hub has said its first word, which is still to be read. One
        that is refused is closed, and says so to its reader."""
        with contextlib.suppress(ConnectionClosed):
            self._ahead.append(self.text())
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def say(self, message: str | bytes | dict[str, Any]) -> None:
        self.raw.send(json.dumps(message) if isinstance(message, dict) else message)

    def text(self, patience: float = PATIENCE) -> str:
        """The next message as it came."""
        message = self._ahead.pop() if self._ahead else self.raw.recv(timeout=patience)
        assert isinstance(message, str), message
        return message

    def frame(self, patience: float = PATIENCE) -> Frame:
        """The next frame that is not the hub's sign of life."""
        deadline = time.monotonic() + patience
        while True:
            frame: Frame = json.loads(self.text(max(0.0, deadline - time.monotonic())))
            assert isinstance(frame, dict), frame
            if frame["type"] != "ping":
                self.frames.append(frame)
                return frame

    def connected(self) -> Frame:
        frame = self.frame()
        assert frame["type"] == "connected", frame
        return frame

    def until(self, wanted: Callable[[Frame], bool], patience: float = PATIENCE) -> Frame:
        """The first frame from here on that is wanted."""
        deadline = time.monotonic() + patience
        while not wanted(frame := self.frame(deadline - time.monotonic())):
            pass
        return frame

    def until_type(self, kind: str, **fields: Any) -> Frame:
        return self.until(lambda frame: frame["type"] == kind and fields.items() <= frame.items())

    def events(self) -> list[Frame]:
        """What was read so far, without the hub's own frames."""
        return [frame for frame in self.frames if frame["type"] not in OWN_FRAMES]

    def closed(self, patience: float = PATIENCE) -> int:
        """Read until the hub closes the socket; the code with which it did."""
        deadline = time.monotonic() + patience
        try:
            while True:
                self.frame(deadline - time.monotonic())
        except ConnectionClosed as end:
            assert end.rcvd is not None, "the connection ended without a close frame"
            return int(end.rcvd.code)


def told(frames: list[Frame]) -> list[str]:
    """The notifications that these frames tell of, in order."""
    return [frame["notification_id"] for frame in frames if frame["type"] == "agent_notification"]
