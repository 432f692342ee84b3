"""The sign of a session: what is told to the hub of what is remembered."""

from typing import Any

from bellpull.domain.said import instant_of
from bellpull.domain.session import ENDED, IDLE, WORKING
from bellpull.domain.turn import guesses
from bellpull.watch.asked import Asked
from bellpull.watch.record import Record

NAME, CLIENT = "opencode:", "opencode"
MOST = 100

Sign = dict[str, Any]


def sign_of(record: Record, now_ms: int, *, has_lists: bool, is_old: bool) -> Sign:
    """What is not known is absent, and stays as it was. `has_lists`: the requests that are open in its folder were
    read; `is_old`: its server has no list of them, so it must be guessed who waits."""
    version = record.info.version if record.info else None
    sign = {
        "session": NAME + record.id,
        "state": WORKING if record.busy else IDLE,
        "client": f"{CLIENT}/{version}" if version else CLIENT,
        "parent": NAME + record.parent if record.parent else None,
        "title": record.info.title if record.info else None,
        "directory": record.directory or record.runs_in,
        "reason": record.reason,
        "turn_at": instant_of(record.turn_at),
        "guesses": [part.as_tool() for part in guesses(record.running, now_ms)][-MOST:] if is_old else [],
        "since": instant_of(record.updated_ms) if record.updated_ms and not record.busy else None,
        "at": instant_of(now_ms),
        "wakes": True,
        "source": "watcher",
    }
    told = {"tools": _tools(record), "todos": record.todos, "asks": _asks(record)}
    told["requests"] = _requests(record, has_lists, is_old)
    return sign | {name: value for name, value in told.items() if value is not None}


def ended(last: Sign, now_ms: int) -> Sign:
    """The sign after the last one: of a session that is no more."""
    nothing: Sign = {name: [] for name in ("tools", "todos", "asks", "requests", "guesses")}
    return last | nothing | {"state": ENDED, "reason": None, "at": instant_of(now_ms)}


def without_time(sign: Sign) -> Sign:
    return {name: value for name, value in sign.items() if name not in ("at", "since")}


def _tools(record: Record) -> list[Sign] | None:
    running = [part.as_tool() for part in record.running][-MOST:]
    return running if running or record.turn_known or not record.busy else None


def _asks(record: Record) -> list[Sign] | None:
    if not record.turn_known:
        return None
    running = [one for one in record.parts.values() if one.part.asks and one.part.runs and record.busy]
    shown = [*record.open_asks, *running]
    return [one.part.as_ask() | {"source": one.source} for one in shown][-MOST:]


def _requests(record: Record, has_lists: bool, is_old: bool) -> list[Sign] | None:
    """While it works. One that only a list names may be left over from a turn that was broken off: then the call that
    it was for no longer waits."""
    if not record.busy:
        return None if is_old else []
    waiting = {(one.part.message, one.part.call): one.part for one in record.parts.values() if one.part.unfinished}
    shown = [
        _request(asked, part.start_ms if part else None)
        for asked in record.requests.values()
        if (part := waiting.get((asked.message, asked.call))) or asked.is_fresh or not asked.call
    ]
    return shown[-MOST:] if has_lists or (is_old and shown) else None


def _request(asked: Asked, start_ms: int | None) -> Sign:
    since = instant_of(asked.seen_ms if start_ms is None else start_ms)
    return {"id": asked.id, "kind": asked.kind, "source": asked.source, "since": since, **asked.said}
