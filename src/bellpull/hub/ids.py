"""Ids: 16 url-safe characters after a word that says what it is of."""

import base64
import os
from collections.abc import Iterator
from datetime import datetime

#: Base64 in an alphabet that is url-safe and sorts as the numbers do.
_SORTED = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
)


def new_id(when: datetime, prefix: str = "notif_") -> str:
    """The millisecond, then 54 random bits.

    Ids that rise with time are appended to an index; random ones would each touch another page of it.
    """
    number = int(when.timestamp() * 1000) << 54 | next(_random_numbers)
    return prefix + base64.b64encode(number.to_bytes(12, "big")).translate(_SORTED).decode()


def _draw() -> Iterator[int]:
    """54 random bits at a time. The system is asked for many at once: each asking lets go of the interpreter."""
    while True:
        block = os.urandom(7 * 256)
        for start in range(0, len(block), 7):
            yield int.from_bytes(block[start : start + 7], "big") >> 2


_random_numbers = _draw()
