"""A line to the hub that outlives it: what a program speaks over that asks a question and waits for the answer.

A hub that was restarted may be elsewhere, so after each loss it is found anew. What creates something carries a key of
its own and may be repeated. Not for threads, but for `interrupt`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import monotonic, sleep

from bellpull.domain import errors
from bellpull.remote.agent_key import agent_hub
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.fast import Hub

FIRST_PAUSE_SECONDS = 0.05
LONGEST_PAUSE_SECONDS = 1.0
BOTH_WAYS = 2  # socket.SHUT_RDWR
#: How long a create whose answer was lost is repeated.
CREATE_SECONDS = 30.0
#: Then nothing was sent, and nothing will be: whoever asks is told at once.
NOT_THERE = frozenset(("hub_not_running", "hub_not_reached", "hub_not_trusted"))


def process_session() -> str:
    """A session of a program that no client has named."""
    return f"process:{os.urandom(8).hex()}"


class Interrupted(BaseException):
    """Somebody else called `interrupt`."""


class Line:
    """Speaks as agent `name`, or with the chosen or the owner's key where there is none."""

    def __init__(
        self,
        config: Config,
        name: str | None = None,
        project: str | None = None,
        *,
        client: str,
        session: str | None = None,
    ) -> None:
        self._config = config
        self._name = name
        self._project = project
        self._headers = {"Bellpull-Client": client, "Bellpull-Session": session or process_session()}
        self._hub: Hub | None = None
        self._creating = self._interrupted = self._last_words = False

    def __enter__(self) -> Line:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._hub is not None:
            self._hub.close()
            self._hub = None

    def interrupt(self) -> None:
        """From another thread: whatever waits here ends with Interrupted. To be repeated until it has: it may just be
        connecting. A create is first told what it made, and `last_words` are not disturbed."""
        if self._last_words:
            return
        self._interrupted = True
        connection = None if self._hub is None or self._creating else self._hub._connection
        if connection is not None:
            with suppress(OSError):
                connection.shutdown(BOTH_WAYS)

    def last_words(self) -> None:
        """From now on nothing interrupts."""
        self._last_words = True
        self._interrupted = False

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        seconds: float | None = None,
    ) -> Any:
        """One request, as `Hub.request`."""
        self._stop_if_interrupted()
        given = {**self._headers, **(headers or {})}
        try:
            hub = self._hub = self._hub or self._found()
            return hub.request(method, path, query, body, given, seconds=seconds)
        except errors.Unavailable:
            self.close()
            self._stop_if_interrupted()
            raise

    def _found(self) -> Hub:
        if self._name is None:
            return find(self._config)
        return agent_hub(self._config, self._name, self._project)

    def _stop_if_interrupted(self) -> None:
        if self._interrupted:
            raise Interrupted

    def create(self, path: str, body: object, key: str) -> Any:
        """Create something once: an answer that was lost on its way is asked for again with the same key."""

        def attempt() -> Any:
            return self.request("POST", path, body=body, headers={"Idempotency-Key": key})

        self._creating = True
        try:
            return attempt()
        except errors.Unavailable as error:
            if error.code in NOT_THERE or isinstance(error, errors.StoreFull):
                raise
            return self.persist(attempt, monotonic() + CREATE_SECONDS)
        finally:
            self._creating = False

    def persist(self, attempt: Callable[[], Any], deadline: float) -> Any:
        """Try until it gets through; past the deadline the hub's absence is raised."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                return attempt()
            except errors.Unavailable:
                left = deadline - monotonic()
                if left <= 0:
                    raise
                self._stop_if_interrupted()
                sleep(min(pause, left))
                pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
