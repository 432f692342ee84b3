"""The hooks of Codex CLI: Claude Code's envelope with fewer events. It refuses answers with fields that it does not
know, so nothing is said but what its schemas have."""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.reading import Events, permission, read_envelope, signed
from bellpull.clients.hooks.telling import text
from bellpull.domain.happening import PROMPT, TOOL, TURN, Happening, HookFormat
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

CLIENT = "codex"
#: It counts four bytes as a token and hands on 2,500 of them; what is longer it puts into a file. Some are left for
#: letters that take more than one byte.
MOST_CHARACTERS = 9_000
MOST_IN_A_ROW = 7

PLACES = {"PostToolUse": TOOL, "UserPromptSubmit": PROMPT, "Stop": TURN, "SubagentStop": TURN}
STATES = {
    "UserPromptSubmit": WORKING,
    "PreToolUse": WORKING,
    "PostToolUse": WORKING,
    "SubagentStart": WORKING,
    "SubagentStop": ENDED,
    "Stop": IDLE,
    "StopFailure": IDLE,
    "Interrupt": IDLE,
    "SessionEnd": ENDED,
}
EVENTS = Events("Codex", PLACES, ("PreToolUse", "PermissionRequest"), ("PostToolUse",))


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "PermissionRequest":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return signed(happening, event, WAITING, reason)
        case "SessionStart":
            return signed(happening, event, None if event.get("source") == "compact" else IDLE)
        case name:
            return signed(happening, event, STATES.get(name))


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "block", "reason": said}
    if happening.place is None:
        return None
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": said}}


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
