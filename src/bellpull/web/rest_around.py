"""REST around questions: surfaces, history, and signing in on the page."""

from collections.abc import Awaitable, Callable

from msgspec import UNSET

from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import PAGE_LABEL, Principal
from bellpull.web import question_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.openapi_examples import LINK
from bellpull.web.rest_accounts import need_https, with_cookie
from bellpull.web.rules import Rule

#: Who asks, of which project (None: all), how many: the last exchanges, oldest first.
LookBack = Callable[[Principal, str | None, int], Awaitable[list[Exchange]]]


async def list_surfaces(call: Call) -> wire.SurfaceList:
    """The pages, desks and terminals that show things to you; for an admin everybody's."""
    found = await call.hub.shown_on(call.who)
    return wire.SurfaceList(len(found), [wire.surface_shape(surface) for surface in found])


async def create_sign_in_link(call: Call) -> wire.SignInLink:
    """The link is the hub's address and `/#sign-in=SECRET`. It works once, for ten minutes, and as long as the hub
    runs. `url` is the whole link if the hub has a `public_url`."""
    link = await call.hub.sign_in.offer(call.who)
    return wire.SignInLink(*link, call.hub.sign_in.address(link))


async def redeem_sign_in_link(call: Call) -> Reply:
    """The token is a key of that person. 401 `link_used` the second time, or too late. With `cookie`, over https, it is
    a sign-in in a cookie instead."""
    need_https(call, call.body.cookie)
    who = call.hub.sign_in.redeem(call.body.secret)._replace(origin=call.came.origin)
    if call.body.cookie:
        signed_in = await call.hub.logins.sign_in(who)
        return with_cookie(json_reply(200, wire.SignedIn(None, who.name)), signed_in)
    made = await call.hub.access.make_key(who, "user", who.name, PAGE_LABEL)
    return json_reply(200, wire.SignedIn(made.secret, made.name))


def history_route(look_back: LookBack, usual: int) -> Route:
    async def list_history(call: Call) -> wire.History:
        """What was asked and answered last, oldest first, of one project or of all. If VoiceMode runs on the hub's
        machine, what was spoken is among it."""
        limit = usual if call.query.limit is UNSET else call.query.limit
        found = await look_back(call.who, call.query.project or None, limit)
        return wire.History(len(found), [wire.exchange_shape(exchange) for exchange in found])

    summary = "List what was asked and answered last"
    return Route(
        "GET",
        "/api/history",
        list_history,
        summary,
        wire.History,
        query=wire.HistoryQuery,
        tag="Questions",
        may=Rule.KEY,
    )


ROUTES = (
    Route(
        "GET",
        "/api/surfaces",
        list_surfaces,
        "List what shows things to you now",
        wire.SurfaceList,
        tag="People",
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        "/api/sign-in-links",
        create_sign_in_link,
        "Make a link to sign in on the page",
        wire.SignInLink,
        tag="Signing in",
        may=Rule.PERSON,
    ),
    Route(
        "POST",
        "/api/sign-in",
        redeem_sign_in_link,
        "Sign in with the secret of a link",
        wire.SignedIn,
        body=wire.RedeemLink,
        refuses=(401,),
        tag="Signing in",
        example={"secret": LINK},
        may=Rule.ANYBODY,
    ),
)
