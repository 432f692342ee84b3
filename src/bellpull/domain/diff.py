"""Unified diffs as lines that can be drawn: what comes, what goes, and at which lines of the files.

Each line of the text is one line here and nothing of it is left out: whoever allows a change sees all of it. Agents
write diffs by hand, too: without headers, and with counts that are not right. So a hunk's counts only decide where they
have to: whether `--- x` is a line that goes or the name of a file, and where a diff ends that has no fence around it.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

FILE, HUNK, ADDED, REMOVED, CONTEXT, NOTE = ("file", "hunk", "added", "removed", "context", "note")
LANGUAGES: Final = ("diff", "patch", "udiff")

_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_GIT = "diff --git "
# What may stand between a file's first line and its hunks.
_HEADER = re.compile(
    r"index [0-9a-f]+\.\.|(?:old|new|deleted file|new file) mode \d|(?:dis)?similarity index \d"
    r"|(?:rename|copy) (?:from|to) |Binary files .* differ$|--- |\+\+\+ "
)
_RULER = re.compile(r"={20,}$")
#: How the language that coding agents patch with names a file.
_PATCHED = re.compile(r"\*\*\* (?:Add|Update|Delete|Move) (?:File|to): ")
_WORD = re.compile(r"[a-z]*")


class Line(NamedTuple):
    kind: str
    #: Without the sign of a line that is added, removed or context; else as it stands.
    text: str
    #: Its number in the old file and in the new one, where it is there and the hunk says where that is.
    old: int | None = None
    new: int | None = None


def is_language(language: str) -> bool:
    """`diff`, and with something behind it: `diff title="x"`, `diff-python`."""
    word = _WORD.match(language.strip().lower())
    return word is not None and word[0] in LANGUAGES


def reads_as_diff(text: str) -> bool:
    """Does it begin like one? That is enough: nobody else begins like that."""
    lines = text.lstrip("\n").split("\n", 4)
    return begins(lines, 0) or _HUNK.match(lines[0]) is not None


def lines(text: str) -> list[Line]:
    return _Walk(text.split("\n")).found


def begins(lines: Sequence[str], at: int) -> bool:
    """Is this the first line of a diff, headers and all?"""
    line, *following = lines[at : at + 4]
    if line.startswith(_GIT):
        return bool(following) and _HEADER.match(following[0]) is not None
    if line.startswith("Index: ") and following and _RULER.match(following[0]):
        line, *following = [*following[1:], ""]
        return line.startswith("--- ") and following[0].startswith("+++ ")
    return (
        line.startswith("--- ")
        and len(following) > 1
        and following[0].startswith("+++ ")
        and _HUNK.match(following[1]) is not None
    )


def extent(lines: Sequence[str], at: int) -> int:
    """How many lines from here are the diff that begins here, where no fence says so."""
    end, hunk = at, _Hunk()
    while end < len(lines) and _belongs(lines, end, hunk):
        end += 1
    while end > at and not lines[end - 1].strip():
        end -= 1
    return end - at


def _belongs(lines: Sequence[str], at: int, hunk: "_Hunk") -> bool:
    line = lines[at]
    if hunk.wants(line):
        hunk.take(line)
        return True
    if found := _HUNK.match(line):
        hunk.begin(found)
        return True
    if begins(lines, at) or _HEADER.match(line) or _RULER.match(line):
        hunk.end()
        return True
    return hunk.begun and line[:1] in ("+", "-", " ", "\\")


class _Hunk:
    """Where we are in both files, and how many lines of each the header has promised."""

    def __init__(self) -> None:
        self.end()

    def begin(self, header: re.Match[str]) -> None:
        old, olds, new, news = header.groups()
        self.old, self.new = int(old), int(new)
        self._olds, self._news = int(olds or 1), int(news or 1)
        self.begun = True

    def end(self) -> None:
        self.old = self.new = self._olds = self._news = 0
        self.begun = False

    def wants(self, line: str) -> bool:
        """Can it only be a line of this hunk, as far as the counts are to be trusted?"""
        sign = line[:1]
        return (self._olds > 0 and sign in ("-", " ", "")) or (self._news > 0 and sign in ("+", " ", ""))

    def take(self, line: str) -> Line:
        """It is one, whether or not it was promised."""
        old, new = (self.old, self.new) if self.begun else (None, None)
        sign = line[:1]
        if sign != "+":
            self.old, self._olds = self.old + 1, self._olds - 1
        if sign != "-":
            self.new, self._news = self.new + 1, self._news - 1
        if sign == "+":
            return Line(ADDED, line[1:], None, new)
        return Line(REMOVED, line[1:], old, None) if sign == "-" else Line(CONTEXT, line[1:], old, new)


class _Walk:
    def __init__(self, lines: Sequence[str]) -> None:
        self.found: list[Line] = []
        self._lines = lines
        self._hunk = _Hunk()
        for at, line in enumerate(lines):
            self.found.append(self._read(at, line))

    def _read(self, at: int, line: str) -> Line:
        if self._hunk.wants(line):
            return self._hunk.take(line)
        if found := _HUNK.match(line):
            self._hunk.begin(found)
            return Line(HUNK, line)
        if self._names_file(at, line):
            self._hunk.end()
            return Line(FILE, line)
        if line.startswith("@@"):
            self._hunk.end()
            return Line(HUNK, line)
        if line == "-- " or line[:1] not in ("+", "-", " ", ""):
            if line.startswith((_GIT, "Index: ")):
                self._hunk.end()
            return Line(NOTE, line)
        return self._hunk.take(line)

    def _names_file(self, at: int, line: str) -> bool:
        """Two lines in a row do, or one of a patch that has only one."""
        if line.startswith("--- "):
            return at + 1 < len(self._lines) and self._lines[at + 1].startswith("+++ ")
        if line.startswith("+++ "):
            return at > 0 and self._lines[at - 1].startswith("--- ")
        return _PATCHED.match(line) is not None
