"""Row 4, second half: does one socket that never reads slow anybody? The same hub, with and without it, in turns.

Titles are long, so that a turn sends more than the system's buffers hold and the hub has to cut the socket off.
"""

from pathlib import Path
from statistics import median

from bench.calls import Load, drive, request
from bench.creates import NOTIFICATION
from bench.listeners import Audience, stall, was_cut
from bench.plan import Plan
from bench.servers import Server, hub, with_agent
from bench.table import Line, at_most, milli

CREATORS = 16
LISTENERS = 100
SECONDS = 2.5
LONG = NOTIFICATION | {"title": "🔔" * 200, "category": "🔒" * 200}


async def measure(folder: Path, plan: Plan) -> list[Line]:
    without: list[Load] = []
    stalled: list[Load] = []
    cut = 0
    with hub(folder / "hub") as started:
        server = await with_agent(started, "bench-agent")
        audience = Audience()
        await audience.grow(server.port, server.owner, LISTENERS)
        await _turn(server)
        for number in range(plan.stall_rounds):
            if number % 2:
                without.append(await _turn(server))
            stuck = await stall(server.port, server.owner)
            stalled.append(await _turn(server))
            cut += await was_cut(stuck)
            if not number % 2:
                without.append(await _turn(server))
        audience.close()
    return [_line(without, stalled, f", cut off in {cut} of {plan.stall_rounds} turns")]


async def _turn(server: Server) -> Load:
    message = request("POST", "/api/notifications", server.key, LONG)
    return await drive(server.port, message, CREATORS, SECONDS)


def _line(without: list[Load], stalled: list[Load], cut: str) -> Line:
    rounds = [bad.quantile(0.99) / good.quantile(0.99) for bad, good in zip(stalled, without, strict=True)]
    row = "4 one stalled socket, create p99"
    return Line(row, _describe(stalled) + cut, f"without {_describe(without)}", median(rounds), at_most(1.2), rounds)


def _describe(loads: list[Load]) -> str:
    p50, p99 = (median(load.quantile(share) for load in loads) for share in (0.5, 0.99))
    return f"p50 {milli(p50)} p99 {milli(p99)} at {median(load.rate for load in loads):,.0f}/s"
