"""What comes in through a webhook, taken apart with care: any field may be missing, of another type, endless, or
written by a stranger.

Nothing here raises. Text that becomes part of a line of ours has no line breaks, no control characters and an end.
"""

import unicodedata
from typing import NamedTuple

#: Of a field in a line: a name, a title, what somebody wrote.
NAME, TITLE, WRITTEN = 80, 200, 1000
LONGEST_ADDRESS = 500
#: So many items of a list are looked at.
MOST_ITEMS = 100
#: A short line needs no look at a megabyte: only so many times its length is read.
_SPARE = 4

_JOINERS = "\u200c\u200d"


class Ignored(NamedTuple):
    """It means nothing to an agent."""

    why: str


class Part:
    """A piece of JSON that should be an object; whatever it is, asking it for a field is safe."""

    def __init__(self, value: object) -> None:
        self._fields: dict[str, object] = value if isinstance(value, dict) else {}

    def part(self, name: str) -> "Part":
        return Part(self._fields.get(name))

    def parts(self, name: str) -> "list[Part]":
        value = self._fields.get(name)
        return [Part(one) for one in value[:MOST_ITEMS]] if isinstance(value, list) else []

    def count(self, name: str) -> int:
        """How many there are: a list's length, or the number itself."""
        value = self._fields.get(name)
        if isinstance(value, list):
            return len(value)
        return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0

    def text(self, *names: str, most: int = NAME) -> str:
        """The first of these fields that says something, on one line; empty if none does."""
        return next(filter(None, (line(_written(self._fields.get(name)), most) for name in names)), "")

    def quoted(self, *names: str, most: int = TITLE) -> str:
        """As `text`, between quotation marks, which it cannot end."""
        said = self.text(*names, most=most)
        return '"' + said.replace('"', "'") + '"' if said else ""

    def first_line(self, name: str) -> str:
        """The subject of a commit message, quoted."""
        value = self._fields.get(name)
        subject = value.strip().partition("\n")[0] if isinstance(value, str) else value
        return Part({"subject": subject}).quoted("subject")

    def address(self, *names: str) -> str:
        """A link that can be followed, or nothing."""
        said = self.text(*names, most=LONGEST_ADDRESS + 1)
        fits = len(said) <= LONGEST_ADDRESS and said.startswith(("https://", "http://")) and " " not in said
        return said if fits else ""

    def short(self, *names: str) -> str:
        """A commit, as people write it; nothing for the one of zeros, which stands for none."""
        said = self.text(*names)
        return said[:7] if said.strip("0") else ""

    def true(self, name: str) -> bool:
        return self._fields.get(name) is True

    def has(self, name: str) -> bool:
        return bool(self._fields.get(name))


def line(text: str, most: int) -> str:
    """On one line, cut to its length."""
    whole = " ".join(_seen(text[: most * _SPARE], " ").split())
    return whole if len(whole) <= most else whole[: most - 1] + "…"


def lines(text: str, most: int) -> str:
    """As it was written, its line breaks too, cut to its length."""
    whole = _seen(text[: most * _SPARE].replace("\r\n", "\n"), "\n\t").strip()
    return whole if len(whole) <= most else whole[: most - 1] + "…"


def joined(*parts: str, by: str = ", ") -> str:
    return by.join(filter(None, parts))


def _written(value: object) -> str:
    if isinstance(value, str):
        return value
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18
    return str(value) if is_number else ""


def _seen(text: str, kept: str) -> str:
    """Without what a reader would not see but a model or a terminal might."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in kept else _stand_in(one) for one in text)


def _stand_in(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":  # half of a pair: it cannot be written down
        return "\ufffd"
    if category == "Cf":
        return character if character in _JOINERS else ""
    return " " if category in ("Cc", "Zl", "Zp", "Zs") else character
