"""Row 1: durable creates, 64 at once and one at a time: the hub beside the echo, the seed's style and a raw writer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.calls import Load, drive, request
from bench.plan import Plan
from bench.rawwriter import Writes, write
from bench.servers import Server, echo, hub, seed_style, with_agent
from bench.table import Goal, Line, at_least, micro, milli

AT_ONCE = 64
GROUP = 64
WARM_UP = 0.3
NOTIFICATION = {
    "notification_type": "completion",
    "title": "Daily report generated",
    "message": "Processed 15,000 records. Report saved to content/reports/2026-02-20.pdf",
    "priority": "normal",
    "category": "progress",
    "metadata": {"records_processed": 15000, "output_path": "content/reports/2026-02-20.pdf"},
}


@dataclass(frozen=True)
class Turn:
    load: Load
    cpu: float


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with echo() as bare, seed_style(folder / "seed") as seed, hub(folder / "hub") as started:
        servers = (bare, seed, await with_agent(started, "bench-agent"))
        crowd = await _in_turns(servers, AT_ONCE, plan.rounds, plan.seconds)
        alone = await _in_turns(servers, 1, plan.rounds // 2, plan.seconds / 2)
    single = write(folder / "single.db", 1, plan.seconds / 2)
    grouped = write(folder / "grouped.db", GROUP, plan.seconds / 2)
    return [*_crowd_lines(*crowd), *_alone_lines(*alone), _raw_line(crowd[2], single, grouped)]


async def turn(server: Server, connections: int, seconds: float) -> Turn:
    """Creates on one server for some seconds, after a short warm-up."""
    message = create(server)
    await drive(server.port, message, connections, WARM_UP)
    before = server.cpu()
    load = await drive(server.port, message, connections, seconds)
    return Turn(load, server.cpu() - before)


def create(server: Server) -> bytes:
    return request("POST", "/api/notifications", server.key, NOTIFICATION)


async def _in_turns(servers: Sequence[Server], connections: int, rounds: int, seconds: float) -> list[list[Turn]]:
    turns: list[list[Turn]] = [[] for _ in servers]
    for _ in range(rounds):
        for server, own in zip(servers, turns, strict=True):
            own.append(await turn(server, connections, seconds))
    return turns


def _crowd_lines(bare: list[Turn], seed: list[Turn], own: list[Turn]) -> list[Line]:
    row = f"creates, {AT_ONCE} at once"
    return [
        _rate_line(f"1 {row}, to seed-style", own, seed, at_least(15)),
        _rate_line(f"1 {row}, to bare echo", own, bare, at_least(0.25)),
        Line(f"  {row}, CPU each to echo", micro(cpu_each(own)), micro(cpu_each(bare)), cpu_each(own) / cpu_each(bare)),
        Line(
            f"  {row}, CPU each to seed-style",
            micro(cpu_each(own)),
            micro(cpu_each(seed)),
            cpu_each(own) / cpu_each(seed),
        ),
    ]


def _alone_lines(bare: list[Turn], seed: list[Turn], own: list[Turn]) -> list[Line]:
    return [
        _rate_line("  creates, one at a time, to seed-style", own, seed),
        _rate_line("  creates, one at a time, to bare echo", own, bare),
    ]


def _raw_line(own: list[Turn], single: Writes, grouped: Writes) -> Line:
    rate = median(each.load.rate for each in own)
    beside = f"1 row {single.rate:,.0f}/s commit {milli(single.commit_p50)}; {GROUP} rows {grouped.rate:,.0f}/s commit "
    beside += f"{milli(grouped.commit_p50)}, {micro(grouped.cpu / grouped.rows)} CPU each"
    return Line(f"  creates, to raw writer in groups of {GROUP}", f"{rate:,.0f}/s", beside, rate / grouped.rate)


def _rate_line(row: str, own: list[Turn], other: list[Turn], goal: Goal | None = None) -> Line:
    """How many times faster, taken within each round."""
    rounds = [mine.load.rate / theirs.load.rate for mine, theirs in zip(own, other, strict=True)]
    return Line(row, describe(own), describe(other), median(rounds), goal, rounds)


def describe(turns: list[Turn]) -> str:
    rate = median(each.load.rate for each in turns)
    p50 = median(each.load.quantile(0.5) for each in turns)
    p99 = median(each.load.quantile(0.99) for each in turns)
    return f"{rate:,.0f}/s p50 {milli(p50)} p99 {milli(p99)} CPU {micro(cpu_each(turns))}"


def cpu_each(turns: list[Turn]) -> float:
    return sum(each.cpu for each in turns) / sum(each.load.count for each in turns)
