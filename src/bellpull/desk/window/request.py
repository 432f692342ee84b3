"""What a window is asked to show: one JSON object, checked and cleaned. Pure; who writes it is `popup`.

Text of agents is data: what would steer a terminal or turn letters around is made visible here, once for all that is
drawn. The buttons' answers are not touched: they go back as they came.
"""

import json
import math
from typing import Any, NamedTuple

from bellpull.domain.errors import Malformed


class Exchange(NamedTuple):
    role: str
    name: str
    text: str
    at: str


class Button(NamedTuple):
    label: str
    answer: dict[str, Any]

    @property
    def closes(self) -> bool:
        """Whether it is the one that gives no choice."""
        return "outcome" in self.answer


class Request(NamedTuple):
    message: str
    kind: str = "text"
    window_title: str = "Bellpull"
    title: str = ""
    source: str = ""
    history: tuple[Exchange, ...] = ()
    buttons: tuple[Button, ...] = ()
    free_text: bool = False
    #: What stands in the empty field, instead of what usually does.
    hint: str = ""
    secret: bool = False
    seconds: float | None = None
    theme: str = "light"
    high_contrast: bool = False
    text_size: int = 0
    language: str = "en"
    icon: str = ""
    moved_on: bool = False
    #: Nobody reads what comes late.
    kept: bool = False
    later: bool = False
    follow: bool = False
    probe: bool = False


_KINDS = ("text", "choice", "show")
_TEXTS = ("message", "kind", "window_title", "title", "source", "hint", "theme", "language", "icon")
_SWITCHES = ("free_text", "secret", "high_contrast", "moved_on", "kept", "plain", "later", "follow", "probe")


def read(line: bytes) -> Request:
    """Raises Malformed with a sentence for the log."""
    try:
        given = json.loads(line)
    except ValueError as error:
        raise _broken(f"not JSON ({error})") from None
    if not isinstance(given, dict):
        raise _broken("not an object")
    values = {name: _checked(name, value) for name, value in given.items() if value is not None}
    if values.get("probe"):
        return Request(message="", probe=True)
    if "message" not in values or values.get("kind", "text") not in _KINDS:
        raise _broken("it needs a message, and a kind that is text, choice or show")
    return _cleaned(values)


def visible(text: str, plain: bool = False) -> str:
    """The text with every character that acts on others shown as one that does not."""
    shown = text.replace("\r\n", "\n").translate(_VISIBLE)
    if plain:
        shown = "".join("□" if character > "\uffff" else character for character in shown)
    return shown


def seconds_of(value: object) -> float | None:
    """A time that is left; Malformed for what is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise _broken("seconds is no number")
    return max(0.0, float(value))


def _cleaned(values: dict[str, Any]) -> Request:
    plain = values.pop("plain", False)
    fields = {name: value for name, value in values.items() if name in Request._fields}
    for name in ("message", "window_title", "title", "source"):
        if name in fields:
            text = visible(fields[name], plain)
            fields[name] = text if name == "message" else " ".join(text.split())
    fields["history"] = tuple(
        Exchange(each.role, visible(each.name, plain), visible(each.text, plain), each.at)
        for each in fields.get("history", ())
        if not fields.get("secret")
    )
    fields["buttons"] = tuple(
        each._replace(label=" ".join(visible(each.label, plain).split())) for each in fields.get("buttons", ())
    )
    if not fields.get("window_title"):
        fields.pop("window_title", None)
    return Request(**fields)


def _checked(name: str, value: Any) -> Any:
    if name in _TEXTS:
        return _of_type(name, value, str)
    if name in _SWITCHES:
        return _of_type(name, value, bool)
    if name == "text_size":
        return min(max(0, int(_of_type(name, value, int))), 72)
    if name == "seconds":
        return seconds_of(value)
    if name == "history":
        return tuple(_exchange(each) for each in _of_type(name, value, list))
    if name == "buttons":
        return tuple(_button(each) for each in _of_type(name, value, list))
    return value


def _exchange(given: Any) -> Exchange:
    values = _of_type("history", given, dict)
    parts = (_of_type("history", values.get(name) or "", str) for name in Exchange._fields)
    return Exchange(*parts)


def _button(given: Any) -> Button:
    values = _of_type("buttons", given, dict)
    return Button(_of_type("buttons", values.get("label"), str), _of_type("buttons", values.get("answer"), dict))


def _of_type(name: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _broken(f"{name} is no {kind.__name__}")
    return value


def _broken(why: str) -> Malformed:
    return Malformed("window_request", f"the request cannot be read: {why}")


def _table() -> dict[int, str]:
    lines = {0x0D: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
    # As the page shows them: an agent could write a button with these that reads like another one.
    turning = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    steering = [code for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)]
    escaped = {code: f"\\u{code:04x}" for code in (*turning, *steering)}
    halves = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    return escaped | halves | lines


_VISIBLE = _table()
