"""What every command's options have in common: a parser that raises our errors, and the settings behind the options."""

from __future__ import annotations

import argparse
import json
import os
import sys

from bellpull.cli.terminal import terminal_columns
from bellpull.config import SETTINGS, Config, load
from bellpull.domain.errors import Invalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Options of one command. A wrong use is an error like any other: a sentence and a hint."""

    def __init__(self, name: str, description: str, example: str) -> None:
        super().__init__(
            prog=f"bellpull {name}".strip(),
            description=description,
            epilog=f"example:\n  {example}",
            formatter_class=_formatter,
            allow_abbrev=False,
        )
        self.add_argument("--data-dir", metavar="PATH", help="the data folder of the hub")
        self.add_argument("--url", metavar="URL", help="the address of the hub")

    def add_json(self) -> None:
        self.add_argument("--json", action="store_true", help="print JSON, for scripts")

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:] + ("" if message.endswith(".") else ".")
        raise Invalid("usage", sentence, f"see: {self.prog} --help")


def _formatter(prog: str) -> argparse.RawDescriptionHelpFormatter:
    # argparse asks for one with every option, and without a width each would ask `shutil`, which is slow to import.
    return argparse.RawDescriptionHelpFormatter(prog, width=(terminal_columns() or 80) - 2)


def settings(args: argparse.Namespace) -> Config:
    """The settings, with this command's options as flags. The environment is read here and nowhere else."""
    flags = {setting.name: getattr(args, setting.name, None) for setting in SETTINGS}
    return load(flags, os.environ)


def print_json(value: object) -> None:
    """One line of ASCII: safe for every terminal, every encoding and every reader."""
    sys.stdout.write(json.dumps(value) + "\n")
