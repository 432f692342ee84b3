"""Whose session is it, and may it be prompted? Decisions about what was seen, without a look at the world."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.remote.project import name_from
from bellpull.watch.opencode import Server, Session, place_of

CLIENT = "opencode"
PLUGIN = "plugin"
#: A plugin that is at work says so more often than this.
FRESH = timedelta(seconds=90)


class Agent(NamedTuple):
    name: str
    #: The folder that it works in; None for one that works anywhere.
    project: str | None


class Known(NamedTuple):
    """A session as the hub knows it, from whoever gave a sign of it."""

    id: str
    agent_name: str
    client: str
    state: str
    seen_at: datetime
    source: str
    server: str
    directory: str


class Seen(NamedTuple):
    """A session as a server shows it."""

    server: Server
    session: Session
    #: The git root of its folder, else the folder.
    root: str
    #: Whether the server was started in that project.
    at_home: bool


def served_by_plugin(server: Server, known: Iterable[Known], now: datetime) -> bool:
    return any(_is_plugins(one, now) and place_of(one.server) == server.place for one in known)


def left_to_plugin(session: str | None, agent: Agent, known: Iterable[Known], now: datetime) -> bool:
    """Servers of one person show the same sessions. The one that the plugin sees is its own, whichever server is asked;
    and what is for the whole agent it brings to a session that it sees."""
    return any(_is_plugins(one, now) and one.agent_name == agent.name and session in (None, one.id) for one in known)


def _is_plugins(known: Known, now: datetime) -> bool:
    return known.source == PLUGIN and now - known.seen_at < FRESH


def belongs(root: str, agent: Agent, worked_in: Collection[str]) -> bool:
    """`worked_in`: the roots of the folders where the hub knows the agent to have worked."""
    if agent.project is not None:
        return root == agent.project
    return root in worked_in if worked_in else name_from(root) == agent.name


def newest(seen: Iterable[Seen], agent: Agent, known: Iterable[Known], worked_in: Collection[str]) -> Seen | None:
    """The root session of the agent that was used last. None where the agent was heard of later in another client: to
    wake an old session beside the one that works would make two of it."""
    own = [one for one in seen if one.session.parent is None and belongs(one.root, agent, worked_in)]
    if not own:
        return None
    last = max(own, key=lambda one: one.session.updated).session
    if any(_is_later_elsewhere(one, agent, last) for one in known):
        return None
    return best_place([one for one in own if one.session.id == last.id])


def _is_later_elsewhere(known: Known, agent: Agent, session: Session) -> bool:
    elsewhere = bool(known.client) and not known.client.startswith(CLIENT)
    later = known.seen_at.timestamp() * 1000 > session.updated
    return known.agent_name == agent.name and known.state != "ended" and elsewhere and later


def best_place(same: list[Seen]) -> Seen | None:
    """Of the servers that show one session, the one that was started in its project, else the first."""
    return max(same, key=lambda one: one.at_home, default=None)
