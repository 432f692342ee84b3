"""What may stand in the fields of an export: each check says what is wrong with a value, or nothing."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from bellpull.domain.asking import THEMES, Look
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.instant import instant
from bellpull.domain.quiet_hours import checked

Check = Callable[[object], str | None]
Record = dict[str, Any]

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: Nobody says anything so often; of such numbers many can be added before one is too large to be kept.
_TOO_OFTEN = 10**9
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


def id(value: object) -> str | None:
    fits = isinstance(value, str) and _ID.fullmatch(value)
    return None if fits else "must be an id as the hub gives them"


def when(value: object) -> str | None:
    return None if _is_instant(value) else "must be an instant as 2026-11-16T12:00:00.000Z"


def _is_instant(value: object) -> bool:
    """To the letter: they are compared as texts, and others read them."""
    try:
        return isinstance(value, str) and instant(datetime.fromisoformat(value)) == value
    except (ValueError, OverflowError):
        return False


def quiet_hours(value: object) -> str | None:
    try:
        checked(value if isinstance(value, str) else "?")
    except Invalid:
        return "must be hours as 22:00-07:00"
    return None


def flag(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def times(value: object) -> str | None:
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 < value < _TOO_OFTEN
    return None if fits else f"must be a whole number, at least 1 and less than {_TOO_OFTEN}"


def texts(value: object) -> str | None:
    fits = isinstance(value, list) and not any(text(one) for one in value)
    return None if fits else "must be a list of texts"


def look(value: object) -> str | None:
    checks = {"show_history": flag, "chime_enabled": flag, "theme": word(*THEMES), "listens": flag}
    # An export of an earlier version does not say who listens.
    if not isinstance(value, dict) or {*value, "listens"} != set(Look._fields):
        return f"must have exactly: {', '.join(Look._fields)}"
    return _wrong_field(value, {field: checks.get(field, maybe(text)) for field in Look._fields})


def _wrong_field(value: Mapping[str, object], checks: Mapping[str, Check]) -> str | None:
    said = ((field, checks[field](given)) for field, given in value.items())
    return next((f"{field} {wrong}" for field, wrong in said if wrong), None)


def word(*words: str) -> Check:
    return lambda value: None if value in words else f"must be one of: {', '.join(words)}"


def maybe(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def json_of(kind: type) -> Check:
    """JSON kept as text, to the letter as it was sent."""
    return lambda value: None if isinstance(_read(value), kind) else "must be JSON written as text"


def objects_of(checks: Mapping[str, Check]) -> Check:
    """JSON kept as text, a list of objects that have no other fields than these."""

    def check(value: object) -> str | None:
        read = _read(value)
        known = isinstance(read, list) and all(isinstance(one, dict) and set(one) <= set(checks) for one in read)
        if not isinstance(read, list) or not known:
            return f"must be a list written as text, of objects that have no more than: {', '.join(checks)}"
        wrong = next((wrong for one in read if (wrong := _wrong_field(one, checks))), None)
        return None if wrong is None else f"has one whose {wrong}"

    return check


def _read(value: object) -> object:
    try:
        read = None if text(value) else parsed(str(value))
        # What JSON can write as \ud800 no text can hold.
        return None if text(json.dumps(read, ensure_ascii=False)) else read
    except (ValueError, RecursionError):
        return None


def parsed(said: str) -> object:
    """JSON, and nothing that only Python takes for it."""
    return json.loads(said, parse_constant=_refuse)


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
