"""`bellpull tui`: everything in one terminal: who waits, what they ask, and the keys to answer.

Here is what can be refused before the screen is taken; the view itself is `bellpull.tui`, imported when all is well.
"""

from __future__ import annotations

import os
import sys

from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.domain.errors import Denied, Invalid
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.config import Config


def declare_tui(parser: Parser) -> None:
    declare_as_person(parser)
    parser.set_defaults(run=tui)


def tui(args: Namespace) -> int:
    need_person(args, "answers")
    config = settings(args)
    url = _reached(config)
    # The screen is drawn on standard error, as textual does it.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        hint = "without one: bellpull status, bellpull questions, bellpull answer"
        raise Invalid("no_terminal", "There is no terminal to show anything in.", hint)
    from bellpull.tui.app import Tui

    problem = Tui(config, os.environ, url).run()
    if problem is not None:
        raise problem
    return DONE


def _reached(config: Config) -> str:
    """Where the hub is, and that this key may answer there."""
    with find(config) as hub:
        me = hub.request("GET", "/api/me")
        if me["scope"] != "user":
            sentence = f"The key is that of the agent {me['name']}, and only a person answers."
            raise Denied("person_required", sentence, "use a key of your own: bellpull key create --user NAME")
        return hub.url
