"""Who may do what: keys are turned into principals here, and keys, agents and users are made and ended here.

What a principal may see is not here: that is a condition inside the store's queries.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple, TypeVar

from bellpull.domain import event
from bellpull.domain.errors import BellpullError, Conflict, Denied, NotFound, Unauthorized
from bellpull.domain.identity import Agent, Key, Principal, check_name
from bellpull.domain.instant import Instant, instant
from bellpull.hub.ports import Reader, Store, Writer

T = TypeVar("T")

#: The account that the first start makes: an admin.
OWNER = "owner"
OWNER_KEY_LABEL = "owner.key"


class NewKey(NamedTuple):
    """The only place where a secret is seen whole: it is shown once and kept as a hash."""

    id: str
    secret: str
    scope: str
    name: str


class Access:
    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[bytes, Principal] = {}
        #: Changes with every change of rights.
        self.version = 0
        self._used: dict[str, datetime] = {}

    async def admit(self, secret: str) -> Principal:
        digest = hash_key(secret)
        who = self._known.get(digest) or await self._look_up(digest)
        self.note_use(who.key_id)
        return who

    def note_use(self, id: str) -> None:
        """A key, or a webhook, was used just now; it is written down later, together with others."""
        self._used[id] = self._clock()

    async def _look_up(self, digest: bytes) -> Principal:
        version = self.version
        who = await self._store.read(lambda reader: reader.principal(digest))
        if who is None:
            raise invalid_key()
        # A key that was revoked while we looked must not be remembered as good.
        if version == self.version:
            self._known[digest] = who
        return who

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
        made = new_key(scope, check_name(name))
        now = instant(self._clock())

        def decide(writer: Writer) -> None:
            need_valid(writer, who)
            if scope == "agent":
                ensure_agent(writer, who, name, now)
                ensure_project(writer, who, name, project)
            else:
                _ensure_user(writer, who, name, now)
            writer.add_key(Key(made.id, scope, name, label, now, None, None), hash_key(made.secret), who.name)
            writer.append(event.access_changed(name, "key_created", who.name, now))

        await self._change(decide)
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
            writer.revoke(key_id, now)
            writer.append(event.access_changed(key.name, "key_revoked", who.name, now))
            return now

        return await self._change(decide)

    async def agents(self, who: Principal) -> list[Agent]:
        return await self._store.read(lambda reader: reader.agents(who))

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
            return counts

        return await self._change(decide)

    async def ensure_owner(self, secret: str | None) -> NewKey | None:
        """The first start makes the owner; a new key for the owner if `secret` is not a valid one."""
        if secret is not None and await self._is_owner(secret):
            return None
        made = new_key("user", OWNER)
        now = instant(self._clock())

        def decide(writer: Writer) -> None:
            if not writer.is_user(OWNER):
                writer.add_user(OWNER, True, now)
            # Whoever deletes a key file that leaked expects that its key ends with it.
            for key in writer.keys(Principal("user", OWNER, False, "")):
                if (key.name, key.label) == (OWNER, OWNER_KEY_LABEL):
                    writer.revoke(key.id, now)
            writer.add_key(Key(made.id, "user", OWNER, OWNER_KEY_LABEL, now, None, None), hash_key(made.secret), OWNER)
            writer.append(event.access_changed(OWNER, "key_created", OWNER, now))

        await self._change(decide)
        return made

    async def _is_owner(self, secret: str) -> bool:
        who = await self._store.read(lambda reader: reader.principal(hash_key(secret)))
        return who is not None and who.admin

    async def _change(self, decide: Callable[[Writer], T]) -> T:
        try:
            return await self._store.write(decide)
        finally:
            self.forget()


def new_key(scope: str, name: str) -> NewKey:
    id = secrets.token_hex(4)
    return NewKey(id, f"bp_{id}_{secrets.token_urlsafe(32)}", scope, name)


def hash_key(secret: str) -> bytes:
    # 256 random bits need no slow hash: nobody can guess them.
    return hashlib.sha256(secret.encode()).digest()


def invalid_key() -> BellpullError:
    return Unauthorized("invalid_key", "Invalid or inactive key", "make one with: bellpull key create --agent NAME")


def not_found_agent() -> BellpullError:
    return NotFound("agent_not_found", "Agent not found", "see: bellpull agent list")


def need_person(who: Principal) -> None:
    if not who.is_person:
        raise Denied(
            "person_required", "Only a person's key may do this", "use a key made with: key create --user NAME"
        )


def need_admin(who: Principal) -> None:
    if not who.admin:
        raise Denied("admin_required", "Only an admin may do this", "ask the hub's owner")


def need_valid(reader: Reader, who: Principal) -> None:
    """The key may have been revoked, or its agent removed, since it was admitted."""
    if not reader.holds(who.key_id):
        raise invalid_key()


def need_agent(reader: Reader, who: Principal, name: str, *, owner: bool = False) -> None:
    """`name` must exist and be seen by `who`; with `owner`, be owned by `who`."""
    owned_by = reader.owner(name)
    if owned_by is None:
        raise not_found_agent()
    sight = reader.sight(who)
    if sight is not None and (name not in sight or (owner and owned_by != who.name)):
        raise denied_agent()


def check_sight(reader: Reader, who: Principal, agent_name: str | None) -> None:
    """A filter for an agent that `who` may not see is refused, whether there is such an agent or not."""
    sight = reader.sight(who)
    if agent_name is not None and sight is not None and agent_name not in sight:
        raise denied_agent()


def denied_agent() -> BellpullError:
    return Denied("agent_denied", "Access denied to agent", "its owner or an admin can give you access")


def ensure_agent(writer: Writer, who: Principal, name: str, now: Instant) -> None:
    if writer.is_user(name):
        raise Conflict("name_taken", f"{name} is a user's name", "users and agents share one namespace")
    if writer.owner(name) is None:
        writer.add_agent(name, who.name, now)
        writer.append(event.access_changed(name, "agent_added", who.name, now))
    else:
        need_agent(writer, who, name, owner=True)


def ensure_project(writer: Writer, who: Principal, name: str, project: str | None) -> None:
    if project is None:
        return
    known = next((agent.project for agent in writer.agents(who) if agent.name == name), None)
    if known is None:
        writer.set_project(name, project)
    elif known != project:
        raise Conflict("project_taken", f"{name} is the agent of another project", "choose another name: --agent")


def _ensure_user(writer: Writer, who: Principal, name: str, now: Instant) -> None:
    if writer.is_user(name):
        return
    if writer.owner(name) is not None:
        raise Conflict("name_taken", f"{name} is an agent's name", "users and agents share one namespace")
    writer.add_user(name, False, now)
    writer.append(event.access_changed(name, "user_added", who.name, now))
