"""The picture of one OpenCode server: from its answers and events to the signs of its sessions.

No input or output; the time is an argument, in milliseconds. Whoever follows the server gives it whole readings of each
folder (`list_sessions`), what it then wants to read (`wants_messages`, `take_messages`) and every event (`hear`), and
tells the hub what has `changed`. Only sessions that are shown are kept, and of them only what can be seen.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

from bellpull.domain.said import list_of
from bellpull.domain.turn import turn_of
from bellpull.watch.comparing import Lists, compare
from bellpull.watch.described import Info, todos_of
from bellpull.watch.hearing import hear
from bellpull.watch.record import Record
from bellpull.watch.signing import Sign, ended, sign_of, without_time

#: A root session that idles is shown for so long after it was last used.
SHOWN_MS = 24 * 3600 * 1000
#: A clock that is behind by more was set back.
SET_BACK_MS = 5000
#: One that is not shown is kept for so long, in case it begins to work: then it is known what it is.
HIDDEN_MS = 10 * 60 * 1000
#: A sub-agent that idles may have been made just now and not have begun.
BEGINNING_MS = 60 * 1000
MOST_HIDDEN = 1000
#: Ids of what is over: a list that was on its way may still name it.
MOST_OVER = 1000


class Picture:
    def __init__(self, ask_tools: Collection[str]) -> None:
        self.ask_tools: Collection[str] = frozenset(ask_tools)
        self._records: dict[str, Record] = {}
        #: The last sign of each session, without its time.
        self._given: dict[str, Sign] = {}
        self._touched: dict[str, None] = {}
        self._ended: dict[str, int] = {}
        self._closed: dict[str, int] = {}
        #: Folders whose lists were read, and those whose server has no lists of what is open.
        self._read: set[str] = set()
        self._old: set[str] = set()
        self._now_ms = 0

    # What comes in

    def list_sessions(
        self,
        directory: str,
        sessions: Sequence[Mapping[str, Any]],
        statuses: Mapping[str, Any],
        permissions: Sequence[Mapping[str, Any]] | None,
        questions: Sequence[Mapping[str, Any]] | None,
        now_ms: int,
    ) -> None:
        """A whole reading of one folder, asked for at `now_ms`. None: the server has no such list."""
        self._now_ms = max(self._now_ms, now_ms)
        if permissions is None or isinstance(permissions, list):
            (self._old if permissions is None else self._read).add(directory)
            (self._read if permissions is None else self._old).discard(directory)
        compare(self, Lists(directory, sessions, statuses, permissions, questions, now_ms))
        self._forget_hidden()

    def take_messages(self, session_id: str, messages: object, todos: object, now_ms: int | None = None) -> None:
        """The newest messages, ascending, asked for at `now_ms`; without it they are newer than everything heard."""
        record = self._records.get(session_id)
        if record is None:
            return
        sent_ms = inf if now_ms is None else now_ms
        listed = list_of(messages)
        record.take_turn(turn_of(listed, self.ask_tools), sent_ms, is_empty=not listed)
        if isinstance(todos, list) and record.todos_ms <= sent_ms:
            record.todos = todos_of(todos)
        self.touch(session_id)

    def hear(self, directory: str | None, payload: Mapping[str, Any], now_ms: int) -> None:
        """One event of this folder."""
        self._is_now(now_ms)
        hear(self, directory, payload, now_ms)

    # What goes out

    def wants_messages(self) -> list[str]:
        """Sessions whose turn is not known, or may be another by now; those that work come first, then the newest."""
        wanted = [one for one in self._records.values() if (one.in_doubt or not one.turn_known) and self._is_shown(one)]
        return [one.id for one in sorted(wanted, key=lambda one: (not one.busy, -one.updated_ms))]

    def changed(self, now_ms: int) -> list[Sign]:
        """The signs of sessions that look different from the last time that this was asked."""
        self._is_now(now_ms)
        touched, self._touched = self._touched, {}
        if self._old:
            touched |= {one.id: None for one in self._records.values() if one.busy and one.home in self._old}
        return [sign for id in touched if (sign := self._news(id, now_ms)) is not None]

    def all_signs(self, now_ms: int) -> list[Sign]:
        """Of every session that is shown."""
        self._is_now(now_ms)
        return [self._sign(one, now_ms) for one in self._records.values() if self._is_shown(one)]

    def directories(self) -> list[str]:
        """The folders of sessions that are known, and those that run them."""
        places = {place for one in self._records.values() for place in (one.directory, one.runs_in)}
        return sorted(place for place in places if place)

    def _is_now(self, now_ms: int) -> None:
        """A clock that went back by hours must not let what comes now look older than what was heard before."""
        if now_ms >= self._now_ms - SET_BACK_MS:
            self._now_ms = max(self._now_ms, now_ms)
            return
        self._now_ms = now_ms
        for record in self._records.values():
            record.set_back(now_ms)
        for over in (self._ended, self._closed):
            over.update({id: min(ms, now_ms - 1) for id, ms in over.items()})

    def _news(self, id: str, now_ms: int) -> Sign | None:
        record, last = self._records.get(id), self._given.get(id)
        if record is not None and self._is_shown(record):
            sign = self._sign(record, now_ms)
            seen = self._given[id] = without_time(sign)
            return sign if seen != last else None
        if record is not None and record.parent and record.has_worked:
            self._leave_asks(record)
            self.end(id, record.status_ms or 0)
            del self._touched[id]
        self._given.pop(id, None)
        is_only_old = record is not None and record.info is not None and not record.parent
        return None if last is None or is_only_old else ended(last, now_ms)

    def _leave_asks(self, child: Record) -> None:
        """To its parent: a sub-agent that has ended hears no answer."""
        parent = self._records.get(child.parent or "")
        if parent is not None and child.open_asks:
            parent.inherit(child)
            self.touch(parent.id)

    def _sign(self, record: Record, now_ms: int) -> Sign:
        has_lists = record.is_born_here or record.home in self._read
        return sign_of(record, now_ms, has_lists=has_lists, is_old=record.home in self._old)

    def _is_shown(self, record: Record) -> bool:
        """One of which only an event has spoken is not: it may be a sub-agent."""
        if record.info is None:
            return False
        if record.busy or record.parent:
            return record.busy
        return self.is_worth_keeping(record.info) or bool(record.open_asks)

    # What is remembered, for `hearing` and `comparing`

    def find(self, id: str) -> Record | None:
        return self._records.get(id)

    def named(self, id: str) -> Record:
        record = self._records.get(id)
        if record is None:
            record = self._records[id] = Record(id)
        return record

    def all(self) -> list[Record]:
        return list(self._records.values())

    def touch(self, id: str) -> None:
        self._touched[id] = None

    def end(self, id: str, now_ms: int) -> None:
        self._records.pop(id, None)
        _keep(self._ended, id, now_ms)
        self.touch(id)

    def was_ended_since(self, id: str, ms: int) -> bool:
        return self._ended.get(id, -1) >= ms

    def is_worth_keeping(self, info: Info) -> bool:
        return info.updated_ms >= self._now_ms - (BEGINNING_MS if info.parent else SHOWN_MS)

    def close(self, request: str) -> None:
        _keep(self._closed, request, self._now_ms)

    def is_closed(self, request: str) -> bool:
        return request in self._closed

    def _forget_hidden(self) -> None:
        ends = self._touched.keys() & self._given.keys()  # their last sign is still to be given
        hidden = [one for one in self._records.values() if one.id not in ends and not self._is_shown(one)]
        for place, one in enumerate(reversed(hidden)):
            if place >= MOST_HIDDEN or max(one.heard_ms, one.updated_ms) < self._now_ms - HIDDEN_MS:
                del self._records[one.id]
                self._given.pop(one.id, None)


def _keep(over: dict[str, int], id: str, ms: int) -> None:
    over[id] = max(ms, over.pop(id, ms))
    if len(over) > MOST_OVER:
        del over[next(iter(over))]
