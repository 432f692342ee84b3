"""To whom a source speaks: whether there is such an agent, and which name somebody may have meant."""

from __future__ import annotations

from bellpull.domain import errors
from bellpull.remote.address import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.remote.fast import Hub
    from bellpull.remote.line import Line

#: A name that can be no agent's is no address of the hub.
UNKNOWN = ("agent_not_found", "not_found")
ALL = "all agents: bellpull agent list"
NONE_YET = "there are no agents yet; connect one (bellpull connect), or make a key (bellpull key create --agent NAME)"


def nudges_of(agent: str) -> str:
    return f"/api/agents/{quote(agent)}/nudges"


def check(line: Line, agent: str) -> None:
    """Raise where there is no such agent, or none that this key may speak to."""
    try:
        line.request("GET", nudges_of(agent), {"limit": 1})
    except errors.NotFound as error:
        raise unknown(line, agent, error) from None


def unknown(line: Line | Hub, agent: str, error: errors.NotFound) -> errors.NotFound:
    """The refusal, with the names that are near as its hint."""
    if error.code not in UNKNOWN:
        return error
    import difflib

    try:
        names = [str(each["name"]) for each in line.request("GET", "/api/agents")["agents"]]
    except errors.BellpullError:
        names = []
    near = difflib.get_close_matches(agent, names, n=3)
    hint = f"did you mean {' or '.join(near)}? {ALL}" if near else ALL if names else NONE_YET
    return errors.NotFound(error.code, f"There is no agent {agent!r}.", hint)
