"""The shapes of people, sign-ins, shares, the audit and upkeep on the wire."""

from typing import Annotated

from msgspec import Meta, Struct

from bellpull.domain.audit import ACTIONS, Entry
from bellpull.domain.identity import User
from bellpull.domain.password import LONGEST, SHORTEST
from bellpull.hub.logins import SignedIn
from bellpull.hub.record_ports import Past
from bellpull.hub.upkeep import Retention
from bellpull.web.wire import Limit, Name, Time, word

Password = Annotated[str, Meta(extra_json_schema={"minLength": SHORTEST, "maxLength": LONGEST, "format": "password"})]
#: One that is tried may be whatever somebody typed.
Tried = Annotated[str, Meta(max_length=LONGEST, extra_json_schema={"format": "password"})]


COOKIE = "Put the token into a cookie that no script can read, and not into the answer; over https alone"


class Login(Struct, forbid_unknown_fields=True):
    """A person's name and password."""

    name: Annotated[str, Meta(max_length=200, description="The person's name")]
    password: Annotated[Tried, Meta(description="The person's password")]
    cookie: Annotated[bool, Meta(description=COOKIE)] = False


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
    """The new person."""

    name: Annotated[Name, Meta(description="A name that no person and no agent has")]
    password: Annotated[Password, Meta(description="To sign in with; without one there are links and keys")] | None = (
        None
    )
    admin: Annotated[bool, Meta(description="May do everything")] = False


class RemoveUserQuery(Struct):
    give_agents_to: Annotated[str, Meta(description="Who owns the person's agents afterwards", examples=["ada"])] = ""


class UserRemoved(Struct):
    name: str
    notifications: int
    keys: int
    agents_given: int


class ChangePassword(Struct, forbid_unknown_fields=True):
    """The new password."""

    password: Annotated[Password, Meta(description="The new password")]
    current: Annotated[Tried, Meta(description="The old one: a sign-in needs it, a key does not")] | None = None


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

    by: Annotated[str, Meta(description="Only what this person or agent did", examples=["ada"])] = ""
    action: Annotated[str, word(ACTIONS, description="Only this action")] = ""
    about: Annotated[str, Meta(description="Only what was done to this name or id")] = ""
    before: Annotated[int, Meta(ge=0, le=2**62, description="Only entries with a smaller seq; 0 is no limit")] = 0
    limit: Limit = 50


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
