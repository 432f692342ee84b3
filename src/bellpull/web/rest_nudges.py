"""REST of nudges and trails: what people and the world tell an agent, what carriers do with it, and what passed between
an agent and its people."""

from datetime import timedelta

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.instant import instant
from bellpull.domain.nudge import LEASE
from bellpull.hub.repeats import check_key
from bellpull.hub.trail import agent_numbers, agent_trail
from bellpull.web import nudge_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.openapi_examples import NUDGE, SESSION
from bellpull.web.rest import IDEMPOTENCY_KEY
from bellpull.web.rules import Rule


async def tell_agent(call: Call) -> Reply:
    """The agent reads it with its next tool result, or is woken with it if it idles and can be woken: `delivery` says
    which. An agent's key may nudge that agent alone, and names a source."""
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    body: wire.TellAgent = call.body
    told, new = await call.hub.nudges.tell(call.who, call.path["name"], body.draft(call.who), key)
    wakes = await call.hub.nudges.wakes(told.agent_name, told.session)
    return json_reply(201 if new else 200, wire.told_shape(told, _now(call), wakes))


async def list_nudges(call: Call) -> wire.NudgeList:
    """The pending ones oldest first, or those that were handed newest first. With `wait` the answer comes as soon as
    something is pending."""
    query: wire.NudgeQuery = call.query
    name, session = check_name(call.path["name"]), None if query.session is UNSET else query.session
    after = None if query.after is UNSET else query.after
    if query.state == "handed":
        found = await call.hub.nudges.handed(call.who, name, query.limit, after)
    elif query.state == "pending":
        found = await call.hub.nudges.pending(call.who, name, session, query.wait, query.limit, after)
    else:
        raise Invalid("invalid_state", "Invalid state. Must be: pending or handed")
    nudges = [wire.nudge_shape(one, _now(call)) for one in found.nudges]
    return wire.NudgeList(len(nudges), nudges, found.total)


async def claim_nudges(call: Call) -> wire.ClaimedNudges:
    """Leases what is pending to the caller for `lease` seconds, in order; `xml` is what goes into the agent's context.
    A lease that runs out makes a nudge pending again."""
    body: wire.ClaimNudges = call.body
    if body.lease <= LEASE.total_seconds():  # who takes a longer one asks for the hub's own /mcp, which has heard it
        await call.hub.nudges.on_sign_of_life(call.path["name"])
    claimed = await call.hub.nudges.claim(
        call.who,
        call.path["name"],
        body.session,
        body.carrier,
        limit=body.limit,
        max_chars=body.max_chars,
        except_questions=body.excepted(),
        lease=timedelta(seconds=body.lease),
        sure=body.sure,
    )
    return wire.ClaimedNudges([wire.nudge_shape(one, _now(call)) for one in claimed.nudges], claimed.left)


async def confirm_nudges(call: Call) -> wire.NudgeCount:
    """The nudges were written into the agent's context: they are handed. The answer says how many changed."""
    return wire.NudgeCount(await call.hub.nudges.confirm(call.who, call.path["name"], call.body.ids))


async def release_nudges(call: Call) -> wire.NudgeCount:
    """The nudges were not written: they are pending again. With `repeat` they were, and perhaps nobody has read them:
    they say so when they are told again. The answer says how many changed."""
    body: wire.ReleaseNudges = call.body
    released = await call.hub.nudges.release(call.who, call.path["name"], body.ids, repeat=body.repeat)
    return wire.NudgeCount(released)


async def get_agent_trail(call: Call) -> wire.AgentTrail:
    """What was told, asked, answered, nudged and handed, newest first. Secret answers are not in it."""
    query: wire.TrailQuery = call.query
    before = None if query.before is UNSET else query.before
    found = await agent_trail(call.hub.store, call.who, check_name(call.path["name"]), before, query.limit)
    return wire.AgentTrail(len(found), [wire.entry_shape(entry) for entry in found])


async def get_agent_numbers(call: Call) -> wire.NumbersShape:
    """Counts of all that is kept of the agent, and the median of the seconds that an answer took."""
    name = check_name(call.path["name"])
    return wire.NumbersShape(name, *await agent_numbers(call.hub.store, call.who, name))


def _now(call: Call) -> str:
    return instant(call.hub.clock())


NUDGES = "/api/agents/{name}/nudges"
ROUTES = (
    Route(
        "POST",
        NUDGES,
        tell_agent,
        "Tell an agent something",
        wire.ToldNudge,
        (201, 200),
        body=wire.TellAgent,
        refuses=(404, 409, 413, 429),
        headers=IDEMPOTENCY_KEY,
        tag="Nudges",
        example={"message": "use the staging database"},
        may=Rule.SEES,
    ),
    Route(
        "GET",
        NUDGES,
        list_nudges,
        "List an agent's nudges",
        wire.NudgeList,
        query=wire.NudgeQuery,
        refuses=(404,),
        tag="Nudges",
        may=Rule.SEES,
    ),
    Route(
        "POST",
        f"{NUDGES}/claim",
        claim_nudges,
        "Take what is pending for an agent",
        wire.ClaimedNudges,
        body=wire.ClaimNudges,
        refuses=(404,),
        tag="Nudges",
        example={"session": SESSION, "carrier": "my-agent"},
        answers={"left": 0},
        may=Rule.CARRIER,
    ),
    Route(
        "POST",
        f"{NUDGES}/confirm",
        confirm_nudges,
        "Say that nudges are in the agent's context",
        wire.NudgeCount,
        body=wire.NudgeIds,
        refuses=(404,),
        tag="Nudges",
        example={"ids": [NUDGE]},
        may=Rule.CARRIER,
    ),
    Route(
        "POST",
        f"{NUDGES}/release",
        release_nudges,
        "Give nudges back",
        wire.NudgeCount,
        body=wire.ReleaseNudges,
        refuses=(404,),
        tag="Nudges",
        example={"ids": [NUDGE]},
        may=Rule.CARRIER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/trail",
        get_agent_trail,
        "Get what passed between an agent and its people",
        wire.AgentTrail,
        query=wire.TrailQuery,
        refuses=(404,),
        tag="Agents",
        may=Rule.SEES,
    ),
    Route(
        "GET",
        "/api/agents/{name}/numbers",
        get_agent_numbers,
        "Get an agent in numbers",
        wire.NumbersShape,
        refuses=(400, 404),
        tag="Agents",
        may=Rule.SEES_AS_PERSON,
    ),
)
