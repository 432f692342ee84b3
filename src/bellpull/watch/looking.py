"""One look around: what the hub knows of agents and sessions, and which sessions the OpenCode servers show.

Blocking, for threads. A look is made for each round and asks each server once for the same thing; a server that fails
is left out for the rest of it, and `failed` says why.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bellpull.domain.errors import BellpullError, Denied, NotFound
from bellpull.remote.address import quote
from bellpull.remote.line import Line
from bellpull.remote.project import git_root
from bellpull.watch.choosing import Agent, Known, Seen, belongs, best_place, left_to_plugin, newest, served_by_plugin
from bellpull.watch.opencode import Away, Refused, Server, Session

MOST_KNOWN = 500
MOST_NUDGES = 500
NAME = "opencode:"
#: The project of folders that git does not know, as OpenCode calls it.
WHOLE_DISK = "/"

T = TypeVar("T")


class View(NamedTuple):
    """What the hub says."""

    #: Those that the key is for, by name.
    agents: dict[str, Agent]
    known: list[Known]


def hub_view(line: Line) -> View:
    me = line.request("GET", "/api/me")
    listed = line.request("GET", "/api/agents")["agents"]
    mine = [one for one in listed if me["name"] in (one["owner"], one["name"])]
    sessions = line.request("GET", "/api/sessions", {"limit": MOST_KNOWN})["sessions"]
    return View({one["name"]: Agent(one["name"], one["project"]) for one in mine}, [_known(one) for one in sessions])


def pending_for(line: Line, agent_name: str) -> list[str | None]:
    """The sessions that what is pending is addressed to, in order; None for the agent as a whole."""
    found: list[dict[str, Any]] = []
    query: dict[str, object] = {"state": "pending", "limit": MOST_NUDGES}
    try:  # a page of long ones is shorter
        while (page := line.request("GET", f"/api/agents/{quote(agent_name)}/nudges", query))["nudges"]:
            found += page["nudges"]
            if len(found) >= min(page["total"], MOST_NUDGES):
                break
            query["after"] = found[-1]["id"]
    except (NotFound, Denied):
        return []  # it was removed meanwhile, or is no longer shared
    return list(dict.fromkeys(one["session"] for one in found))


def _known(said: dict[str, Any]) -> Known:
    texts = {name: said[name] or "" for name in ("client", "source", "server", "directory")}
    return Known(said["id"], said["agent_name"], state=said["state"], seen_at=_time(said["seen_at"]), **texts)


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


class Look:
    def __init__(self, servers: Sequence[Server], view: View, now: datetime) -> None:
        self._view = view
        self._now = now
        self._servers = [one for one in servers if not served_by_plugin(one, view.known, now)]
        self._listed: dict[tuple[Server, str | None], list[Seen]] = {}
        self.failed: dict[Server, BellpullError] = {}

    def targets(self, agent: Agent, pending: Iterable[str | None]) -> list[Seen]:
        """The sessions to which something pending can be brought, each once. What is for the whole agent comes first:
        any session that claims takes it too, and it is to be the one that was used last."""
        found: dict[str, Seen] = {}
        for session in sorted(pending, key=lambda session: session is not None):
            if left_to_plugin(session, agent, self._view.known, self._now):
                continue
            seen = self._newest_of(agent, everywhere=True) if session is None else self._addressed(session)
            if seen is not None:
                found.setdefault(seen.session.id, seen)
        return list(found.values())

    def nearby(self, agent: Agent) -> Seen | None:
        """The session that was used last, among those of the projects that the servers were started in."""
        alone = left_to_plugin(None, agent, self._view.known, self._now)
        return None if alone else self._newest_of(agent, everywhere=False)

    def _newest_of(self, agent: Agent, *, everywhere: bool) -> Seen | None:
        """`everywhere`: also among the sessions of projects that a server was not started in."""
        worked_in = {root_of(one.directory) for one in self._of(agent) if one.directory}
        seen: list[Seen] = []
        for server in self._servers:
            own = self._sessions(server, None)
            wanted = self._elsewhere(server, agent, worked_in) if everywhere else []
            seen += [*own, *(one for folder in wanted for one in self._sessions(server, folder))]
        return newest(seen, agent, self._view.known, worked_in)

    def _of(self, agent: Agent) -> list[Known]:
        return [one for one in self._view.known if one.agent_name == agent.name]

    def _elsewhere(self, server: Server, agent: Agent, worked_in: set[str]) -> list[str]:
        """The agent's folders among the projects that the server knows. To ask for another would open it there."""
        here = {one.root for one in self._sessions(server, None)}
        if any(belongs(root, agent, worked_in) for root in here):
            return []
        return [one for one in self._projects(server) if one != WHOLE_DISK and belongs(one, agent, worked_in)]

    def _projects(self, server: Server) -> list[str]:
        nothing: list[str] = []
        return self._asked(server, server.projects, nothing)

    def _addressed(self, name: str) -> Seen | None:
        if not name.startswith(NAME):
            return None
        id, same = name.removeprefix(NAME), []
        for server in self._servers:
            session = self._asked(server, partial(server.session, id), None)
            if session is not None:
                same.append(Seen(server, session, root_of(session.directory), at_home=False))
        if len(same) > 1:
            same = [one._replace(at_home=self._is_at_home(one)) for one in same]
        return best_place(same)

    def _is_at_home(self, seen: Seen) -> bool:
        return any(one.root == seen.root for one in self._sessions(seen.server, None))

    def _sessions(self, server: Server, directory: str | None) -> list[Seen]:
        key = (server, directory)
        if key not in self._listed:
            nothing: list[Session] = []
            found = self._asked(server, partial(server.sessions, directory), nothing)
            at_home = directory is None
            self._listed[key] = [Seen(server, one, root_of(one.directory), at_home) for one in found]
        return self._listed[key]

    def _asked(self, server: Server, ask: Callable[[], T], otherwise: T) -> T:
        if server in self.failed:
            return otherwise
        try:
            return ask()
        except (Away, Refused) as error:
            self.failed[server] = error
            return otherwise


def root_of(directory: str) -> str:
    """As the shim finds the project of the folder that it is started in."""
    try:
        return str(git_root(Path(directory)) or directory)
    except OSError:
        return directory
