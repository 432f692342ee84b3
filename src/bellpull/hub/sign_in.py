"""Links that sign a person in on the page: their secret works once, for ten minutes, and only while the hub runs."""

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain.errors import Unauthorized
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.hub.access import hash_key
from bellpull.hub.ports import Store
from bellpull.hub.rights import need_no_browser, need_person

LASTS = timedelta(minutes=10)
#: Of one person, more than anybody needs; the oldest give way, and nobody else's.
MOST = 50


class Link(NamedTuple):
    secret: str
    expires_at: Instant


class SignIn:
    def __init__(self, store: Store, clock: Callable[[], datetime], public_url: str) -> None:
        self._store = store
        self._clock = clock
        self._public_url = public_url
        self._offered: dict[bytes, tuple[Principal, datetime]] = {}

    async def offer(self, who: Principal) -> Link:
        need_person(who)
        await self._store.glance(lambda reader: need_no_browser(reader, who))
        until = self._clock() + LASTS
        secret = secrets.token_urlsafe(24)
        self._make_room(who.name)
        self._offered[hash_key(secret)] = (who, until)
        return Link(secret, instant(until))

    def _make_room(self, name: str) -> None:
        now = self._clock()
        self._offered = {link: made for link, made in self._offered.items() if _is_good(made[1], now)}
        own = [link for link, (who, _) in self._offered.items() if who.name == name]
        for link in own[: max(0, len(own) + 1 - MOST)]:
            del self._offered[link]

    def address(self, link: Link) -> str | None:
        """The whole link. Its secret stands where browsers send it to nobody."""
        return f"{self._public_url}/#sign-in={link.secret}" if self._public_url else None

    def redeem(self, secret: str) -> Principal:
        """The person who made the link. A second time, or too late, it is refused."""
        who, until = self._offered.pop(hash_key(secret), (None, self._clock()))
        if who is None or not _is_good(until, self._clock()):
            raise Unauthorized(
                "link_used",
                "This sign-in link was used, is older than ten minutes, or the hub was restarted since",
                "make a new one: bellpull page",
            )
        return who


def _is_good(until: datetime, now: datetime) -> bool:
    """One that lasts for longer than links do was made before the clock was set back: nobody knows how old it is."""
    return now < until <= now + LASTS
