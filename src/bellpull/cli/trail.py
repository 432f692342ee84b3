"""`bellpull trail`: what passed between an agent and its people, oldest first, and what is added to it."""

from __future__ import annotations

import sys
from functools import partial
from time import sleep

from bellpull import __version__
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings, whole
from bellpull.cli.terminal import plain, terminal_columns
from bellpull.domain.errors import NotFound
from bellpull.remote.address import quote
from bellpull.remote.line import Line
from bellpull.sources.addressee import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import Any, NoReturn

    Entries = list[dict[str, Any]]

LOOK_EVERY_SECONDS = 0.5
PAGE = 100
FOREVER = float("inf")


def declare_trail(parser: Parser) -> None:
    parser.add_argument("agent", metavar="AGENT", help="the name of the agent")
    number, help = whole(1, 500), "how many entries, 1 to 500 (50 unless told)"
    parser.add_argument("-n", dest="entries", metavar="N", type=number, default=50, help=help)
    parser.add_argument("--follow", "-f", action="store_true", help="go on with what is added, until Ctrl-C")
    parser.add_json()
    parser.set_defaults(run=trail)


def trail(args: Namespace) -> int:
    with Line(settings(args), client=f"cli/{__version__}") as line:
        try:
            entries = _last(line, args.agent, args.entries)
        except NotFound as error:
            raise unknown(line, args.agent, error) from None
        if args.follow:
            try:
                _follow(line, args, entries)
            except KeyboardInterrupt:
                return DONE
    if args.json:
        print_json({"count": len(entries), "entries": entries})
    elif entries:
        _printer(args)(entries)
    else:
        sys.stdout.write(f"There is nothing on the trail of {plain(args.agent)}.\n")
    return DONE


def _last(line: Line, agent: str, count: int, before: int | None = None) -> Entries:
    """The last entries, oldest first."""
    path = f"/api/agents/{quote(agent)}/trail"
    found: Entries = line.request("GET", path, {"limit": count, "before": before})["entries"]
    return found[::-1]


def _follow(line: Line, args: Namespace, entries: Entries) -> NoReturn:
    show = _printer(args)
    seen = 0
    while True:
        if entries:
            show(entries)
            sys.stdout.flush()
            seen = entries[-1]["seq"]
        sleep(LOOK_EVERY_SECONDS)
        entries = _since(line, args.agent, seen)


def _since(line: Line, agent: str, seen: int) -> Entries:
    """What came after this number; a hub that is away is waited for."""
    new: Entries = []
    before: int | None = None
    while True:
        page: Entries = line.persist(partial(_last, line, agent, PAGE, before), FOREVER)
        new = [entry for entry in page if entry["seq"] > seen] + new
        if len(page) < PAGE or page[0]["seq"] <= seen:
            return new
        before = page[0]["seq"]


def _printer(args: Namespace) -> Callable[[Entries], None]:
    """What shows entries, in one or several goes."""
    return _print_lines if args.json else _drawer()


def _print_lines(entries: Entries) -> None:
    for entry in entries:
        print_json(entry)


def _drawer() -> Callable[[Entries], None]:
    from datetime import datetime
    from itertools import chain, repeat

    from bellpull.cli.drawing import drawn
    from bellpull.cli.entries import Boxes

    boxes, gaps = Boxes(lambda: datetime.now().astimezone()), chain([""], repeat("\n"))

    def draw(entries: Entries) -> None:
        for box in boxes.of(entries):
            sys.stdout.write(next(gaps) + "\n".join(drawn(box, terminal_columns())) + "\n")

    return draw
