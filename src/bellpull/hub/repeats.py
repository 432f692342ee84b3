"""Creates that may be repeated: the key of a create stands for what it made, so that a repeat makes nothing new."""

import hashlib
import json
from datetime import datetime, timedelta

from bellpull.domain.errors import Conflict, Invalid, TooMany
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.hub.meanwhile import Rates
from bellpull.hub.ports import Writer

#: How long a repeat of a create is recognised.
REMEMBERED = timedelta(hours=24)


def check_key(key: str) -> str:
    """An idempotency key: what a header can carry without surprises."""
    if 1 <= len(key) <= 200 and key.isascii() and key.isprintable():
        return key
    raise Invalid("invalid_idempotency_key", "Idempotency-Key: must be 1 to 200 printable ASCII characters")


def recall(writer: Writer, who: Principal, key: str, body: object, lived: datetime) -> str | None:
    """The id of what this key made first, None if it is new. `lived`: a clock that jumps makes nobody ask twice."""
    earlier = writer.recalled(who.name, key, instant(lived))
    if earlier is None:
        return None
    body_hash, id = earlier
    if body_hash != _hash(body):
        raise Conflict(
            "idempotency_conflict", "This Idempotency-Key was used with another body", "use a new key for a new create"
        )
    return id


def remember(writer: Writer, who: Principal, key: str, body: object, id: str, when: datetime) -> None:
    writer.remember(who.name, key, _hash(body), id, instant(when + REMEMBERED))


def hold_back(rates: Rates, name: str, count: int = 1, what: str = "notifications") -> None:
    if seconds := rates.take(name, count):
        raise TooMany("too_many", f"Too many {what}", "slow down and try again", retry_after=seconds)


def _hash(body: object) -> bytes:
    return hashlib.sha256(json.dumps(body).encode()).digest()
