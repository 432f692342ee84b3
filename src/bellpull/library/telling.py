"""The other side: a person, or the world, tells an agent something while it works."""

from __future__ import annotations

import os
from pathlib import Path

from bellpull import __version__
from bellpull.config import load
from bellpull.library.calls import awaitable, blocking
from bellpull.library.values import Nudge, nudge_of
from bellpull.remote.address import quote
from bellpull.remote.line import Line


class _Teller:
    def __init__(self, url: str | None, key: str | None, data_dir: str | Path | None) -> None:
        self._config = load({"url": url, "key": key, "data_dir": data_dir}, os.environ)

    def _line(self) -> Line:
        return Line(self._config, client=f"python/{__version__}")

    def _tell(self, line: Line, agent: str, body: dict[str, str | None]) -> Nudge:
        given = {name: value for name, value in body.items() if value is not None}
        return nudge_of(line.create(f"/api/agents/{quote(agent)}/nudges", given, os.urandom(16).hex()))

    tell = blocking(_tell)
    atell = awaitable(_tell)


def tell(
    agent: str,
    message: str,
    *,
    source: str = "user",
    label: str | None = None,
    dedup_key: str | None = None,
    session: str | None = None,
    url: str | None = None,
    key: str | None = None,
    data_dir: str | Path | None = None,
) -> Nudge:
    """Tell `agent` something: it reads it with its next tool result, or as a new message where it idles.

    The hub is found as for `Agent`. Without a chosen key it is the owner's; only a person's may say `source="user"`.
    While another with the same `dedup_key` is unread, this one takes its place."""
    body = {"message": message, "source": source, "label": label, "dedup_key": dedup_key, "session": session}
    return _Teller(url, key, data_dir).tell(agent, body)


async def atell(
    agent: str,
    message: str,
    *,
    source: str = "user",
    label: str | None = None,
    dedup_key: str | None = None,
    session: str | None = None,
    url: str | None = None,
    key: str | None = None,
    data_dir: str | Path | None = None,
) -> Nudge:
    """As `tell`."""
    body = {"message": message, "source": source, "label": label, "dedup_key": dedup_key, "session": session}
    return await _Teller(url, key, data_dir).atell(agent, body)
