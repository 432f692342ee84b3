"""Every route and socket of the hub with who may use it, as the code defines them."""

from typing import Any, cast

from bellpull.web.app import _hub_routes
from bellpull.web.endpoint import Route
from bellpull.web.health import Readiness, health_routes
from bellpull.web.metrics import Metrics
from bellpull.web.rest_around import history_route
from bellpull.web.rest_hooks import hook_route
from bellpull.web.routes import ROUTES as KNOWN
from bellpull.web.rules import Rule


def _served() -> tuple[Route, ...]:
    """None of them is called here, so what they would work with is not needed."""
    around = (history_route(cast("Any", None), 0), hook_route({}), *health_routes(Readiness(), ""))
    return (*KNOWN, *around, *_hub_routes((*KNOWN, *around), Metrics()))


SERVED = {f"{route.method} {route.path}": route for route in _served()}
RULES: dict[str, Rule | None] = {name: route.may for name, route in SERVED.items()}
ROUTES = list(RULES)
SOCKETS = {"/ws/events": Rule.KEY, "/ws": Rule.ADMIN}
