"""The hub's log: into a file that is put aside when it is full, or to standard error for whoever collects it there; as
lines for people, or as JSON for programs.

What a module says with `extra` stands in the JSON under its own name. Not here: what is said, and showing it
(`bellpull logs`).
"""

import json
import logging
import sys
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from bellpull.config import MEGABYTE, Config
from bellpull.domain.instant import instant

LINE = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
#: What every record has; the rest was given to it.
_USUAL = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName"}


def start_log(config: Config, file: Path, stderr: TextIO | None = None) -> None:
    """From now on everything is logged as the settings say."""
    stderr = stderr or sys.stderr
    handlers: list[logging.Handler] = [_everything(config, file, stderr)]
    if config.log_to == "file" and stderr.isatty():
        handlers.append(_for_terminal(stderr))
    logging.raiseExceptions = False  # a line that a full disk does not take is not worth twenty on standard error
    logging.basicConfig(level=config.log_level.upper(), handlers=handlers, force=True)
    keep_secrets()


def keep_secrets() -> None:
    """Whatever the level is. Libraries log what is said on sockets, and their addresses, and both may hold a key. The
    server also warns of each request that is none, which anybody can send as often as they like: those are counted and
    said elsewhere, within limits."""
    logging.getLogger("websockets").setLevel(logging.WARNING)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


def _everything(config: Config, file: Path, stderr: TextIO) -> logging.Handler:
    handler: logging.Handler
    if config.log_to == "stderr":
        handler = logging.StreamHandler(stderr)
    else:
        handler = LogFile(file, config.log_megabytes * MEGABYTE, config.log_files)
    handler.setFormatter(JsonLines() if config.json_logs else logging.Formatter(LINE))
    return handler


def _for_terminal(stderr: TextIO) -> logging.Handler:
    """The file has everything; a terminal sees only what somebody should look at."""
    terminal = logging.StreamHandler(stderr)
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("bellpull: %(message)s"))
    return terminal


class LogFile(RotatingFileHandler):
    """Kept: this many files beside the current one, FILE.1 the youngest. With none, a full file is begun anew."""

    def __init__(self, file: Path, most_bytes: int, kept: int) -> None:
        super().__init__(file, maxBytes=most_bytes, backupCount=kept, encoding="utf-8")

    def doRollover(self) -> None:
        if self.backupCount:
            super().doRollover()
        elif self.stream:
            self.stream.seek(0)
            self.stream.truncate()


class JsonLines(logging.Formatter):
    """One object a line: at, level, logger, message, error (with its traceback), and what was given by `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "at": instant(datetime.fromtimestamp(record.created, UTC)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        given = {name: value for name, value in record.__dict__.items() if name not in _USUAL and name not in said}
        return json.dumps(said | given, ensure_ascii=False, default=str)
