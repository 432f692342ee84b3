"""`python -m bench.soak [--minutes 10] [--agents 50] [--sockets 200] [--shims 5] [--seed N]`"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import uvloop

from bench import machine
from bench.calls import BenchError
from bench.hub_log import tracebacks
from bench.servers import allow_many_files
from bench.soak import report
from bench.soak.proof import Claim
from bench.soak.world import Plan, World


def main() -> int:
    options = _options()
    allow_many_files()
    with TemporaryDirectory(prefix="bellpull-soak-", dir=options.folder) as folder:
        print(f"{machine.facts(Path(folder), machine.OF_THE_HUB)}; seed {options.seed}", flush=True)
        before, began, elsewhere = machine.load(), monotonic(), machine.busy_elsewhere()
        world = World(Path(folder), _plan(options))
        try:
            claims = uvloop.run(world.run())
        except BenchError as error:
            print(f"soak: {error}", file=sys.stderr)
            return 2
        found = tracebacks(world.lives.data)
        claims.append(Claim("the hub's log has no traceback", f"{found.total}", found.described()))
    seconds = monotonic() - began
    others = (machine.busy_elsewhere() - elsewhere) / seconds
    print(f"load average {before} before, {machine.load()} after; others used {others:.2f} cores\n")
    print(report.render(claims, world.ledger, world.lives.all, seconds), flush=True)
    for one in claims:
        for wrong in one.wrong:
            print(f"NOT SO: {one.what}: {wrong}", file=sys.stderr)
    return 1 if any(one.wrong for one in claims) else 0


def _plan(options: argparse.Namespace) -> Plan:
    return Plan(
        seconds=options.minutes * 60,
        agents=options.agents,
        shims=options.shims,
        sockets=options.sockets,
        seed=options.seed,
        shortest=options.shortest,
        longest=options.longest,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="A hub under load, stopped and killed.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--agents", type=int, default=50, help="how many, shims included (default: 50)")
    parser.add_argument("--shims", type=int, default=5, help="how many of them by `bellpull mcp` (default: 5)")
    parser.add_argument("--sockets", type=int, default=200, help="how many follow (default: 200)")
    parser.add_argument(
        "--shortest", type=float, default=10.0, help="shortest life of the hub in seconds (default: 10)"
    )
    parser.add_argument("--longest", type=float, default=40.0, help="longest life of the hub in seconds (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random here; not of who is served first")
    parser.add_argument("--folder", type=Path, help="where the temporary data goes (default: the system's)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
