"""From bytes to shapes: what is not JSON is 400, what does not fit the shape is 422 and names the field."""

import re
from difflib import get_close_matches
from functools import cache
from typing import Any, cast
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct
from msgspec.inspect import IntType, ListType, Metadata, StructType, Type, type_info

from bellpull.domain.errors import Invalid, Malformed

#: Deeper JSON is refused: not every reader of it could follow.
MOST_NESTED = 100

_PLACE = re.compile(r"^(?P<what>.*) - at `\$\.?(?P<place>.*)`$", re.DOTALL)
#: With an end: reading a number costs more than its length.
_NUMBER = re.compile(r"-?[0-9]{1,100}")
_CUT_OFF = "Input data was truncated"
_HALF = re.compile(rb"(?<!\\)(?:\\\\)*\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u).{1,5}\Z", re.DOTALL)
_FIELD = re.compile(r"^Object (missing required|contains unknown) field `(?P<field>.*?)`", re.DOTALL)


def decode(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise _malformed(error, decoder.type) from None
    except RecursionError:
        raise _too_deep("The body") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid("invalid_json", f"The body is not valid JSON: {_why(body, error)}") from None


def _why(body: bytes, error: Exception) -> str:
    """The decoder looks for the other half of a character even where the body ends, and takes that for cut off."""
    if str(error) == _CUT_OFF and _HALF.search(body):
        return "half a character (a lone surrogate) is in it"
    return str(error)


def decode_query(query: bytes, shape: type[Struct]) -> Any:
    """The last of several values of one name counts."""
    values: dict[str, str | int] = dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True, errors="replace"))
    for name in _whole_numbers(shape) & values.keys():
        text = str(values[name])
        if _NUMBER.fullmatch(text) is None:
            raise Malformed("invalid_field", f"{name}: Expected a whole number")
        values[name] = int(text)
    try:
        return msgspec.convert(values, type=shape)
    except msgspec.ValidationError as error:
        raise _malformed(error, shape) from None


@cache
def _whole_numbers(shape: type[Struct]) -> frozenset[str]:
    """A query is all text; these fields of it are meant as numbers, and only digits will do."""
    fields = cast(StructType, type_info(shape)).fields
    return frozenset(field.name for field in fields if isinstance(_bare(field.type), IntType))


def _bare(known: Type) -> Type:
    """Without what is only for the document."""
    return known.type if isinstance(known, Metadata) else known


_anything = msgspec.json.Decoder()


def read_object(field: str, raw: bytes) -> str | None:
    """A JSON object as the text it came as. It was only skipped over until now: here it is read through."""
    if raw == b"null":
        return None
    try:
        value = decode(raw, _anything)
    except Malformed as error:
        raise Malformed(error.code, f"{field}: {error.sentence.partition(': ')[2]}") from None
    if not isinstance(value, dict):
        raise Malformed("invalid_field", f"{field}: Expected object")
    if raw.count(b"[") + raw.count(b"{") > MOST_NESTED and _depth(value) > MOST_NESTED:
        raise _too_deep(field)
    return raw.decode()


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [child for one in level for child in _children(one)]
    return depth


def _children(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value
    return [child for child in inner if isinstance(child, dict | list)]


def _malformed(error: msgspec.ValidationError, shape: Any) -> Malformed:
    text, hint = str(error), None
    place = ""
    if found := _PLACE.match(text):
        text, place = found["what"], found["place"]
    if found := _FIELD.match(text):
        place = f"{place}.{found['field']}" if place else found["field"]
        missing = found[1] == "missing required"
        text, hint = ("Field required", None) if missing else ("Unknown field", _nearest(found["field"], shape))
    return Malformed("invalid_field", f"{place or 'body'}: {text.replace('`', '')}", hint)


def _nearest(field: str, shape: Any) -> str | None:
    known = _bare(type_info(shape))
    if isinstance(known, ListType):
        known = _bare(known.item_type)
    near = get_close_matches(field, [one.name for one in cast(StructType, known).fields], 1)
    return f"did you mean {near[0]}?" if near else None


def _too_deep(what: str) -> Invalid:
    return Invalid("too_deep", f"{what} is nested too deeply")
