"""Ids: 16 url-safe characters after a word that says what it is of. Each is greater than all that this process made.

Lists are ordered by instant and id, in every store, so ids keep the order of what happens within one millisecond.
"""

import base64
import os
from datetime import datetime
from threading import Lock

#: Base64 in an alphabet that is url-safe and sorts as the numbers do.
_SORTED = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
)
_RANDOM_BITS = 54


def new_id(when: datetime, prefix: str = "notif_") -> str:
    return prefix + base64.b64encode(_rise(when).to_bytes(12, "big")).translate(_SORTED).decode()


def new_hex_id(when: datetime) -> str:
    """The same in hexadecimal, for what stands between underscores."""
    return f"{_rise(when):024x}"


def _rise(when: datetime) -> int:
    """The millisecond, then 54 random bits; the last one and 1 in the same millisecond, and if the clock went back.

    Ids that rise with time are appended to an index; random ones would each touch another page of it.
    """
    global _last
    millisecond = int(when.timestamp() * 1000)
    with _lock:
        _last = millisecond << _RANDOM_BITS | _draw() if millisecond > _last >> _RANDOM_BITS else _last + 1
        return _last


def _draw() -> int:
    """The system is asked for many at once: each asking lets go of the interpreter."""
    if not _spare:
        block = os.urandom(7 * 256)
        _spare.extend(int.from_bytes(block[at : at + 7], "big") >> 2 for at in range(0, len(block), 7))
    return _spare.pop()


_lock = Lock()
_last = 0
_spare: list[int] = []
