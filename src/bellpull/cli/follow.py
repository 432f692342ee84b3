"""`bellpull follow`: tells an agent when files change, until Ctrl-C."""

from __future__ import annotations

from pathlib import Path
from queue import Queue

from bellpull.cli.addressing import declare_addressee, interrupts, note, say, teller_of
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.remote.project import git_root
from bellpull.sources.burst import Happening, line
from bellpull.sources.follow import Following
from bellpull.sources.tree import Tree
from bellpull.sources.watching import MOST_WAITING, Watching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from bellpull.sources.watching import Touched

SOURCE = "file_watcher"


def declare_follow(parser: Parser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file, or a folder with everything in it")
    declare_addressee(parser)
    parser.set_defaults(run=follow)


def follow(args: Namespace) -> int:
    tree = tree_of(args.paths)
    inbox: Queue[Touched] = Queue(MOST_WAITING)
    with teller_of(args, settings(args), SOURCE) as teller:
        teller.check()
        return _follow(args, tree, inbox, Following(tree, inbox, teller, interrupts(), _told(args.agent)))


def _follow(args: Namespace, tree: Tree, inbox: Queue[Touched], following: Following) -> int:
    with Watching(tree.folders, tree.shallow, inbox):
        tree.look()
        try:
            note(f"Following {', '.join(args.paths)} for {args.agent}. Ctrl-C ends it.")
            following.run()
        except KeyboardInterrupt:
            return _finish(following)


def tree_of(paths: list[str]) -> Tree:
    here = Path.cwd()
    return Tree([Path(path) for path in paths], git_root(here) or here)


def _told(agent: str) -> Callable[[list[Happening]], None]:
    def told(happenings: list[Happening]) -> None:
        more = f" and {len(happenings) - 1} more" if len(happenings) > 1 else ""
        say(f"Told {agent}: {line(happenings[0])}{more}")

    return told


def _finish(following: Following) -> int:
    try:
        done = following.finish()
    except KeyboardInterrupt:
        done = False
    if not done:
        note("The last changes could not be told.")
    return DONE
