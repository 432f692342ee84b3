"""The verbs of people: add, list, remove them, and change their passwords. Signing in is `logins.py`'s."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bellpull.domain import event
from bellpull.domain.errors import BellpullError, Conflict, NotFound
from bellpull.domain.identity import Principal, User, check_name
from bellpull.domain.instant import Instant, instant
from bellpull.domain.password import check_password
from bellpull.hub.access import OWNER, Access, ensure_user, name_taken
from bellpull.hub.audit import note
from bellpull.hub.logins import Logins, need_unchanged
from bellpull.hub.passwords import Passwords
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.rights import need_admin, need_person, need_valid


class Removed(NamedTuple):
    notifications: int
    keys: int
    agents_given: int


class Accounts:
    def __init__(
        self, store: Store, access: Access, logins: Logins, passwords: Passwords, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._access = access
        self._logins = logins
        self._passwords = passwords
        self._clock = clock

    async def me(self, who: Principal) -> tuple[Instant | None, bool]:
        """When the sign-in ends, None for a key; and whether there is a password."""

        def look(reader: Reader) -> tuple[Instant | None, bool]:
            row = reader.accounts.sign_in(who.key_id)
            return row and row.expires_at, who.is_person and reader.accounts.password(who.name) is not None

        return await self._store.glance(look)

    async def users(self, who: Principal) -> list[User]:
        need_person(who)
        return await self._store.read(lambda reader: reader.accounts.listed(who))

    async def add(self, who: Principal, name: str, password: str | None, *, admin: bool) -> User:
        need_person(who)
        need_admin(who)
        check_name(name)
        kept = None if password is None else await self._passwords.keep(check_password(password, name))
        now = instant(self._clock())

        def decide(writer: Writer) -> User:
            need_valid(writer, who)
            if writer.is_user(name):
                raise name_taken(name, "user")
            ensure_user(writer, who, name, now, admin=admin)
            if kept is not None:
                writer.accounts.set_password(name, kept)
            return _found(writer, name)

        return await self._access.change(decide)

    async def remove(self, who: Principal, name: str, give_agents_to: str | None) -> Removed:
        """With what they sent and all that lets them in; their agents need another owner first."""
        need_person(who)
        need_admin(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> Removed:
            need_valid(writer, who)
            user = _found(writer, name)
            if name == OWNER or (user.admin and writer.accounts.count_admins() == 1):
                raise Conflict("last_admin", f"{name} has to stay: without an admin nobody could run the hub")
            given = _give_agents(writer, who, user, give_agents_to, now)
            counts = writer.remove_user(name)
            writer.append(event.access_changed(name, "user_removed", who.name, now))
            note(writer, who, "user_removed", now, name)
            return Removed(counts["notifications"], counts["keys"], given)

        return await self._access.change(decide)

    async def change_password(self, who: Principal, name: str, password: str, current: str | None) -> int:
        """Signs the person out of every browser: of how many."""
        need_person(who)
        if name != who.name:
            need_admin(who)
        proven = await self._need_current(who, name, current)
        kept = await self._passwords.keep(check_password(password, name))
        now = instant(self._clock())

        def decide(writer: Writer) -> int:
            need_valid(writer, who)
            _found(writer, name)
            if proven is not None:
                need_unchanged(writer, name, proven)
            writer.accounts.set_password(name, kept)
            ended = writer.accounts.in_browsers(name)
            for key in ended:
                writer.revoke(key.id, now)
            writer.append(event.access_changed(name, "password_changed", who.name, now))
            note(writer, who, "password_changed", now, name)
            return len(ended)

        return await self._access.change(decide)

    async def _need_current(self, who: Principal, name: str, current: str | None) -> str | None:
        """A browser that somebody left open is not to be taken over by a new password. Whoever has a key is at home."""
        if name != who.name:
            return None
        signed_in = await self._store.read(lambda reader: _has_password_and_signed_in(reader, who))
        return await self._logins.check(who, current or "") if signed_in else None


def _has_password_and_signed_in(reader: Reader, who: Principal) -> bool:
    in_browser = who.key_id in {key.id for key in reader.accounts.in_browsers(who.name)}
    return in_browser and reader.accounts.password(who.name) is not None


def _give_agents(writer: Writer, who: Principal, user: User, taker: str | None, now: Instant) -> int:
    if taker is not None:
        _found(writer, taker)
    if not user.agents:
        return 0
    if taker is None or taker == user.name:
        sentence = f"{user.name} owns agents: {user.agents}"
        raise Conflict("owns_agents", sentence, "say who gets them: --give-agents-to USER; or remove them first")
    names = writer.accounts.give_agents(user.name, taker)
    for name in names:
        writer.append(event.access_changed(name, "given", who.name, now))
        note(writer, who, "agent_given", now, taker, name)
    return len(names)


def _found(reader: Reader, name: str) -> User:
    everybody = reader.accounts.listed(Principal("user", "hub", True, ""))
    user = next((one for one in everybody if one.name == name), None)
    if user is None:
        raise user_not_found()
    return user


def user_not_found() -> BellpullError:
    return NotFound("user_not_found", "There is no such person", "see: bellpull user list")
