"""`bellpull backup` and `bellpull restore`: the whole data file, copied and brought back."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from bellpull.cli.as_typed import as_typed
from bellpull.cli.confirming import confirmed
from bellpull.cli.datafile import DATA_FILE
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import counted, moment, plain
from bellpull.domain.size import size_text
from bellpull.remote.agent_key import forget_keys
from bellpull.store.backup import back_up
from bellpull.store.contents import COUNTED, Contents
from bellpull.store.placing import chosen_file, stamp
from bellpull.store.restore import Prepared, preparing, put_in_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

#: Smaller files are copied before anybody could read how far it is.
WORTH_TELLING = 50_000_000


def declare_backup(parser: Parser) -> None:
    help = "the backup; in a folder (FILE/ makes one) it is called bellpull-DATE-TIME.db"
    parser.add_argument("file", metavar="FILE", help=help)
    parser.add_argument("--force", action="store_true", help="replace a file of that name")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=backup)


def declare_restore(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="the backup")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=restore)


def backup(args: Namespace) -> int:
    need_person(args, "takes out everything that was said, and what lets one in")
    database = settings(args).data_dir / DATA_FILE
    target = chosen_file(args.file, f"bellpull-{stamp(datetime.now(UTC))}.db")
    held = back_up(database, target, force=args.force, progress=_progress(database))
    size = target.stat().st_size
    if args.json:
        print_json({"file": str(target.absolute()), "bytes": size, **_as_json(held)})
    else:
        sys.stdout.write(f"Backed up to {plain(target)}, {size_text(size)}, checked: {_said(held)}.\n")
    return DONE


def restore(args: Namespace) -> int:
    need_person(args, "replaces everything that the hub keeps")
    config = settings(args)
    file, database = Path(args.file), config.data_dir / DATA_FILE
    with preparing(file, database, _progress(file)) as prepared:
        if not args.yes and not confirmed(_warning(file, prepared), "Restore", "restored"):
            return NO
        aside = put_in_place(prepared, datetime.now(UTC))
        forget_keys(config, prepared.lost_keys)
    if args.json:
        kept = None if aside is None else str(aside.absolute())
        print_json(
            {"file": str(database.absolute()), "kept": kept, "back": [*prepared.back], **_as_json(prepared.backup)}
        )
        return DONE
    lines = [f"Restored {plain(database)}: {_said(prepared.backup)}."]
    lines += [f"What was there is kept as {plain(aside)}."] if aside else []
    lines += [_back(prepared)] if prepared.back else []
    sys.stdout.write("\n".join([*lines, f"Start the hub: {as_typed(config, 'up')}"]) + "\n")
    return DONE


def _warning(file: Path, prepared: Prepared) -> str:
    until = f", up to {moment(prepared.backup.last_at)}" if prepared.backup.last_at else ""
    lines = [f"The backup {plain(file)} is whole{until}: {_said(prepared.backup)}."]
    present = prepared.present.contents
    if present is not None:
        until = f", up to {moment(present.last_at)}" if present.last_at else ""
        lines.append(f"It takes the place of {plain(prepared.database)}{until}: {_said(present)}.")
        lines += ["That is the data of another hub."] if present.hub != prepared.backup.hub else []
    elif prepared.database.exists():
        lines.append(f"It takes the place of {plain(prepared.database)}, which cannot be read.")
    else:
        lines.append(f"There is no data file in {plain(prepared.database.parent)} yet.")
    return "\n".join(lines)


def _back(prepared: Prepared) -> str:
    """People and agents whom somebody had removed since."""
    names = ", ".join(map(plain, prepared.back))
    return f"Back again, with the keys they had: {names}. Whoever should not be: remove them again once the hub runs."


def _said(held: Contents) -> str:
    return ", ".join(counted(count, name[:-1]) for name, count in _counts(held).items())


def _counts(held: Contents) -> dict[str, int]:
    return {name: getattr(held, name) for name in COUNTED}


def _as_json(held: Contents) -> dict[str, object]:
    return {**_counts(held), "schema": held.schema, "hub": held.hub}


def _progress(file: Path) -> Callable[[int, int], None] | None:
    if not sys.stderr.isatty() or not file.is_file() or file.stat().st_size < WORTH_TELLING:
        return None

    def tell(left: int, pages: int) -> None:
        done = 100 * (pages - left) // max(pages, 1)
        sys.stderr.write(f"\rcopied {done} %" if left else "\rcopied; it is being checked\n")
        sys.stderr.flush()

    return tell
