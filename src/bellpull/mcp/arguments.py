"""The arguments of a tool call against the tool's own schema: strict types, defaults filled in, errors that name the
parameter.

Knows the part of JSON Schema that our tools use. A text that must have a character must have one that shows. Null
stands for "not given" where a parameter is optional, because some clients send every parameter. Unknown arguments are
ignored, as the schemas allow and as clients that add their own rely on, unless they look like a misspelt parameter: an
ask that lost its options to a typing error would be a different ask.
"""

from __future__ import annotations

from bellpull.domain.errors import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

MISSPELT = 0.8


def checked(schema: Mapping[str, Any], given: object) -> dict[str, Any]:
    """Every parameter of `schema` with its value, its default, or None."""
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Malformed("arguments_wrong_type", f"The arguments must be an object, not {_kind(given)}.")
    parameters = schema["properties"]
    for name in given:
        if name not in parameters:
            _check_not_misspelt(str(name), parameters)
    required = schema.get("required", ())
    return {name: _value(name, rules, given.get(name), name in required) for name, rules in parameters.items()}


def _check_not_misspelt(name: str, known: Collection[str]) -> None:
    import difflib

    nearest = difflib.get_close_matches(name, known, n=1, cutoff=MISSPELT)
    if nearest:
        sentence = f"There is no parameter {_short(name)}; did you mean {nearest[0]}?"
        raise Malformed("unknown_argument", sentence)


def _value(name: str, rules: Mapping[str, Any], value: object, required: bool) -> object:
    if value is None and required:
        raise Malformed(f"{name}_required", f"The parameter {name} is required.")
    if value is None:
        return rules.get("default")
    _check(name, f"The parameter {name}", rules, value)
    return value


def _check(name: str, subject: str, rules: Mapping[str, Any], value: object) -> None:
    wanted = rules["type"]
    if _kind(value) not in WANTED[wanted]:
        raise Malformed(f"{name}_wrong_type", f"{subject} must be {WANTED[wanted][0]}, not {_kind(value)}.")
    if "enum" in rules and value not in rules["enum"]:
        sentence = f"{subject} must be one of: {', '.join(rules['enum'])}."
        raise Malformed(f"{name}_not_allowed", sentence)
    if isinstance(value, str):
        _check_text(name, subject, rules, value)
    elif isinstance(value, list):
        _check_list(name, subject, rules, value)
    elif isinstance(value, int | float):
        _check_range(name, subject, rules, value)


def _check_text(name: str, subject: str, rules: Mapping[str, Any], text: str) -> None:
    if rules.get("minLength", 0) and not text.strip():
        raise Malformed(f"{name}_blank", f"{subject} must not be blank.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Malformed(f"{name}_not_text", f"{subject} holds half of a character (a lone surrogate).")
    if "\0" in text:
        raise Malformed(f"{name}_not_text", f"{subject} must not contain the NUL character.")
    most = rules.get("maxLength", len(text))
    if len(text) > most:
        raise Malformed(f"{name}_too_long", f"{subject} has {len(text)} characters; at most {most} are allowed.")


def _check_list(name: str, subject: str, rules: Mapping[str, Any], values: list[Any]) -> None:
    least, most = rules.get("minItems", 0), rules.get("maxItems", len(values))
    if len(values) < least:
        raise Malformed(f"{name}_too_few", f"{subject} must have at least {least} item{'s' * (least != 1)}.")
    if len(values) > most:
        raise Malformed(f"{name}_too_many", f"{subject} has {len(values)} items; at most {most} are allowed.")
    for place, value in enumerate(values, 1):
        _check(name, f"Item {place} of the parameter {name}", rules["items"], value)
    if rules.get("uniqueItems"):
        _check_unique(name, subject, values)


def _check_unique(name: str, subject: str, values: list[str]) -> None:
    for place, value in enumerate(values):
        if value in values[:place]:
            raise Malformed(f"{name}_duplicate", f"{subject} has {_short(value)} twice.")


def _check_range(name: str, subject: str, rules: Mapping[str, Any], number: float) -> None:
    least, most = rules.get("minimum"), rules.get("maximum")
    # Written so that what is no number at all is out of range too.
    if (least is None or number >= least) and (most is None or number <= most):
        return
    bounds = f"from {least} to {most}" if most is not None else f"of at least {least}"
    raise Malformed(f"{name}_out_of_range", f"{subject} must be {WANTED[rules['type']][0]} {bounds}.")


WANTED = {
    "string": ("a string",),
    "boolean": ("a boolean",),
    "integer": ("a whole number",),
    "number": ("a number", "a whole number"),
    "array": ("a list",),
    "object": ("an object",),
}


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, float):
        return "a whole number" if value.is_integer() else "a number"
    kinds = {bool: "a boolean", int: "a whole number", str: "a string", list: "a list", dict: "an object"}
    return kinds.get(type(value), type(value).__name__)


def _short(text: str) -> str:
    """Quoted, and not a page of it."""
    return repr(text if len(text) <= 40 else text[:39] + "…")
