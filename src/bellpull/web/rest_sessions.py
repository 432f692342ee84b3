"""REST of sessions: what was seen of them, which servers are watched, and who waits for a person."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.instant import Instant, instant
from bellpull.domain.watched import Watch
from bellpull.hub.turns import measured
from bellpull.web import session_wire as wire
from bellpull.web import sign_wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.openapi_examples import PROJECT, SESSION
from bellpull.web.rules import Rule

#: The last answer for each person: it is written once for all surfaces that ask at the same time.
_shown: dict[str, tuple[Watch, Reply]] = {}
MOST_SHOWN = 100
#: So many sessions are written in a moment; for more nobody else is made to wait.
AT_ONCE = 20
#: Those are written one after the other: several at once would take the interpreter from everybody.
_LONG_ONES = ThreadPoolExecutor(1, "bellpull-watch")


async def report_signs(call: Call) -> sign_wire.SignsTaken:
    """At most 200 signs, which may be repeated. A person's key names the `agent`, or the `project` by which the hub
    finds it. The answer says what became of the permissions and questions among them. Each 4 KB of a sign, and each
    permission and question in it, count as one more sign."""
    signs = [shape.sign() for shape in call.body]
    return sign_wire.taken_shape(await call.hub.sessions.sign(call.who, signs, sign_wire.cost_of(call.body)))


async def list_sessions(call: Call) -> wire.SessionList:
    """Newest sign first, also those that ended. `waits` says why a session waits for a person. The next page begins
    after what `next` says."""
    query: wire.SessionQuery = call.query
    name = None if query.agent_name is UNSET else check_name(query.agent_name)
    after = None if query.after is UNSET else wire.place_after(query.after)
    return wire.session_list(await call.hub.sessions.listed(call.who, name, query.limit, after))


async def jump_to_session(call: Call) -> wire.Jumped:
    """Your own watcher of that machine is asked to show the terminal. `asked` is false if nobody is known to watch."""
    return wire.jumped_shape(*await call.hub.sessions.jump(call.who, call.body.session))


async def report_servers(call: Call) -> wire.ServerList:
    """At most 200 servers. The hub forgets what is not repeated within 90 seconds."""
    now = instant(call.hub.clock())
    there = [shape.seen(call.who, now) for shape in call.body if not shape.gone]
    call.hub.sessions.serve(call.who, there, [shape.seen(call.who, now) for shape in call.body if shape.gone])
    return wire.server_list(call.hub.sessions.servers(call.who))


async def list_servers(call: Call) -> wire.ServerList:
    """The servers of coding tools that you watch yourself."""
    return wire.server_list(call.hub.sessions.servers(call.who))


async def get_watch(call: Call) -> Reply:
    """`title` and `lines` are what every surface shows; the rest are the facts they are made of. With `until=waiting`
    and `wait` the answer comes as soon as somebody waits for a person."""
    query: wire.WatchQuery = call.query
    if query.until is UNSET:
        found = await call.hub.sessions.watch(call.who)
    elif query.until == "waiting":
        found = await call.hub.sessions.until_waiting(call.who, query.wait)
    else:
        raise Invalid("invalid_until", "Invalid until. Must be: waiting")
    written = partial(_written, call.who.name, found, instant(call.hub.clock()))
    if len(found.sessions) <= AT_ONCE:
        return written()
    return await asyncio.get_running_loop().run_in_executor(_LONG_ONES, measured(written))


def _written(name: str, watch: Watch, now: Instant) -> Reply:
    shown = _shown.get(name)
    if shown is None or shown[0] is not watch:
        if len(_shown) > MOST_SHOWN:
            _shown.clear()
        _shown[name] = shown = watch, json_reply(200, wire.watch_shape(watch, now))
    return shown[1]


ROUTES = (
    Route(
        "POST",
        "/api/sessions/signs",
        report_signs,
        "Say what was seen of sessions",
        sign_wire.SignsTaken,
        body=sign_wire.Signs,
        refuses=(404, 429),
        tag="Sessions",
        example=[{"session": SESSION, "state": "working", "project": PROJECT, "title": "Mend the checkout"}],
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/sessions",
        list_sessions,
        "List the sessions of agents",
        wire.SessionList,
        query=wire.SessionQuery,
        tag="Sessions",
        may=Rule.KEY,
    ),
    Route(
        "POST",
        "/api/sessions/jump",
        jump_to_session,
        "Show the terminal of a session on the machine where it runs",
        wire.Jumped,
        body=wire.Jump,
        refuses=(404,),
        tag="Sessions",
        example={"session": SESSION},
        answers={"asked": True},
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/servers",
        report_servers,
        "Say which servers of coding tools are watched",
        wire.ServerList,
        body=wire.Servers,
        tag="Sessions",
        example=[{"server": "http://127.0.0.1:4096", "host": "laptop", "version": "1.18.34", "sessions": 2}],
        may=Rule.PERSON,
    ),
    Route(
        "GET",
        "/api/servers",
        list_servers,
        "List the servers that are watched",
        wire.ServerList,
        tag="Sessions",
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/watch",
        get_watch,
        "Get who works, who idles and who waits for a person",
        wire.WatchShape,
        query=wire.WatchQuery,
        tag="Sessions",
        may=Rule.KEY,
    ),
)
