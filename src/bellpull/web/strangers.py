"""Connections by which nobody has shown a key yet. Each takes a file handle, and anybody can open one: so only so many
are held at a time.

Beyond that one gives way to the next: the oldest of the address that has the most. Clients that have a key show it
within milliseconds, and their connections count no more. On one machine, and behind a proxy, all come from one
address: there the oldest of all gives way, and nobody is kept out.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Sequence

from starlette.types import Scope

from bellpull.web.frames import Told

#: More than a whole team that comes back at once.
MOST = 512
#: The rest of the file handles is for those who have shown a key, and for the hub itself.
SHARE = 4
CODE = "too_many_without_key"
#: The place in a request's scope of what is called when its key is good.
SHOWS_KEY = "bellpull.shows_key"


class Strangers:
    def __init__(self, refused: Told | None = None, most: int | None = None) -> None:
        """`most`: (default: as the limit on file handles allows)."""
        self._most = most_held() if most is None else most
        self._refused = refused
        self._addresses: dict[asyncio.Transport, str] = {}
        #: Oldest first.
        self._of: defaultdict[str, dict[asyncio.Transport, None]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._addresses)

    def came(self, transport: asyncio.Transport, client: Sequence[object] | None) -> None:
        address = str(client[0]) if client else ""
        self._addresses[transport] = address
        self._of[address][transport] = None
        if len(self._addresses) > self._most:
            self._give_way()

    def leave(self, transport: asyncio.Transport) -> None:
        """It has shown a key, or it is gone."""
        address = self._addresses.pop(transport, None)
        if address is not None:
            del self._of[address][transport]
            if not self._of[address]:
                del self._of[address]

    def _give_way(self) -> None:
        address = max(self._of, key=lambda one: len(self._of[one]))
        oldest = next(iter(self._of[address]))
        self.leave(oldest)
        oldest.abort()
        if self._refused is not None:
            self._refused(CODE, (address,))


def shows_key(scope: Scope) -> None:
    """The key of this request is good."""
    if SHOWS_KEY in scope:
        scope[SHOWS_KEY]()


def most_held() -> int:
    if sys.platform == "win32":
        return MOST
    import resource

    handles = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if handles == resource.RLIM_INFINITY else max(1, min(MOST, handles // SHARE))
