"""REST of what a team needs besides people: sharing agents, the audit, and upkeep."""

from bellpull.web import account_wire as wire
from bellpull.web.endpoint import Call, Route
from bellpull.web.rules import Rule


async def list_shares(call: Call) -> wire.ShareList:
    """The people whom the agent is shared with."""
    found = await call.hub.sharing.shares(call.who, call.path["name"])
    return wire.ShareList(len(found), [wire.ShareShape(user) for user in found])


async def share_agent(call: Call) -> wire.Shared:
    """The person sees, answers and nudges the agent from now on. Keys, sharing and removing stay with its owner and
    admins."""
    await call.hub.sharing.share(call.who, call.path["name"], call.path["user"])
    return wire.Shared(call.path["name"], call.path["user"], shared=True)


async def unshare_agent(call: Call) -> wire.Shared:
    """Open sockets of the person follow at once."""
    await call.hub.sharing.unshare(call.who, call.path["name"], call.path["user"])
    return wire.Shared(call.path["name"], call.path["user"], shared=False)


async def list_audit_entries(call: Call) -> wire.AuditList:
    """Who did what, newest first. It never holds a secret, a password, a reply or a message."""
    query: wire.AuditQuery = call.query
    found = await call.hub.audit.entries(
        call.who, query.by or None, query.action or None, query.about or None, query.before or None, query.limit
    )
    return wire.AuditList(len(found), [wire.entry_shape(entry) for entry in found])


async def preview_upkeep(call: Call) -> wire.UpkeepShape:
    """How many records of each kind are old enough to be deleted. What is pending or open is never among them, nor an
    answer that has not reached its agent."""
    return wire.upkeep_shape(*await call.hub.upkeep.preview(call.who), call.hub.upkeep.retention)


async def run_upkeep(call: Call) -> wire.UpkeepShape:
    """Deletes what is old enough, and says how many records of each kind that were. The hub does it once an hour by
    itself."""
    return wire.upkeep_shape(*await call.hub.upkeep.prune_now(call.who), call.hub.upkeep.retention)


ROUTES = (
    Route(
        "GET",
        "/api/agents/{name}/shares",
        list_shares,
        "List whom an agent is shared with",
        wire.ShareList,
        refuses=(404,),
        tag="Agents",
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "PUT",
        "/api/agents/{name}/shares/{user}",
        share_agent,
        "Share an agent",
        wire.Shared,
        refuses=(404, 409),
        tag="Agents",
        answers={"shared": True},
        may=Rule.OWNER,
    ),
    Route(
        "DELETE",
        "/api/agents/{name}/shares/{user}",
        unshare_agent,
        "Share an agent no longer",
        wire.Shared,
        refuses=(404,),
        tag="Agents",
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/audit",
        list_audit_entries,
        "List who did what",
        wire.AuditList,
        query=wire.AuditQuery,
        tag="Hub",
        may=Rule.ADMIN,
    ),
    Route(
        "GET",
        "/api/upkeep",
        preview_upkeep,
        "Count what retention would delete",
        wire.UpkeepShape,
        tag="Hub",
        may=Rule.ADMIN,
    ),
    Route(
        "POST",
        "/api/upkeep",
        run_upkeep,
        "Delete now what retention would delete",
        wire.UpkeepShape,
        tag="Hub",
        may=Rule.ADMIN,
    ),
)
