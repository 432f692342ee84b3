"""One turn of a conversation as people look back on it: what an agent said, and what came back.

Not here: where turns are kept. Bellpull's own come from the store, spoken ones from VoiceMode's log.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bellpull.domain.instant import Instant

#: The kind of an exchange that was spoken; the other kinds are those of questions.
VOICE = "voice"


class Exchange(NamedTuple):
    at: Instant
    agent_name: str
    kind: str
    message: str
    #: The words or the choice that came back. Those of a secret question are never in an exchange.
    reply: str | None
    #: How it ended, in the words of questions. What was spoken has none.
    outcome: str | None


def latest(exchanges: Iterable[Exchange], limit: int) -> list[Exchange]:
    """The last `limit` by time, oldest first. Equal times stay in the order they came in."""
    ordered = sorted(exchanges, key=lambda exchange: exchange.at)
    return ordered[-limit:] if limit > 0 else []
