"""REST of notifications that are acknowledged or dismissed together."""

from bellpull.hub.ports import Filters
from bellpull.web import wire
from bellpull.web.endpoint import Call, Route
from bellpull.web.rest import filters
from bellpull.web.rules import Rule


async def acknowledge_some(call: Call) -> wire.Acknowledged:
    return wire.Acknowledged(await call.hub.endings.acknowledge(call.who, call.body.ids))


async def dismiss_some(call: Call) -> wire.Dismissed:
    return wire.Dismissed(await call.hub.endings.dismiss(call.who, call.body.ids))


async def acknowledge_all(call: Call) -> wire.Acknowledged:
    body: wire.EndAll = call.body
    found = filters(body, body.agent_name)
    return wire.Acknowledged(await call.hub.endings.acknowledge_all(call.who, found, body.up_to))


async def dismiss_all(call: Call) -> wire.Dismissed:
    body: wire.EndAll = call.body
    found = filters(body, body.agent_name)
    if found == Filters(body.agent_name) and not body.up_to:
        return wire.Dismissed(await call.hub.endings.clear(call.who, body.agent_name))
    return wire.Dismissed(await call.hub.endings.dismiss_all(call.who, found, body.up_to))


TOLD = "/api/notifications"
ROUTES = (
    Route(
        "POST",
        f"{TOLD}/acknowledge",
        acknowledge_some,
        "Say these were seen",
        wire.Acknowledged,
        body=wire.EndSome,
        may=Rule.PERSON,
    ),
    Route(
        "POST", f"{TOLD}/dismiss", dismiss_some, "Put these away", wire.Dismissed, body=wire.EndSome, may=Rule.PERSON
    ),
    Route(
        "POST",
        f"{TOLD}/acknowledge-all",
        acknowledge_all,
        "Say that everything was seen, or what a filter finds",
        wire.Acknowledged,
        body=wire.EndAll,
        refuses=(404,),
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        f"{TOLD}/dismiss-all",
        dismiss_all,
        "Dismiss everything you see, or what a filter finds",
        wire.Dismissed,
        body=wire.EndAll,
        refuses=(404,),
        may=Rule.PERSON,
    ),
)
