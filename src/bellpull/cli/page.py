"""`bellpull page`: a link that signs one in to the hub's page, once."""

from __future__ import annotations

import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import Setup
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

ONCE = "It signs you in once, within ten minutes.\n"


def declare_page(parser: Parser) -> None:
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=page)


def page(args: Namespace) -> int:
    need_person(args, "signs in")
    with find(settings(args)) as hub:
        made = hub.request("POST", "/api/sign-in-links")
        link = link_of(made, hub.url)
    if args.json:
        print_json({"url": link, "expires_at": made["expires_at"]})
    else:
        sys.stdout.write(f"{plain(link)}\n")
        if sys.stderr.isatty():
            sys.stdout.flush()
            sys.stderr.write(ONCE)
    if args.open:
        _open(link)
    return DONE


def link_of(made: dict[str, Any], url: str) -> str:
    """It begins with the hub's public address where it has one. What signs in is in the fragment, which browsers send
    to nobody."""
    return str(made.get("url") or f"{url}/#sign-in={made['secret']}")


def _open(link: str) -> None:
    import webbrowser

    if not webbrowser.open(link):
        raise Setup("no_browser", "There is no browser that can be opened here.", "copy the link into one")
