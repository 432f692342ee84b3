"""The hooks of Copilot CLI, in the form that it has taken over from Claude Code: events whose names begin with a
capital
letter name themselves, and have Claude Code's fields and names of tools. Of a few events it says the fields in its own
form all the same; `plain` puts those right.

A text reaches the model as `additionalContext`: with a tool's result, after one that failed, and with a prompt. At the
end of a turn it is the reason to go on, and the model reads it as a message of the user.
"""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.permission import with_request
from bellpull.clients.hooks.reading import Events, permission, read_envelope, reason_of, signed
from bellpull.clients.hooks.telling import text, tool_call
from bellpull.domain.happening import PROMPT, TOOL, TURN, Happening, HookFormat
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

CLIENT = "copilot"
#: It cuts context off after 10 kB. Some are left for letters that take more than one byte.
MOST_CHARACTERS = 9_000
#: It overrides the eighth block in a row.
MOST_IN_A_ROW = 7

PLACES = {
    "PostToolUse": TOOL,
    "PostToolUseFailure": TOOL,
    "UserPromptSubmit": PROMPT,
    "Stop": TURN,
    "SubagentStop": TURN,
}
STATES = {
    "UserPromptSubmit": WORKING,
    "PreToolUse": WORKING,
    "PostToolUse": WORKING,
    "PostToolUseFailure": WORKING,
    "SubagentStop": ENDED,
    "Stop": IDLE,
    "SessionEnd": ENDED,
}
EVENTS = Events("Copilot", PLACES, ("PreToolUse", "PermissionRequest"), ("PostToolUse", "PostToolUseFailure"))
NOTICES = {"permission_prompt": "permission", "elicitation_dialog": "question"}
PERMISSION_REQUEST = "PermissionRequest"
OWN_NAMES = {
    "hookName": "hook_event_name",
    "sessionId": "session_id",
    "toolName": "tool_name",
    "toolInput": "tool_input",
    "tool_result": "tool_response",
}
OWN_TOOLS = {
    **dict.fromkeys(("bash", "powershell"), "Bash"),
    **dict.fromkeys(("edit", "str_replace_editor", "apply_patch"), "Edit"),
    **{"create": "Write", "view": "Read", "glob": "Glob", "grep": "Grep", "rg": "Grep", "task": "Agent"},
    **{"web_fetch": "WebFetch", "web_search": "WebSearch"},
}


def plain(event: Mapping[str, Any]) -> dict[str, Any]:
    """With one name for each field. A sub-agent's events name it as their session, and the session as its parent."""
    said = {OWN_NAMES.get(name, name): value for name, value in event.items()}
    if said.get("hook_event_name") == "permissionRequest":
        said |= {"hook_event_name": PERMISSION_REQUEST, "tool_name": tool_name(text(said, "tool_name"))}
    if isinstance(error := said.get("error"), Mapping):
        said["error"] = text(error, "message")
    if parent := text(said, "parent_agent_id"):
        said["session_id"] = parent
    return said


def tool_name(own: str) -> str:
    """As events of tools call it, of Copilot's own name for it."""
    return OWN_TOOLS.get(own, own.replace("/", "-"))


def read(event: Mapping[str, Any]) -> Happening:
    event = plain(event)
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "PermissionRequest":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return with_request(signed(happening, event, WAITING, reason), event)
        case "Notification":
            return _notice(happening, event)
        case "ErrorOccurred":
            # It also says so before it tries again, and then the next event says that it works.
            of_model = event.get("error_context") == "model_call"
            return signed(happening, event, IDLE if of_model else None, reason_of("error", text(event, "error")))
        case "Stop" if happening.parent is not None:
            return happening._replace(place=None)  # SubagentStop says it, too
        case "UserPromptSubmit" if happening.parent is not None:
            return signed(happening._replace(place=None, turns=False), event, WORKING)
        case name:
            happening = happening._replace(failed=name == "PostToolUseFailure")
            return signed(happening, event, STATES.get(name))


def _notice(happening: Happening, event: Mapping[str, Any]) -> Happening:
    kind = NOTICES.get(text(event, "notification_type"))
    if kind is None:
        return happening
    happening = with_request(signed(happening, event, WAITING, reason_of(kind, text(event, "message"))), event)
    if happening.over is None:
        return happening
    # Of a tool that was refused no other event tells that it has ended.
    ends = tool_call(event)._replace(ask=None, argument="") if text(event, "tool_name") else None
    return happening._replace(ends=ends)


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "block", "reason": said}
    return None if happening.place is None else {"additionalContext": said}


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
