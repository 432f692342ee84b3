"""One conversation of an agent in a client, as the signs that carriers and clients give have left it.

What follows from it for people (who waits, why, how sure) is concluded in `bell.py`, each time anew.
"""

from datetime import timedelta
from typing import Any, NamedTuple

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import Instant
from bellpull.domain.request import Request
from bellpull.domain.sign_size import check_place

WORKING, IDLE, WAITING, ENDED = STATES = ("working", "idle", "waiting", "ended")
#: A carrier that works repeats its sign more often than this; after it, nobody knows.
FRESH = timedelta(seconds=90)
#: Whoever gives a sign from inside the client; the watch looks at it from outside.
PLUGIN = "plugin"
NOTHING = "[]"
#: What a sign may leave untold.
TOLD = ("client", "parent", "title", "directory", "server", "source", "wakes", "todos", "turn_at", "place")


class AskSeen(NamedTuple):
    """An ask tool of the current turn that shows no answer."""

    question_id: str | None = None
    title: str = ""
    text: str = ""
    tool: str = ""
    at: Instant | None = None
    #: It has not returned yet.
    running: bool = False
    source: str = "list"


class Sign(NamedTuple):
    """What somebody saw of a session. What is None was not seen, and stays as it was; a reason, the tools and the
    guesses belong to the state and go with it."""

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
    #: JSON texts of what the client says, as the session keeps them.
    tools: str | None = None
    todos: str | None = None
    at: Instant | None = None
    asks: tuple[AskSeen, ...] | None = None
    #: The git root of its folder: whose session it is, where no agent is named.
    project: str | None = None
    #: When the current turn began: a person wrote something, and not we.
    turn_at: Instant | None = None
    #: The permissions and questions of the client that are open now.
    requests: tuple[Request, ...] | None = None
    #: Tools that may wait for a permission, where the client does not say so.
    guesses: str = NOTHING
    trouble: str | None = None
    place: str | None = None
    #: Since when it is in this state, where whoever saw it knows better than we.
    since: Instant | None = None
    #: If not all `requests` are known: those that are open now, and the ids of those that are over. Others stay.
    opens: tuple[Request, ...] = ()
    closes: tuple[str, ...] = ()
    #: Told only of a session that is in none of these states: there it comes too late.
    unless: tuple[str, ...] = ()


class Session(NamedTuple):
    agent_name: str
    id: str
    client: str | None
    #: The session whose sub-agent this is.
    parent: str | None
    #: As it was told; `waiting` is also concluded from what is open.
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
    turn_at: Instant | None = None
    #: Asks that the hub does not know better, and the open requests, both as JSON texts.
    asks: str = NOTHING
    requests: str = NOTHING
    guesses: str = NOTHING
    trouble: str | None = None
    place: str | None = None
    #: When the client's plugin last gave a sign.
    plugin_at: Instant | None = None

    def is_there(self, fresh_since: Instant) -> bool:
        return self.state != ENDED and self.seen_at >= fresh_since


def check_sign(sign: Sign) -> None:
    if sign.state not in STATES:
        raise Invalid("invalid_state", f"Invalid state. Must be: {', '.join(STATES[:-1])} or {ENDED}")
    if not (sign.session.isprintable() and sign.session.strip()):
        raise Invalid("invalid_session", "session: must be printable characters")
    check_place(sign.place)


def is_late(before: Session | None, sign: Sign, now: Instant) -> bool:
    """Something newer has come before it."""
    return before is not None and (before.state in sign.unless or min(sign.at or now, now) < before.seen_at)


def observe(before: Session | None, sign: Sign, agent_name: str, now: Instant, fresh_since: Instant = "") -> Session:
    """The session after a sign. One that comes late, after a newer one, changes nothing. Its asks and requests are the
    hub's to keep: it may know more of them."""
    at = min(sign.at or now, now)
    if before is None:
        before = Session(agent_name, sign.session, *(None, None, "", at, ""), *(None,) * 4, False, None, "[]", "[]")
    if at < before.seen_at:
        return before
    told: dict[str, Any] = {field: value for field in TOLD if (value := getattr(sign, field)) is not None}
    if sign.source == PLUGIN:
        told["plugin_at"] = at
    elif before.plugin_at is not None and before.plugin_at >= fresh_since:
        told.pop("source", None)  # the plugin is still there: what it carries nobody else need carry
    same = before.state == sign.state
    tools = sign.tools if sign.tools is not None else before.tools if same else NOTHING
    since = before.since if same else min(sign.since or at, at)
    told |= {"state": sign.state, "since": since, "seen_at": at, "reason": sign.reason}
    return before._replace(**told, tools=tools, guesses=sign.guesses, trouble=sign.trouble)


def differs(before: Session | None, after: Session) -> bool:
    """Whether people could see it."""
    if before is None:
        return True
    return before._replace(seen_at="", source=None, plugin_at=None) != after._replace(
        seen_at="", source=None, plugin_at=None
    )


def can_be_woken(sessions: list[Session], session: str | None, carried: bool, fresh_since: Instant) -> bool:
    """Whether what is told now wakes somebody: everybody it could be for idles, and whoever can wake one is there.
    `carried`: a carrier of this agent waits for nudges right now."""
    ready = [one for one in sessions if (one.parent is None if session is None else one.id == session)]
    awake = any(one.state != IDLE and one.is_there(fresh_since) for one in ready)
    idle = (one for one in ready if one.state == IDLE and one.wakes)
    return not awake and any(carried or one.is_there(fresh_since) for one in idle)
