"""`bellpull audit`: who did what, when and from where, newest last. For admins; the hub says so to others."""

from __future__ import annotations

import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings, whole
from bellpull.cli.terminal import Column, moment, table, terminal_columns
from bellpull.domain.errors import Invalid
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

COLUMNS = (
    Column("WHEN", least=16),
    Column("WHO", least=8),
    Column("DID", least=12),
    Column("WHAT", least=12),
    Column("FROM", least=0),
)
#: Each action in the words of people.
DID = {
    "key_created": "made a key",
    "key_revoked": "revoked a key",
    "agent_added": "added an agent",
    "agent_removed": "removed an agent",
    "agent_shared": "shared an agent",
    "agent_unshared": "unshared an agent",
    "agent_given": "gave an agent",
    "user_added": "added a person",
    "user_removed": "removed a person",
    "password_changed": "set a password",
    "signed_in": "signed in",
    "sign_in_failed": "failed to sign in",
    "signed_out": "signed out",
    "question_answered": "answered",
    "question_dismissed": "dismissed a question",
    "nudge_told": "told an agent",
    "webhook_created": "made a webhook",
    "webhook_removed": "removed a webhook",
    "retention_run": "deleted what was old",
    "restored": "restored a backup",
    "imported": "imported records",
}
#: Where the agent comes first, and then the person.
JOINED = {"agent_shared": "with", "agent_unshared": "from", "agent_given": "to"}
OF_ONESELF = ("signed_in", "sign_in_failed", "signed_out")
#: Who tried to sign in with a name that nobody has. No name looks like this.
NOBODY_KNOWN = "(unknown)"
NOTHING = "Nothing like that is in the audit."


def declare_audit(parser: Parser) -> None:
    parser.add_argument("--by", metavar="NAME", help="only what this person or agent did")
    parser.add_argument("--action", metavar="ACTION", help="only this: signed_in, key_created and so on")
    parser.add_argument("--about", metavar="TEXT", help="only what was done to this agent, person, key or question")
    parser.add_argument(
        "--limit", metavar="N", type=whole(1, 500), default=50, help="how many, 1 to 500 (50 unless told)"
    )
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=audit)


def audit(args: Namespace) -> int:
    config = settings(args)
    need_person(args, "reads the audit")
    _check_action(args.action)
    query = {"by": args.by, "action": args.action, "about": args.about, "limit": args.limit}
    with find(config) as hub:
        entries: list[dict[str, Any]] = hub.request("GET", "/api/audit", query)["entries"][::-1]
    if args.json:
        print_json({"count": len(entries), "entries": entries})
        return DONE
    lines = table(COLUMNS, [_row(entry) for entry in entries], terminal_columns()) if entries else [NOTHING]
    sys.stdout.write("\n".join(lines) + "\n")
    return DONE


def _check_action(action: str | None) -> None:
    if action is not None and action not in DID:
        import difflib

        near = difflib.get_close_matches(action, DID, n=1)
        hint = f"did you mean {near[0]}?" if near else f"one of: {', '.join(DID)}"
        raise Invalid("unknown_action", f"There is no action {action!r}.", hint)


def _row(entry: dict[str, Any]) -> tuple[object, ...]:
    did = DID.get(str(entry["action"]), str(entry["action"]).replace("_", " "))
    return (moment(entry["at"]), entry["by"] or NOBODY_KNOWN, did, _what(entry), entry["origin"] or "")


def _what(entry: dict[str, Any]) -> str:
    subject, agent, detail = entry["subject"], entry["agent_name"], entry["detail"]
    if subject and agent and subject != agent:
        join = JOINED.get(str(entry["action"]))
        subject = f"{agent} {join} {subject}" if join else f"{subject} of {agent}"
    elif subject == entry["by"] and entry["action"] in OF_ONESELF:
        subject = None
    return ", ".join(str(part) for part in (subject or agent, detail) if part)
