"""REST of notifications that are acknowledged or dismissed together."""

from bellpull.hub.ports import Filters
from bellpull.web import wire
from bellpull.web.endpoint import Call, Route
from bellpull.web.openapi_examples import NOTIFICATION
from bellpull.web.rest import filters
from bellpull.web.rules import Rule


async def acknowledge_notifications(call: Call) -> wire.Acknowledged:
    """All of them in one transaction. Ids that you may not see are passed over, and open questions stay as they are.
    The answer says how many changed."""
    return wire.Acknowledged(await call.hub.endings.acknowledge(call.who, call.body.ids))


async def dismiss_notifications(call: Call) -> wire.Dismissed:
    """All of them in one transaction. Ids that you may not see are passed over, and open questions stay as they are.
    The answer says how many changed."""
    return wire.Dismissed(await call.hub.endings.dismiss(call.who, call.body.ids))


async def acknowledge_all_notifications(call: Call) -> wire.Acknowledged:
    """Everything pending that the key may see, or only what the fields of the body find. Open questions stay as they
    are, and so does what arrives meanwhile."""
    body: wire.EndAll = call.body
    found = filters(body, body.agent_name)
    return wire.Acknowledged(await call.hub.endings.acknowledge_all(call.who, found, body.up_to))


async def dismiss_all_notifications(call: Call) -> wire.Dismissed:
    """Everything pending or acknowledged that the key may see, or only what the fields of the body find. Open questions
    stay as they are, and so does what arrives meanwhile."""
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
        acknowledge_notifications,
        "Say that these notifications were seen",
        wire.Acknowledged,
        body=wire.EndSome,
        tag="Notifications",
        example={"ids": [NOTIFICATION]},
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        f"{TOLD}/dismiss",
        dismiss_notifications,
        "Put these notifications away",
        wire.Dismissed,
        body=wire.EndSome,
        tag="Notifications",
        example={"ids": [NOTIFICATION]},
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        f"{TOLD}/acknowledge-all",
        acknowledge_all_notifications,
        "Say that all notifications were seen, or what a filter finds",
        wire.Acknowledged,
        body=wire.EndAll,
        refuses=(404,),
        tag="Notifications",
        example={"agent_name": "builder", "priority": "low,normal"},
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        f"{TOLD}/dismiss-all",
        dismiss_all_notifications,
        "Put all notifications away, or what a filter finds",
        wire.Dismissed,
        body=wire.EndAll,
        refuses=(404,),
        tag="Notifications",
        example={"agent_name": "builder", "status": "acknowledged"},
        may=Rule.PERSON,
    ),
)
