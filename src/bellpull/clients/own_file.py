"""Files that are wholly ours, in folders that are not: a plugin, a skill.

The last line of each is a mark with a sum of the lines before it. So a text of an older Bellpull is known and replaced,
what a person changed is known and kept, and a file of somebody else's is never touched.
"""

from __future__ import annotations

import hashlib
import re

from bellpull.clients.change import Change, text_of
from bellpull.clients.client import Launch, OwnFile

MARK = re.compile(r"^(?://|<!--) written by bellpull connect, ([0-9a-f]{12})(?: -->)?[ \t]*\r?$", re.MULTILINE)
OURS, CHANGED, FOREIGN = "ours", "changed", "foreign"


def marked(text: str, opening: str = "//", closing: str = "") -> str:
    """A text with its mark, as a comment of its language."""
    text = text.rstrip("\n") + "\n"
    return f"{text}{opening} written by bellpull connect, {_sum(text)}{closing}\n"


def whose(text: str) -> str:
    *_, mark = (None, *MARK.finditer(text))
    if mark is None:
        return FOREIGN
    more = text[mark.end() :].strip()
    return OURS if not more and mark[1] == _sum(text[: mark.start()]) else CHANGED


def connect(part: OwnFile, launch: Launch) -> Change:
    before = text_of(part.file)
    after = part.text(launch)
    if before is None or whose(before) == OURS or before == after:
        return Change(part.file, before, after, backed_up=False, folders=part.folders)
    reason = "was changed by hand" if whose(before) == CHANGED else "is not from Bellpull"
    note = f"{part.file} {reason} and stays as it is; for ours move it away and connect again"
    return Change(part.file, before, before, note=note)


def disconnect(part: OwnFile) -> Change:
    """What a person changed goes too, or it would still work; but not without a backup."""
    before = text_of(part.file)
    if before is None or whose(before) == FOREIGN:
        return Change(part.file, before, before)
    return Change(part.file, before, None, backed_up=whose(before) == CHANGED, folders=part.folders)


def _sum(text: str) -> str:
    """The same whatever ends of lines a version control made of them."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:12]
