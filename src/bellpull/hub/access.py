"""Who may do what: keys are turned into principals here, and keys, agents and users are made and ended here.

What a principal may see is not here: that is a condition inside the store's queries.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, TypeVar

from bellpull.domain import event
from bellpull.domain.errors import BellpullError, Conflict, NotFound
from bellpull.domain.identity import HUB, Agent, Key, Principal, check_name
from bellpull.domain.instant import Instant, instant
from bellpull.domain.numbers import Counts
from bellpull.hub import tokens
from bellpull.hub.audit import note
from bellpull.hub.ids import new_hex_id
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.rights import (
    invalid_key,
    need_admin,
    need_agent,
    need_no_browser,
    need_person,
    need_valid,
    not_found_agent,
)

T = TypeVar("T")

#: The account that the first start makes: an admin.
OWNER = "owner"
_ONE_NAMESPACE = "users and agents share one namespace, whether letters are large or small"
OWNER_KEY_LABEL = "owner.key"
#: One token can be written in several ways; whoever has a good one is not to fill the memory with them.
MOST_KNOWN = 10_000


class NewKey(NamedTuple):
    """The only place where a secret is seen whole: it is shown once and kept as a hash."""

    id: str
    secret: str
    scope: str
    name: str


class Known(NamedTuple):
    who: Principal
    #: When its token ends.
    until: datetime | None


class Access:
    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[bytes, Known] = {}
        #: Changes with every change of rights.
        self.version = 0
        self._used: dict[str, datetime] = {}

    async def admit(self, secret: str, origin: str = "") -> Principal:
        """Whoever the key, or the token of a sign-in, stands for, asking from this address."""
        digest = hash_key(secret)
        known = self._known.get(digest) or await self._look_up(secret, digest)
        if known.until is not None and known.until <= self._clock():
            raise invalid_key(secret)
        self.note_use(known.who.key_id)
        return known.who._replace(origin=origin) if origin else known.who

    def note_use(self, id: str) -> None:
        """A key, or a webhook, was used just now; it is written down later, together with others."""
        self._used[id] = self._clock()

    async def _look_up(self, secret: str, digest: bytes) -> Known:
        version = self.version
        if tokens.looks_like_token(secret):
            known = await self._store.read(lambda reader: _signed_in(reader, secret))
        else:
            who = await self._store.read(lambda reader: reader.principal(digest))
            known = None if who is None else Known(who, None)
        if known is None:
            raise invalid_key(secret)
        # A key that was revoked while we looked must not be remembered as good.
        if version == self.version:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[digest] = known
        return known

    def forget(self) -> None:
        """Rights have changed: look everybody up again."""
        self.version += 1
        self._known.clear()

    async def flush_used(self) -> None:
        used, self._used = self._used, {}
        if not used:
            return
        stamps = {key_id: instant(when) for key_id, when in used.items()}
        try:
            await self._store.write(lambda writer: writer.used(stamps))
        except BellpullError:
            self._used = used | self._used
            raise

    async def make_key(
        self, who: Principal, scope: str, name: str, label: str | None, project: str | None = None
    ) -> NewKey:
        """Makes the agent, owned by `who`, or (an admin's right) the user, if it is new. An agent that works in one
        project is not the agent of another."""
        need_person(who)
        if scope == "user" and name != who.name:
            need_admin(who)
        when = self._clock()
        made, now = new_key(scope, check_name(name), when), instant(when)

        def decide(writer: Writer) -> None:
            need_valid(writer, who)
            if scope == "agent":
                ensure_agent(writer, who, name, now)
                ensure_project(writer, who, name, project)
            else:
                need_no_browser(writer, who)
                ensure_user(writer, who, name, now)
            writer.add_key(Key(made.id, scope, name, label, now, None, None), hash_key(made.secret), who.name)
            writer.append(event.access_changed(name, "key_created", who.name, now))
            note(writer, who, "key_created", now, made.id, name, label)

        await self.change(decide)
        return made

    async def keys(self, who: Principal) -> list[Key]:
        need_person(who)
        return await self._store.read(lambda reader: reader.keys(who))

    async def revoke_key(self, who: Principal, key_id: str) -> Instant:
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> Instant:
            need_valid(writer, who)
            key = next((key for key in writer.keys(who) if key.id == key_id), None)
            if key is None:
                raise NotFound("key_not_found", "Key not found")
            if key.revoked_at is not None:
                return key.revoked_at
            _end(writer, who, key, now)
            return now

        return await self.change(decide)

    async def agents(self, who: Principal) -> tuple[list[Agent], dict[str, Counts]]:
        """They, and what waits now at those where something does."""
        return await self._store.read(lambda reader: (reader.agents(who), reader.counts(who)))

    async def remove_agent(self, who: Principal, name: str) -> dict[str, int]:
        need_person(who)
        now = instant(self._clock())

        def decide(writer: Writer) -> dict[str, int]:
            need_valid(writer, who)
            need_agent(writer, who, name, owner=True)
            if writer.is_user(name):
                raise not_found_agent()
            counts = writer.remove_agent(name)
            writer.append(event.access_changed(name, "agent_removed", who.name, now))
            note(writer, who, "agent_removed", now, name, name)
            return counts

        return await self.change(decide)

    async def ensure_owner(self, secret: str | None) -> NewKey | None:
        """The first start makes the owner; a new key for the owner if `secret` is not a valid one."""
        if secret is not None and await self._is_owner(secret):
            return None
        when = self._clock()
        made, now = new_key("user", OWNER, when), instant(when)

        def decide(writer: Writer) -> None:
            if not writer.is_user(OWNER):
                writer.add_user(OWNER, True, now)
            # Whoever deletes a key file that leaked expects that its key ends with it.
            for key in writer.keys(Principal("user", OWNER, False, "")):
                if (key.name, key.label, key.revoked_at) == (OWNER, OWNER_KEY_LABEL, None):
                    _end(writer, HUB, key, now)
            writer.add_key(Key(made.id, "user", OWNER, OWNER_KEY_LABEL, now, None, None), hash_key(made.secret), OWNER)
            writer.append(event.access_changed(OWNER, "key_created", OWNER, now))
            note(writer, HUB, "key_created", now, made.id, OWNER, OWNER_KEY_LABEL)

        await self.change(decide)
        return made

    async def _is_owner(self, secret: str) -> bool:
        who = await self._store.read(lambda reader: reader.principal(hash_key(secret)))
        return who is not None and who.admin

    async def change(self, decide: Callable[[Writer], T]) -> T:
        """Decide something after which rights are not what they were."""
        try:
            return await self._store.write(decide)
        finally:
            self.forget()


def _signed_in(reader: Reader, token: str) -> Known | None:
    id = tokens.key_id(token)
    key = None if id is None else reader.accounts.signing_key(id)
    claims = None if key is None else tokens.read(token, key)
    row = None if claims is None else reader.accounts.sign_in(claims.sign_in)
    if claims is None or row is None or row.name != claims.user:
        return None
    return Known(Principal("user", row.name, reader.accounts.is_admin(row.name), row.id), claims.until)


def _end(writer: Writer, who: Principal, key: Key, now: Instant) -> None:
    writer.revoke(key.id, now)
    writer.append(event.access_changed(key.name, "key_revoked", who.name, now))
    note(writer, who, "key_revoked", now, key.id, key.name)


def new_key(scope: str, name: str, when: datetime) -> NewKey:
    id = new_hex_id(when)
    return NewKey(id, f"bp_{id}_{secrets.token_urlsafe(32)}", scope, name)


def hash_key(secret: str) -> bytes:
    # 256 random bits need no slow hash: nobody can guess them.
    return hashlib.sha256(secret.encode()).digest()


def ensure_agent(writer: Writer, who: Principal, name: str, now: Instant) -> None:
    if writer.is_user(name):
        raise name_taken(name, "user")
    if writer.owner(name) is None:
        _need_free(writer, name)
        writer.add_agent(name, who.name, now)
        writer.append(event.access_changed(name, "agent_added", who.name, now))
        note(writer, who, "agent_added", now, name, name)
    else:
        need_agent(writer, who, name, owner=True)


def is_free(reader: Reader, name: str) -> bool:
    """For somebody new: nobody is called so, in large or small letters."""
    return not (reader.accounts.people_called(name) or reader.accounts.agents_called(name))


def _need_free(reader: Reader, name: str) -> None:
    if not is_free(reader, name):
        raise name_taken(name, "user" if reader.accounts.people_called(name) else "agent")


def name_taken(name: str, whose: str) -> BellpullError:
    """Large and small letters make no difference: an agent `Ada` is not to be taken for the person `ada`."""
    return Conflict("name_taken", f"{name} is a{'n' * (whose == 'agent')} {whose}'s name", _ONE_NAMESPACE)


def ensure_project(writer: Writer, who: Principal, name: str, project: str | None) -> None:
    if project is None:
        return
    known = next((agent.project for agent in writer.agents(who) if agent.name == name), None)
    if known is None:
        writer.set_project(name, project)
    elif known != project:
        raise Conflict("project_taken", f"{name} is the agent of another project", "choose another name: --agent")


def ensure_user(writer: Writer, who: Principal, name: str, now: Instant, *, admin: bool = False) -> None:
    if writer.is_user(name):
        return
    _need_free(writer, name)
    writer.add_user(name, admin, now)
    writer.append(event.access_changed(name, "user_added", who.name, now))
    note(writer, who, "user_added", now, name)
