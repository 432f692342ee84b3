"""The hub as one ASGI application: the routes, the sockets, the page, and what runs beside them while it lives."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from starlette.routing import BaseRoute, Router, WebSocketRoute
from starlette.routing import Route as Path
from starlette.types import ASGIApp, Receive, Scope, Send

from bellpull.domain.errors import BellpullError
from bellpull.domain.happening import HookFormat
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Feed
from bellpull.hub.rights import need_person
from bellpull.web.endpoint import Call, Endpoint, Reply, Route, refuse, send_reply
from bellpull.web.figures import measure_hub, shown
from bellpull.web.guard import Guard, refuse_socket
from bellpull.web.health import Readiness, health_routes
from bellpull.web.live import Live
from bellpull.web.methods import Methods
from bellpull.web.metrics import Metrics
from bellpull.web.openapi import document
from bellpull.web.page import page_paths
from bellpull.web.process import measure_process
from bellpull.web.refusals import Refusals
from bellpull.web.rest_around import LookBack, history_route
from bellpull.web.rest_hooks import hook_route
from bellpull.web.routes import ROUTES
from bellpull.web.rules import Rule
from bellpull.web.sockets import SocketEndpoint

SideTask = Callable[[], Coroutine[Any, Any, None]]


class Settings(NamedTuple):
    host: str
    allowed_hosts: tuple[str, ...]
    body_limit: int
    socket_buffer: int
    started_at: str
    #: Of the page.
    language: str
    history_limit: int
    #: The address under which people reach the hub, as browsers write it, where that is not its own.
    public_origin: str = ""
    #: By which it proves to whoever knows it that it is this hub.
    secret: str = ""


class App(NamedTuple):
    serve: ASGIApp
    #: What must run while it serves.
    beside: tuple[SideTask, ...]
    metrics: Metrics
    readiness: Readiness


def create_app(
    hub: Hub,
    feed: Feed,
    look_back: LookBack,
    hooks: Mapping[str, HookFormat],
    settings: Settings,
    mcp: ASGIApp | None = None,
) -> App:
    metrics = Metrics()
    measure_hub(metrics, hub)
    measure_process(metrics)
    live = Live(hub, feed, metrics, settings.socket_buffer)
    readiness = Readiness()
    around = (history_route(look_back, settings.history_limit), hook_route(hooks))
    known = (*ROUTES, *around, *health_routes(readiness, settings.started_at))
    routes = (*known, *_hub_routes(known, metrics))
    methods = _methods(routes, hub, metrics, settings.body_limit)
    if mcp is not None:
        methods["/mcp"] = Methods({"POST": mcp}, metrics.refusals)
    router = Router(
        [
            *_socket_paths(hub, live, metrics),
            *page_paths(settings.language, metrics.refusals),
        ],
        redirect_slashes=False,
        default=Refuse(BellpullError("not_found", "Not found", "see: GET /openapi.json"), 404, metrics.refusals),
    )
    names = (settings.host, settings.allowed_hosts, settings.public_origin)
    serve = Guard(Shortcut(methods, router), *names, metrics.refusals, settings.secret)
    return App(serve, (live.run, live.run_pings), metrics, readiness)


def _hub_routes(known: tuple[Route, ...], metrics: Metrics) -> tuple[Route, ...]:
    async def get_metrics(call: Call) -> Reply:
        """What the hub measures of itself, as Prometheus text. It names nobody."""
        need_person(call.who)
        return await shown(metrics, call.hub)

    async def get_openapi(call: Call) -> Reply:
        """This document. It needs no key: nothing in it is anybody's."""
        return Reply(200, described())

    routes = (
        Route("GET", "/metrics", get_metrics, "Get what the hub measures", "text/plain", tag="Hub", may=Rule.PERSON),
        Route(
            "GET", "/openapi.json", get_openapi, "Get this document", "application/json", tag="Hub", may=Rule.ANYBODY
        ),
    )

    @cache
    def described() -> bytes:
        """Made when somebody first asks: a hub starts more often than that."""
        return msgspec.json.encode(document((*known, *routes)))

    return routes


def _methods(routes: tuple[Route, ...], hub: Hub, metrics: Metrics, body_limit: int) -> dict[str, Methods]:
    endpoints: defaultdict[str, dict[str, ASGIApp]] = defaultdict(dict)
    for route in routes:
        endpoints[route.path][route.method] = Endpoint(route, hub, metrics, body_limit)
    return {path: Methods(of_path, metrics.refusals) for path, of_path in endpoints.items()}


class Shortcut:
    """Finds an endpoint by the parts of its path, and hands the call over to it: no coroutine of ours stays in between
    while thousands wait."""

    def __init__(self, methods: dict[str, Methods], router: ASGIApp) -> None:
        self._fixed = {path: endpoint for path, endpoint in methods.items() if "{" not in path}
        self._shaped: defaultdict[int, list[tuple[list[str], Methods]]] = defaultdict(list)
        for path, endpoint in methods.items():
            if "{" in path:
                self._shaped[path.count("/")].append((path.split("/"), endpoint))
        self._router = router

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == "http":
            path = scope["path"]
            if endpoint := self._fixed.get(path):
                scope["path_params"] = {}
                return endpoint(scope, receive, send)
            given = path.split("/")
            for parts, endpoint in self._shaped.get(len(given) - 1, ()):
                if (named := _named(parts, given)) is not None:
                    scope["path_params"] = named
                    return endpoint(scope, receive, send)
        return self._router(scope, receive, send)


def _named(parts: list[str], given: list[str]) -> dict[str, str] | None:
    """What stands in the places of the names, None if it is another path."""
    named: dict[str, str] = {}
    for part, own in zip(parts, given, strict=True):
        if part.startswith("{") and own:
            named[part[1:-1]] = own
        elif part != own:
            return None
    return named


def _socket_paths(hub: Hub, live: Live, metrics: Metrics) -> list[BaseRoute]:
    endpoints = {
        path: SocketEndpoint(hub, live, metrics, path, admins_only=admins_only)
        for path, admins_only in {"/ws/events": False, "/ws": True}.items()
    }
    sockets: list[BaseRoute] = [WebSocketRoute(path, endpoint) for path, endpoint in endpoints.items()]
    error = BellpullError("upgrade_required", "This address is a WebSocket", "connect with ws://")
    plain = Refuse(error, 426, metrics.refusals)
    return [*sockets, *(Path(path, plain) for path in endpoints)]


class Refuse:
    """An address where nothing is to be had."""

    def __init__(self, error: BellpullError, status: int, refusals: Refusals) -> None:
        self._code = error.code
        self._refusal = refuse(error, status)
        self._refusals = refusals

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._refusals.note(self._code, scope.get("client"))
        if scope["type"] == "websocket":
            await refuse_socket(receive, send)
        else:
            await send_reply(send, self._refusal)
