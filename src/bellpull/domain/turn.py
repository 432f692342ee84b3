"""The current turn of a conversation, from its messages as OpenCode gives them: when a person began it, which tools run
in it, and what it asked.

Whatever is not understood is skipped, and nothing here fails. What single calls of tools say is read by `tool_part`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bellpull.domain.said import list_of, ms_of, object_of, text_of
from bellpull.domain.tool_part import PENDING, Part, part_of

#: What only a person puts into a message, beside words.
BROUGHT = ("file", "agent", "subtask")
#: A tool that runs for longer may wait for a permission; it may as well just take its time.
PATIENCE_MS = 5000
#: They run as long as somebody else works or thinks.
LASTING = ("task", "question")

Message = Mapping[str, Any]


class Turn(NamedTuple):
    at_ms: int | None
    #: The id of the message that began it.
    user: str | None
    #: Tools that have not finished, and asks without an answer.
    parts: tuple[Part, ...]
    #: The message that began it was among the given ones.
    complete: bool
    #: Messages after it in the role of the user that show no words of a person yet, with their times.
    unread: tuple[tuple[str, int], ...] = ()

    @property
    def asks(self) -> tuple[dict[str, Any], ...]:
        return tuple(part.as_ask() for part in self.parts if part.asks and part.status != PENDING)

    @property
    def tools(self) -> tuple[dict[str, Any], ...]:
        return tuple(part.as_tool() for part in self.parts if part.runs)


def turn_of(messages: Sequence[Any], ask_tools: Collection[str]) -> Turn:
    """`messages` ascending. What runs counts even if a person has written meanwhile: their words wait until it is done.
    What was asked after they wrote is not answered by them, wherever it stands."""
    told = [one for one in messages if isinstance(one, Mapping)] if isinstance(messages, Sequence) else []
    begin = next((place for place in reversed(range(len(told))) if _is_of_a_person(told[place])), None)
    if begin is None:
        return Turn(None, None, _parts(told, ask_tools), False, _unread(told))
    info, after = object_of(told[begin].get("info")), told[begin + 1 :]
    at_ms = created_ms(info)
    last_before = next((one for one in reversed(told[:begin]) if not _is_user(one)), None)
    has_gone_on = not all(map(_is_user, after))
    earlier = _parts([] if last_before is None else [last_before], ask_tools)
    still = [part for part in earlier if is_since(part, at_ms) or (part.unfinished and not has_gone_on)]
    return Turn(at_ms, text_of(info.get("id")), (*still, *_parts(after, ask_tools)), True, _unread(after))


def is_since(part: Part, at_ms: int | None) -> bool:
    return part.start_ms is not None and at_ms is not None and part.start_ms >= at_ms


def guesses(parts: Iterable[Part], now_ms: int) -> list[Part]:
    """Those that may wait for a permission, for all that a server without a list of them shows."""
    return [part for part in parts if part.runs and not _lasts(part) and elapsed_ms(part, now_ms) > PATIENCE_MS]


def elapsed_ms(part: Part, now_ms: int) -> int:
    return 0 if part.start_ms is None else max(0, now_ms - part.start_ms)


def begins_turn(part: object) -> bool:
    """Whether this part of a message in the role of the user is a person's: put there neither by a carrier nor by the
    client itself, which goes on by such a message after it has shortened the conversation."""
    part = object_of(part)
    if part.get("type") in BROUGHT:
        return True
    marked = object_of(part.get("metadata")).get("bellpull")
    return part.get("type") == "text" and not marked and not part.get("synthetic")


def created_ms(info: Message) -> int | None:
    return ms_of(object_of(info.get("time")).get("created"))


def _is_of_a_person(message: Message) -> bool:
    return _is_user(message) and any(map(begins_turn, list_of(message.get("parts"))))


def _is_user(message: Message) -> bool:
    return object_of(message.get("info")).get("role") == "user"


def _unread(messages: Sequence[Message]) -> tuple[tuple[str, int], ...]:
    infos = [object_of(one.get("info")) for one in messages if _is_user(one)]
    found = [(text_of(info.get("id")), created_ms(info)) for info in infos]
    return tuple((id, at_ms) for id, at_ms in found if id is not None and at_ms is not None)


def _lasts(part: Part) -> bool:
    return part.asks or part.tool.lower() in LASTING


def _parts(messages: Sequence[Message], ask_tools: Collection[str]) -> tuple[Part, ...]:
    found: list[Part] = []
    for message in messages:
        name = text_of(object_of(message.get("info")).get("id")) or ""
        for place, said in enumerate(list_of(message.get("parts"))):
            part = part_of(said, ask_tools, name, otherwise=f"{name}/{len(found)}/{place}")
            if part is not None and part.matters:
                found.append(part)
    return tuple(found)
