"""`bellpull demo`: three scripted agents against the running hub, and a quiet line for each thing to look at."""

from __future__ import annotations

import signal
import sys
import textwrap
from contextlib import suppress
from threading import Lock

from bellpull.cli.as_typed import as_typed
from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain, plain_lines, terminal_columns
from bellpull.demo.company import Company
from bellpull.demo.pace import Pace, fast, usual
from bellpull.demo.stage import Stage
from bellpull.domain.errors import BellpullError, Unavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.config import Config

INDENT = " " * 6
OPENING = """Three agents play for {length}. Look at them wherever you like:

      the page       {url}  (signed out? {page})
      the terminal   {tui}
      a status bar   {status}

Answer them, or do not: they go on either way. Ctrl-C ends it, and nothing of it stays.
"""
COMMANDS = {"page": "page --open", "tui": "tui", "status": "status"}


def declare_demo(parser: Parser) -> None:
    parser.add_argument("--fast", action="store_true", help="a few seconds, with hardly a moment for answers")
    parser.set_defaults(run=demo)


def demo(args: Namespace) -> int:
    config = settings(args)
    pace = fast() if args.fast else usual()
    return perform(config, pace)


def perform(config: Config, pace: Pace) -> int:
    stage, narrator = Stage(config), Narrator(pace)
    _on_signals(_interrupt)
    try:
        with suppress(KeyboardInterrupt):
            _play(config, pace, stage, narrator)
    finally:
        _on_signals(signal.SIG_IGN)  # it does not take long
        _strike(stage)
    narrator("Everything of the demo is gone. Connect an agent of your own:", as_typed(config, "connect opencode"))
    return DONE


def _play(config: Config, pace: Pace, stage: Stage, narrator: Narrator) -> None:
    url = stage.set_up()
    commands = {name: as_typed(config, words) for name, words in COMMANDS.items()}
    length = "about two minutes" if pace.length else "a few seconds"
    narrator.open(OPENING.format(url=url, length=length, **commands))
    company = Company(stage, pace, narrator, lambda name, text: as_typed(config, f'tell {name} "{text}"'))
    try:
        company.play()
    finally:
        company.end()


def _strike(stage: Stage) -> None:
    try:
        stage.strike()
    except BellpullError as error:
        left = ", ".join(stage.names.values())
        hint = "a demo removes what was left a quarter of an hour before; or now: bellpull agent remove NAME"
        raise Unavailable("demo_left", f"{error.sentence} Agents of the demo are left: {left}.", hint) from None


def _on_signals(handler: object) -> None:
    """Whoever closes the terminal ends the demo, too."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler)  # type: ignore[arg-type]


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class Narrator:
    """Says what to look at, with the time since the beginning."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._lock = Lock()
        self._columns = terminal_columns()

    def open(self, text: str) -> None:
        self._write("\n".join(plain_lines(text)))

    def __call__(self, text: str, *commands: str) -> None:
        minutes, seconds = divmod(int(self._pace.seconds), 60)
        lines = self._wrapped(f"{minutes}:{seconds:02}  {plain(text)}")
        self._write("\n".join([*lines, *(f"{INDENT}  {plain(command)}" for command in commands)]))

    def _wrapped(self, line: str) -> list[str]:
        if self._columns is None or len(line) <= self._columns:
            return [line]
        return textwrap.wrap(line, max(self._columns, 40), subsequent_indent=INDENT)

    def _write(self, text: str) -> None:
        with self._lock:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
