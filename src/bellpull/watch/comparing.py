"""A whole reading of one folder of an OpenCode server, compared with what events have told.

A list is as old as the request for it: what was heard later is newer and stays. What a list does not name is over, if
the list would have to name it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from bellpull.domain.said import list_of, object_of
from bellpull.watch.asked import LIST, PERMISSION, QUESTION, again, asked_of, is_id
from bellpull.watch.described import Info, info_of
from bellpull.watch.hearing import Memory
from bellpull.watch.record import BUSY, RETRY, Record


class Lists(NamedTuple):
    directory: str
    sessions: Sequence[Any]
    statuses: Mapping[str, Any]
    #: None: the server has no such list.
    permissions: Sequence[Any] | None
    questions: Sequence[Any] | None
    #: When they were asked for.
    sent_ms: int


class WholeMemory(Memory, Protocol):
    def all(self) -> list[Record]:
        """Every session that is remembered."""

    def was_ended_since(self, id: str, ms: int) -> bool:
        """Whether its end was heard after that time."""

    def is_worth_keeping(self, info: Info) -> bool:
        """Whether it is shown, or may soon be, although it idles."""


def compare(memory: WholeMemory, lists: Lists) -> None:
    described = dict(filter(None, map(info_of, list_of(lists.sessions))))
    put_away = {id for id, info in described.items() if info.archived}
    statuses = {id: one for id, one in object_of(lists.statuses).items() if is_id(id) and _is_busy(one)}
    # A server goes on to list a session as busy that was deleted while it worked.
    there = described.keys() | {record.id for record in memory.all() if record.info is not None}
    statuses = {id: one for id, one in statuses.items() if id in there and id not in put_away}
    for id, info in described.items():
        _take_info(memory, id, info, id in statuses, lists)
    if isinstance(lists.sessions, list):
        _end_missing(memory, described, statuses, lists)
    if isinstance(lists.statuses, Mapping):
        _take_statuses(memory, statuses, lists)
    _take_requests(memory, PERMISSION, lists.permissions, lists)
    _take_requests(memory, QUESTION, lists.questions, lists)


def _take_info(memory: WholeMemory, id: str, info: Info, is_busy: bool, lists: Lists) -> None:
    record = memory.find(id)
    if info.archived and record is not None and record.info_ms <= lists.sent_ms:
        memory.end(id, lists.sent_ms)
    if info.archived or memory.was_ended_since(id, lists.sent_ms):
        return
    if record is None and not is_busy and not memory.is_worth_keeping(info):
        return
    record = memory.named(id)
    if record.info_ms <= lists.sent_ms:
        record.in_doubt = record.in_doubt or info.updated_ms > record.updated_ms
        record.info, record.info_ms = info, lists.sent_ms
        memory.touch(id)


def _end_missing(memory: WholeMemory, described: Mapping[str, Info], statuses: Mapping[str, Any], lists: Lists) -> None:
    """Lists are cut: only a session that is newer than the oldest in it would have to be there."""
    oldest = min((info.updated_ms for info in described.values()), default=0)
    for record in memory.all():
        is_of_it = record.directory == lists.directory and record.info_ms <= lists.sent_ms
        if is_of_it and record.id not in described and record.id not in statuses and record.updated_ms >= oldest:
            memory.end(record.id, lists.sent_ms)


def _take_statuses(memory: WholeMemory, statuses: Mapping[str, Any], lists: Lists) -> None:
    for id, status in statuses.items():
        if not memory.was_ended_since(id, lists.sent_ms):
            record = memory.named(id)
            record.runs_in, record.in_doubt = lists.directory, True
            _take_status(memory, record, status, lists)
    for record in memory.all():
        if record.home == lists.directory and record.id not in statuses:
            _take_status(memory, record, None, lists)


def _take_status(memory: WholeMemory, record: Record, status: object, lists: Lists) -> None:
    if record.status_ms is None or record.status_ms <= lists.sent_ms:
        was_busy = record.busy
        record.set_status(status, lists.sent_ms)
        record.in_doubt = record.in_doubt or record.busy != was_busy
        memory.touch(record.id)


def _take_requests(memory: WholeMemory, kind: str, said: Sequence[Any] | None, lists: Lists) -> None:
    if not isinstance(said, list):
        return
    named = set()
    for request in filter(None, (asked_of(one, kind, LIST, lists.sent_ms) for one in said)):
        named.add(request.id)
        record = memory.find(request.session)
        if record is not None and record.busy and not memory.is_closed(request.id):
            record.runs_in = lists.directory
            record.requests[request.id] = again(record.requests.get(request.id), request)
            memory.touch(record.id)
    for record in memory.all():
        if record.home == lists.directory:
            _drop_requests(memory, record, kind, named, lists.sent_ms)


def _drop_requests(memory: WholeMemory, record: Record, kind: str, named: set[str], sent_ms: int) -> None:
    over = [one.id for one in record.requests.values() if one.kind == kind and one.id not in named]
    for id in over:
        if record.requests[id].named_ms <= sent_ms:
            del record.requests[id]
            memory.touch(record.id)


def _is_busy(status: object) -> bool:
    return object_of(status).get("type") in (BUSY, RETRY)
