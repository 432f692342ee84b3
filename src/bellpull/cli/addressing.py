"""The options that say to whom a source of nudges speaks, and what its commands have in common."""

from __future__ import annotations

import os
import signal
import sys

from bellpull.cli.outcome import SPEAKER
from bellpull.cli.terminal import plain
from bellpull.sources.interrupts import Interrupts
from bellpull.sources.teller import Teller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import TextIO

    from bellpull.cli.parser import Parser
    from bellpull.config import Config
    from bellpull.domain.errors import BellpullError


def declare_addressee(parser: Parser) -> None:
    parser.add_argument("--agent", metavar="NAME", required=True, help="the agent that is told")
    parser.add_argument("--session", metavar="ID", help="only this session of it")


def teller_of(args: Namespace, config: Config, source: str) -> Teller:
    return Teller(config, args.agent, source, args.session, complain=_later)


def _later(error: BellpullError) -> None:
    note(f"{error.sentence} What is to be told is kept until it is back.")


def note(text: str) -> None:
    """On standard error, for whoever looks on."""
    _print(sys.stderr, SPEAKER + plain(text))


def say(text: str) -> None:
    _print(sys.stdout, plain(text))


def _print(stream: TextIO, line: str) -> None:
    """That nobody looks on any more is no reason to end, nor to end in another way."""
    try:
        stream.write(f"{line}\n")
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def interrupts() -> Interrupts:
    """Of Ctrl-C and SIGTERM, for what goes on until then."""
    heard = Interrupts()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, heard.hear)
    return heard
