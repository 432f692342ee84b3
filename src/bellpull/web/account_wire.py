"""The shapes of people, sign-ins, shares, the audit and upkeep on the wire."""

from typing import Annotated

from msgspec import Meta, Struct

from bellpull.domain.audit import ACTIONS, Entry
from bellpull.domain.identity import User
from bellpull.domain.password import LONGEST, SHORTEST
from bellpull.hub.logins import SignedIn
from bellpull.hub.record_ports import Past
from bellpull.hub.upkeep import Retention
from bellpull.web.wire import Name, Time, word

Password = Annotated[str, Meta(extra_json_schema={"minLength": SHORTEST, "maxLength": LONGEST, "format": "password"})]
#: One that is tried may be whatever somebody typed.
Tried = Annotated[str, Meta(max_length=LONGEST, extra_json_schema={"format": "password"})]


class Login(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]
    password: Tried
    #: The token goes into a cookie, which no script can read, and not into the answer. Over https alone.
    cookie: bool = False


class LoggedIn(Struct):
    token: str | None
    token_type: str
    user: str
    expires_at: Time


class SignedOut(Struct):
    id: str
    revoked_at: Time


class UserShape(Struct):
    name: str
    admin: bool
    created_at: Time
    has_password: bool
    agents: int
    last_sign_in_at: Time | None


class UserList(Struct):
    count: int
    users: list[UserShape]


class CreateUser(Struct, forbid_unknown_fields=True):
    name: Name
    password: Password | None = None
    admin: bool = False


class RemoveUserQuery(Struct):
    give_agents_to: str = ""


class UserRemoved(Struct):
    name: str
    notifications: int
    keys: int
    agents_given: int


class ChangePassword(Struct, forbid_unknown_fields=True):
    password: Password
    current: Tried | None = None


class PasswordChanged(Struct):
    name: str
    sign_ins_ended: int


class Shared(Struct):
    agent_name: str
    user: str
    shared: bool


class ShareShape(Struct):
    user: str


class ShareList(Struct):
    count: int
    shares: list[ShareShape]


class AuditQuery(Struct):
    """Nothing between `=` and `&` is no restriction."""

    by: str = ""
    action: Annotated[str, word(ACTIONS)] = ""
    about: Annotated[str, Meta(description="a name or an id")] = ""
    before: Annotated[int, Meta(ge=0, le=2**62)] = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 50


class AuditEntry(Struct):
    seq: int
    at: Time
    by: str
    scope: str
    key_id: str | None
    action: str
    subject: str | None
    agent_name: str | None
    detail: str | None
    origin: str | None


class AuditList(Struct):
    count: int
    entries: list[AuditEntry]


class UpkeepShape(Struct):
    """How many records of each kind, and the size of the data file."""

    notifications: int
    questions: int
    nudges: int
    events: int
    sessions: int
    idempotency: int
    audit: int
    bytes: int
    keep: "Keep"


class Keep(Struct):
    """How long records are kept, as the settings say."""

    keep_ended_days: int
    keep_events_days: int
    keep_events: int
    keep_audit_days: int


def logged_in_shape(made: SignedIn, *, cookie: bool) -> LoggedIn:
    return LoggedIn(None if cookie else made.token, "bearer", made.user, made.expires_at)


def user_shape(user: User) -> UserShape:
    return UserShape(*user)


def entry_shape(entry: Entry) -> AuditEntry:
    return AuditEntry(entry.seq, *entry.deed)


def upkeep_shape(past: Past, size: int, keep: Retention) -> UpkeepShape:
    return UpkeepShape(*past, size, Keep(keep.ended.days, keep.events.days, keep.most_events, keep.audit.days))
