"""What may stand in the fields of an export: each check says what is wrong with a value, or nothing."""

import json
import re
from collections.abc import Callable
from typing import Any

from bellpull.domain.asking import THEMES, Look
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.quiet_hours import checked

Check = Callable[[object], str | None]
Record = dict[str, Any]

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_TOO_LARGE = 2**63
_SURROGATE = re.compile("[\ud800-\udfff]")


def text(value: object) -> str | None:
    if not isinstance(value, str):
        return "must be text"
    return "must be text that UTF-8 can hold" if _SURROGATE.search(value) else None


def name(value: object) -> str | None:
    try:
        check_name(value if isinstance(value, str) else "")
    except Invalid:
        return "is no name of an agent or a user"
    return None


def when(value: object) -> str | None:
    fits = isinstance(value, str) and value.isascii() and _INSTANT.fullmatch(value)
    return None if fits else "must be an instant as 2026-11-16T12:00:00.000Z"


def quiet_hours(value: object) -> str | None:
    try:
        checked(value if isinstance(value, str) else "?")
    except Invalid:
        return "must be hours as 22:00-07:00"
    return None


def flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def number(value: object) -> str | None:
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _TOO_LARGE
    return None if fits else "must be a whole number"


def texts(value: object) -> str | None:
    fits = isinstance(value, list) and not any(text(one) for one in value)
    return None if fits else "must be a list of texts"


def look(value: object) -> str | None:
    if not isinstance(value, dict) or set(value) != set(Look._fields):
        return f"must have exactly: {', '.join(Look._fields)}"
    checks = {"show_history": flag, "chime_enabled": flag, "theme": word(*THEMES)}
    said = {field: checks.get(field, maybe(text))(value[field]) for field in Look._fields}
    return next((f"{field} {wrong}" for field, wrong in said.items() if wrong), None)


def word(*words: str) -> Check:
    return lambda value: None if value in words else f"must be one of: {', '.join(words)}"


def maybe(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def json_of(kind: type) -> Check:
    """JSON kept as text, to the letter as it was sent."""

    def check(value: object) -> str | None:
        try:
            read = None if text(value) else parsed(str(value))
        except (ValueError, RecursionError):
            read = None
        return None if isinstance(read, kind) else "must be JSON written as text"

    return check


def parsed(said: str) -> object:
    """JSON, and nothing that only Python takes for it."""
    return json.loads(said, parse_constant=_refuse)


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
