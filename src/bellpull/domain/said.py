"""What a client says, as far as it is what it should be. Whatever else comes is as if nothing had been said."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from bellpull.domain.instant import Instant, instant

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: In the year 8307; times that cannot be written are none.
LATEST_MS = 200_000_000_000_000


def object_of(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def text_of(value: object, longest: int | None = None) -> str | None:
    """Nothing for blanks. Halves of characters and NULs, which no hub would take, are left out."""
    if not isinstance(value, str) or not value.strip():
        return None
    cut = value[:longest].replace("\0", "")
    return cut if cut.isascii() else cut.encode("utf-8", "replace").decode()


def texts_of(value: object, most: int, longest: int) -> list[str]:
    return [text for one in list_of(value)[:most] if (text := text_of(one, longest))]


def ms_of(value: object) -> int | None:
    """Milliseconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < LATEST_MS:
        return None
    return int(value)


def instant_of(ms: int | None) -> Instant | None:
    return None if ms is None else instant(EPOCH + timedelta(milliseconds=ms))
