"""A permission that a coding tool asks for, as a hook that waits tells the hub: what the tool wants to do, in full, and
what becomes of it. Claude Code's form; Codex has taken it over.

The hook (`cli.hook_permission`) names each request with an id of its own and says when it is over. The hub makes a
question of it, unless the hook only follows the tool's own dialog. Only a person's answer becomes a decision; silence
never does.
"""

import difflib
import json
from collections.abc import Mapping
from typing import Any

from bellpull.clients.hooks.reading import permission, signed
from bellpull.clients.hooks.telling import LONGEST_NAME, text
from bellpull.domain.asking import PERMISSION
from bellpull.domain.happening import Happening
from bellpull.domain.request import Request
from bellpull.domain.session import ENDED, IDLE, WAITING, WORKING

#: The fields that our own command adds to the tool's event.
REQUEST, OVER, DIFF, ASKS = "bellpull_request", "bellpull_over", "bellpull_diff", "bellpull_asks"
#: How a request is over: the tool may run, it may not, the person has dealt with it in the tool and ended the turn, or
#: nobody has answered in time and the tool's own dialog opens.
ALLOWED, REFUSED, STOPPED, UNANSWERED = "allowed", "refused", "stopped", "unanswered"
EVENT = "PermissionRequest"
#: For so long Codex holds its dialog back for somebody who is away.
AWAY_SECONDS = 300
LONGEST_DIFF = 200_000
#: What asks a person something else than whether it may: its answer would be more than yes or no.
NOT_YES_OR_NO = ("AskUserQuestion", "ExitPlanMode")
#: A tool's argument that says all of what it is about to do.
WHOLE = {"Bash": "command", "apply_patch": "command", "WebFetch": "url", "WebSearch": "query"}
#: What a mode means for people.
MODES = {"acceptEdits": "all edits of files"}
#: Said to the model.
REFUSAL = "A person has refused this in Bellpull"
NO_REASON = f"{REFUSAL}. Do not try the same in another way: ask them, or go on without it."


def is_answerable(event: Mapping[str, Any]) -> bool:
    return text(event, "hook_event_name") == EVENT and text(event, "tool_name") not in NOT_YES_OR_NO


def with_request(happening: Happening, event: Mapping[str, Any]) -> Happening:
    """What a hook that waits has told: that it does, or that it does no longer."""
    id = text(event, REQUEST)[:LONGEST_NAME]
    match text(event, OVER):
        case _ if not id:
            return happening
        case "":
            return happening._replace(request=_request(id, event) if event.get(ASKS) is True else None)
        case "allowed":
            return _in_turn(signed(happening._replace(over=id), event, WORKING))
        case "unanswered":
            reason = permission(text(event, "tool_name"), event.get("tool_input"))
            return _in_turn(signed(happening._replace(over=id), event, WAITING, reason))
        case "refused":
            return _in_turn(signed(happening._replace(over=id, starts=None), event, WORKING))
        case _:
            return _in_turn(signed(happening._replace(over=id, starts=None), event, IDLE))


def _in_turn(happening: Happening) -> Happening:
    """A hook that waits looks only now and then how its dialog is: its word may come when the turn has long ended."""
    sign = happening.sign
    return happening if sign is None else happening._replace(sign=sign._replace(unless=(IDLE, ENDED)))


def _request(id: str, event: Mapping[str, Any]) -> Request:
    tool, given = text(event, "tool_name"), event.get("tool_input")
    arguments = given if isinstance(given, Mapping) else {}
    metadata: dict[str, Any] = {"description": text(arguments, "description")}
    if diff := text(event, DIFF):
        metadata |= {"filepath": text(arguments, "file_path"), "diff": diff}
    elif whole := text(arguments, WHOLE.get(tool, "")):
        metadata["command"] = whole
    else:
        metadata["command"] = json.dumps(arguments, ensure_ascii=False, indent=2)
    said = {"permission": tool, "metadata": metadata, "always": always(event.get("permission_suggestions"))}
    return Request(id, PERMISSION, "event", None, said)


def always(suggestions: object) -> list[str]:
    """What the tool offers to allow from now on, for people."""
    offered = suggestions if isinstance(suggestions, list) else []
    return [words for one in offered if isinstance(one, Mapping) and (words := _suggested(one))]


def _suggested(one: Mapping[str, Any]) -> str:
    lasts = {"session": "for this session", "localSettings": "in this project", "projectSettings": "in this project"}
    span = lasts.get(text(one, "destination"), "everywhere")
    match text(one, "type"):
        case "addRules" if one.get("behavior") == "allow":
            rules = [rule for rule in one.get("rules") or () if isinstance(rule, Mapping)]
            names = [f"{text(rule, 'toolName')}({text(rule, 'ruleContent')})".removesuffix("()") for rule in rules]
            return f"{', '.join(names)} {span}"
        case "addDirectories":
            folders = [folder for folder in one.get("directories") or () if isinstance(folder, str)]
            return f"access to {', '.join(folders)} {span}"
        case "setMode":
            mode = text(one, "mode")
            return f"{MODES.get(mode, f'the mode {mode}')} {span}"
        case _:
            return ""


def decision(reply: Mapping[str, Any], suggestions: object) -> dict[str, Any]:
    """What the tool is told, from what a person answered (`domain.request.reply`)."""
    if reply["reply"] == "reject":
        reason = reply.get("message")
        message = f"{REFUSAL}, and says: {reason}" if reason else NO_REASON
        decided: dict[str, Any] = {"behavior": "deny", "message": message}
    elif reply["reply"] == "always" and isinstance(suggestions, list):
        decided = {"behavior": "allow", "updatedPermissions": suggestions}
    else:
        decided = {"behavior": "allow"}
    return {"hookSpecificOutput": {"hookEventName": EVENT, "decision": decided}}


def changed_file(arguments: Mapping[str, Any]) -> str | None:
    """The file that a tool is about to change, if its arguments say what will be in it."""
    writes = any(isinstance(arguments.get(name), str) for name in ("content", "new_string")) or arguments.get("edits")
    return text(arguments, "file_path") or None if writes else None


def diff_of(arguments: Mapping[str, Any], before: str) -> str:
    """What a tool that writes is about to change, as a unified diff. `before`: what is in the file now."""
    content = arguments.get("content")
    after = content if isinstance(content, str) else _edited(arguments, before)
    name = text(arguments, "file_path")
    if after is None:  # the tool will say that it does not fit; people see what it was to be
        before, after = text(arguments, "old_string"), text(arguments, "new_string")
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a{name}", f"b{name}")
    diff = "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
    return diff if len(diff) <= LONGEST_DIFF else f"{diff[:LONGEST_DIFF]}\n… the rest is not shown here"


def _edited(arguments: Mapping[str, Any], before: str) -> str | None:
    edits = arguments.get("edits")
    after = before
    for edit in edits if isinstance(edits, list) else [arguments]:
        old, new = (text(edit, "old_string"), text(edit, "new_string")) if isinstance(edit, Mapping) else ("", "")
        if old not in after or not (old or not after):
            return None
        after = after.replace(old, new, -1 if edit.get("replace_all") is True else 1)
    return after


def _lines(words: str) -> list[str]:
    return words.splitlines(keepends=True)
