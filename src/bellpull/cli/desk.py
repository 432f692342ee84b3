"""`bellpull desk`: shows what is meant for this person on their desktop, and sends their answers back."""

from __future__ import annotations

import os

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings
from bellpull.cli.terminal import plain
from bellpull.domain.errors import BellpullError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from bellpull.config import Config
    from bellpull.desk.desktop import Desktop

LOG_FILE = "desk.log"
LOG_BYTES = 1_000_000


def declare_desk(parser: Parser) -> None:
    parser.add_argument("--test", action="store_true", help="show one of everything, and say what this desktop can do")
    parser.add_argument("--beside", action="store_true", help="end when the hub of the data folder is stopped")
    parser.set_defaults(run=desk)


def desk(args: Namespace) -> int:
    config = settings(args)
    if args.test:
        from bellpull.cli.desk_trial import show_everything

        return show_everything(config)
    import asyncio

    from bellpull.desk.desk import Desk

    _log_to(config)
    program = Desk(config, os.environ, beside=args.beside)
    try:
        asyncio.run(program.run(_announce, _say_waiting))
    except BellpullError as error:
        _log(error)
        raise
    return DONE


def _log(error: BellpullError) -> None:
    """Beside a hub nobody reads what is said."""
    import logging

    logging.getLogger("bellpull.desk").error("the desk ends: %s", error)


def _announce(desktop: Desktop) -> None:
    can = desktop.can
    shown = [f"notifications by {can.server}" if can else "", "windows" if desktop.has_window else ""]
    tray = "a tray icon" if desktop.tray is not None and desktop.tray.there else ""
    print(f"The desk shows {', '.join(part for part in (*shown, tray) if part) or 'nothing'}.", flush=True)
    print("  stop     Ctrl-C", flush=True)


def _say_waiting(why: BellpullError) -> None:
    print(f"It waits for the hub. {plain(why.sentence)}", flush=True)


def _log_to(config: Config) -> None:
    import logging
    from logging.handlers import RotatingFileHandler

    from bellpull.logs import keep_secrets

    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = config.data_dir / LOG_FILE
    file = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
    logging.basicConfig(level=config.log_level.upper(), handlers=[file], force=True)
    keep_secrets()
    path.chmod(0o600)
