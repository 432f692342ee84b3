"""Tells an agent one message after the other, over every restart of the hub.

A message is repeated with its own key until the hub has it, so it is neither lost nor told twice. There is one at a
time: whoever has more to say meanwhile gathers it (`free`). Not for threads.
"""

from __future__ import annotations

import os
from time import monotonic, sleep

from bellpull import __version__
from bellpull.domain import errors
from bellpull.remote.line import Line
from bellpull.sources.addressee import check, nudges_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Any

    from bellpull.config import Config

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 10.0
#: A hub that is there answers much sooner, and whoever waits for it looks at nothing else.
ANSWER_SECONDS = 10.0
NOT_NOW = (errors.Unavailable, errors.TooMany)


class Letter:
    """A body on its way to a path of the hub."""

    def __init__(self, path: str, body: Mapping[str, object]) -> None:
        self.path = path
        self.body = {name: value for name, value in body.items() if value is not None}
        self.key = os.urandom(16).hex()


class Teller:
    """Speaks to `agent`, or to one session of it, as `source`. `complain` is called once for each that waits."""

    def __init__(
        self,
        config: Config,
        agent: str,
        source: str,
        session: str | None = None,
        *,
        complain: Callable[[errors.BellpullError], object],
    ) -> None:
        self.agent = agent
        self._source = source
        self._session = session
        self._complain = complain
        self._line = Line(config, client=f"cli/{__version__}")
        self._letter: Letter | None = None
        self._pause = 0.0
        self._next = 0.0

    def __enter__(self) -> Teller:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """What comes later opens the line again."""
        self._line.close()

    def check(self) -> None:
        """Raise where there is no hub, or no such agent."""
        check(self._line, self.agent)

    def tell(self, message: str, label: str | None = None) -> dict[str, Any] | None:
        """Give it to the hub, at once if it is there: then the nudge; else None, and it waits for `attempt`."""
        body = {"message": message, "source": self._source, "label": label, "session": self._session}
        return self.send(nudges_of(self.agent), body)

    def send(self, path: str, body: Mapping[str, object]) -> dict[str, Any] | None:
        self._letter, self._pause, self._next = Letter(path, body), 0.0, 0.0
        return self.attempt()

    @property
    def free(self) -> bool:
        return self._letter is None

    def left(self) -> float | None:
        """Seconds until the next attempt; None where nothing waits."""
        return None if self._letter is None else max(self._next - monotonic(), 0.0)

    def attempt(self) -> dict[str, Any] | None:
        """Try what waits, if it is time."""
        letter = self._letter
        if letter is None or monotonic() < self._next:
            return None
        try:
            told: dict[str, Any] = self._line.request(
                "POST", letter.path, body=letter.body, headers={"Idempotency-Key": letter.key}, seconds=ANSWER_SECONDS
            )
        except NOT_NOW as error:
            self._later(error)
            return None
        self._letter = None
        return told

    def _later(self, error: errors.BellpullError) -> None:
        if not self._pause:
            self._complain(error)
        self._pause = min(max(self._pause * 2, FIRST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
        wanted = error.retry_after if isinstance(error, errors.TooMany) else 0.0
        self._next = monotonic() + max(self._pause, wanted)

    def persist(self, seconds: float) -> dict[str, Any] | None:
        """Try what waits until it is told or the time is up."""
        deadline = monotonic() + seconds
        self._next = 0.0
        told = self.attempt()
        while not self.free and monotonic() < deadline:
            self._pause = min(self._pause, 1.0)  # somebody waits for us to end
            sleep(max(min(self._next, deadline) - monotonic(), 0.0))
            told = self.attempt()
        return told
