"""REST of notifications, agents and keys: each route is a verb of the hub in the wire's form."""

from msgspec import UNSET, Raw

from bellpull.domain.errors import Invalid, Malformed
from bellpull.domain.identity import check_name
from bellpull.domain.notification import PENDING, Notification, parse_priorities, parse_statuses, parse_types
from bellpull.domain.numbers import Counts
from bellpull.hub.ports import Filters
from bellpull.hub.repeats import check_key
from bellpull.web import wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.openapi_examples import LATER
from bellpull.web.rules import Rule

NONE = Counts()
IDEMPOTENCY_KEY = {
    "Idempotency-Key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": "^[!-~]([ -~]*[!-~])?$",
        "description": "A name of your own for this request, which makes a repeat safe for 24 hours",
    }
}


async def create_notification(call: Call) -> Reply:
    """Answers when the notification is durable. The agent's name comes from the key; a person's key sends as that
    person.

    With an `Idempotency-Key` a repeat is safe for 24 hours: the same key and body answer 200 with the first
    notification as it is now, the same key with another body 409.
    """
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    told, new = await call.hub.tell(call.who, call.body.draft(), key)
    return json_reply(201 if new else 200, wire.notification_shape(told))


async def list_notifications(call: Call) -> wire.NotificationList:
    """The notifications that the key may see, newest first. The next page begins after the id that `before` names, and
    stays the same while new ones arrive. An empty filter is none."""
    name = None if call.query.agent_name is UNSET else check_name(call.query.agent_name)
    return _listed(await call.hub.notifications(call.who, _filters(call.query, name)))


async def list_agent_notifications(call: Call) -> wire.NotificationList:
    """As the list of all notifications, for one agent."""
    return _listed(await call.hub.notifications_of(call.who, _filters(call.query, call.path["name"])))


async def count_notifications(call: Call) -> wire.Count:
    """How many notifications are pending, of all that the key may see."""
    if call.query.status != PENDING:
        raise Invalid("unsupported_count", "Only status=pending is supported for counting")
    return wire.Count(PENDING, await call.hub.pending_count(call.who))


async def count_agent_notifications(call: Call) -> wire.AgentCount:
    """How many notifications of one agent are pending."""
    name = call.path["name"]
    return wire.AgentCount(name, await call.hub.pending_count_of(call.who, name))


async def get_notification(call: Call) -> wire.Notification:
    """A notification that is not yours to see is 404, as if it were not there."""
    return wire.notification_shape(await call.hub.notification(call.who, call.path["id"]))


async def get_notification_trail(call: Call) -> wire.NotificationTrail:
    """The events of one notification, oldest first, each as the sockets send it."""
    events = await call.hub.trail(call.who, call.path["id"])
    return wire.NotificationTrail(call.path["id"], len(events), [Raw(event.text().encode()) for event in events])


async def acknowledge_notification(call: Call) -> wire.Ended:
    """Changes only what is pending, and may be repeated. For an open question it means that somebody has seen it, and
    settles nothing."""
    return wire.ended_shape(await call.hub.acknowledge(call.who, call.path["id"]))


async def dismiss_notification(call: Call) -> wire.Ended:
    """May be repeated, and keeps who acknowledged it and when. An open question is settled by it, as `dismissed`."""
    return wire.ended_shape(await call.hub.dismiss(call.who, call.path["id"]))


async def list_agents(call: Call) -> wire.AgentList:
    """By name, each with its owner, the folder it works in and how many of its notifications are pending."""
    found, counts = await call.hub.access.agents(call.who)
    return wire.AgentList(len(found), [wire.agent_shape(agent, counts.get(agent.name, NONE)) for agent in found])


async def get_counts(call: Call) -> wire.CountsShape:
    """What waits now, of all that the key may see. Nothing is counted twice: what wants an answer is a question, and
    not a notification as well."""
    return wire.CountsShape(*await call.hub.counts(call.who))


async def remove_agent(call: Call) -> wire.Removed:
    """Removes the agent with its notifications, keys and events, and says how many there were. It cannot be undone."""
    counts = await call.hub.access.remove_agent(call.who, call.path["name"])
    return wire.Removed(call.path["name"], **counts)


async def create_key(call: Call) -> wire.MadeKey:
    """The key is shown this once. A new agent is made with its first key and is owned by the person who asks; only an
    admin's key makes a new person."""
    body: wire.CreateKey = call.body
    if (body.agent_name is None) == (body.user is None):
        raise Malformed("invalid_field", "agent_name: give either agent_name or user")
    if body.agent_name is not None:
        made = await call.hub.access.make_key(call.who, "agent", body.agent_name, body.label, body.project)
        return wire.MadeKey(made.id, made.secret, made.scope, agent_name=made.name)
    made = await call.hub.access.make_key(call.who, "user", body.user or "", body.label)
    return wire.MadeKey(made.id, made.secret, made.scope, user=made.name)


async def list_keys(call: Call) -> wire.KeyList:
    """Your own keys and sign-ins, and the keys of your agents; for admins everybody's. Sign-ins have an `expires_at`.
    `last_used_at` is written about every half minute."""
    found = await call.hub.access.keys(call.who)
    return wire.KeyList(len(found), [wire.key_shape(key) for key in found])


async def revoke_key(call: Call) -> wire.Revoked:
    """Takes effect at once, on open sockets too."""
    return wire.Revoked(call.path["id"], await call.hub.access.revoke_key(call.who, call.path["id"]))


async def get_me(call: Call) -> wire.Me:
    """Whose key or sign-in it is that asks."""
    expires_at, has_password = await call.hub.accounts.me(call.who)
    return wire.Me(call.who.scope, call.who.name, call.who.admin, call.who.key_id, expires_at, has_password)


def _filters(query: wire.AgentListQuery, agent_name: str | None) -> Filters:
    return filters(query, agent_name)._replace(limit=query.limit, before=query.before or None)


def filters(said: wire.AgentListQuery | wire.EndAll, agent_name: str | None) -> Filters:
    if said.asked not in (None, "", "yes", "no"):
        raise Invalid("invalid_asked", "Invalid asked. Must be: yes or no")
    return Filters(
        agent_name,
        parse_statuses(said.status or ""),
        parse_priorities(said.priority or ""),
        parse_types(said.notification_type or ""),
        said.category or None,
        words=_wanted(said.text or ""),
        asked=said.asked != "no",
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
        create_notification,
        "Tell people something",
        wire.Notification,
        (201, 200),
        body=wire.CreateNotification,
        refuses=(409, 429),
        headers=IDEMPOTENCY_KEY,
        tag="Notifications",
        example={
            "notification_type": "completion",
            "title": "The report is ready",
            "message": "40 pages, 3 warnings",
            "category": "report",
        },
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/notifications",
        list_notifications,
        "List notifications, newest first",
        wire.NotificationList,
        query=wire.ListQuery,
        tag="Notifications",
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/notifications/count",
        count_notifications,
        "Count pending notifications",
        wire.Count,
        query=wire.CountQuery,
        tag="Notifications",
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/notifications/{id}",
        get_notification,
        "Get one notification",
        wire.Notification,
        refuses=(404,),
        tag="Notifications",
        may=Rule.SEES,
    ),
    Route(
        "GET",
        "/api/notifications/{id}/trail",
        get_notification_trail,
        "Get what happened to a notification",
        wire.NotificationTrail,
        refuses=(404,),
        tag="Notifications",
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/notifications/{id}/acknowledge",
        acknowledge_notification,
        "Say that a notification was seen",
        wire.Ended,
        refuses=(404,),
        tag="Notifications",
        answers={"status": "acknowledged", "acknowledged_at": LATER, "acknowledged_by": "ada"},
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/notifications/{id}/dismiss",
        dismiss_notification,
        "Put a notification away",
        wire.Ended,
        refuses=(404,),
        tag="Notifications",
        answers={"status": "dismissed", "acknowledged_at": LATER, "acknowledged_by": "ada"},
        may=Rule.SEES_AS_PERSON,
    ),
    Route("GET", "/api/counts", get_counts, "Count what waits now", wire.CountsShape, tag="Hub", may=Rule.KEY),
    Route(
        "GET", "/api/agents", list_agents, "List the agents that you see", wire.AgentList, tag="Agents", may=Rule.KEY
    ),
    Route(
        "DELETE",
        "/api/agents/{name}",
        remove_agent,
        "Remove an agent and its records",
        wire.Removed,
        refuses=(404,),
        tag="Agents",
        may=Rule.OWNER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/notifications",
        list_agent_notifications,
        "List one agent's notifications, newest first",
        wire.NotificationList,
        query=wire.AgentListQuery,
        refuses=(404,),
        tag="Notifications",
        may=Rule.SEES,
    ),
    Route(
        "GET",
        "/api/agents/{name}/notifications/count",
        count_agent_notifications,
        "Count one agent's pending notifications",
        wire.AgentCount,
        refuses=(404,),
        tag="Notifications",
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/keys",
        create_key,
        "Make a key",
        wire.MadeKey,
        (201,),
        body=wire.CreateKey,
        refuses=(409,),
        tag="Keys",
        example={"agent_name": "builder", "label": "laptop", "project": "/home/ada/shop"},
        may=Rule.PERSON,
    ),
    Route("GET", "/api/keys", list_keys, "List your keys", wire.KeyList, tag="Keys", may=Rule.PERSON),
    Route(
        "DELETE", "/api/keys/{id}", revoke_key, "Revoke a key", wire.Revoked, refuses=(404,), tag="Keys", may=Rule.OWNER
    ),
    Route("GET", "/api/me", get_me, "Get who the key is", wire.Me, tag="Keys", may=Rule.KEY),
)
