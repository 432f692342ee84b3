"""`bellpull export` and `bellpull import`: what a hub keeps as lines of JSON, from one hub to another."""

from __future__ import annotations

import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from bellpull.cli.datafile import DATA_FILE
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import counted, plain
from bellpull.domain.instant import instant
from bellpull.store.exporting import export
from bellpull.store.importing import Taken, take_in
from bellpull.store.placing import chosen_file, need_elsewhere, placed, stamp
from bellpull.store.records import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections import Counter

STDOUT = "-"
NEW_USERS = (
    "People come without password and keys: bellpull user password NAME (the owner gets a key at the next start)"
)
NEW_AGENTS = (
    "Agents come without keys: coding tools make one on first use; for others: bellpull key create --agent NAME"
)


def declare_export(parser: Parser) -> None:
    help = "the export; in a folder it is called bellpull-DATE-TIME.jsonl; without it, standard output"
    parser.add_argument("file", metavar="FILE", nargs="?", default=STDOUT, help=help)
    parser.add_argument("--force", action="store_true", help="replace a file of that name")
    declare_as_person(parser)
    parser.set_defaults(run=run_export)


def declare_import(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="the export")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=run_import)


def run_export(args: Namespace) -> int:
    need_person(args, "takes out everything that was said")
    database, now = settings(args).data_dir / DATA_FILE, datetime.now(UTC)
    if args.file == STDOUT:
        _to_stdout(database, now)
        return DONE
    target = chosen_file(args.file, f"bellpull-{stamp(now)}.jsonl")
    need_elsewhere(target, database)
    with placed(target, force=args.force) as unfinished, unfinished.open("w", encoding="ascii") as stream:
        counts = export(database, instant(now), stream.write)
    sys.stdout.write(f"Exported to {plain(target)}: {_said(counts)}.\n")
    return DONE


def _to_stdout(database: Path, now: datetime) -> None:
    """By way of a file: whoever reads slowly would else keep the hub's log from being emptied."""
    with TemporaryFile("w+", encoding="ascii") as spool:
        export(database, instant(now), spool.write)
        spool.seek(0)
        shutil.copyfileobj(spool, sys.stdout)


def run_import(args: Namespace) -> int:
    need_person(args, "changes what the hub keeps")
    taken = take_in(Path(args.file), settings(args).data_dir / DATA_FILE, datetime.now(UTC))
    if args.json:
        print_json({"new": _counts(taken.new), "there": _counts(taken.there)})
        return DONE
    sys.stdout.write("".join(f"{line}\n" for line in _lines(taken)))
    return DONE


def _lines(taken: Taken) -> list[str]:
    lines = [f"New: {_said(taken.new)}."]
    lines += [f"There already, and left as it was: {_said(taken.there)}."] if taken.there else []
    if taken.new["user"]:
        lines.append(NEW_USERS)
    if taken.new["agent"]:
        lines.append(NEW_AGENTS)
    return lines


def _said(counts: Counter[str]) -> str:
    return ", ".join(counted(count, type) for type, count in counts.items() if count) or "nothing"


def _counts(counts: Counter[str]) -> dict[str, int]:
    return {f"{kind.type}s": counts[kind.type] for kind in KINDS}
