"""`python -m bench [--quick] [--rows creates,scale,…] [--folder DIR]`"""

import argparse
import gc
import signal
import sys
from asyncio import CancelledError, current_task, get_running_loop
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import uvloop

from bench import answers, creates, desk, fanout, hook, hostile, keys, machine, memory, scale, shim, stall, watch, wrap
from bench.calls import BenchError
from bench.plan import QUICK, WHOLE, Plan
from bench.servers import allow_many_files
from bench.table import Line, render

ROWS: dict[str, Callable[[Path, Plan], Awaitable[list[Line]]]] = {
    "creates": creates.measure,
    "scale": scale.measure,
    "fanout": fanout.measure,
    "stall": stall.measure,
    "answers": answers.measure,
    "shim": shim.measure,
    "wrap": wrap.measure,
    "hook": hook.measure,
    "watch": watch.measure,
    "desk": desk.measure,
    "memory": memory.measure,
    "keys": keys.measure,
    "hostile": hostile.measure,
}


def main() -> int:
    options = _options()
    allow_many_files()
    gc.disable()  # a pause of the client would be taken for one of the server
    before, start, elsewhere = machine.load(), monotonic(), machine.busy_elsewhere()
    with TemporaryDirectory(prefix="bellpull-bench-", dir=options.folder) as folder:
        print(machine.facts(Path(folder)), flush=True)
        try:
            lines = uvloop.run(_run(options.rows, Path(folder), QUICK if options.quick else WHOLE))
        except (BenchError, CancelledError) as error:
            print(f"bench: {str(error) or 'stopped'}", file=sys.stderr)
            return 2
    seconds = monotonic() - start
    others = (machine.busy_elsewhere() - elsewhere) / seconds
    print(
        f"{seconds:.0f} seconds, load average {before} before, {machine.load()} after; others used {others:.2f} cores\n"
    )
    print(render(lines))
    return 0 if all(line.reached is not False for line in lines) else 1


async def _run(rows: list[str], folder: Path, plan: Plan) -> list[Line]:
    _end_when_told()
    lines: list[Line] = []
    for row in rows:
        print(f"measuring {row} …", file=sys.stderr, flush=True)
        own = folder / row
        own.mkdir()
        lines += await ROWS[row](own, plan)
    return lines


def _end_when_told() -> None:
    """Ended from outside, the run ends its servers too."""
    if running := current_task():
        get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast the hub is, as ratios of one run.")
    parser.add_argument("--quick", action="store_true", help="shorter turns and fewer rows: two or three minutes")
    parser.add_argument("--rows", type=_rows, default=list(ROWS), help=f"some of {','.join(ROWS)}")
    parser.add_argument("--folder", type=Path, help="where the temporary data goes (default: the system's)")
    return parser.parse_args()


def _rows(text: str) -> list[str]:
    chosen = text.split(",")
    if unknown := [row for row in chosen if row not in ROWS]:
        raise argparse.ArgumentTypeError(f"no such row: {', '.join(unknown)}; there are {', '.join(ROWS)}")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
