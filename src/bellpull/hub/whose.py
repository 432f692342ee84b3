"""Whose session it is of which a sign was given: the agent that the key, the sign or the project names. The watch sees
sessions of projects for which nobody has made an agent yet; then it is made here."""

from collections.abc import Iterator
from itertools import count

from bellpull.domain.errors import Denied, Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.naming import LONGEST_NAME, name_from
from bellpull.domain.session import Sign
from bellpull.hub.access import ensure_agent, ensure_project, need_agent
from bellpull.hub.ports import Writer


def agent_of(writer: Writer, who: Principal, sign: Sign, now: Instant) -> str:
    if not who.is_person:
        if sign.agent_name not in (None, who.name):
            raise Denied("not_your_session", "An agent gives signs of its own sessions only")
        return who.name
    if sign.agent_name is not None:
        need_agent(writer, who, sign.agent_name)
        return sign.agent_name
    if sign.project is None:
        hint = "an agent's own key says it by itself"
        raise Invalid("agent_required", "agent: say whose session it is, or its project", hint)
    for session in filter(None, (sign.session, sign.parent)):
        if known := writer.sessions.agents_of(who, session):
            return known[0]
    return _agent_of_project(writer, who, sign.project, now)


def _agent_of_project(writer: Writer, who: Principal, project: str, now: Instant) -> str:
    own = {agent.name: agent for agent in writer.agents(who) if agent.owner == who.name}
    for agent in own.values():
        if agent.project == project:
            return agent.name
    name = next(one for one in _names(project) if _is_free(writer, one) or (one in own and own[one].project is None))
    ensure_agent(writer, who, name, now)
    ensure_project(writer, who, name, project)
    return name


def _names(project: str) -> Iterator[str]:
    name = name_from(project)
    yield name
    yield from (f"{name[: LONGEST_NAME - 8]}-{place}" for place in count(2))


def _is_free(writer: Writer, name: str) -> bool:
    return writer.owner(name) is None and not writer.is_user(name)
