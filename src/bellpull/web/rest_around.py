"""REST around questions: surfaces, history, and signing in on the page."""

from collections.abc import Awaitable, Callable

from msgspec import UNSET

from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import PAGE_LABEL, Principal
from bellpull.web import question_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.rest_accounts import need_https, with_cookie
from bellpull.web.rules import Rule

#: Who asks, of which project (None: all), how many: the last exchanges, oldest first.
LookBack = Callable[[Principal, str | None, int], Awaitable[list[Exchange]]]


async def surfaces(call: Call) -> wire.SurfaceList:
    found = await call.hub.shown_on(call.who)
    return wire.SurfaceList(len(found), [wire.surface_shape(surface) for surface in found])


async def offer_link(call: Call) -> wire.SignInLink:
    link = await call.hub.sign_in.offer(call.who)
    return wire.SignInLink(*link, call.hub.sign_in.address(link))


async def redeem_link(call: Call) -> Reply:
    need_https(call, call.body.cookie)
    who = call.hub.sign_in.redeem(call.body.secret)._replace(origin=call.came.origin)
    if call.body.cookie:
        signed_in = await call.hub.logins.sign_in(who)
        return with_cookie(json_reply(200, wire.SignedIn(None, who.name)), signed_in)
    made = await call.hub.access.make_key(who, "user", who.name, PAGE_LABEL)
    return json_reply(200, wire.SignedIn(made.secret, made.name))


def history_route(look_back: LookBack, usual: int) -> Route:
    async def history(call: Call) -> wire.History:
        limit = usual if call.query.limit is UNSET else call.query.limit
        found = await look_back(call.who, call.query.project or None, limit)
        return wire.History(len(found), [wire.exchange_shape(exchange) for exchange in found])

    summary = "What was asked and answered last, oldest first"
    return Route("GET", "/api/history", history, summary, wire.History, query=wire.HistoryQuery, may=Rule.KEY)


ROUTES = (
    Route("GET", "/api/surfaces", surfaces, "What shows things to you now", wire.SurfaceList, may=Rule.PERSON),
    Route("POST", "/api/sign-in-links", offer_link, "A link to sign in on the page", wire.SignInLink, may=Rule.PERSON),
    Route(
        "POST",
        "/api/sign-in",
        redeem_link,
        "Sign in with the secret of a link",
        wire.SignedIn,
        body=wire.RedeemLink,
        refuses=(401,),
        may=Rule.ANYBODY,
    ),
)
