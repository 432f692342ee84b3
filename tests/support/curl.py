"""The lines for curl in the reference, read as a shell and curl read them."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "rest.md"


class Line(NamedTuple):
    """With `$NAMES` in it where the shell puts something in their places."""

    text: str
    method: str
    #: Behind the hub's address, without the query.
    path: str
    body: str | None
    #: That the text below it names.
    status: int

    def is_for(self, route: str) -> bool:
        method, path = route.split(" ")
        return method == self.method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), self.path) is not None


def sections() -> dict[str, list[Line]]:
    """By the routes of their headings, with commas."""
    parts = re.split(r"^### (.*)$", REFERENCE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {_routes(heading): _lines(text) for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def lines() -> dict[str, Line]:
    """By route. A fixed path stands before the one with a name in its place, and is not taken for one of those."""
    return {
        route: next(line for line in found if line.is_for(route))
        for routes, found in sections().items()
        for route in routes.split(", ")
    }


def preface() -> list[str]:
    """What a shell has to be told first."""
    (text,) = re.findall(r"^## From a shell$(.*?)^## ", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return re.findall(r"^    (\w+=.*)$", text, re.MULTILINE)


def _routes(heading: str) -> str:
    return ", ".join(call.partition("?")[0] for call in re.findall(r"`([A-Z]+ [^`]+)`", heading))


def _lines(text: str) -> list[Line]:
    named = re.search(r"`(20\d)\b", text)
    status = int(named[1]) if named else 200
    return [_line(found, status) for found in re.findall(r"^    (curl .*)$", text, re.MULTILINE)]


def _line(text: str, status: int) -> Line:
    words = shlex.split(text)
    options = {option: words[words.index(option) + 1] for option in ("-X", "--json") if option in words}
    (url,) = (word for word in words if word.startswith("$HUB/"))
    method = options.get("-X", "POST" if "--json" in options else "GET")
    return Line(text, method, url.removeprefix("$HUB").partition("?")[0], options.get("--json"), status)
