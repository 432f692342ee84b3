"""What makes a good request bad: changes of bytes, of text and of JSON values. All of it comes from the given dice."""

import json
from random import Random
from typing import Any

BROKEN_UTF8 = (
    b"\xff\xfe",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
    b"\x80",
    b"\xf8\x88\x80\x80",
)
ODD_TEXTS = (
    "", " ", "\x00", "a\x00b", "\ud800", "\udfff\ud800", "\u202e", "\ufeff", "\r\n", "\r\nX-Injected: 1", "%00", "%n%s",
    "'; DROP TABLE keys; --", "../../etc/passwd", "<script>", "🔔" * 50, "e\u0301" * 40, "\x1b[31m", "NaN", "null",
    "true", "-1", "٣", "x" * 70_000,
)  # fmt: skip
ODD_NUMBERS = (
    "1e999", "-1e999", "1" * 400, "-" + "9" * 5000, "0.1e-999", "9223372036854775808", "18446744073709551616",
    "-9223372036854775809", "1e308", "NaN", "Infinity", "-0", "-0.0", "01", "1.", ".5", "0x10", "1_000", "1e",
    "2147483648", "1" + "0" * 30,
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, "", "x", [], {}, [None], {"a": {}}, [[[]]], 2**63, -(2**70), 1e300,
)  # fmt: skip
MARK = "\u2603 number \u2603"
"""Stands for a number that JSON libraries would not write."""


def flip_bits(dice: Random, data: bytes, most: int = 8) -> bytes:
    if not data:
        return bytes([dice.randrange(256)])
    changed = bytearray(data)
    for _ in range(dice.randint(1, most)):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def splice(dice: Random, data: bytes, part: bytes) -> bytes:
    at = dice.randint(0, len(data))
    return data[:at] + part + data[at:]


def shuffle_parts(dice: Random, data: bytes) -> bytes:
    """Some bytes are doubled, moved or left out."""
    at, size = dice.randrange(len(data) + 1), dice.randint(1, 40)
    part = data[at : at + size]
    return dice.choice((data[:at] + data[at + size :], data[:at] + part + data[at:], data[at:] + data[:at]))


def noise(dice: Random, most: int = 400) -> bytes:
    return dice.randbytes(dice.randint(1, most))


def dump(value: Any) -> bytes:
    """JSON as it could come: lone surrogates are escaped, numbers that no library writes stand as they are."""
    return json.dumps(value).encode()


def wrong_type(dice: Random, value: Any) -> Any:
    """The same, with something else in one place."""
    return _change(dice, value, lambda _: dice.choice(ODD_VALUES))


def odd_text(dice: Random, value: Any) -> Any:
    return _change(dice, value, lambda _: dice.choice(ODD_TEXTS))


def huge_number(dice: Random, value: Any) -> bytes:
    marked = dump(_change(dice, value, lambda _: MARK))
    return marked.replace(dump(MARK), dice.choice(ODD_NUMBERS).encode())


def deep(dice: Random, value: Any) -> bytes:
    """Nested deeper than a careful reader goes, closed or not."""
    depth = dice.choice((50, 500, 1_100, 5_000, 30_000))
    begin, end = dice.choice(((b"[", b"]"), (b'{"a":', b"}")))
    nest = begin * depth + (b"1" + end * depth if dice.random() < 0.6 else b"")
    if dice.random() < 0.3:
        return nest
    return dump(_change(dice, value, lambda _: MARK)).replace(dump(MARK), nest)


def odd_fields(dice: Random, value: Any) -> Any:
    """Fields are left out, misspelt, or there are many more."""
    if not isinstance(value, dict) or not value:
        return {"a": 1} if dice.random() < 0.5 else [value, value]
    name = dice.choice(list(value))
    without = {key: one for key, one in value.items() if key != name}
    choice = dice.randrange(4)
    if choice == 0:
        return without
    if choice == 1:
        return without | {name.upper() + " ": value[name]}
    if choice == 2:
        return value | {f"field-{number}": number for number in range(dice.choice((1, 30, 2_000)))}
    return value | {"__proto__": {}, "constructor": None, "\x00": 1, "": value[name]}


def _change(dice: Random, value: Any, other: Any) -> Any:
    """A copy in which one place, however deep, has something else."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice(list(value))
        return value | {name: _change(dice, value[name], other)}
    if isinstance(value, list) and value and dice.random() < 0.8:
        at = dice.randrange(len(value))
        return [*value[:at], _change(dice, value[at], other), *value[at + 1 :]]
    return other(value)
