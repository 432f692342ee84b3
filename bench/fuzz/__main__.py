"""`python -m bench.fuzz [--requests N] [--surface rest,sockets,mcp,webhooks,limits] [--seed N] [--documented N]`"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import uvloop

from bench import hub_log, machine
from bench.calls import BenchError
from bench.fuzz import documented, limits, mcp, report, rest, sockets, target, webhooks
from bench.fuzz.neighbour import Neighbour
from bench.fuzz.shot import Shot
from bench.fuzz.wire import Sender
from bench.servers import allow_many_files, hub
from bench.table import megabytes

SURFACES = {
    "rest": rest.shots,
    "sockets": sockets.shots,
    "mcp": mcp.shots,
    "webhooks": webhooks.shots,
    "limits": limits.shots,
}
SHARES = {"rest": 11, "sockets": 3, "mcp": 3, "webhooks": 3, "limits": 2}
AT_ONCE = 24
LOOK_SECONDS = 0.25
MOST_GROWTH = 128 * 1024 * 1024
MORE_HANDLES = 20
"""What a hub may have more of at the end than after a tenth: its pages of the data file, what one agent may fill,
bodies of a megabyte at once, and connections on their way out. Anything that leaks with each request is far more."""


def main() -> int:
    options = _options()
    allow_many_files()
    with TemporaryDirectory(prefix="bellpull-fuzz-", dir=options.folder) as folder:
        data = Path(folder) / "hub"
        data.mkdir()
        print(
            f"{machine.facts(data, machine.OF_THE_HUB)}; load average {machine.load()}; seed {options.seed}", flush=True
        )
        began = monotonic()
        try:
            tally, health = uvloop.run(_run(data, options))
        except BenchError as error:
            print(f"fuzz: {error}", file=sys.stderr)
            return 2
    print(report.render_kinds(tally), "\n")
    print(report.render_health(tally, health, monotonic() - began), flush=True)
    faults = [*tally.faults, *_wrongs(health)]
    for fault in faults:
        print(f"FAULT {fault}", file=sys.stderr)
    return 1 if faults else 0


def _wrongs(health: report.Health) -> Iterator[str]:
    yield from health.tracebacks.described()
    if health.not_answering:
        yield f"an ordinary question is not answered: {health.not_answering}"
    early, late = health.tenths[0], health.late
    if late.resident - early.resident > MOST_GROWTH:
        yield f"the hub's memory grew by {megabytes(late.resident - early.resident)}"
    if late.handles - early.handles > MORE_HANDLES:
        yield f"the hub's file handles grew from {early.handles} to {late.handles}"


async def _run(folder: Path, options: argparse.Namespace) -> tuple[report.Tally, report.Health]:
    counts = _split(options.surface, options.requests)
    with hub(folder) as server:
        world = await target.build(server, counts.get("webhooks", 0))
        person = asyncio.create_task(target.dismiss_questions(server, LOOK_SECONDS))
        neighbour = Neighbour()
        beside = asyncio.create_task(neighbour.live(server))
        gallery = Gallery(world, options)
        try:
            await gallery.run(_mixed(Random(options.seed), world, counts))
            if beside.done():
                beside.result()
        finally:
            person.cancel()
            beside.cancel()
        tenths, late = gallery.tenths, target.condition(server)
        most = target.most_resident(server)
        broken = await target.ask_and_answer(world)
    log_bytes, tracebacks = hub_log.size(folder), hub_log.tracebacks(folder)
    health = report.Health(tenths, late, most, log_bytes, tracebacks, broken, neighbour.described())
    return gallery.tally, health


class Gallery:
    """Senders side by side, who take the next request from one list, so that a run can be repeated."""

    def __init__(self, world: target.World, options: argparse.Namespace) -> None:
        self._world = world
        self._tenth = max(1, (options.requests + options.documented) // 10)
        self._documented = options.documented
        self._seed: int = options.seed
        self.tally = report.Tally()
        self.tenths: list[target.Condition] = []

    async def run(self, own: Iterator[Shot]) -> None:
        made = documented.shots(self._world, self._documented, self._seed)
        senders = [Sender(self._world.server.port) for _ in range(AT_ONCE)]
        jobs = [asyncio.create_task(self._send(sender, _one_by_one(own))) for sender in senders[1:]]
        if self._documented:
            await self._send(senders[0], made)
        await self._send(senders[0], _one_by_one(own))
        await asyncio.gather(*jobs)
        for sender in senders:
            sender.close()
        await asyncio.sleep(LOOK_SECONDS)

    async def _send(self, sender: Sender, shots: AsyncIterator[Shot]) -> None:
        async for shot in shots:
            try:
                outcome = await sender.send(shot)
            except OSError as error:
                raise BenchError(
                    f"The hub takes no connections any more: {error}; last sent: {shot.data[:300]!r}"
                ) from error
            self.tally.add(shot, outcome)
            if self.tally.count % self._tenth == 0:
                self.tenths.append(target.condition(self._world.server))


async def _one_by_one(own: Iterator[Shot]) -> AsyncIterator[Shot]:
    for shot in own:
        yield shot


def _split(surfaces: list[str], requests: int) -> dict[str, int]:
    whole = sum(SHARES[name] for name in surfaces)
    counts = {name: requests * SHARES[name] // whole for name in surfaces}
    return counts | {surfaces[0]: counts[surfaces[0]] + requests - sum(counts.values())}


def _mixed(dice: Random, world: target.World, counts: dict[str, int]) -> Iterator[Shot]:
    """All surfaces side by side, each with its own dice: one more kind changes nothing of the others."""
    sources = [islice(SURFACES[name](Random(dice.random()), world), count) for name, count in counts.items()]
    order = [source for source, count in zip(sources, counts.values(), strict=True) for _ in range(count)]
    dice.shuffle(order)
    return (next(source) for source in order)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.fuzz", description="Bad requests, and what the hub makes of them."
    )
    parser.add_argument(
        "--requests", type=int, default=100_000, help="how many, all surfaces together (default: 100000)"
    )
    parser.add_argument("--surface", type=_surfaces, default=list(SURFACES), help=f"some of {','.join(SURFACES)}")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same requests")
    parser.add_argument("--documented", type=int, help="of these made by schemathesis (default: a tenth)")
    parser.add_argument("--folder", type=Path, help="where the temporary data goes (default: the system's)")
    options = parser.parse_args()
    if "rest" not in options.surface:
        options.documented = 0
    elif options.documented is None:
        options.documented = options.requests // 10
    options.requests -= options.documented
    return options


def _surfaces(text: str) -> list[str]:
    chosen = text.split(",")
    if unknown := [name for name in chosen if name not in SURFACES]:
        raise argparse.ArgumentTypeError(f"no such surface: {', '.join(unknown)}; there are {', '.join(SURFACES)}")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
