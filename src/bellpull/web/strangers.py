"""How many connections are held of those who might take every file handle: of all who have not shown a key, and of each
agent's key. A person's key is trusted with them.

Anybody can open one without a key. Beyond what is held one gives way to the next: the oldest of the address that has
the most. Clients that have a key show it within milliseconds, and their connections count no more. On one machine, and
behind a proxy, all come from one address: there the oldest of all gives way, and nobody is kept out. Of an agent's key
the oldest gives way too.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Sequence

from starlette.types import Scope

from bellpull.domain.identity import Principal
from bellpull.hub.places import OF_AGENT
from bellpull.web.frames import Told

#: More than a whole team that comes back at once.
MOST = 512
#: The rest of the file handles is for those who have shown a key, and for the hub itself.
SHARE = 4
CODE = "too_many_without_key"
#: Of an agent's key: as many as its sockets and its calls that wait, and some for what ends at once; but no more than
#: this share of the file handles.
MOST_OF_KEY, SHARE_OF_KEY = 2 * OF_AGENT + 500, 2
CODE_OF_KEY = "too_many_of_key"
#: The place in a request's scope of the line that it came by.
LINE = "bellpull.line"


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


class Known:
    """Connections that an agent's key was shown on last."""

    def __init__(self, refused: Told | None = None, most: int | None = None) -> None:
        """`most`: of each key (default: as the limit on file handles allows)."""
        self._most = most_of_key() if most is None else most
        self._refused = refused
        self._keys: dict[asyncio.Transport, str] = {}
        #: Oldest first.
        self._of: defaultdict[str, dict[asyncio.Transport, None]] = defaultdict(dict)

    def shown(self, transport: asyncio.Transport, who: Principal, client: Sequence[object] | None) -> None:
        key = "" if who.is_person else who.key_id
        if self._keys.get(transport, "") == key:
            return
        self.leave(transport)
        if not key:
            return
        held = self._of[key]
        self._keys[transport] = key
        held[transport] = None
        if len(held) > self._most:
            oldest = next(iter(held))
            self.leave(oldest)
            oldest.abort()
            if self._refused is not None:
                self._refused(CODE_OF_KEY, client)

    def leave(self, transport: asyncio.Transport) -> None:
        key = self._keys.pop(transport, None)
        if key is not None:
            del self._of[key][transport]
            if not self._of[key]:
                del self._of[key]


class Line:
    """One connection, and the key that was shown on it last. It outlives what is spoken over it: a socket begins as a
    request, and should not keep what read that."""

    __slots__ = ("_client", "_key_id", "_known", "_strangers", "_transport")

    def __init__(
        self, transport: asyncio.Transport, client: Sequence[object] | None, strangers: Strangers, known: Known
    ) -> None:
        self._transport = transport
        self._client = client
        self._strangers = strangers
        self._known = known
        self._key_id: str | None = None
        strangers.came(transport, client)

    @property
    def is_open(self) -> bool:
        return not self._transport.is_closing()

    def show_key(self, who: Principal) -> None:
        """Most connections show one key, thousands of times."""
        if who.key_id == self._key_id:
            return
        self._key_id = who.key_id
        self._strangers.leave(self._transport)
        if self.is_open:  # it may be gone by now, and would never leave
            self._known.shown(self._transport, who, self._client)

    def leave(self) -> None:
        self._strangers.leave(self._transport)
        self._known.leave(self._transport)


def shows_key(scope: Scope, who: Principal) -> None:
    """The key of this request is good, and theirs."""
    line: Line | None = scope.get(LINE)
    if line is not None:
        line.show_key(who)


def most_held() -> int:
    return _share(MOST, SHARE)


def most_of_key() -> int:
    return _share(MOST_OF_KEY, SHARE_OF_KEY)


def _share(most: int, share: int) -> int:
    if sys.platform == "win32":
        return most
    import resource

    handles = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if handles == resource.RLIM_INFINITY else max(1, min(most, handles // share))
