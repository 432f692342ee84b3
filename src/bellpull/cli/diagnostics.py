"""`bellpull diagnostics`: runs a checker whenever files change and tells an agent what is new or gone, until Ctrl-C."""

from __future__ import annotations

from queue import Queue

from bellpull.cli.addressing import declare_addressee, interrupts, note, say, teller_of
from bellpull.cli.follow import tree_of
from bellpull.cli.outcome import DONE, complain
from bellpull.cli.parser import Parser, settings
from bellpull.sources.command import CannotRun
from bellpull.sources.diagnostics import Diagnosing
from bellpull.sources.watching import Watching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.sources.checker import Run
    from bellpull.sources.tree import Tree
    from bellpull.sources.watching import Touched

SOURCE = "ide"


def declare_diagnostics(parser: Parser) -> None:
    parser.add_command("the checker, with its arguments, as it is")
    declare_addressee(parser)
    parser.add_argument(
        "--watch", metavar="PATH", nargs="+", default=["."], help="whose changes start it again (this folder)"
    )
    parser.add_argument("--all", action="store_true", help="tell also what it finds at the start")
    parser.set_defaults(run=diagnostics)


def diagnostics(args: Namespace) -> int:
    tree = tree_of(args.watch)
    inbox: Queue[Touched | Run] = Queue()

    def told(message: str) -> None:
        say(f"Told {args.agent}: {message.splitlines()[0]}")

    with teller_of(args, settings(args), SOURCE) as teller:
        teller.check()
        diagnosing = Diagnosing(args.command, tree, inbox, teller, interrupts(), all=args.all, told=told, note=note)
        return _diagnose(tree, inbox, diagnosing)


def _diagnose(tree: Tree, inbox: Queue[Touched | Run], diagnosing: Diagnosing) -> int:
    with Watching(tree.folders, tree.shallow, inbox):  # type: ignore[arg-type]
        tree.look()
        try:
            diagnosing.run()
        except KeyboardInterrupt:
            return _finish(diagnosing)
        except CannotRun as error:
            complain(error)
            return error.exit_code
        finally:
            diagnosing.stop()


def _finish(diagnosing: Diagnosing) -> int:
    try:
        done = diagnosing.finish()
    except KeyboardInterrupt:
        done = False
    if not done:
        note("The last findings could not be told.")
    return DONE
