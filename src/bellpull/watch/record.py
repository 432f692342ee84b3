"""What is remembered of one session of an OpenCode server: what it is, whether it works, its current turn, and what is
open there. Pure and bounded: of a turn only what runs and what was asked.

Everything is remembered with the time at which it was heard, so that the answer to a question that was sent earlier
does not undo it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from bellpull.domain.said import object_of, text_of
from bellpull.domain.tool_part import Part
from bellpull.domain.turn import Turn, is_since
from bellpull.watch.asked import EVENT, LIST, Asked
from bellpull.watch.described import Info

#: A message is heard before its words are; more than one at a time is rare.
MOST_UNREAD = 8
#: Of tools that have finished: an answer that was on its way may still show them as running.
MOST_FINISHED = 64
MOST_PARTS = 100
LONGEST_REASON = 500
BUSY, RETRY = "busy", "retry"

T = TypeVar("T")


class Heard(NamedTuple):
    part: Part
    #: How it was learned first.
    source: str
    ms: int


@dataclass(slots=True)
class Record:
    id: str
    #: None: it was named, and nobody has said yet what it is.
    info: Info | None = None
    info_ms: int = -1
    #: When an event last spoke of it.
    heard_ms: int = -1
    #: The folder whose part of the server runs it, where that is known to differ from its own.
    runs_in: str | None = None
    #: Its creation was heard: there is nothing of it that was missed.
    is_born_here: bool = False
    busy: bool = False
    has_worked: bool = False
    reason: str | None = None
    status_ms: int | None = None
    turn_known: bool = False
    turn_at: int | None = None
    turn_user: str | None = None
    turn_ms: int = -1
    #: Its messages are to be read: something may have been missed.
    in_doubt: bool = False
    #: Messages in the role of the user whose words were not heard yet, with their times.
    unread: dict[str, int] = field(default_factory=dict)
    #: The other way round: words were heard, and whose they are will be read.
    worded: dict[str, None] = field(default_factory=dict)
    parts: dict[str, Heard] = field(default_factory=dict)
    #: Asks of sub-agents that have ended: the answer goes to this session.
    inherited: dict[str, Heard] = field(default_factory=dict)
    finished: dict[str, None] = field(default_factory=dict)
    todos: list[dict[str, str]] | None = None
    todos_ms: int = -1
    requests: dict[str, Asked] = field(default_factory=dict)

    @property
    def directory(self) -> str | None:
        return self.info.directory if self.info else None

    @property
    def parent(self) -> str | None:
        return self.info.parent if self.info else None

    @property
    def updated_ms(self) -> int:
        return self.info.updated_ms if self.info else 0

    @property
    def home(self) -> str | None:
        """The folder whose lists tell of it."""
        return self.runs_in or self.directory

    @property
    def open_asks(self) -> list[Heard]:
        own = [one for one in self.parts.values() if one.part.asks and not one.part.unfinished]
        return [*own, *(one for one in self.inherited.values() if is_since(one.part, self.turn_at))]

    @property
    def running(self) -> list[Part]:
        return [one.part for one in self.parts.values() if one.part.runs] if self.busy else []

    def set_back(self, now_ms: int) -> None:
        """The clock has gone back: all that was heard was heard before now. Times that the server tells stay."""
        self.info_ms, self.heard_ms = min(self.info_ms, now_ms), min(self.heard_ms, now_ms)
        self.turn_ms, self.todos_ms = min(self.turn_ms, now_ms), min(self.todos_ms, now_ms)
        self.status_ms = None if self.status_ms is None else min(self.status_ms, now_ms)
        self.parts = {id: one._replace(ms=min(one.ms, now_ms)) for id, one in self.parts.items()}
        self.inherited = {id: one._replace(ms=min(one.ms, now_ms)) for id, one in self.inherited.items()}
        self.requests = {id: one._replace(named_ms=min(one.named_ms, now_ms)) for id, one in self.requests.items()}

    def inherit(self, child: "Record") -> None:
        self.inherited |= {one.part.id: one for one in child.open_asks}
        while len(self.inherited) > MOST_PARTS:
            del self.inherited[next(iter(self.inherited))]

    def set_status(self, said: object, now_ms: int) -> None:
        """As `/session/status` has it; None: it is not listed there."""
        said = object_of(said)
        self.status_ms = now_ms
        self.busy = said.get("type") in (BUSY, RETRY)
        self.has_worked = self.has_worked or self.busy
        self.reason = None
        if said.get("type") == RETRY:
            self.reason = ": ".join(filter(None, (RETRY, text_of(said.get("message"), LONGEST_REASON))))
        if not self.busy:
            self._rest()

    def _rest(self) -> None:
        """Nothing runs in a session that idles; requests that are still listed were left behind."""
        self.parts = {id: one for id, one in self.parts.items() if not one.part.unfinished}
        self.finished.clear()
        self.requests.clear()

    # The turn

    def hear_part(self, part: Part, now_ms: int) -> None:
        if not part.matters:
            self._finish(part)
        elif part.id not in self.finished and self._may_count(part):
            before = self.parts.get(part.id)
            self.parts[part.id] = Heard(part, before.source if before else EVENT, now_ms)
            while len(self.parts) > MOST_PARTS:
                del self.parts[next(iter(self.parts))]

    def _finish(self, part: Part) -> None:
        self.parts.pop(part.id, None)
        self.finished[part.id] = None
        if len(self.finished) > MOST_FINISHED:
            del self.finished[next(iter(self.finished))]
        over = [
            one.id
            for one in self.requests.values()
            if one.call and (one.message, one.call) == (part.message, part.call)
        ]
        for id in over:
            del self.requests[id]

    def _may_count(self, part: Part) -> bool:
        if part.unfinished:
            return self.busy or self.status_ms is None
        return self.turn_at is None or part.start_ms is None or is_since(part, self.turn_at)

    def hear_person(self, message: str, at_ms: int, now_ms: int) -> None:
        """A person has written. What was asked before is over; what runs goes on."""
        if self.turn_at is not None and at_ms < self.turn_at:
            return
        self.turn_at, self.turn_user, self.turn_ms = at_ms, message, now_ms
        self.turn_known = self.turn_known or (self.status_ms is not None and not self.busy)
        self.in_doubt = self.in_doubt or self.todos is None
        self.parts = {
            id: one for id, one in self.parts.items() if one.part.unfinished or is_since(one.part, self.turn_at)
        }

    def hear_message(self, message: str, at_ms: int, now_ms: int) -> None:
        """One in the role of the user, which may be a person's or a carrier's: its words tell."""
        if message == self.turn_user or (self.turn_at is not None and at_ms < self.turn_at):
            return
        if message in self.worded:
            self.hear_person(message, at_ms, now_ms)
        else:
            _keep(self.unread, message, at_ms)

    def hear_words(self, message: str, now_ms: int) -> bool:
        """Words that are not a carrier's; whether they begin a turn."""
        if message in self.unread:
            self.hear_person(message, self.unread.pop(message), now_ms)
            return True
        if self.in_doubt or not self.turn_known:
            _keep(self.worded, message, None)
        return False

    def hear_step(self, message: str, at_ms: int | None) -> None:
        """The agent goes on with another message: what ran before a person wrote no longer does."""
        at = self.turn_at
        if at is None or at_ms is None or at_ms < at:
            return
        for one in [one.part for one in self.parts.values() if one.part.runs and one.part.message != message]:
            if one.start_ms is not None and one.start_ms < at:
                del self.parts[one.id]

    def take_turn(self, turn: Turn, sent_ms: float, is_empty: bool) -> None:
        """Its messages were asked for at `sent_ms`; what was heard later is newer."""
        told = {part.id: self._read(part) for part in turn.parts if part.id not in self.finished}
        told |= {id: one for id, one in self.parts.items() if one.ms > sent_ms}
        if self.turn_ms <= sent_ms:
            told = {id: one for id, one in told.items() if self.busy or not one.part.unfinished}
            if turn.complete or is_empty:
                self.turn_at, self.turn_user = turn.at_ms, turn.user
        else:
            told = {id: one for id, one in told.items() if self._may_count(one.part)}
        self.parts = dict(list(told.items())[-MOST_PARTS:])
        self.turn_known, self.in_doubt = True, False
        for message, at_ms in turn.unread:
            self.hear_message(message, at_ms, self.turn_ms)
        self.worded.clear()

    def _read(self, part: Part) -> Heard:
        before = self.parts.get(part.id)
        return Heard(part, before.source if before else LIST, -1)

    def forget_message(self, message: str) -> None:
        self.parts = {id: one for id, one in self.parts.items() if one.part.message != message}
        self.unread.pop(message, None)
        if message == self.turn_user:
            self.turn_known, self.turn_at, self.turn_user = False, None, None


def _keep(messages: dict[str, T], message: str, value: T) -> None:
    messages[message] = value
    if len(messages) > MOST_UNREAD:
        del messages[next(iter(messages))]
