"""Whether the hub is up, and whether it still takes on work: for people, for its own programs, and for load balancers.

A hub that is told to stop may serve on for a while as one that is draining, so that whoever sends it requests notices.
"""

import os

import msgspec

from bellpull import __version__
from bellpull.web import wire
from bellpull.web.endpoint import Call, Reply, Route
from bellpull.web.rules import Rule


class Readiness:
    """Shared by the server, which knows, and the routes, which tell."""

    def __init__(self) -> None:
        self.draining = False

    @property
    def status(self) -> str:
        return "draining" if self.draining else "ready"


def health_routes(readiness: Readiness, started_at: str) -> tuple[Route, Route]:
    async def health(call: Call) -> wire.Health:
        return wire.Health(readiness.status, call.hub.id, __version__, os.getpid(), started_at)

    async def ready(call: Call) -> Reply:
        status = 503 if readiness.draining else 200
        return Reply(status, msgspec.json.encode(wire.Ready(readiness.status)))

    up, takes = "Is it up, and which hub is it", "Does it take on work, for load balancers"
    return (
        Route("GET", "/health", health, up, wire.Health, may=Rule.ANYBODY),
        Route("GET", "/health/ready", ready, takes, wire.Ready, (200, 503), may=Rule.ANYBODY),
    )
