"""Another agent, who only tells people something now and then while the bad requests come: how long that takes. Its
figures are for the report; no run fails because of them."""

import asyncio
from dataclasses import dataclass, field
from time import perf_counter

from bench.calls import Caller, dial, once, quantile, request
from bench.servers import Server, with_agent
from bench.table import milli

EVERY = 0.05
NAME = "neighbour"


@dataclass
class Neighbour:
    latencies: list[float] = field(default_factory=list)

    async def live(self, server: Server) -> None:
        own = await with_agent(server, NAME)
        message = request("POST", "/api/notifications", own.key, {"notification_type": "status", "title": "As ever"})
        caller: Caller = await dial(server.port)
        while True:
            began = perf_counter()
            await once(caller, message)
            self.latencies.append(perf_counter() - began)
            await asyncio.sleep(EVERY)

    def described(self) -> str:
        if not self.latencies:
            return "not asked"
        half, most, longest = (quantile(self.latencies, share) for share in (0.5, 0.99, 1.0))
        return f"p50 {milli(half)}, p99 {milli(most)}, longest {milli(longest)} ({len(self.latencies):,} times)"
