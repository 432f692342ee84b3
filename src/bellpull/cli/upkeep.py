"""`bellpull upkeep`: what retention would delete now, and, told so, does. The hub does so by itself, once an hour."""

from __future__ import annotations

import sys

from bellpull.cli.confirming import confirmed
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import Column, counted, table, terminal_columns
from bellpull.domain.errors import Invalid
from bellpull.domain.size import size_text
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from typing import Any

#: What the hub counts: one of it, several, and how long it is kept in terms of the settings.
KINDS = {
    "notifications": ("notification", "notifications", "{keep_ended_days} after they ended"),
    "questions": ("question", "questions", "{keep_ended_days} after they ended"),
    "nudges": ("nudge", "nudges", "{keep_ended_days} after they were handed over"),
    "events": ("event", "events", "{keep_events_days}, {keep_events} at most"),
    "sessions": ("session", "sessions", "{keep_events_days} after their last sign"),
    "idempotency": ("known repeat", "known repeats", "a day"),
    "audit": ("entry of the audit", "entries of the audit", "{keep_audit_days}"),
}
STAYS = "What is pending, open, or not yet handed over stays."
LATER = "The hub does this by itself, once an hour. At once: bellpull upkeep --now"


def declare_upkeep(parser: Parser) -> None:
    parser.add_argument("--now", action="store_true", help="delete it now, and say what went")
    parser.add_argument("--yes", action="store_true", help="with --now: do not ask")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=upkeep)


def upkeep(args: Namespace) -> int:
    if args.yes and not args.now:
        raise Invalid("usage", "--yes goes with --now.", "see: bellpull upkeep --help")
    if args.now:
        need_person(args, "deletes what is old")
    with find(settings(args)) as hub:
        found = hub.request("GET", "/api/upkeep")
        if args.now:
            warning = f"This deletes {_listed(found)}, for good. {STAYS}"
            if _total(found) and not args.yes and not confirmed(warning, "Delete", "deleted", "that"):
                return NO
            found = hub.request("POST", "/api/upkeep")
    if args.json:
        print_json(found)
    else:
        lines = [f"Deleted {_listed(found)}."] if args.now else _shown(found)
        sys.stdout.write("\n".join([*lines, f"The data file has {size_text(found['bytes'])}."]) + "\n")
    return DONE


def _shown(found: Mapping[str, Any]) -> list[str]:
    columns = (Column("KIND"), Column("WOULD GO"), Column("KEPT", least=12))
    keep = {name: counted(value, "day") if name.endswith("_days") else value for name, value in found["keep"].items()}
    rows = [(many, found[kind], kept.format_map(keep)) for kind, (_, many, kept) in KINDS.items()]
    return [*table(columns, rows, terminal_columns()), "", STAYS, LATER]


def _listed(found: Mapping[str, Any]) -> str:
    """What there is of each kind, in one line."""
    counts = ((found[kind], one, many) for kind, (one, many, _) in KINDS.items())
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count) or "nothing"


def _total(found: Mapping[str, Any]) -> int:
    return sum(found[kind] for kind in KINDS)
