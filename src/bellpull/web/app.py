"""The hub as one ASGI application: the routes, the sockets, the page, and what runs beside them while it lives."""

import os
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, NamedTuple

import msgspec
from starlette.routing import BaseRoute, Router, WebSocketRoute
from starlette.routing import Route as Path
from starlette.types import ASGIApp, Receive, Scope, Send

from bellpull import __version__
from bellpull.domain.errors import BellpullError
from bellpull.domain.happening import HookFormat
from bellpull.hub.access import need_admin
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Feed
from bellpull.web import wire
from bellpull.web.endpoint import Call, Endpoint, Reply, Route, refuse, send_reply
from bellpull.web.guard import Guard, refuse_socket
from bellpull.web.live import Live
from bellpull.web.methods import Methods
from bellpull.web.metrics import Metrics
from bellpull.web.openapi import document
from bellpull.web.page import page_paths
from bellpull.web.rest_around import LookBack, history_route
from bellpull.web.rest_hooks import hook_route
from bellpull.web.routes import ROUTES
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


class App(NamedTuple):
    serve: ASGIApp
    #: What must run while it serves.
    beside: tuple[SideTask, ...]
    metrics: Metrics


def create_app(
    hub: Hub,
    feed: Feed,
    look_back: LookBack,
    hooks: Mapping[str, HookFormat],
    settings: Settings,
    mcp: ASGIApp | None = None,
) -> App:
    metrics = Metrics()
    metrics.gauge("writes_waiting", hub.store.waiting)
    live = Live(hub, feed, metrics, settings.socket_buffer)
    known = (*ROUTES, history_route(look_back, settings.history_limit), hook_route(hooks))
    routes = (*known, *_hub_routes(known, settings, metrics))
    methods = _methods(routes, hub, metrics, settings.body_limit)
    if mcp is not None:
        methods["/mcp"] = Methods({"POST": mcp})
    router = Router(
        [
            *_socket_paths(hub, live),
            *page_paths(settings.language),
        ],
        redirect_slashes=False,
        default=Refuse(BellpullError("not_found", "Not found", "see: GET /openapi.json"), 404),
    )
    serve = Guard(Shortcut(methods, router), settings.host, settings.allowed_hosts)
    return App(serve, (live.run, live.run_pings), metrics)


def _hub_routes(known: tuple[Route, ...], settings: Settings, metrics: Metrics) -> tuple[Route, ...]:
    async def health(call: Call) -> wire.Health:
        return wire.Health("ok", call.hub.id, __version__, os.getpid(), settings.started_at)

    async def show_metrics(call: Call) -> Reply:
        need_admin(call.who)
        return Reply(200, metrics.text().encode(), ((b"content-type", b"text/plain; version=0.0.4; charset=utf-8"),))

    async def openapi(call: Call) -> Reply:
        return Reply(200, described)

    routes = (
        Route("GET", "/health", health, "Is it up, and which hub is it", wire.Health, public=True),
        Route("GET", "/metrics", show_metrics, "Prometheus text", "text/plain"),
        Route("GET", "/openapi.json", openapi, "This document", "application/json"),
    )
    described = msgspec.json.encode(document((*known, *routes)))
    return routes


def _methods(routes: tuple[Route, ...], hub: Hub, metrics: Metrics, body_limit: int) -> dict[str, Methods]:
    endpoints: defaultdict[str, dict[str, ASGIApp]] = defaultdict(dict)
    for route in routes:
        endpoints[route.path][route.method] = Endpoint(route, hub, metrics, body_limit)
    return {path: Methods(of_path) for path, of_path in endpoints.items()}


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


def _socket_paths(hub: Hub, live: Live) -> list[BaseRoute]:
    endpoints = {
        "/ws/events": SocketEndpoint(hub, live, admins_only=False),
        "/ws": SocketEndpoint(hub, live, admins_only=True),
    }
    sockets: list[BaseRoute] = [WebSocketRoute(path, endpoint) for path, endpoint in endpoints.items()]
    plain = Refuse(BellpullError("upgrade_required", "This address is a WebSocket", "connect with ws://"), 426)
    return [*sockets, *(Path(path, plain) for path in endpoints)]


class Refuse:
    """An address where nothing is to be had."""

    def __init__(self, error: BellpullError, status: int) -> None:
        self._refusal = refuse(error, status)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await refuse_socket(receive, send)
        else:
            await send_reply(send, self._refusal)
