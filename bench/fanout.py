"""Row 4, first half: one event to a thousand sockets, and creates under way while a hundred listen."""

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.calls import dial, drive, once
from bench.creates import AT_ONCE, create
from bench.listeners import EVENTS, EVERYTHING, Audience
from bench.plan import Plan
from bench.servers import Server, hub, seed_style, with_agent
from bench.table import Line, at_most, micro, milli

LISTENERS_UNDER_LOAD = 100


@dataclass
class Deliveries:
    """What one server spent on deliveries."""

    count: int = 0
    creates: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def cpu_each(self) -> float:
        return self.cpu / self.count

    def describe(self) -> str:
        return f"last client p50 {milli(median(self.latencies))} CPU {micro(self.cpu_each)} per delivery"

    def describe_load(self) -> str:
        rates = f"{self.creates / self.seconds:,.0f} creates/s {self.count / self.seconds:,.0f} deliveries/s"
        return f"{rates} CPU {micro(self.cpu_each)} per delivery"


async def measure(folder: Path, plan: Plan) -> list[Line]:
    with seed_style(folder / "seed") as seed, hub(folder / "hub") as started:
        own = await with_agent(started, "bench-agent")
        quiet = await _publish_in_turns(seed, own, plan, EVENTS)
        unfiltered = await _publish_in_turns(seed, own, plan, EVERYTHING)
        seed_load = await _under_load(seed, plan.seconds)
        own_load = await _under_load(own, plan.seconds)
    return [_quiet_line(*quiet, plan.sockets), _unfiltered_line(*unfiltered), _load_line(seed_load, own_load)]


async def _publish_in_turns(seed: Server, own: Server, plan: Plan, path: str) -> tuple[Deliveries, Deliveries]:
    spent = (Deliveries(), Deliveries())
    audiences = (Audience(path), Audience(path))
    for server, audience in zip((seed, own), audiences, strict=True):
        await audience.grow(server.port, server.owner, plan.sockets)
        await _publish(server, audience, Deliveries(), 2)
    for _ in range(plan.rounds):
        for server, audience, deliveries in zip((seed, own), audiences, spent, strict=True):
            await _publish(server, audience, deliveries, plan.publishes)
    for audience in audiences:
        audience.close()
    return spent


async def _publish(server: Server, audience: Audience, spent: Deliveries, events: int) -> None:
    """One create at a time; the next when everybody has the last and its sender has the answer."""
    sender = await dial(server.port)
    message = create(server)
    audience.reset()
    cpu = server.cpu()
    for sent in range(1, events + 1):
        start = perf_counter()
        await once(sender, message)
        spent.latencies.append(await audience.gate.expect(sent * len(audience.listeners)) - start)
    spent.cpu += server.cpu() - cpu
    spent.count += events * len(audience.listeners)
    audience.check(events)
    sender.transport.abort()


async def _under_load(server: Server, seconds: float) -> Deliveries:
    """64 creators and 100 listeners; it ends when every listener has every event."""
    audience = Audience()
    await audience.grow(server.port, server.owner, LISTENERS_UNDER_LOAD)
    audience.reset()
    start, cpu = perf_counter(), server.cpu()
    load = await drive(server.port, create(server), AT_ONCE, seconds)
    end = await audience.gate.expect(load.count * LISTENERS_UNDER_LOAD)
    spent = Deliveries(
        load.count * LISTENERS_UNDER_LOAD, load.count, max(end - start, load.seconds), server.cpu() - cpu
    )
    audience.check(load.count)
    audience.close()
    return spent


def _quiet_line(seed: Deliveries, own: Deliveries, sockets: int) -> Line:
    row = f"4 fan-out to {sockets:,} sockets, CPU per delivery"
    return Line(row, own.describe(), f"seed-style {seed.describe()}", own.cpu_each / seed.cpu_each, at_most(0.5))


def _unfiltered_line(seed: Deliveries, own: Deliveries) -> Line:
    row = "  the same on /ws, where seed-style makes the JSON once"
    return Line(row, own.describe(), f"seed-style {seed.describe()}", own.cpu_each / seed.cpu_each)


def _load_line(seed: Deliveries, own: Deliveries) -> Line:
    row = f"  {AT_ONCE} creators, {LISTENERS_UNDER_LOAD} listeners, deliveries/s"
    ratio = (own.count / own.seconds) / (seed.count / seed.seconds)
    return Line(row, own.describe_load(), f"seed-style {seed.describe_load()}", ratio)
