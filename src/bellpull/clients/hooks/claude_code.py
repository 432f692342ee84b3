"""The hooks of Claude Code, as its hooks reference has them: JSON in, JSON out, for commands and for HTTP alike.

A text reaches the model as `additionalContext`: after a tool (also one that failed), with a prompt, and at the end of a
turn, which then goes on. (A reason to block the end would be shown to it twice; a sub-agent's end knows nothing else.)
A permission is decided by a person's answer and by nothing else (`permission`).
"""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.permission import with_request
from bellpull.clients.hooks.reading import Events, permission, read_envelope, reason_of, signed
from bellpull.clients.hooks.telling import text
from bellpull.domain.happening import PROMPT, TOOL, TURN, Happening, HookFormat
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

CLIENT = "claude-code"
#: Longer context is put into a file, and the model sees its beginning.
MOST_CHARACTERS = 10_000
#: The eighth block in a row is the last that counts (CLAUDE_CODE_STOP_HOOK_BLOCK_CAP); what it says might be lost.
MOST_IN_A_ROW = 7

AFTER_TOOL = ("PostToolUse", "PostToolUseFailure", "PostToolBatch")
TURN_ENDS = ("Stop", "SubagentStop")
PLACES = {**dict.fromkeys(AFTER_TOOL, TOOL), **dict.fromkeys(TURN_ENDS, TURN), "UserPromptSubmit": PROMPT}
STATES = {
    **dict.fromkeys(AFTER_TOOL, WORKING),
    "UserPromptSubmit": WORKING,
    "PreToolUse": WORKING,
    "PermissionDenied": WORKING,
    "ElicitationResult": WORKING,
    "SubagentStart": WORKING,
    "SubagentStop": ENDED,
    "Stop": IDLE,
    "StopFailure": IDLE,
    "SessionEnd": ENDED,
}
BEFORE_TOOL = ("PreToolUse", "PermissionRequest")
EVENTS = Events("Claude Code", PLACES, BEFORE_TOOL, (*AFTER_TOOL, "PermissionDenied"))
#: Kinds of its notifications. Of the others nothing follows.
NOTICES = {"permission_prompt": "permission", "elicitation_dialog": "question", "agent_needs_input": "question"}


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "PermissionRequest":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return with_request(signed(happening, event, WAITING, reason), event)
        case "Elicitation":
            return signed(happening, event, WAITING, reason_of("question", text(event, "message")))
        case "Notification":
            return _notice(happening, event)
        case "SessionStart":
            # One that begins because the context was compacted goes on with what it did.
            return signed(happening, event, None if event.get("source") == "compact" else IDLE)
        case "StopFailure":
            return signed(happening, event, IDLE, reason_of("error", text(event, "error")))
        case "UserPromptSubmit" if not happening.turns:
            # What we wrote to wake it. What stands beside that, its model is told to be no word of a person.
            return signed(happening._replace(place=None), event, WORKING)
        case name:
            happening = happening._replace(failed=name == "PostToolUseFailure")
            return signed(happening, event, STATES.get(name))


def _notice(happening: Happening, event: Mapping[str, Any]) -> Happening:
    kind = text(event, "notification_type")
    if kind == "idle_prompt":
        return signed(happening, event, IDLE)
    if kind in NOTICES:
        return signed(happening, event, WAITING, reason_of(NOTICES[kind], text(event, "message")))
    return happening


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place is None:
        return None
    if happening.event == "SubagentStop":
        return {"decision": "block", "reason": said}
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": said}}


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
