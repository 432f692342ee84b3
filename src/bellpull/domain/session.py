"""One conversation of an agent in a client, with its state, made from the signs that carriers and clients give."""

from datetime import timedelta
from typing import NamedTuple

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import Instant

WORKING, IDLE, WAITING, ENDED = STATES = ("working", "idle", "waiting", "ended")
#: A carrier that works repeats its sign more often than this; after it, nobody knows.
FRESH = timedelta(seconds=90)


class Sign(NamedTuple):
    """What somebody saw of a session. What is None was not seen, and stays as it was; a reason and the tools belong to
    the state and go with it."""

    session: str
    state: str
    agent_name: str | None = None
    client: str | None = None
    parent: str | None = None
    title: str | None = None
    directory: str | None = None
    server: str | None = None
    source: str | None = None
    #: Whoever gives this sign can wake the session when it idles.
    wakes: bool | None = None
    reason: str | None = None
    tools: str = "[]"
    todos: str | None = None
    at: Instant | None = None
    #: The questions that it asked, by id.
    asks: tuple[str, ...] = ()


class Session(NamedTuple):
    agent_name: str
    id: str
    client: str | None
    #: The session whose sub-agent this is.
    parent: str | None
    state: str
    since: Instant
    seen_at: Instant
    source: str | None
    title: str | None
    directory: str | None
    server: str | None
    wakes: bool
    reason: str | None
    #: JSON texts of what the client says.
    tools: str
    todos: str

    def is_there(self, fresh_since: Instant) -> bool:
        return self.state != ENDED and self.seen_at >= fresh_since


def check_sign(sign: Sign) -> None:
    if sign.state not in STATES:
        raise Invalid("invalid_state", f"Invalid state. Must be: {', '.join(STATES[:-1])} or {ENDED}")
    if not (sign.session.isprintable() and sign.session.strip()):
        raise Invalid("invalid_session", "session: must be printable characters")


def observe(before: Session | None, sign: Sign, agent_name: str, now: Instant) -> Session:
    """The session after a sign. One that comes late, after a newer one, changes nothing."""
    at = min(sign.at or now, now)
    if before is None:
        before = Session(agent_name, sign.session, *(None, None, "", at, ""), *(None,) * 4, False, None, "[]", "[]")
    if at < before.seen_at:
        return before
    told = {
        field: value
        for field in ("client", "parent", "title", "directory", "server", "source", "wakes", "todos")
        if (value := getattr(sign, field)) is not None
    }
    since = before.since if before.state == sign.state else at
    return before._replace(**told, state=sign.state, since=since, seen_at=at, reason=sign.reason, tools=sign.tools)


def can_be_woken(sessions: list[Session], session: str | None, carried: bool, fresh_since: Instant) -> bool:
    """Whether what is told now wakes somebody: everybody it could be for idles, and whoever can wake one is there.
    `carried`: a carrier of this agent waits for nudges right now."""
    ready = [one for one in sessions if (one.parent is None if session is None else one.id == session)]
    awake = any(one.state != IDLE and one.is_there(fresh_since) for one in ready)
    idle = (one for one in ready if one.state == IDLE and one.wakes)
    return not awake and any(carried or one.is_there(fresh_since) for one in idle)
