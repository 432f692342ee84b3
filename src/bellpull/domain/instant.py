"""Points in time as Bellpull writes them: ISO 8601, UTC, milliseconds, `Z`.

An instant is text everywhere behind the clock. Such texts sort as the times do, so tables, cursors and the wire share
one form.
"""

from datetime import UTC, datetime

Instant = str


def instant(when: datetime) -> Instant:
    if when.tzinfo is not UTC:
        when = when.astimezone(UTC)
    return when.isoformat(timespec="milliseconds")[:-6] + "Z"
