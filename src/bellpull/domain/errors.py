"""Everything Bellpull refuses, as one tree: a stable code, a sentence, a hint.

BellpullError
├── Invalid           the values are there but not allowed
│   └── Malformed     a field is missing or of the wrong type
├── Unauthorized      no valid key
├── Denied            a valid key that may not do this
├── NotFound
├── Conflict          it contradicts what is already there
├── Outdated          the hub, or what asks it, is too old for the other
├── TooLarge
├── TooMany           slow down
├── Unavailable       not now
│   └── StoreFull     no room on the disk
└── Setup             this machine or its settings are not right

A class is a kind: each surface has one table from kind to its own form (HTTP status, exit code). The code names the
case.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_INVALID, _MUST_BE = "Invalid ", " Must be"


class BellpullError(Exception):
    def __init__(self, code: str, sentence: str, hint: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.hint = hint


class Invalid(BellpullError):
    def rename(self, names: Mapping[str, str]) -> None:
        """For a reader who knows the field by another name. What its value must be becomes the hint."""
        head = _INVALID if self.sentence.startswith(_INVALID) else ""
        rest = self.sentence[len(head) :]
        end = min((at for at in map(rest.find, ":.") if at > 0), default=0)
        if rest[:end] not in names:
            return
        self.sentence = f"{head}{names[rest[:end]]}{rest[end:]}"
        if self.hint is None and _MUST_BE in self.sentence:
            self.sentence, _, must = self.sentence.partition(_MUST_BE)
            self.hint = f"must be{must}"
        self.args = (self.sentence,)


class Malformed(Invalid):
    pass


class Unauthorized(BellpullError):
    pass


class Denied(BellpullError):
    pass


class NotFound(BellpullError):
    pass


class Conflict(BellpullError):
    pass


class Outdated(BellpullError):
    pass


class TooLarge(BellpullError):
    pass


class TooMany(BellpullError):
    def __init__(self, code: str, sentence: str, hint: str | None = None, *, retry_after: float) -> None:
        super().__init__(code, sentence, hint)
        self.retry_after = retry_after


class Unavailable(BellpullError):
    pass


class StoreFull(Unavailable):
    pass


class Setup(BellpullError):
    pass
