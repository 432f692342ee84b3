"""The hooks of Gemini CLI: events of its own names, a turn's end that is put off by `deny`, and nothing but JSON on
standard output."""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.reading import Events, read_envelope, reason_of, signed
from bellpull.clients.hooks.telling import text
from bellpull.domain.happening import PROMPT, TOOL, TURN, Happening, HookFormat
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

CLIENT = "gemini"
#: It names no limit. This has room for the longest nudge.
MOST_CHARACTERS = 20_000
MOST_IN_A_ROW = 7

PLACES = {"AfterTool": TOOL, "BeforeAgent": PROMPT, "AfterAgent": TURN}
STATES = {
    "SessionStart": IDLE,
    "BeforeAgent": WORKING,
    "BeforeTool": WORKING,
    "AfterTool": WORKING,
    "AfterAgent": IDLE,
    "SessionEnd": ENDED,
}
EVENTS = Events("Gemini", PLACES, ("BeforeTool",), ("AfterTool",))


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "Notification":
            asks = event.get("notification_type") == "ToolPermission"
            return signed(happening, event, WAITING if asks else None, reason_of("permission", text(event, "message")))
        case "AfterTool":
            response = event.get("tool_response")
            happening = happening._replace(failed=isinstance(response, Mapping) and bool(response.get("error")))
    return signed(happening, event, STATES.get(happening.event))


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "deny", "reason": said}
    if happening.place is None:
        return None
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": _told_apart(said)}}


def _told_apart(said: str) -> str:
    """It escapes every `<` and `>` of the context. What we had escaped already, so that no text could pass for a tag of
    ours, would then look like one."""
    return said.replace("&lt;", "&amp;lt;").replace("&gt;", "&amp;gt;")


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
