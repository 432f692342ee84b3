"""REST of what a team needs besides people: sharing agents, the audit, and upkeep."""

from bellpull.web import account_wire as wire
from bellpull.web.endpoint import Call, Route
from bellpull.web.rules import Rule


async def shares(call: Call) -> wire.ShareList:
    found = await call.hub.sharing.shares(call.who, call.path["name"])
    return wire.ShareList(len(found), [wire.ShareShape(user) for user in found])


async def share(call: Call) -> wire.Shared:
    await call.hub.sharing.share(call.who, call.path["name"], call.path["user"])
    return wire.Shared(call.path["name"], call.path["user"], shared=True)


async def unshare(call: Call) -> wire.Shared:
    await call.hub.sharing.unshare(call.who, call.path["name"], call.path["user"])
    return wire.Shared(call.path["name"], call.path["user"], shared=False)


async def audit(call: Call) -> wire.AuditList:
    query: wire.AuditQuery = call.query
    found = await call.hub.audit.entries(
        call.who, query.by or None, query.action or None, query.about or None, query.before or None, query.limit
    )
    return wire.AuditList(len(found), [wire.entry_shape(entry) for entry in found])


async def preview_upkeep(call: Call) -> wire.UpkeepShape:
    return wire.upkeep_shape(*await call.hub.upkeep.preview(call.who), call.hub.upkeep.retention)


async def run_upkeep(call: Call) -> wire.UpkeepShape:
    return wire.upkeep_shape(*await call.hub.upkeep.prune_now(call.who), call.hub.upkeep.retention)


ROUTES = (
    Route(
        "GET",
        "/api/agents/{name}/shares",
        shares,
        "Whom an agent is shared with",
        wire.ShareList,
        refuses=(404,),
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "PUT",
        "/api/agents/{name}/shares/{user}",
        share,
        "Share an agent",
        wire.Shared,
        refuses=(404, 409),
        may=Rule.OWNER,
    ),
    Route(
        "DELETE",
        "/api/agents/{name}/shares/{user}",
        unshare,
        "Share it no longer",
        wire.Shared,
        refuses=(404,),
        may=Rule.OWNER,
    ),
    Route("GET", "/api/audit", audit, "Who did what", wire.AuditList, query=wire.AuditQuery, may=Rule.ADMIN),
    Route("GET", "/api/upkeep", preview_upkeep, "What retention would delete", wire.UpkeepShape, may=Rule.ADMIN),
    Route("POST", "/api/upkeep", run_upkeep, "Delete it now", wire.UpkeepShape, may=Rule.ADMIN),
)
