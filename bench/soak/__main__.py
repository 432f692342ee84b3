"""`python -m bench.soak [--minutes 10] [--seed N] [--rate KIND=N] …`; what it does is said by `--help`."""

import argparse
import asyncio
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from bench import machine
from bench.calls import BenchError
from bench.servers import allow_many_files
from bench.soak import report
from bench.soak.plan import RATES, Plan
from bench.soak.proof import Claim
from bench.soak.world import World

SHOWN = 12
"""So many of what speaks against one claim are printed whole."""


def main() -> int:
    options = _options()
    allow_many_files()
    with TemporaryDirectory(prefix="bellpull-soak-", dir=options.folder, ignore_cleanup_errors=True) as folder:
        world = World(Path(folder), _plan(options))
        print(f"{machine.facts(Path(folder), machine.OF_THE_HUB)}; seed {options.seed}", flush=True)
        before = machine.load()
        try:
            claims, run = uvloop.run(_watched(world))
        except BenchError as error:
            print(f"soak: {error}", file=sys.stderr)
            return 2
        except (KeyboardInterrupt, asyncio.CancelledError):
            print("soak: ended at once, without a report", file=sys.stderr)
            return 130
        finally:
            if options.keep:
                shutil.copytree(folder, options.keep, symlinks=True, ignore=shutil.ignore_patterns("desktop"))
            world.disk.close()
    print(f"load average {before} before, {machine.load()} after\n")
    print(report.render(claims, run), flush=True)
    return _judged(claims)


async def _watched(world: World) -> tuple[list[Claim], report.Run]:
    """Ctrl-C brings it to an end with its report; pressed again, at once."""
    loop, running = asyncio.get_running_loop(), asyncio.current_task()
    assert running

    def interrupt() -> None:
        if world.stop.is_set():
            running.cancel()
        else:
            print("coming to an end; once more ends it at once", flush=True)
            world.stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    return await world.run()


def _judged(claims: Sequence[Claim]) -> int:
    for one in claims:
        for wrong in one.wrong[:SHOWN]:
            print(f"NOT SO: {one.what}: {wrong}", file=sys.stderr)
    return 1 if any(one.wrong for one in claims) else 0


def _plan(options: argparse.Namespace) -> Plan:
    given = {field.name: getattr(options, field.name) for field in fields(Plan) if hasattr(options, field.name)}
    rates = {kind: rate * options.speed for kind, rate in (RATES | dict(options.rate)).items()}
    return Plan(**given | {"seconds": options.minutes * 60, "rates": rates})


def _options() -> argparse.Namespace:
    plan = Plan()
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak",
        description="A hub and all that speaks to it, killed at random, and what came of it.",
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random here; not of who is served first")
    for name in ("shims", "http", "wraps", "library", "askers", "tellers", "nudgers", "sockets"):
        known = getattr(plan, name)
        parser.add_argument(f"--{name}", type=int, default=known, help=f"how many of them (default: {known})")
    parser.add_argument("--no-desk", dest="desk", action="store_false", help="no desk, also if there could be one")
    kinds = ", ".join(f"{kind}={rate:g}" for kind, rate in RATES.items())
    parser.add_argument(
        "--rate",
        type=_rate,
        action="append",
        default=[],
        metavar="KIND=N",
        help=f"how often a minute (default: {kinds})",
    )
    parser.add_argument("--speed", type=float, default=1.0, help="all rates so many times as high (default: 1)")
    parser.add_argument("--folder", type=Path, help="where the temporary data goes (default: the system's)")
    parser.add_argument("--keep", type=Path, help="a new folder for a copy of the data and of all complaints")
    return parser.parse_args()


def _rate(text: str) -> tuple[str, float]:
    kind, _, number = text.partition("=")
    if kind not in RATES:
        raise argparse.ArgumentTypeError(f"no such trouble: {kind}; there are {', '.join(RATES)}")
    return kind, float(number)


if __name__ == "__main__":
    sys.exit(main())
