"""What every command's options have in common: a parser that raises our errors, and the settings behind the options."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from itertools import takewhile

from bellpull.cli.terminal import terminal_columns
from bellpull.config import SETTINGS, Config, load, unknown_in
from bellpull.domain.errors import Invalid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import NoReturn


MAY_BE_EMPTY = ("--message", "--category", "--label")
#: Fields of REST, and the options for them if these have other names.
OTHERWISE_CALLED = {
    "notification_type": "type",
    "priorities": "priority",
    "options": "option",
    "declines": "decline",
    "wait": "timeout",
    "agent_name": "agent",
}
#: What stands for an id, or a piece of one, in the help.
IDS = ("ID", "SESSION")
#: A mistyped option is said to be wrong. An id that looks like one comes after --.
_LIKE_AN_OPTION = re.compile(r"--[a-z][a-z-]{2,}(?:=.*)?", re.DOTALL)
_NEGATIVE_NUMBER = re.compile(r"-[0-9.,]+")


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
        self._takes_command = False

    def parse_args(self, args: Sequence[str] | None = None, namespace: Namespace | None = None) -> Namespace:  # type: ignore[override]
        """As argparse, and every value is text and not empty: an empty one is mostly a variable that was not set, and
        would widen what the command does. Not so the words of a command: they are passed on as they are."""
        args = list(sys.argv[1:] if args is None else args)
        args, command = self._without_command(args) if self._takes_command else (args, [])
        parsed = super().parse_args(self._with_ids(args), namespace)
        for action in self._actions:
            given = getattr(parsed, action.dest, None)
            name = action.option_strings[0] if action.option_strings else str(action.metavar)
            for value in given if isinstance(given, list) else [given]:
                self._check(name, value)
        if self._takes_command:
            parsed.command = command
        return parsed

    def _without_command(self, args: list[str]) -> tuple[list[str], list[str]]:
        at = args.index("--") if "--" in args else len(args)
        own, command = args[:at], args[at + 1 :]
        if not "".join(command[:1]).strip() and not {"-h", "--help"} & set(own):
            self.error("the command comes after --")
        return own, command

    def _with_ids(self, args: list[str]) -> list[str]:
        """The same in an order in which argparse takes no id for an option: a piece of one may begin with a dash."""
        if not any(action.metavar in IDS for action in self._actions):
            return args
        places = [action.metavar for action in self._actions if not action.option_strings]
        options: list[str] = []
        words: list[str] = []
        rest = list(args)
        while rest:
            arg = rest.pop(0)
            option = self._option_string_actions.get(arg)
            if arg == "--":
                words += rest
                break
            if option is not None:
                values = _values_of(option, rest)
                del rest[: len(values)]
                if values and option.metavar in IDS and values[0] not in self._option_string_actions:
                    arg, values = f"{arg}={values[0]}", []  # said so, it may begin with a dash
                options += [arg, *values]
            elif not arg.startswith("-") or arg == "-":
                words.append(arg)
            else:
                place = places[min(len(words), len(places) - 1)] if places else None
                is_id = place in IDS and not _LIKE_AN_OPTION.fullmatch(arg)
                # What comes after an id may be a number.
                is_number = bool(words) and _NEGATIVE_NUMBER.fullmatch(arg) is not None
                (words if is_id or is_number else options).append(arg)
        return [*options, *(["--", *words] if words else [])]

    def _check(self, name: str, value: object) -> None:
        if not isinstance(value, str):
            return
        if not value.strip() and name not in MAY_BE_EMPTY:
            self.error(f"{name} is empty")
        if any("\ud800" <= character <= "\udfff" for character in value):
            self.error(f"{name} is not UTF-8 text: {value}")

    def add_command(self, help: str) -> None:
        """Takes a command after `--`, which is then the list `command`."""
        self._takes_command = True
        self.usage = f"{self.prog} [options] -- COMMAND …"
        self.epilog = f"COMMAND is {help}.\n\n{self.epilog}"

    def fields(self) -> dict[str, str]:
        """What the hub calls a value, and how it is typed."""
        typed = {
            action.dest: action.option_strings[0] if action.option_strings else str(action.metavar)
            for action in self._actions
        }
        return typed | {field: typed[dest] for field, dest in OTHERWISE_CALLED.items() if dest in typed}

    def add_json(self) -> None:
        self.add_argument("--json", action="store_true", help="print JSON, for scripts")

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:] + ("" if message.endswith(".") else ".")
        raise Invalid("usage", sentence, f"see: {self.prog} --help")


def _values_of(option: argparse.Action, rest: list[str]) -> list[str]:
    """One that takes several takes all up to the next option."""
    if option.nargs is None:
        return rest[:1]
    return list(takewhile(lambda arg: not arg.startswith("-"), rest)) if option.nargs else []


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads the value of an option that is a number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return read


def at_most(length: int) -> Callable[[str], str]:
    """Reads the value of an option that is a text of bounded length."""

    def read(text: str) -> str:
        if len(text) > length:
            raise argparse.ArgumentTypeError(f"it has {len(text)} characters, and {length} are allowed")
        return text

    return read


def _formatter(prog: str) -> argparse.RawDescriptionHelpFormatter:
    # argparse asks for one with every option, and without a width each would ask `shutil`, which is slow to import.
    return argparse.RawDescriptionHelpFormatter(prog, width=(terminal_columns() or 80) - 2)


def settings(args: argparse.Namespace) -> Config:
    """The settings, with this command's options as flags. The environment is read here and nowhere else."""
    flags = {setting.name: getattr(args, setting.name, None) for setting in SETTINGS}
    return load(flags, os.environ)


def unknown_variables() -> list[str]:
    return unknown_in(os.environ)


def print_json(value: object) -> None:
    """One line of ASCII: safe for every terminal, every encoding and every reader."""
    sys.stdout.write(json.dumps(value) + "\n")
