"""REST of notifications, agents and keys: each route is a verb of the hub in the wire's form."""

from msgspec import UNSET, Raw

from bellpull.domain.errors import Invalid, Malformed
from bellpull.domain.identity import check_name
from bellpull.domain.notification import PENDING, Notification, parse_priorities, parse_statuses, parse_types
from bellpull.hub.ports import Filters
from bellpull.hub.repeats import check_key
from bellpull.web import wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rules import Rule

IDEMPOTENCY_KEY = {
    "Idempotency-Key": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]([ -~]*[!-~])?$"}
}


async def create(call: Call) -> Reply:
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    told, new = await call.hub.tell(call.who, call.body.draft(), key)
    return json_reply(201 if new else 200, wire.notification_shape(told))


async def list_all(call: Call) -> wire.NotificationList:
    name = None if call.query.agent_name is UNSET else check_name(call.query.agent_name)
    return _listed(await call.hub.notifications(call.who, _filters(call.query, name)))


async def list_of_agent(call: Call) -> wire.NotificationList:
    return _listed(await call.hub.notifications_of(call.who, _filters(call.query, call.path["name"])))


async def count(call: Call) -> wire.Count:
    if call.query.status != PENDING:
        raise Invalid("unsupported_count", "Only status=pending is supported for counting")
    return wire.Count(PENDING, await call.hub.pending_count(call.who))


async def count_of_agent(call: Call) -> wire.AgentCount:
    name = call.path["name"]
    return wire.AgentCount(name, await call.hub.pending_count_of(call.who, name))


async def show(call: Call) -> wire.Notification:
    return wire.notification_shape(await call.hub.notification(call.who, call.path["id"]))


async def trail(call: Call) -> wire.Trail:
    events = await call.hub.trail(call.who, call.path["id"])
    return wire.Trail(call.path["id"], len(events), [Raw(event.text().encode()) for event in events])


async def acknowledge(call: Call) -> wire.Ended:
    return wire.ended_shape(await call.hub.acknowledge(call.who, call.path["id"]))


async def dismiss(call: Call) -> wire.Ended:
    return wire.ended_shape(await call.hub.dismiss(call.who, call.path["id"]))


async def agents(call: Call) -> wire.AgentList:
    found = await call.hub.access.agents(call.who)
    return wire.AgentList(len(found), [wire.AgentShape(*agent[:5], list(agent.shared_with)) for agent in found])


async def remove_agent(call: Call) -> wire.Removed:
    counts = await call.hub.access.remove_agent(call.who, call.path["name"])
    return wire.Removed(call.path["name"], **counts)


async def make_key(call: Call) -> wire.MadeKey:
    body: wire.CreateKey = call.body
    if (body.agent_name is None) == (body.user is None):
        raise Malformed("invalid_field", "agent_name: give either agent_name or user")
    if body.agent_name is not None:
        made = await call.hub.access.make_key(call.who, "agent", body.agent_name, body.label, body.project)
        return wire.MadeKey(made.id, made.secret, made.scope, agent_name=made.name)
    made = await call.hub.access.make_key(call.who, "user", body.user or "", body.label)
    return wire.MadeKey(made.id, made.secret, made.scope, user=made.name)


async def keys(call: Call) -> wire.KeyList:
    found = await call.hub.access.keys(call.who)
    return wire.KeyList(len(found), [wire.key_shape(key) for key in found])


async def revoke_key(call: Call) -> wire.Revoked:
    return wire.Revoked(call.path["id"], await call.hub.access.revoke_key(call.who, call.path["id"]))


async def me(call: Call) -> wire.Me:
    expires_at, has_password = await call.hub.accounts.me(call.who)
    return wire.Me(call.who.scope, call.who.name, call.who.admin, call.who.key_id, expires_at, has_password)


def _filters(query: wire.AgentListQuery, agent_name: str | None) -> Filters:
    if query.asked not in ("", "yes", "no"):
        raise Invalid("invalid_asked", "Invalid asked. Must be: yes or no")
    found = filters(query, agent_name)
    return found._replace(limit=query.limit, before=query.before or None, asked=query.asked != "no")


def filters(said: wire.AgentListQuery | wire.EndAll, agent_name: str | None) -> Filters:
    return Filters(
        agent_name,
        parse_statuses(said.status or ""),
        parse_priorities(said.priority or ""),
        parse_types(said.notification_type or ""),
        said.category or None,
        words=_wanted(said.text or ""),
    )


def _wanted(text: str) -> tuple[str, ...]:
    """The words to look for. None of ours has a NUL in it, and the store would read no further."""
    if "\0" in text:
        raise Invalid("invalid_text", "text: must have no NUL character")
    return tuple(dict.fromkeys(text.split()))


def _listed(found: list[Notification]) -> wire.NotificationList:
    return wire.NotificationList(len(found), [wire.notification_shape(one) for one in found])


# A fixed path stands before the one with a name in its place.
ROUTES = (
    Route(
        "POST",
        "/api/notifications",
        create,
        "Tell people something",
        wire.Notification,
        (201, 200),
        body=wire.CreateNotification,
        refuses=(409, 429),
        headers=IDEMPOTENCY_KEY,
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/notifications",
        list_all,
        "List, newest first",
        wire.NotificationList,
        query=wire.ListQuery,
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/notifications/count",
        count,
        "Count what is pending",
        wire.Count,
        query=wire.CountQuery,
        may=Rule.KEY,
    ),
    Route("GET", "/api/notifications/{id}", show, "One notification", wire.Notification, refuses=(404,), may=Rule.SEES),
    Route(
        "GET", "/api/notifications/{id}/trail", trail, "What happened to it", wire.Trail, refuses=(404,), may=Rule.SEES
    ),
    Route(
        "POST",
        "/api/notifications/{id}/acknowledge",
        acknowledge,
        "Say it was seen",
        wire.Ended,
        refuses=(404,),
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/notifications/{id}/dismiss",
        dismiss,
        "Put it away",
        wire.Ended,
        refuses=(404,),
        may=Rule.SEES_AS_PERSON,
    ),
    Route("GET", "/api/agents", agents, "The agents you see", wire.AgentList, may=Rule.KEY),
    Route(
        "DELETE",
        "/api/agents/{name}",
        remove_agent,
        "Remove an agent and its records",
        wire.Removed,
        refuses=(404,),
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/notifications",
        list_of_agent,
        "List one agent's, newest first",
        wire.NotificationList,
        query=wire.AgentListQuery,
        refuses=(404,),
        may=Rule.SEES,
    ),
    Route(
        "GET",
        "/api/agents/{name}/notifications/count",
        count_of_agent,
        "Count one agent's pending ones",
        wire.AgentCount,
        refuses=(404,),
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/keys",
        make_key,
        "Make a key",
        wire.MadeKey,
        (201,),
        body=wire.CreateKey,
        refuses=(409,),
        may=Rule.PERSON,
    ),
    Route("GET", "/api/keys", keys, "Your keys", wire.KeyList, may=Rule.PERSON),
    Route("DELETE", "/api/keys/{id}", revoke_key, "Revoke a key", wire.Revoked, refuses=(404,), may=Rule.OWNER),
    Route("GET", "/api/me", me, "Who the key is", wire.Me, may=Rule.KEY),
)
