"""REST of nudges and trails: what people and the world tell an agent, what carriers do with it, and what passed between
an agent and its people."""

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.instant import instant
from bellpull.hub.repeats import check_key
from bellpull.hub.trail import agent_numbers, agent_trail
from bellpull.web import nudge_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rest import IDEMPOTENCY_KEY
from bellpull.web.rules import Rule


async def tell_agent(call: Call) -> Reply:
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    body: wire.TellAgent = call.body
    told, new = await call.hub.nudges.tell(call.who, call.path["name"], body.draft(call.who), key)
    wakes = await call.hub.nudges.wakes(told.agent_name, told.session)
    return json_reply(201 if new else 200, wire.told_shape(told, _now(call), wakes))


async def list_nudges(call: Call) -> wire.NudgeList:
    query: wire.NudgeQuery = call.query
    name, session = check_name(call.path["name"]), None if query.session is UNSET else query.session
    if query.state == "handed":
        found = await call.hub.nudges.handed(call.who, name, query.limit)
    elif query.state == "pending":
        found = await call.hub.nudges.pending(call.who, name, session, query.wait)
    else:
        raise Invalid("invalid_state", "Invalid state. Must be: pending or handed")
    return wire.NudgeList(len(found), [wire.nudge_shape(one, _now(call)) for one in found[: query.limit]])


async def claim_nudges(call: Call) -> wire.ClaimedNudges:
    body: wire.ClaimNudges = call.body
    claimed = await call.hub.nudges.claim(
        call.who,
        call.path["name"],
        body.session,
        body.carrier,
        limit=body.limit,
        max_chars=body.max_chars,
        except_question=body.except_question,
        sure=body.sure,
    )
    return wire.ClaimedNudges([wire.nudge_shape(one, _now(call)) for one in claimed.nudges], claimed.left)


async def confirm_nudges(call: Call) -> wire.NudgeCount:
    return wire.NudgeCount(await call.hub.nudges.confirm(call.who, call.path["name"], call.body.ids))


async def release_nudges(call: Call) -> wire.NudgeCount:
    return wire.NudgeCount(await call.hub.nudges.release(call.who, call.path["name"], call.body.ids))


async def show_trail(call: Call) -> wire.Trail:
    query: wire.TrailQuery = call.query
    before = None if query.before is UNSET else query.before
    found = await agent_trail(call.hub.store, call.who, check_name(call.path["name"]), before, query.limit)
    return wire.Trail(len(found), [wire.entry_shape(entry) for entry in found])


async def show_numbers(call: Call) -> wire.NumbersShape:
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
        "Tell an agent something: it reads it with its next tool result, or is woken with it",
        wire.ToldNudge,
        (201, 200),
        body=wire.TellAgent,
        refuses=(404, 409, 413, 429),
        headers=IDEMPOTENCY_KEY,
        may=Rule.SEES,
    ),
    Route(
        "GET",
        NUDGES,
        list_nudges,
        "What is pending for an agent, oldest first; or what was handed to it, newest first",
        wire.NudgeList,
        query=wire.NudgeQuery,
        refuses=(404,),
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
        may=Rule.CARRIER,
    ),
    Route(
        "POST",
        f"{NUDGES}/confirm",
        confirm_nudges,
        "They are in the agent's context",
        wire.NudgeCount,
        body=wire.NudgeIds,
        refuses=(404,),
        may=Rule.CARRIER,
    ),
    Route(
        "POST",
        f"{NUDGES}/release",
        release_nudges,
        "They are not: give them back",
        wire.NudgeCount,
        body=wire.NudgeIds,
        refuses=(404,),
        may=Rule.CARRIER,
    ),
    Route(
        "GET",
        "/api/agents/{name}/trail",
        show_trail,
        "What passed between an agent and its people, newest first",
        wire.Trail,
        query=wire.TrailQuery,
        refuses=(404,),
        may=Rule.SEES,
    ),
    Route(
        "GET",
        "/api/agents/{name}/numbers",
        show_numbers,
        "An agent in numbers: told, asked, answered, and how soon",
        wire.NumbersShape,
        refuses=(400, 404),
        may=Rule.SEES_AS_PERSON,
    ),
)
