"""What the hook events of all coding tools have in common: an envelope that names event, session, folder and tool.

Everything comes from outside: what has another shape than it should is as good as absent. What is said of tools is
`telling`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bellpull.clients.hooks.telling import one_line, place, question_ids, task, telling, text, todos, tool_call
from bellpull.domain.happening import PROMPT, Happening
from bellpull.domain.session import Sign

LONGEST_ID = 90  # a sub-agent's session has two of them and the tool's name
LONGEST_REASON = 200
LONGEST_PATH = 4096
LONGEST_TITLE = 100
#: The field in which our own command says when it began, by a clock that runs since the machine does.
AT, LATEST = "bellpull_at", 1e12
#: What we tell an agent begins so; a client may show it to us as if a person had written it.
OURS = "<notification source="


class Events(NamedTuple):
    """What the events of one tool mean, by its names for them."""

    #: The tool's own name, for people.
    title: str
    #: Where a text can go in.
    places: Mapping[str, str]
    #: A tool is about to run, or may not run without a person.
    before_tool: tuple[str, ...]
    after_tool: tuple[str, ...]


def read_envelope(client: str, event: Mapping[str, Any], events: Events) -> Happening:
    """Without a sign: what an event shows of the state differs from tool to tool."""
    name = text(event, "hook_event_name")
    own = _id(event, "session_id")
    if own is None:
        return Happening(client, name)
    session, agent = f"{client}:{own}", _id(event, "agent_id")
    ends = name in events.after_tool
    return Happening(
        client,
        name,
        session=f"{session}/{agent}" if agent else session,
        parent=session if agent else None,
        place=events.places.get(name),
        goes_on=event.get("stop_hook_active") is True,
        turns=events.places.get(name) == PROMPT and OURS not in text(event, "prompt"),
        starts=tool_call(event) if name in events.before_tool and text(event, "tool_name") else None,
        ends=tool_call(event)._replace(ask=None, argument="") if ends else None,
        asked=question_ids(event) if ends else (),
        task=task(event) if ends else None,
        title=_title(event, events.title),
        at=_began(event),
    )


def signed(happening: Happening, event: Mapping[str, Any], state: str | None, reason: str | None = None) -> Happening:
    """With the sign that this state is seen of its session; None where the event shows none."""
    if happening.session is None or state is None:
        return happening
    sign = Sign(
        happening.session,
        state,
        client=happening.client,
        parent=happening.parent,
        directory=_folder(event),
        source="hook",
        reason=reason,
        todos=todos(event) if happening.ends is not None else None,
        place=place(event),
    )
    return happening._replace(sign=sign)


def permission(tool: str, arguments: object) -> str:
    """`permission: Bash: npm test`"""
    argument = telling(arguments)
    return reason_of("permission", f"{tool}: {argument}" if argument else tool)


def reason_of(kind: str, words: str) -> str:
    """Text from the tool in one line: it is shown to people."""
    line = one_line(words)
    said = f"{kind}: {line}" if line else kind
    return said if len(said) <= LONGEST_REASON else said[: LONGEST_REASON - 1] + "…"


def _id(event: Mapping[str, Any], field: str) -> str | None:
    value = text(event, field)
    proper = value.isascii() and value.isprintable() and " " not in value and len(value) <= LONGEST_ID
    return value if value and proper else None


def _began(event: Mapping[str, Any]) -> float | None:
    """Only our own command says it."""
    at = event.get(AT)
    return float(at) if isinstance(at, int | float) and 0 < at < LATEST else None


def _folder(event: Mapping[str, Any]) -> str | None:
    folder = text(event, "cwd")
    return folder if folder.isprintable() and 0 < len(folder) <= LONGEST_PATH else None


def _title(event: Mapping[str, Any], tool: str) -> str:
    """Nobody gives these sessions a title. Where it is, and in what; of a sub-agent, which it is."""
    kind = one_line(text(event, "agent_type")[:LONGEST_TITLE])
    folder = one_line(text(event, "project") or text(event, "cwd")).rstrip("/").rpartition("/")[2][:LONGEST_TITLE]
    return kind or (f"{folder} · {tool}" if folder else tool)
