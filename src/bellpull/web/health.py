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
    async def get_health(call: Call) -> wire.Health:
        """Whether the hub is up, which one it is, and its version. `draining` means that it was told to stop and still
        serves."""
        return wire.Health(readiness.status, call.hub.id, __version__, os.getpid(), started_at)

    async def get_readiness(call: Call) -> Reply:
        """For load balancers: 503 when the hub is about to stop."""
        status = 503 if readiness.draining else 200
        return Reply(status, msgspec.json.encode(wire.Ready(readiness.status)))

    up, takes = "Get whether the hub is up, and which one it is", "Get whether the hub takes on work"
    return (
        Route("GET", "/health", get_health, up, wire.Health, tag="Hub", may=Rule.ANYBODY),
        Route("GET", "/health/ready", get_readiness, takes, wire.Ready, (200, 503), tag="Hub", may=Rule.ANYBODY),
    )
