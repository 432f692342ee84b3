"""`bellpull logs`: the end of the hub's log, and what is added to it."""

from __future__ import annotations

import os
import sys
import time

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, settings, whole
from bellpull.cli.terminal import plain
from bellpull.domain.errors import NotFound
from bellpull.remote.find import LOG_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path
    from typing import BinaryIO, NoReturn

BLOCK = 65536
MOST_LINES = 1_000_000_000
LOOK_EVERY_SECONDS = 0.2


def declare_logs(parser: Parser) -> None:
    number, help = whole(0, MOST_LINES), "how many lines (50 unless told)"
    parser.add_argument("-n", dest="lines", metavar="N", type=number, default=50, help=help)
    parser.add_argument("--follow", "-f", action="store_true", help="go on with what is added, until Ctrl-C")
    parser.set_defaults(run=logs)


def logs(args: Namespace) -> int:
    file = settings(args).data_dir / LOG_FILE
    try:
        log = file.open("rb")
    except FileNotFoundError:
        raise NotFound("no_log", f"There is no log at {file}.", "the hub writes it: bellpull up") from None
    with log:
        start = log.seek(_start_of_last(log, args.lines))
        if not args.follow:
            _print(log.read())
            return DONE
    try:
        _follow(file, start)
    except KeyboardInterrupt:
        return DONE


def _start_of_last(log: BinaryIO, lines: int) -> int:
    """Where the last `lines` lines begin; read from the end, because a log may be long."""
    position = log.seek(0, os.SEEK_END)
    tail = b""
    while position and tail.count(b"\n") <= lines:
        size = min(BLOCK, position)
        position = log.seek(position - size)
        tail = log.read(size) + tail
    whole = tail.splitlines(keepends=True)
    return position + len(tail) - sum(len(line) for line in whole[len(whole) - min(lines, len(whole)) :])


def _print(data: bytes) -> None:
    for line in data.splitlines():
        sys.stdout.write(plain(line.decode("utf-8", "replace")) + "\n")
    sys.stdout.flush()


def _follow(file: Path, position: int) -> NoReturn:
    """Print whole lines as they are added; begin anew where the file was replaced or emptied."""
    known = None
    while True:
        try:
            found = file.stat()
        except FileNotFoundError:
            position, known = 0, None
        else:
            if found.st_size < position or known not in (None, found.st_ino):
                position = 0
            known = found.st_ino
            if found.st_size > position:
                position += _print_lines_from(file, position)
        time.sleep(LOOK_EVERY_SECONDS)


def _print_lines_from(file: Path, position: int) -> int:
    with file.open("rb") as log:
        log.seek(position)
        data = log.read()
    whole = data[: data.rfind(b"\n") + 1]
    _print(whole)
    return len(whole)
