"""The hooks of Qwen Code: Claude Code's names and envelope, and what is its own.

`PermissionRequest` comes before its dialog, `PreToolUse` once the tool may run. When a turn is over, however it ended,
its terminal says that it waits for a prompt (`idle_prompt`). `UserPromptSubmit` also comes with each result of a tool;
what a person has submitted is a field of its own.
"""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.gemini import told_apart
from bellpull.clients.hooks.reading import OURS, Events, permission, read_envelope, reason_of, signed
from bellpull.clients.hooks.telling import text
from bellpull.domain.happening import PROMPT, TOOL, TURN, Happening, HookFormat
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

CLIENT = "qwen"
MOST_CHARACTERS = 10_000
#: The eighth in a row is the last that counts (`stopHookBlockingCap`).
MOST_IN_A_ROW = 7

AFTER_TOOL = ("PostToolUse", "PostToolUseFailure")
TURN_ENDS = ("Stop", "SubagentStop")
PLACES = {**dict.fromkeys(AFTER_TOOL, TOOL), **dict.fromkeys(TURN_ENDS, TURN), "UserPromptSubmit": PROMPT}
STATES = {
    **dict.fromkeys(AFTER_TOOL, WORKING),
    "PreToolUse": WORKING,
    "PermissionDenied": WORKING,
    "SubagentStart": WORKING,
    "SubagentStop": ENDED,
    "Stop": IDLE,
    "StopFailure": IDLE,
    "SessionEnd": ENDED,
}
EVENTS = Events("Qwen Code", PLACES, ("PreToolUse", "PermissionRequest"), (*AFTER_TOOL, "PermissionDenied"))


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "UserPromptSubmit":
            by_person = bool(text(event, "submitted_prompt")) and OURS not in text(event, "prompt")
            place = PROMPT if by_person else None
            return signed(happening._replace(turns=by_person, place=place), event, WORKING)
        case "PermissionRequest":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return signed(happening, event, WAITING, reason)
        case "Notification":
            kind = text(event, "notification_type")
            state = {"permission_prompt": WAITING, "idle_prompt": IDLE}.get(kind)
            said = reason_of("permission", text(event, "message")) if state == WAITING else None
            return signed(happening, event, state, said)
        case "SessionStart":
            return signed(happening, event, None if event.get("source") == "compact" else IDLE)
        case "StopFailure":
            return signed(happening, event, IDLE, reason_of("error", text(event, "error")))
        case name:
            happening = happening._replace(failed=name == "PostToolUseFailure")
            return signed(happening, event, STATES.get(name))


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "block", "reason": said}
    if happening.place is None:
        return None
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": told_apart(said)}}


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
