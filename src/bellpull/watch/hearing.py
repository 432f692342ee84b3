"""The events of an OpenCode server: what each changes in what is remembered of its session.

Most events are pieces of text on their way to a screen; they cost one look into a table. Whatever is not as it should
be changes nothing.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, Protocol

from bellpull.domain.said import object_of, text_of
from bellpull.domain.tool_part import part_of
from bellpull.domain.turn import begins_turn, created_ms
from bellpull.watch.asked import EVENT, PERMISSION, QUESTION, again, asked_of, is_id
from bellpull.watch.described import info_of, todos_of
from bellpull.watch.record import Record


class Memory(Protocol):
    """What is remembered of all sessions of a server."""

    ask_tools: Collection[str]

    def find(self, id: str) -> Record | None:
        """The one with this id."""

    def named(self, id: str) -> Record:
        """The same, made if it was not known."""

    def end(self, id: str, now_ms: int) -> None:
        """It is no more."""

    def touch(self, id: str) -> None:
        """Something of it may look different now."""

    def close(self, request: str) -> None:
        """Somebody answered it; whatever names it later does so late."""

    def is_closed(self, request: str) -> bool:
        """Whether somebody did."""


class Event(NamedTuple):
    session: str
    directory: str | None
    said: Mapping[str, Any]
    now_ms: int


def hear(memory: Memory, directory: object, payload: object, now_ms: int) -> None:
    payload = object_of(payload)
    type = payload.get("type")
    handle = EVENTS.get(type) if isinstance(type, str) else None
    if handle is None:
        return
    said = object_of(payload.get("properties"))
    session = said.get("sessionID")
    if session is None:
        session = object_of(said.get("info")).get("id")  # sessions of older servers are named only there
    if is_id(session):
        handle(memory, Event(str(session), text_of(directory), said, now_ms))


def _created(memory: Memory, event: Event) -> None:
    if memory.find(event.session) is None:
        record = memory.named(event.session)
        record.is_born_here = record.turn_known = True
        record.todos = []
        record.status_ms = event.now_ms
    _updated(memory, event)


def _updated(memory: Memory, event: Event) -> None:
    found = info_of(event.said.get("info"))
    if found is None or found[0] != event.session:
        return
    if found[1].archived:
        memory.end(event.session, event.now_ms)
        return
    record = memory.named(event.session)
    record.info, record.info_ms, record.heard_ms = found[1], event.now_ms, event.now_ms
    memory.touch(event.session)


def _deleted(memory: Memory, event: Event) -> None:
    memory.end(event.session, event.now_ms)


def _status(memory: Memory, event: Event) -> None:
    _set_status(memory, event, event.said.get("status"))


def _idle(memory: Memory, event: Event) -> None:
    _set_status(memory, event, None)


def _set_status(memory: Memory, event: Event, status: object) -> None:
    record = memory.named(event.session)
    record.runs_in = event.directory or record.runs_in
    record.set_status(status, event.now_ms)
    record.heard_ms = event.now_ms
    memory.touch(event.session)


def _message(memory: Memory, event: Event) -> None:
    record, info = memory.find(event.session), object_of(event.said.get("info"))
    id, at = info.get("id"), created_ms(info)
    if record is None or not isinstance(id, str):
        return
    if info.get("role") != "user":
        record.hear_step(id, at)
        memory.touch(event.session)
    else:
        record.hear_message(id, event.now_ms if at is None else at, event.now_ms)
        memory.touch(event.session)


def _part(memory: Memory, event: Event) -> None:
    record, said = memory.find(event.session), object_of(event.said.get("part"))
    if record is None:
        return
    message = said.get("messageID")
    if said.get("type") == "tool":
        part = part_of(said, memory.ask_tools)
        if part is not None:
            record.hear_part(part, event.now_ms)
            memory.touch(event.session)
    elif isinstance(message, str) and begins_turn(said) and record.hear_words(message, event.now_ms):
        memory.touch(event.session)


def _message_removed(memory: Memory, event: Event) -> None:
    record, message = memory.find(event.session), event.said.get("messageID")
    if record is not None and isinstance(message, str):
        record.forget_message(message)
        memory.touch(event.session)


def _part_removed(memory: Memory, event: Event) -> None:
    record, part = memory.find(event.session), event.said.get("partID")
    if record is not None and isinstance(part, str):
        record.parts.pop(part, None)
        memory.touch(event.session)


def _todos(memory: Memory, event: Event) -> None:
    record = memory.find(event.session)
    if record is not None:
        record.todos, record.todos_ms = todos_of(event.said.get("todos")), event.now_ms
        memory.touch(event.session)


def _asked(kind: str) -> "Handle":
    def handle(memory: Memory, event: Event) -> None:
        request = asked_of(event.said, kind, EVENT, event.now_ms)
        if request is None or memory.is_closed(request.id):
            return
        record = memory.named(event.session)
        record.runs_in, record.heard_ms = event.directory or record.runs_in, event.now_ms
        record.requests[request.id] = again(record.requests.get(request.id), request)
        memory.touch(event.session)

    return handle


def _answered(memory: Memory, event: Event) -> None:
    id, record = event.said.get("requestID"), memory.find(event.session)
    if id is None:
        id = event.said.get("permissionID")  # as older servers name it
    if not isinstance(id, str):
        return
    memory.close(id)
    if record is not None and id in record.requests:
        del record.requests[id]
        memory.touch(event.session)


Handle = Callable[[Memory, Event], None]

EVENTS: dict[str, Handle] = {
    "session.created": _created,
    "session.updated": _updated,
    "session.deleted": _deleted,
    "session.status": _status,
    "session.idle": _idle,
    "message.updated": _message,
    "message.removed": _message_removed,
    "message.part.updated": _part,
    "message.part.removed": _part_removed,
    "todo.updated": _todos,
    "permission.asked": _asked(PERMISSION),
    "permission.replied": _answered,
    "question.asked": _asked(QUESTION),
    "question.replied": _answered,
    "question.rejected": _answered,
}
