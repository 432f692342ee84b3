"""REST of sessions: what was seen of them, which servers are watched, and who waits for a person."""

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.instant import instant
from bellpull.domain.watched import Watch
from bellpull.web import session_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rules import Rule

#: The last answer for each person: it is written once for all surfaces that ask at the same time.
_shown: dict[str, tuple[Watch, Reply]] = {}
MOST_SHOWN = 100


async def take_signs(call: Call) -> wire.SignsTaken:
    return wire.taken_shape(await call.hub.sessions.sign(call.who, [shape.sign() for shape in call.body]))


async def list_sessions(call: Call) -> wire.SessionList:
    query: wire.SessionQuery = call.query
    name = None if query.agent_name is UNSET else check_name(query.agent_name)
    return wire.session_list(await call.hub.sessions.listed(call.who, name, query.limit))


async def jump(call: Call) -> wire.Jumped:
    return wire.jumped_shape(*await call.hub.sessions.jump(call.who, call.body.session))


async def take_servers(call: Call) -> wire.ServerList:
    now = instant(call.hub.clock())
    there = [shape.seen(call.who, now) for shape in call.body if not shape.gone]
    call.hub.sessions.serve(call.who, there, [shape.seen(call.who, now) for shape in call.body if shape.gone])
    return wire.server_list(call.hub.sessions.servers(call.who))


async def list_servers(call: Call) -> wire.ServerList:
    return wire.server_list(call.hub.sessions.servers(call.who))


async def show_watch(call: Call) -> Reply:
    query: wire.WatchQuery = call.query
    if query.until is UNSET:
        found = await call.hub.sessions.watch(call.who)
    elif query.until == "waiting":
        found = await call.hub.sessions.until_waiting(call.who, query.wait)
    else:
        raise Invalid("invalid_until", "Invalid until. Must be: waiting")
    shown = _shown.get(call.who.name)
    if shown is None or shown[0] is not found:
        shown = found, json_reply(200, wire.watch_shape(found, instant(call.hub.clock())))
        if len(_shown) > MOST_SHOWN:
            _shown.clear()
        _shown[call.who.name] = shown
    return shown[1]


ROUTES = (
    Route(
        "POST",
        "/api/sessions/signs",
        take_signs,
        "What was seen of sessions; the answer says what became of their permissions and questions",
        wire.SignsTaken,
        body=wire.Signs,
        refuses=(404,),
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/sessions",
        list_sessions,
        "The sessions of agents, newest sign first",
        wire.SessionList,
        query=wire.SessionQuery,
        may=Rule.KEY,
    ),
    Route(
        "POST",
        "/api/sessions/jump",
        jump,
        "Have the terminal of a session shown on the machine where it runs",
        wire.Jumped,
        body=wire.Jump,
        refuses=(404,),
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/servers",
        take_servers,
        "Servers of coding tools that somebody watches, as they are now",
        wire.ServerList,
        body=wire.Servers,
        may=Rule.PERSON,
    ),
    Route("GET", "/api/servers", list_servers, "The servers that are watched", wire.ServerList, may=Rule.KEY),
    Route(
        "GET",
        "/api/watch",
        show_watch,
        "Who works, who idles, who waits for a person: title, menu and facts; with until, as soon as somebody waits",
        wire.WatchShape,
        query=wire.WatchQuery,
        may=Rule.KEY,
    ),
)
