"""What the hook events of all coding tools have in common: an envelope that names event, session, folder and tool.

Everything comes from outside: what has another shape than it should is as good as absent.
"""

import json
from collections.abc import Mapping
from typing import Any

from bellpull.domain.happening import Happening
from bellpull.domain.session import Sign

LONGEST_ID = 90  # a sub-agent's session has two of them and the tool's name
LONGEST_REASON = 200
LONGEST_PATH = 4096
#: Of a tool's arguments, the one that tells a person most.
TELLING = ("command", "file_path", "path", "url", "query", "pattern", "description", "prompt")


def read_envelope(client: str, event: Mapping[str, Any], places: Mapping[str, str]) -> Happening:
    """Without a sign: what an event shows of the state differs from tool to tool. `places`: where a text can go."""
    name = text(event, "hook_event_name")
    own = _id(event, "session_id")
    if own is None:
        return Happening(client, name)
    session, agent = f"{client}:{own}", _id(event, "agent_id")
    parent = session if agent else None
    return Happening(
        client,
        name,
        session=f"{session}/{agent}" if agent else session,
        parent=parent,
        place=places.get(name),
        goes_on=event.get("stop_hook_active") is True,
    )


def signed(
    happening: Happening,
    event: Mapping[str, Any],
    state: str | None,
    reason: str | None = None,
    *,
    with_tool: bool = False,
) -> Happening:
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
        tools=_tools(event) if with_tool else "[]",
    )
    return happening._replace(sign=sign)


def text(event: Mapping[str, Any], field: str) -> str:
    value = event.get(field)
    return value if isinstance(value, str) else ""


def permission(tool: str, arguments: object) -> str:
    """`permission: Bash npm test`"""
    return reason_of("permission", f"{tool} {_telling(arguments)}")


def reason_of(kind: str, words: str) -> str:
    """Text from the tool in one line: it is shown to people."""
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in words).split())
    said = f"{kind}: {line}" if line else kind
    return said if len(said) <= LONGEST_REASON else said[: LONGEST_REASON - 1] + "…"


def _telling(arguments: object) -> str:
    if not isinstance(arguments, Mapping):
        return ""
    return next((value for field in TELLING if isinstance(value := arguments.get(field), str) and value), "")


def _tools(event: Mapping[str, Any]) -> str:
    name = text(event, "tool_name")
    call = text(event, "tool_use_id")
    return json.dumps([{"call": call[:LONGEST_REASON], "tool": name[:LONGEST_REASON]}] if name else [])


def _id(event: Mapping[str, Any], field: str) -> str | None:
    value = text(event, field)
    proper = value.isascii() and value.isprintable() and " " not in value and len(value) <= LONGEST_ID
    return value if value and proper else None


def _folder(event: Mapping[str, Any]) -> str | None:
    folder = text(event, "cwd")
    return folder if folder.isprintable() and 0 < len(folder) <= LONGEST_PATH else None
