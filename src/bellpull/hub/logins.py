"""The verbs of signing in with a name and a password: sign in, renew, sign out. Links are `sign_in.py`'s.

A sign-in is a key that has an end; its token is signed (`tokens.py`), so it has no secret of its own.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bellpull.domain import event
from bellpull.domain.errors import BellpullError, Conflict, TooMany, Unauthorized
from bellpull.domain.identity import Key, Principal
from bellpull.domain.instant import Instant, instant
from bellpull.hub import tokens
from bellpull.hub.access import Access, hash_key
from bellpull.hub.audit import note
from bellpull.hub.clocks import Steady
from bellpull.hub.ids import new_hex_id
from bellpull.hub.meanwhile import Attempts
from bellpull.hub.passwords import Passwords
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.record_ports import SigningKey
from bellpull.hub.rights import need_person, need_valid

SIGN_IN_LABEL = "sign-in"
#: However often it is renewed.
LONGEST = timedelta(days=30)
LONGEST_NAME = 64


class SignedIn(NamedTuple):
    token: str
    user: str
    expires_at: Instant


class Logins:
    def __init__(
        self,
        store: Store,
        access: Access,
        passwords: Passwords,
        attempts: Attempts,
        clock: Steady,
    ) -> None:
        self._store = store
        self._access = access
        self._passwords = passwords
        self._attempts = attempts
        self._clock = clock

    async def login(self, name: str, password: str, origin: str) -> SignedIn:
        who = Principal("user", await self._store.read(lambda reader: _called(reader, name)), False, "", origin)
        return await self.sign_in(who, await self.check(who, password))

    async def check(self, who: Principal, password: str) -> str:
        """That this is the person's password; guessing is slowed down, by name and by address. Returns the password as
        it was kept: it may be another one when the time has come to act upon it (`need_unchanged`)."""
        name = who.name[:LONGEST_NAME].casefold()
        if seconds := self._attempts.take(name, who.origin):
            hint = "a link works meanwhile: bellpull page"
            sentence = "Too many wrong passwords"
            raise TooMany("too_many_logins", sentence, hint, retry_after=seconds)
        kept = await self._store.read(lambda reader: reader.accounts.password(who.name))
        if not await self._passwords.fits(kept, password) or kept is None:
            await self._failed(who, known=kept is not None)
            raise wrong_login()
        self._attempts.succeeded(name, who.origin)
        return kept

    async def _failed(self, who: Principal, *, known: bool) -> None:
        """People type passwords where their name should be: a name that is nobody's is not written down."""
        who = who if known else who._replace(name="")
        now = instant(self._clock())
        await self._store.write(lambda writer: note(writer, who, "sign_in_failed", now, who.name or None))

    async def sign_in(self, who: Principal, proven: str | None = None) -> SignedIn:
        """For whoever proved to be `who`: by a password, or by a link that a key has made and that is still good."""
        now = self._clock()
        id, until = new_hex_id(now), _whole_second(now + tokens.LASTS)
        row = Key(id, "user", who.name, SIGN_IN_LABEL, instant(now), None, None, instant(until))

        def decide(writer: Writer) -> SigningKey:
            if proven is None:
                need_valid(writer, who)
            else:
                need_unchanged(writer, who.name, proven)
            # No secret has this hash: only a token leads to the row.
            writer.add_key(row, hash_key(secrets.token_urlsafe(32)), who.name)
            writer.append(event.access_changed(who.name, "signed_in", who.name, instant(now)))
            note(writer, who._replace(key_id=id), "signed_in", instant(now), who.name)
            return _signing_key(writer, now)

        key = await self._access.change(decide)
        return _signed_in(key, tokens.Claims(who.name, id, until), now)

    async def renew(self, who: Principal) -> SignedIn:
        need_person(who)
        now = self._clock()

        def decide(writer: Writer) -> tuple[SigningKey, datetime]:
            need_valid(writer, who)
            row = writer.accounts.sign_in(who.key_id)
            if row is None:
                raise not_a_sign_in()
            end = datetime.fromisoformat(row.created_at) + LONGEST
            if end <= now:
                raise Unauthorized("sign_in_over", "You signed in thirty days ago", "sign in again")
            until = _whole_second(min(now + tokens.LASTS, end))
            writer.accounts.renew(who.key_id, instant(until))
            return _signing_key(writer, now), until

        key, until = await self._store.write(decide)
        return _signed_in(key, tokens.Claims(who.name, who.key_id, until), now)

    async def logout(self, who: Principal) -> Instant:
        """Ends what a browser was given, not a key that somebody made."""
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> Instant:
            need_valid(writer, who)
            if who.key_id not in {key.id for key in writer.accounts.in_browsers(who.name)}:
                raise not_a_sign_in()
            writer.revoke(who.key_id, now)
            writer.append(event.access_changed(who.name, "signed_out", who.name, now))
            note(writer, who, "signed_out", now, who.name)
            return now

        return await self._access.change(decide)

    async def end_expired(self) -> None:
        """Sockets of sign-ins whose time is up are closed by this; requests are refused without it, and no longer when
        a clock that was ahead is right again."""
        now, lived = instant(self._clock()), instant(self._clock.lived())
        if not await self._store.read(lambda reader: _any_expired(reader, lived)):
            return

        def decide(writer: Writer) -> None:
            for key in writer.accounts.expired(lived, 500):
                writer.revoke(key.id, now)
                writer.append(event.access_changed(key.name, "signed_out", "hub", now))

        await self._access.change(decide)

    async def forget_ended(self) -> None:
        before = instant(self._clock.lived() - tokens.KEY_LASTS - LONGEST)
        await self._store.write(lambda writer: writer.accounts.forget_ended(before))


def _called(reader: Reader, name: str) -> str:
    """The person's name as it is written: phones begin words with a large letter, and no two differ by that alone."""
    found = reader.accounts.people_called(name)
    return name if name in found else next(iter(found), name)


def need_unchanged(reader: Reader, name: str, proven: str) -> None:
    """To check a password takes a while: who knew an old one is not to come in behind the new one."""
    if reader.accounts.password(name) != proven:
        raise wrong_login()


def _any_expired(reader: Reader, now: Instant) -> bool:
    return bool(reader.accounts.expired(now, 1))


def _signing_key(writer: Writer, now: datetime) -> SigningKey:
    newest = writer.accounts.signing_key()
    if newest is not None and datetime.fromisoformat(newest.created_at) + tokens.KEY_LASTS > now:
        return newest
    made = SigningKey(new_hex_id(now), secrets.token_bytes(32), instant(now))
    writer.accounts.add_signing_key(made)
    return made


def _signed_in(key: SigningKey, claims: tokens.Claims, now: datetime) -> SignedIn:
    return SignedIn(tokens.issue(key, claims, now), claims.user, instant(claims.until))


def _whole_second(when: datetime) -> datetime:
    """A token counts seconds; what is stored is to say the same."""
    return when.astimezone(UTC).replace(microsecond=0)


def wrong_login() -> BellpullError:
    return Unauthorized("wrong_login", "Wrong name or password")


def not_a_sign_in() -> BellpullError:
    return Conflict("not_a_sign_in", "This key is no sign-in of a browser", "revoke it: bellpull key revoke")
