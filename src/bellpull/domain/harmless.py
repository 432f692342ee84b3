"""Text from agents made harmless for a terminal: no character of it may move the cursor, colour, retitle or reorder
anything.

Sequences that only style (CSI) are left out; every other character that does not print is written as an escape. Not
here: how wide text is, which every surface measures by the rules of whoever draws it.
"""

from __future__ import annotations

import re

STYLING = re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]")
JOINER = "\u200d"


def plain(text: object) -> str:
    """One line without control characters; ends of lines, tabs and unusual spaces become spaces."""
    return "".join(_harmless(character) for character in STYLING.sub("", str(text)))


def plain_lines(text: str) -> list[str]:
    """As `plain`, but the text keeps its lines."""
    return [plain(line.expandtabs(4)) for line in text.replace("\r\n", "\n").split("\n")]


def _harmless(character: str) -> str:
    if character.isprintable() or character == JOINER:
        return character
    if character.isspace():
        return " "
    return character.encode("ascii", "backslashreplace").decode() if character > "\x7f" else f"\\x{ord(character):02x}"
