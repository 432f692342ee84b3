"""What a session does, as its hooks have told it one after another: which tools run, what they ask, its list of tasks.

A hook tells one event and forgets it; a sign tells the whole. Between the two is this, and nothing else remembers it:
after a restart it begins anew with what comes next.
"""

import json
from typing import NamedTuple

from bellpull.domain.happening import PROMPT, Happening, Task, ToolCall
from bellpull.domain.instant import Instant
from bellpull.domain.session import ENDED, IDLE, WAITING, AskSeen, Sign

#: No client runs so many at once; one that never says that a tool has ended must not fill the hub.
MOST_TOOLS, MOST_ASKS, MOST_TASKS, MOST_GONE = 20, 50, 50, 20
#: Hooks that are under way at once are no further apart. More is another clock: the machine was started again.
MOST_LATE = 60.0
DELETED = "deleted"
PENDING = "pending"


class Running(NamedTuple):
    call: ToolCall
    since: Instant
    #: The id of what a person is asked before it may run; the rest of that is the question's.
    request: str | None = None


class Doing(NamedTuple):
    running: tuple[Running, ...] = ()
    #: Of the current turn; None: nobody knows since the last restart.
    asks: tuple[AskSeen, ...] | None = None
    tasks: tuple[Task, ...] | None = None
    #: Agents go from folder to folder; a session is called after where it was last spoken to.
    title: str = ""
    #: Why it waits, where a tool was named; what only says that it waits says less.
    waits: str | None = None
    #: The requests that the last event has ended.
    closed: tuple[str, ...] = ()
    #: Those that were ended before: a hook that waits names its own again when the hub was away.
    gone: tuple[str, ...] = ()
    #: When the hook began that last told of the beginning or the end of a turn, where it says so.
    turned: float = 0.0
    has_ended: bool = False


def is_late(doing: Doing, parent: Doing, happening: Happening) -> bool:
    """Hooks are processes, and one may overtake another: this one began before the turn did, or before it ended. Or it
    waits for what is over."""
    at, request = happening.at, happening.request
    if request is not None and request.id in doing.gone:
        return True
    return at is not None and (_turned_after(doing, at) or (parent.has_ended and _turned_after(parent, at)))


def _turned_after(doing: Doing, at: float) -> bool:
    return 0 < doing.turned - at < MOST_LATE


def after(before: Doing, happening: Happening, now: Instant) -> Doing:
    doing = _after(before, happening, now)._replace(has_ended=_ends_session(happening))
    if _turns_over(happening):
        doing = doing._replace(turned=happening.at or 0.0)
    closed = _closed(before, doing, happening)
    return doing._replace(closed=closed, gone=(*doing.gone, *closed)[-MOST_GONE:])


def forgotten(doing: Doing) -> Doing:
    """What is left of a session that has ended: what was under way then must not bring it back."""
    return Doing(turned=doing.turned, has_ended=True)


def _after(doing: Doing, happening: Happening, now: Instant) -> Doing:
    if happening.turns:
        doing = doing._replace(running=(), asks=(), title="")
    if happening.sign is not None and happening.sign.state in (IDLE, ENDED):
        doing = doing._replace(running=())
    doing = doing._replace(title=doing.title or happening.title, waits=_waits(doing, happening))
    if happening.ends is not None:
        doing = _ended(doing, happening.ends)
    if happening.over is not None:
        doing = _without(doing, happening.over, drop=happening.starts is None)
    elif happening.starts is not None:
        doing = _started(doing, happening.starts, now, None if happening.request is None else happening.request.id)
    if happening.asked:
        doing = _asked(doing, happening.asked, now)
    return doing if happening.task is None else doing._replace(tasks=_tasks(doing.tasks, happening.task))


def characters(doing: Doing) -> int:
    """How much has to be remembered of it: each of its texts is bounded, but there may be many."""
    calls = [one.call for one in doing.running]
    running = sum(len(call.id) + len(call.tool) + len(call.argument) for call in calls)
    asked = sum(len(call.ask.title) + len(call.ask.text) for call in calls if call.ask is not None)
    left_open = sum(len(ask.question_id or "") for ask in doing.asks or ())
    return running + asked + left_open + sum(map(len, (text for task in doing.tasks or () for text in task)))


def signed(doing: Doing, happening: Happening, now: Instant) -> Sign | None:
    """The sign of what has just happened, with all that is known. `doing` is that after it."""
    if happening.sign is None:
        return None
    tools = [{"tool": call.tool, "argument": call.argument, "since": since} for call, since, _ in doing.running]
    asking = [
        call.ask._replace(tool=call.tool, at=since, running=True, source="event")
        for call, since, _ in doing.running
        if call.ask is not None
    ]
    return happening.sign._replace(
        at=now,
        reason=doing.waits or happening.sign.reason,
        title=doing.title or None,
        turn_at=now if happening.turns else None,
        tools=json.dumps(tools),
        asks=None if doing.asks is None else (*doing.asks, *asking),
        requests=() if _is_over(happening) else None,
        opens=() if happening.request is None else (happening.request,),
        closes=doing.closed,
        todos=happening.sign.todos if happening.task is None else _listed(doing.tasks),
    )


def _waits(doing: Doing, happening: Happening) -> str | None:
    sign = happening.sign
    if sign is None:
        return doing.waits
    if sign.state != WAITING:
        return None
    again = doing.waits and happening.starts is None and _kind(doing.waits) == _kind(sign.reason or "")
    return doing.waits if again else sign.reason


def _kind(reason: str) -> str:
    return reason.partition(":")[0]


def _turns_over(happening: Happening) -> bool:
    return happening.place == PROMPT or (happening.sign is not None and happening.sign.state in (IDLE, ENDED))


def _ends_session(happening: Happening) -> bool:
    return happening.sign is not None and happening.sign.state == ENDED


def _is_over(happening: Happening) -> bool:
    """Whether nothing can be open in the client after this: its turn has ended, or a person wrote the next prompt."""
    return happening.turns or (happening.sign is not None and happening.sign.state == IDLE)


def _closed(before: Doing, doing: Doing, happening: Happening) -> tuple[str, ...]:
    open_now = {one.request for one in doing.running}
    gone = [one.request for one in before.running if one.request is not None and one.request not in open_now]
    return tuple(dict.fromkeys((*gone, *([happening.over] if happening.over else []))))


def _without(doing: Doing, request: str, *, drop: bool) -> Doing:
    """Nobody waits for that request any more. `drop`: its tool does not run either."""
    own = [one for one in doing.running if one.request == request]
    freed = [one._replace(request=None) if one in own else one for one in doing.running if not (drop and one in own)]
    return doing._replace(running=tuple(freed))


def _started(doing: Doing, call: ToolCall, now: Instant, request: str | None) -> Doing:
    """One that is named again is the same: it was about to run, and somebody is asked whether it may. So it has not
    asked anything yet."""
    known = next((one for one in doing.running if _same(one.call, call)), None)
    if known is not None:
        quiet = known._replace(call=known.call._replace(ask=None), request=request or known.request)
        return doing._replace(running=tuple(quiet if one is known else one for one in doing.running))
    asks = doing.asks if call.ask is None else doing.asks or ()
    return doing._replace(running=(*doing.running, Running(call, now, request))[-MOST_TOOLS:], asks=asks)


def _ended(doing: Doing, call: ToolCall) -> Doing:
    """By its id, or as the first of its name that has none; without a name all have ended."""
    if not call.tool:
        return doing._replace(running=())
    named = [one for one in doing.running if one.call.id == call.id and one.call.tool == call.tool]
    nameless = [one for one in doing.running if one.call.tool == call.tool and not (one.call.id and call.id)]
    gone = next(iter(named or nameless), None)
    return doing._replace(running=tuple(one for one in doing.running if one is not gone))


def _same(one: ToolCall, other: ToolCall) -> bool:
    if one.id and other.id:
        return one.id == other.id
    return (one.tool, one.argument) == (other.tool, other.argument)


def _asked(doing: Doing, ids: tuple[str, ...], now: Instant) -> Doing:
    before = doing.asks or ()
    known = {ask.question_id for ask in before}
    new = tuple(AskSeen(question_id=id, at=now, source="event") for id in ids if id not in known)
    return doing._replace(asks=(*before, *new)[-MOST_ASKS:])


def _tasks(known: tuple[Task, ...] | None, told: Task) -> tuple[Task, ...] | None:
    tasks = known or ()
    before = next((task for task in tasks if task.id == told.id), None)
    now = Task(told.id, told.content or (before.content if before else ""), told.status or PENDING)
    if before is None:
        return (*tasks, now)[-MOST_TASKS:] if now.content and now.status != DELETED else known
    if now.status == DELETED:
        return tuple(task for task in tasks if task is not before)
    status = told.status or before.status
    return tuple(now._replace(status=status) if task is before else task for task in tasks)


def _listed(tasks: tuple[Task, ...] | None) -> str | None:
    return None if tasks is None else json.dumps([{"content": task.content, "status": task.status} for task in tasks])
