"""`bellpull run`: runs a command as if nobody stood in between, then tells an agent how it ended."""

from __future__ import annotations

from bellpull.cli.addressing import declare_addressee, note, teller_of
from bellpull.cli.outcome import complain
from bellpull.cli.parser import Parser, at_most, settings, whole
from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.sources.command import CannotRun, Result
from bellpull.sources.command import run as run_command
from bellpull.sources.ending import exit_code, headline, name_of
from bellpull.sources.tail import LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.sources.teller import Teller

SOURCE = "background_task"
MOST_LINES = 200
LONGEST_LABEL, LONGEST_TITLE = 100, 200
#: How long a hub is waited for that is away when the command has ended.
PATIENCE_SECONDS = 30.0


def declare_run(parser: Parser) -> None:
    parser.add_command("what to run, with its arguments, as it is")
    declare_addressee(parser)
    parser.add_argument("--notify", action="store_true", help="tell people too")
    parser.add_argument(
        "--label", metavar="TEXT", type=at_most(LONGEST_LABEL), help="what to call it (the command itself unless told)"
    )
    parser.add_argument(
        "--lines", metavar="N", type=whole(0, MOST_LINES), default=LINES, help="last lines of output (20 unless told)"
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    with teller_of(args, settings(args), SOURCE) as teller:
        try:
            teller.check()
        except Unavailable as error:
            note(f"{error.sentence} The command runs all the same.")
        teller.close()  # nobody needs it while the command runs
        try:
            result = run_command(args.command, args.lines)
        except CannotRun as error:
            complain(error)
            result = Result(error.exit_code, 0, error.sentence)  # who waits for it is not to wait for ever
        _tell_anyhow(args, teller, result)
    return exit_code(result.code)


def _tell_anyhow(args: Namespace, teller: Teller, result: Result) -> None:
    """Whatever prevents it, the command has ended as it has."""
    try:
        _tell(args, teller, result)
    except BellpullError as error:
        note(f"{args.agent} was not told. {error.sentence}")
    except KeyboardInterrupt:
        note(f"{args.agent} was not told.")


def _tell(args: Namespace, teller: Teller, result: Result) -> None:
    first = headline(name_of(args.command, args.label), result.code, result.seconds)
    message = f"{first}\n{result.tail}".rstrip("\n")
    if teller.tell(message) is None and _persisted(teller) is None:
        note(f"The hub did not come back: {args.agent} was not told.")
        return
    if args.notify:
        body = {"notification_type": "alert" if result.code else "completion", "title": first[:LONGEST_TITLE]}
        notification = {**body, "message": result.tail or None}
        if teller.send("/api/notifications", notification) is None and _persisted(teller) is None:
            note("The hub did not come back: nobody else was told.")


def _persisted(teller: Teller) -> object:
    note(f"Waiting for the hub, {PATIENCE_SECONDS:g} seconds at most.")
    return teller.persist(PATIENCE_SECONDS)
