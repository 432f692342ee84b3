"""Row 5: memory at the start and for each idle socket, in private bytes (shared libraries and file pages left out)."""

import asyncio
from pathlib import Path

from bench.listeners import Audience
from bench.plan import Plan
from bench.servers import Server, hub, seed_style
from bench.table import Line, at_most, kilobytes, megabytes

FEW = 100
GOAL = 20.0
SETTLE = 0.5
"""Seconds for what a handshake leaves behind to be let go."""


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with seed_style(folder / "seed") as seed, hub(folder / "hub") as own:
        seed_start, seed_each = await _weigh(seed, plan.idle_sockets)
        own_start, own_each = await _weigh(own, plan.idle_sockets)
    row = f"5 memory per idle socket, {FEW} to {plan.idle_sockets:,}, in KB"
    return [
        Line(row, kilobytes(own_each), f"seed-style {kilobytes(seed_each)}", own_each / 1024, at_most(GOAL)),
        Line(
            "  memory at the start", megabytes(own_start), f"seed-style {megabytes(seed_start)}", own_start / seed_start
        ),
    ]


async def _weigh(server: Server, sockets: int) -> tuple[float, float]:
    """Private bytes at the start, and for each socket after the first hundred (which pay for what is loaded once)."""
    start = server.private_bytes()
    audience = Audience()
    await audience.grow(server.port, server.owner, FEW)
    await asyncio.sleep(SETTLE)
    few = server.private_bytes()
    await audience.grow(server.port, server.owner, sockets)
    await asyncio.sleep(SETTLE)
    many = server.private_bytes()
    audience.close()
    return start, (many - few) / (sockets - FEW)
