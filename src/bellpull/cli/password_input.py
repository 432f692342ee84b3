"""A password from a person: typed twice without an echo, or from standard input. Never from an argument, which other
programs of the machine can read and shells remember; and never in anything that is printed.

Not here: what a password must be like (`domain/password.py`).
"""

from __future__ import annotations

import sys

from bellpull.domain.errors import Invalid
from bellpull.domain.password import LONGEST, check_password

#: Two passwords, each with the end of its line, and one byte more: what is longer is refused and not read.
MOST_INPUT = 2 * (LONGEST + 2) + 1


def typed_twice(name: str) -> str:
    """A new password of this person, that is allowed; asked again while it is not, or was typed differently."""
    need_terminal()
    while True:
        password = typed(f"New password of {name}: ")
        try:
            check_password(password=password, name=name)
        except Invalid as error:
            sys.stderr.write(f"{error.sentence}.\n")
            continue
        if typed("Once more: ") == password:
            return password
        sys.stderr.write("These are two different ones.\n")


def need_terminal() -> None:
    if not sys.stdin.isatty():
        raise Invalid("no_terminal", "There is no terminal to ask for a password at.", "send it: --password-stdin")


def typed(prompt: str) -> str:
    """One line, without an echo."""
    from getpass import getpass

    try:
        return _text(getpass(prompt, sys.stderr))
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise
    except EOFError:
        sys.stderr.write("\n")
        raise Invalid("no_password", "No password was typed.") from None
    except UnicodeDecodeError:
        sys.stderr.write("\n")
        raise _not_text() from None


def sent(lines: int) -> list[str]:
    """So many passwords from standard input, each on a line of its own; the last line need not end."""
    data = sys.stdin.buffer.read(MOST_INPUT)
    try:
        found = data.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        # A character that was cut in two at the end of what was read is no reason to speak of its letters.
        raise _too_long() if len(data) == MOST_INPUT else _not_text() from None
    if len(data) == MOST_INPUT:
        raise _too_long()
    if len(found) != lines:
        expected = "one line, the password" if lines == 1 else "two lines, the new password and the current one"
        raise Invalid("password_lines", f"Standard input must be {expected}; it has {len(found)}.")
    return [line.removesuffix("\r") for line in found]


def _text(password: str) -> str:
    """What a terminal sent that is no text stands in it as half a character."""
    if any("\ud800" <= character <= "\udfff" for character in password):
        raise _not_text()
    return password


def _not_text() -> Invalid:
    return Invalid("not_text", "The password is not UTF-8 text.", "check the encoding of your terminal or file")


def _too_long() -> Invalid:
    return Invalid("password_too_long", f"A password has at most {LONGEST} bytes.", "send a shorter one")
