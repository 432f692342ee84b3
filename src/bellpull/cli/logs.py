"""`bellpull logs`: the end of the hub's log, and what is added to it."""

from __future__ import annotations

import itertools
import os
import sys
import time

from bellpull.cli.outcome import DONE, SPEAKER
from bellpull.cli.parser import Parser, settings, whole
from bellpull.cli.terminal import plain
from bellpull.domain.errors import NotFound
from bellpull.remote.find import LOG_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path
    from typing import BinaryIO, NoReturn

    from bellpull.config import Config

BLOCK = 65536
MOST_LINES = 1_000_000_000
LOOK_EVERY_SECONDS = 0.2


def declare_logs(parser: Parser) -> None:
    number, help = whole(0, MOST_LINES), "how many lines (50 unless told)"
    parser.add_argument("-n", dest="lines", metavar="N", type=number, default=50, help=help)
    parser.add_argument("--follow", "-f", action="store_true", help="go on with what is added, until Ctrl-C")
    parser.set_defaults(run=logs)


def logs(args: Namespace) -> int:
    config = settings(args)
    file = config.data_dir / LOG_FILE
    elsewhere = config.log_to == "stderr"
    try:
        log = file.open("rb")
    except FileNotFoundError:
        raise _elsewhere(config) if elsewhere else _missing(file) from None
    with log:
        if elsewhere:
            sys.stderr.write(f"{SPEAKER}{_elsewhere(config).sentence} Below is what {plain(file)} has from before.\n")
        start = log.seek(_start_of_last(log, args.lines))
        if not args.follow:
            _print(log.read())
            return DONE
        known = os.fstat(log.fileno()).st_ino
    try:
        _follow(file, start, known)
    except KeyboardInterrupt:
        return DONE


def _missing(file: Path) -> NotFound:
    return NotFound("no_log", f"There is no log at {file}.", "the hub writes it: bellpull up")


def _elsewhere(config: Config) -> NotFound:
    sentence = f"The hub's log goes to its standard error ({config.origin('log_to')})."
    return NotFound("log_elsewhere", sentence, "with systemd: journalctl -u bellpull; in a container: docker logs NAME")


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


def _follow(file: Path, position: int, known: int | None) -> NoReturn:
    """Print whole lines as they are added. A file that was put aside is read to its end, and the next from its
    beginning; so is one that was emptied."""
    while True:
        try:
            found = file.stat()
        except FileNotFoundError:
            position, known = 0, None
        else:
            if known not in (None, found.st_ino):
                _print_put_aside(file, known, position)
                position = 0
            elif found.st_size < position:
                position = 0
            known = found.st_ino
            if found.st_size > position:
                position += _print_lines_from(file, position)
        time.sleep(LOOK_EVERY_SECONDS)


def _print_put_aside(file: Path, known: int | None, position: int) -> None:
    """What was added to the file before it was put aside, and to those that came and went after it."""
    later: list[Path] = []
    for number in itertools.count(1):
        aside = file.with_name(f"{file.name}.{number}")
        try:
            is_known = aside.stat().st_ino == known
        except FileNotFoundError:
            return
        if is_known:
            _print_lines_from(aside, position)
            for one in reversed(later):
                _print_lines_from(one, 0)
            return
        later.append(aside)


def _print_lines_from(file: Path, position: int) -> int:
    with file.open("rb") as log:
        log.seek(position)
        data = log.read()
    whole = data[: data.rfind(b"\n") + 1]
    _print(whole)
    return len(whole)
