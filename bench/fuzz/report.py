"""What came of it: counts for each kind, what must not be, and how the hub did."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from bench.fuzz.shot import Outcome, Shot
from bench.fuzz.target import Condition
from bench.hub_log import Tracebacks
from bench.table import megabytes, milli

INTERNAL_CLOSE = 1011
INTERNAL_RPC = b'"code":-32603'
SHOWN = 400
MOST_FAULTS = 20


@dataclass
class Kind:
    count: int = 0
    said: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0


@dataclass
class Tally:
    kinds: defaultdict[str, Kind] = field(default_factory=lambda: defaultdict(Kind))
    faults: list[str] = field(default_factory=list)
    hangs: int = 0
    let_in: int = 0
    broken: int = 0
    """Answers of 500 and above, sockets closed as broken, calls answered as an internal error."""

    def add(self, shot: Shot, outcome: Outcome) -> None:
        kind = self.kinds[shot.kind]
        kind.count += 1
        kind.slowest = max(kind.slowest, outcome.seconds)
        kind.said.update(str(status) for status in outcome.said)
        if not outcome.said:
            kind.said["hung" if outcome.hung else "closed"] += 1
        if outcome.hung:
            self.hangs += 1
            self._fault("no answer and no end", shot, outcome)
        if shot.forged and any(200 <= status < 300 for status in outcome.said):
            self.let_in += 1
            self._fault(f"was let in: {list(outcome.said)}", shot, outcome)
        if _is_broken(outcome):
            self.broken += 1
            self._fault(f"answered {list(outcome.said)}", shot, outcome)

    @property
    def count(self) -> int:
        return sum(kind.count for kind in self.kinds.values())

    def _fault(self, what: str, shot: Shot, outcome: Outcome) -> None:
        if len(self.faults) < MOST_FAULTS:
            sent = shot.data[:SHOWN] + (b" ... " + shot.frames[:SHOWN] if shot.frames else b"")
            self.faults.append(f"{shot.kind}: {what}\n  sent {sent!r}\n  got {outcome.body[:SHOWN]!r}")


def _is_broken(outcome: Outcome) -> bool:
    statuses = [status for status in outcome.said if 500 <= status < 600 or status == INTERNAL_CLOSE]
    return bool(statuses) or INTERNAL_RPC in outcome.body.replace(b" ", b"")


def render_kinds(tally: Tally) -> str:
    lines = [f"{'kind':44} {'requests':>8}  {'slowest':>8}  answers"]
    for name, kind in sorted(tally.kinds.items()):
        said = " ".join(f"{status}:{count}" for status, count in sorted(kind.said.items()))
        lines.append(f"{name:44} {kind.count:8,}  {milli(kind.slowest):>8}  {said}")
    return "\n".join(lines)


@dataclass(frozen=True)
class Health:
    """The hub at each tenth of the way, and at the end, when its connections are closed."""

    tenths: list[Condition]
    late: Condition
    most: int
    """The most memory that it ever had, in bytes."""
    log_bytes: int
    tracebacks: Tracebacks
    not_answering: str
    neighbour: str
    """How long another agent's ordinary notification took meanwhile."""


def slope(tally: Tally, first: int, last: int, tenths: float) -> float:
    """Kilobytes that came with every 1,000 requests of so many tenths."""
    return (last - first) / 1024 / max(1.0, tally.count * tenths / 10) * 1000


def render_health(tally: Tally, health: Health, seconds: float) -> str:
    memory = [one.resident for one in health.tenths]
    early, half, late = memory[0], memory[len(memory) // 2], health.late.resident
    by_surface: Counter[str] = Counter()
    for name, kind in tally.kinds.items():
        by_surface[name.partition(":")[0]] += kind.count
    split = ", ".join(f"{name} {count:,}" for name, count in sorted(by_surface.items()))
    return "\n".join(
        (
            f"{tally.count:,} bad requests in {seconds:.0f} s ({tally.count / seconds:,.0f} a second): {split}",
            f"answers of 500 and above: {tally.broken}; hangs: {tally.hangs}; tracebacks: {health.tracebacks.total}",
            f"forged keys, tokens and signatures that were taken: {tally.let_in}",
            f"memory of the hub: {megabytes(early)} after a tenth, {megabytes(late)} at the end"
            f" ({slope(tally, early, late, 9):+.1f} KB for 1,000 requests,"
            f" {slope(tally, half, late, 5):+.1f} in the second half), never more than {megabytes(health.most)}",
            f"  at each tenth, in MB: {' '.join(f'{one / 1024 / 1024:.1f}' for one in memory)}",
            f"file handles: {health.tenths[0].handles} after a tenth, {health.late.handles} at the end;"
            f" log: {megabytes(health.log_bytes)}",
            f"another agent's notification meanwhile: {health.neighbour}",
            f"an ordinary question afterwards: {health.not_answering or 'answered'}",
        )
    )
