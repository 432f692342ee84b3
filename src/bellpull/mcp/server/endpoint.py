"""`/mcp`: the address for clients that speak MCP over HTTP. It admits them, confirms what an answer carried once that
is read (`receipts`), and ends quickly when the hub does. The protocol is the SDK's; `server` is all that knows it.

The SDK costs a second and tens of megabytes: the first call loads it, in a thread, and waits for it.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import anyio
from starlette.types import ASGIApp, Receive, Scope, Send

from bellpull.domain.errors import BellpullError, Unauthorized, Unavailable
from bellpull.hub.access import Access
from bellpull.hub.turns import Turns
from bellpull.mcp.server.exchange import EXCHANGE, Exchange
from bellpull.mcp.server.inside import Inside
from bellpull.mcp.server.places import Places
from bellpull.mcp.server.receipts import Receipts
from bellpull.mcp.tool import NO_KEY
from bellpull.web.credentials import bearer
from bellpull.web.endpoint import Reply, read_body, refuse, refuse_internal, send_reply
from bellpull.web.headers import Headers
from bellpull.web.metrics import Metrics
from bellpull.web.strangers import shows_key

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

log = logging.getLogger("bellpull.mcp")

BODY_LIMIT = 4_000_000
LOAD_SECONDS = 30.0
#: The SDK takes as long for one request as the hub for so many.
COST = 8
#: When the hub stops, calls that wait are answered at once; what has not ended by then is cut off.
STOP_SECONDS = 1.0


Make = Callable[[ASGIApp, Places, str], "StreamableHTTPSessionManager"]


class McpSettings(NamedTuple):
    waiting_limit: int
    language: str


class McpEndpoint:
    """`make` gives the SDK's side; it is called in a thread, because the first thing it does is to import the SDK."""

    def __init__(self, access: Access, turns: Turns, settings: McpSettings, make: Make | None = None) -> None:
        self._access = access
        self._turns = turns
        self._language = settings.language
        self._make = make or _make_manager
        self._places = Places(settings.waiting_limit)
        self._wanted = asyncio.Event()
        self._loaded = asyncio.Event()
        self._serve: ASGIApp | None = None
        self._rest: ASGIApp | None = None
        self._running: dict[anyio.CancelScope, Exchange] = {}
        self._stops = False
        self._receipts = Receipts(self._settle)
        self.count_in(Metrics())

    def count_in(self, metrics: Metrics) -> None:
        self._meter = metrics.route("POST /mcp")
        self._refusals = metrics.refusals
        help = "Calls of tools that wait at /mcp; they are among the waiting calls, too."
        metrics.gauge("bellpull_mcp_waiting_calls", help, lambda: self._places.taken)
        help = "How many calls of tools may wait at /mcp."
        metrics.gauge("bellpull_mcp_waiting_calls_limit", help, lambda: self._places.most)

    async def run(self, rest: ASGIApp) -> None:
        """What must run beside the server. `rest` is the application that the tools' requests go to."""
        self._rest = rest
        await self._wanted.wait()
        try:
            manager = await asyncio.to_thread(self._make, rest, self._places, self._language)
        except Exception as error:
            log.error("MCP over HTTP cannot be served: %s", error, exc_info=not isinstance(error, ImportError))
            self._loaded.set()
            return
        async with manager.run():
            self._serve = manager.handle_request
            self._loaded.set()
            await asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """The hub stops: take no more calls, and let none keep it."""
        self._stops = True
        self._loaded.set()
        self._receipts.stop()
        asyncio.get_running_loop().call_later(STOP_SECONDS, self._cut_off)

    async def hear_of(self, agent_name: str) -> None:
        """A sign of life of this agent that came another way."""
        await self._receipts.hear_of(agent_name)

    def _cut_off(self) -> None:
        for running in list(self._running):
            running.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange: Exchange | None = None
        began = time.perf_counter()
        try:
            exchange = scope[EXCHANGE] = await self._admit(scope, receive, send)
            await self._turns.pay(exchange.who, COST)
            self._give_up(exchange)
            await self._receipts.hear(exchange)
            await self._exchange(await self._server(), scope, exchange)
            refusal = refuse(_stopping()) if not exchange.started else None
        except BellpullError as error:
            refusal = refuse(error)
        except asyncio.CancelledError:  # the hub stops, and this has outlasted its deadline
            refusal = refuse(_stopping())
        except Exception:
            log.exception("POST /mcp failed")
            refusal = refuse_internal()
        if refusal is not None and not (exchange and exchange.started):
            await send_reply(send, refusal)
            self._note_refusal(refusal, scope, began)
        elif exchange is not None:
            await exchange.cut()
            self._meter.answered(exchange.status, time.perf_counter() - began)
        if exchange is not None:
            await self._receipts.end(exchange)

    def _note_refusal(self, refusal: Reply, scope: Scope, began: float) -> None:
        self._meter.answered(refusal.status, time.perf_counter() - began)
        self._refusals.answered(refusal.code or "", refusal.status, scope.get("client"), self._meter.route)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> Exchange:
        headers: Headers = scope["bellpull.headers"]
        try:
            secret = bearer(headers)
        except Unauthorized as error:
            raise Unauthorized(error.code, NO_KEY, error.hint) from None
        who = await self._access.admit(secret)
        shows_key(scope, who)
        exchange = Exchange(who, headers, await read_body(headers, receive, BODY_LIMIT), receive, send)
        exchange.handing = lambda: self._handing(exchange)
        exchange.on_written = lambda: self._receipts.hold(exchange)
        return exchange

    def _handing(self, caller: Exchange) -> set[str]:
        """No call brings as a nudge what comes to the same caller by another one."""
        others = (*self._running.values(), *self._receipts.held())
        return {one.about for one in others if one.about is not None and one.who.name == caller.who.name}

    async def _server(self) -> ASGIApp:
        self._wanted.set()
        try:
            await asyncio.wait_for(self._loaded.wait(), LOAD_SECONDS)
        except TimeoutError:
            raise Unavailable("mcp_loading", "MCP is still being loaded", "try again in a moment") from None
        if self._stops:
            raise _stopping()
        if self._serve is None:
            raise Unavailable("mcp_unavailable", "MCP over HTTP cannot be served", "the log says why: bellpull logs")
        return self._serve

    def _give_up(self, exchange: Exchange) -> None:
        """Up to revision 2025-11-25 a client that cancels says so in a request of its own and may leave the call's
        stream open: what is written there is read by nobody, so it does not count as handed. Ids are the client's, and
        two clients may share a key: only a call that can be no other's is ended."""
        meant = [running for running, other in self._running.items() if exchange.cancels(other)]
        for running in meant:
            self._running[running].gone = True
        if len(meant) == 1:
            meant[0].cancel()

    async def _exchange(self, serve: ASGIApp, scope: Scope, exchange: Exchange) -> None:
        with anyio.CancelScope() as running:
            self._running[running] = exchange
            try:
                await serve(_trimmed(scope), exchange.receive, exchange.send)
            finally:
                del self._running[running]

    async def _settle(self, exchange: Exchange, read: bool) -> None:
        """Tell the hub what became of what the answer carried. What fails here mends itself: leases expire, and an
        answer that was not handed becomes a nudge."""
        assert self._rest is not None
        inside = Inside(self._rest, exchange.headers)
        for path, body in _consequences(exchange, read):
            try:
                await inside.ask("POST", path, body)
            except BellpullError as error:
                log.info("POST %s: %s", path, error)


def _make_manager(rest: ASGIApp, places: Places, language: str) -> "StreamableHTTPSessionManager":
    from bellpull.mcp.server.sdk import make_server, manager_of

    return manager_of(make_server(rest, places, language), BODY_LIMIT)


def _consequences(exchange: Exchange, read: bool) -> list[tuple[str, dict[str, object]]]:
    nudges = f"/api/agents/{quote(exchange.who.name)}/nudges/"
    found: list[tuple[str, dict[str, object]]] = []
    if exchange.nudges and read:
        found.append((f"{nudges}confirm", {"ids": exchange.nudges}))
    elif exchange.nudges:
        found.append((f"{nudges}release", {"ids": exchange.nudges, "repeat": exchange.written}))
    if exchange.hands and read:
        found.append((f"/api/questions/{quote(exchange.hands, safe='')}/handed", {}))
    if exchange.waits_for:
        found.append((f"/api/questions/{quote(exchange.waits_for, safe='')}/release", {"reason": "gone"}))
    return found


def _trimmed(scope: Scope) -> Scope:
    """Blanks around a header's value are not part of it; the server beneath leaves those at its end."""
    return {**scope, "headers": [(name, value.strip(b" \t")) for name, value in scope["headers"]]}


def _stopping() -> BellpullError:
    return Unavailable("stopping", "The hub is stopping.", "try again in a moment")
