"""Whose session it is of which a sign was given: the agent that the key, the sign or the project names. The watch sees
sessions of projects for which nobody has made an agent yet; then it is made here."""

from collections.abc import Iterator
from itertools import count

from bellpull.domain.errors import BellpullError, Denied, Invalid
from bellpull.domain.identity import HUB, Agent, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.naming import LONGEST_NAME, name_from
from bellpull.domain.session import Sign
from bellpull.hub.access import ensure_agent, ensure_project, is_free
from bellpull.hub.ports import Writer
from bellpull.hub.rights import need_agent


class Whose:
    """For the signs of one transaction."""

    def __init__(self, writer: Writer, who: Principal, now: Instant) -> None:
        self._writer = writer
        self._who = who
        self._now = now
        self._agents: dict[str, Agent] | None = None

    def agent_of(self, sign: Sign) -> str:
        if not self._who.is_person:
            return self._itself(sign)
        if sign.agent_name is not None:
            need_agent(self._writer, self._who, sign.agent_name, owner=True)
            return sign.agent_name
        if sign.project is None:
            hint = "an agent's own key says it by itself"
            raise Invalid("agent_required", "agent: say whose session it is, or its project", hint)
        return (
            self._known(sign.session, sign.project) or self._known(sign.parent, sign.project) or self._of(sign.project)
        )

    def _itself(self, sign: Sign) -> str:
        """An agent takes no session from another person's agent."""
        name = self._who.name
        if sign.agent_name not in (None, name):
            raise _not_yours()
        if self._writer.sessions.find(name, sign.session) is None:
            owner = self._writer.owner(name)
            others = self._writer.sessions.agents_of(HUB, sign.session)
            if any(self._writer.owner(other) != owner for other in others):
                raise _not_yours()
        return name

    def _known(self, session: str | None, project: str) -> str | None:
        """The agent that told of this session: one's own, and not one of another project. Otherwise whoever knows a
        session's id could claim it, and be asked what its person would be asked."""
        told = self._writer.sessions.agents_of(self._who, session) if session else []
        mine = [self._own[name] for name in told if name in self._own]
        same = [agent.name for agent in mine if agent.project == project]
        free = [agent.name for agent in mine if agent.project is None]
        return next(iter(same + free), None)

    def _of(self, project: str) -> str:
        """The agent of this project, made where there is none."""
        for agent in self._own.values():
            if agent.project == project:
                return agent.name
        name = next(one for one in _names(project) if self._is_free(one))
        ensure_agent(self._writer, self._who, name, self._now)
        ensure_project(self._writer, self._who, name, project)
        self._agents = None
        return name

    def _is_free(self, name: str) -> bool:
        if name in self._own:
            return self._own[name].project is None
        return is_free(self._writer, name)

    @property
    def _own(self) -> dict[str, Agent]:
        if self._agents is None:
            owner = self._who.name
            self._agents = {one.name: one for one in self._writer.agents(self._who) if one.owner == owner}
        return self._agents


def _names(project: str) -> Iterator[str]:
    name = name_from(project)
    yield name
    yield from (f"{name[: LONGEST_NAME - 8]}-{place}" for place in count(2))


def _not_yours() -> BellpullError:
    return Denied("not_your_session", "An agent gives signs of its own sessions only")
