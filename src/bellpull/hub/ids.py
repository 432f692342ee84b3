"""Ids: 16 url-safe characters after a word that says what it is of."""

import base64
import os
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
    number = int(when.timestamp() * 1000) << 54 | _draw()
    return prefix + base64.b64encode(number.to_bytes(12, "big")).translate(_SORTED).decode()


def _draw() -> int:
    """54 random bits. The system is asked for many at once: each asking lets go of the interpreter. Another thread may
    come then, so nothing here is left half done: taking one out of a list cannot be interrupted."""
    while True:
        try:
            return _spare.pop()
        except IndexError:
            block = os.urandom(7 * 256)
            _spare.extend([int.from_bytes(block[at : at + 7], "big") >> 2 for at in range(0, len(block), 7)])


_spare: list[int] = []
