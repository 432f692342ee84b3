"""Passwords as they are kept: argon2id, in a thread of its own, one at a time.

Hashing takes tens of milliseconds and 19 MB on purpose; done on the loop, it would hold up everybody, and many at once
would fill the memory.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from bellpull.domain.errors import Unavailable

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")

MEMORY_KIB, ROUNDS, LANES = 19_456, 3, 1
MOST_WAITING = 50
#: Of a password that nobody knows: for names that have none, so that they take as long as others.
NOBODYS = "$argon2id$v=19$m=19456,t=3,p=1$0Baa5Q6VJfkNYCECfvFm5g$70b/xg/rGtq7qhO+RsBroKt1Nd5BBirrZjLHMn4c5To"


class Passwords:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "bellpull-password")
        self._waiting = 0
        self._hasher: PasswordHasher | None = None

    def waiting(self) -> int:
        return self._waiting

    async def keep(self, password: str) -> str:
        """The password as it is to be stored."""
        return await self._work(lambda: self._argon2().hash(_bytes(password)))

    async def fits(self, kept: str | None, password: str) -> bool:
        """Takes as long where nothing is kept."""
        right = await self._work(lambda: self._verify(kept or NOBODYS, password))
        return right and kept is not None

    async def _work(self, do: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Unavailable("busy", "Too many people are signing in.", "try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, do)
        finally:
            self._waiting -= 1

    def _argon2(self) -> "PasswordHasher":
        # Imported when the first password is needed: most hubs of one person never do.
        if self._hasher is None:
            from argon2 import PasswordHasher

            self._hasher = PasswordHasher(ROUNDS, MEMORY_KIB, LANES)
        return self._hasher

    def _verify(self, kept: str, password: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError

        try:
            return self._argon2().verify(kept, _bytes(password))
        except (Argon2Error, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """The same letters are the same password, however a keyboard puts their accents together."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
