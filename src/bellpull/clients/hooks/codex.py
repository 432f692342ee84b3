"""The hooks of Codex CLI: Claude Code's envelope with other events. It refuses answers with fields that it does not
know, so nothing is said but what its schemas have.

A turn ends with Stop, with Interrupt (also after Escape in a dialog), or with a request to the model that fails: of
that only the hook of the request tells. Codex may then try again; its next step says so.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from bellpull.clients.hooks.permission import with_request
from bellpull.clients.hooks.reading import Events, permission, read_envelope, reason_of, signed
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
    "SessionEnd": ENDED,
}
EVENTS = Events("Codex", PLACES, ("PreToolUse", "PermissionRequest"), ("PostToolUse",))


def read(event: Mapping[str, Any]) -> Happening:
    happening = read_envelope(CLIENT, event, EVENTS)
    match happening.event:
        case "PermissionRequest":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return with_request(signed(happening, event, WAITING, reason), event)
        case "SessionStart":
            return signed(happening, event, None if event.get("source") == "compact" else IDLE)
        case "PostModelRequest" if event.get("status") == "failed":
            return _not_woken(signed(happening, event, IDLE, reason_of("error", _message(text(event, "error")))))
        case "Interrupt":
            return _not_woken(signed(happening, event, IDLE))
        case name:
            return signed(happening, event, STATES.get(name))


def _not_woken(happening: Happening) -> Happening:
    """What waits at the end of a turn to wake the session is not started then; and after an interrupt Codex keeps what
    is queued until the person goes on."""
    sign = happening.sign
    return happening if sign is None else happening._replace(sign=sign._replace(wakes=False))


def _message(error: str) -> str:
    """Codex hands on what the model's API said; most say it as JSON."""
    with suppress(ValueError):
        said = json.loads(error)
        inner = said.get("error") if isinstance(said, dict) else None
        if isinstance(inner, dict) and text(inner, "message"):
            return text(inner, "message")
    return error


def write(happening: Happening, said: str) -> dict[str, Any] | None:
    if happening.place == TURN:
        return {"decision": "block", "reason": said}
    if happening.place is None:
        return None
    return {"hookSpecificOutput": {"hookEventName": happening.event, "additionalContext": said}}


FORMAT = HookFormat(CLIENT, read, write, MOST_CHARACTERS, MOST_IN_A_ROW)
