"""The hooks of Gemini CLI: events of its own names, a turn's end that is put off by `deny`, and nothing but JSON on
standard output.

Of a permission it tells that its dialog is about to be shown, and what for. What becomes of the dialog our own process
sees that follows it (`cli.hook_dialog`): no hook is run for a No or for Escape.
"""

from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.permission import with_request
from bellpull.clients.hooks.reading import Events, permission, read_envelope, reason_of, signed
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
#: By the type of its dialog: how the tool is called that wants to run, and what of the details says what it is about.
DIALOGS = {"exec": ("Shell", "command"), "edit": ("Edit", "filePath"), "info": ("WebFetch", "prompt")}


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "Notification":
            asks = event.get("notification_type") == "ToolPermission"
            return with_request(signed(happening, event, WAITING if asks else None, _reason(event)), event)
        case "AfterTool":
            response = event.get("tool_response")
            happening = happening._replace(failed=isinstance(response, Mapping) and bool(response.get("error")))
    return signed(happening, event, STATES.get(happening.event))


def _reason(event: Mapping[str, Any]) -> str:
    given = event.get("details")
    details = given if isinstance(given, Mapping) else {}
    if tool := text(details, "toolName"):
        return permission(tool, {})
    name, telling = DIALOGS.get(text(details, "type"), ("", ""))
    if not text(details, telling):
        return reason_of("permission", text(event, "message"))
    return permission(name, {"command": text(details, telling)})


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "deny", "reason": said}
    if happening.place is None:
        return None
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": told_apart(said)}}


def told_apart(said: str) -> str:
    """It escapes every `<` and `>` of the context. What we had escaped already, so that no text could pass for a tag of
    ours, would then look like one."""
    return said.replace("&lt;", "&amp;lt;").replace("&gt;", "&amp;gt;")


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
