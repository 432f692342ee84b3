"""The figures of a run as one table, and what speaks against the hub."""

from statistics import median

from bench.soak.ledger import Ledger
from bench.soak.lives import Life
from bench.soak.proof import Claim
from bench.table import megabytes

MOST_GROWTH = 1.15
"""Of the hub's memory: the last third of its lives beside the first."""

MORE_HANDLES = 30
EXPECTED = "POST 409 already_settled"


def render(claims: list[Claim], ledger: Ledger, lives: list[Life], seconds: float) -> str:
    grid = [("what", "figures", ""), *((one.what, one.figures, "NO" if one.wrong else "yes") for one in claims)]
    grid += [(*row, "") for row in _facts(ledger, lives, seconds)]
    widths = [max(len(row[column]) for row in grid) for column in range(3)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in grid]
    return "\n".join([lines[0], "-|-".join("-" * width for width in widths), *lines[1:]])


def _facts(ledger: Ledger, lives: list[Life], seconds: float) -> list[tuple[str, str]]:
    waited = sorted(ledger.waited) or [0]
    often = sum(1 for one in waited if one >= 20) / len(waited)
    killed = sum(one.ended_by == "SIGKILL" for one in lives)
    stopped = sum(one.ended_by == "SIGTERM" for one in lives[:-1])
    starts = sorted(one.starting for one in lives)
    return [
        ("time", f"{seconds:.0f} s; the hub was stopped {stopped} and killed {killed} times"),
        ("lives of the hub", f"{min(one.seconds for one in lives):.0f} to {max(one.seconds for one in lives):.0f} s"),
        ("from start to the first answer", f"median {median(starts):.2f} s, longest {starts[-1]:.2f} s"),
        (
            "requests",
            f"{ledger.requests:,}, {ledger.again:,} of them repeats: the hub had gone, or ({ledger.broken:,}) the line",
        ),
        (
            "calls that wait",
            f"median {median(waited):.0f}, most {waited[-1]}; 20 or more in {often:.0%} of the seconds",
        ),
    ]


def refusal_claim(ledger: Ledger) -> Claim:
    """A second answer is refused: the person repeats what the line lost. Nothing else is to be refused."""
    meant = ledger.refused[EXPECTED]
    others = [f"{name}: {count}" for name, count in ledger.refused.items() if name != EXPECTED]
    return Claim("nothing is refused that was right", f"{meant} answers were given twice, and taken once", others)


def memory_claim(lives: list[Life]) -> Claim:
    """From warm-up to end within a life, and from life to life."""
    known = [one for one in lives if len(one.warm) >= 3]
    if not known:
        return Claim("memory is flat", "the hub never lived long enough to tell", [])
    ends = [one.warm[-1][1] for one in known]
    third = max(1, len(known) // 3)
    first, last = median(ends[:third]), median(ends[-third:])
    grown = median(one.warm[-1][1] - one.warm[0][1] for one in known) / 1024
    asked = median(one.warm[-1][0] - one.warm[0][0] for one in known)
    figures = f"at a life's end {megabytes(first)} in the first third, {megabytes(last)} in the last, at most"
    figures += f" {megabytes(max(ends))}; within a life {grown:+.0f} KB with {asked:,.0f} requests"
    return Claim("memory is flat", figures, [f"{last / first:.2f} times"] if last > first * MOST_GROWTH else [])


def handles_claim(lives: list[Life]) -> Claim:
    known = [max(sample[2] for sample in one.warm) for one in lives if len(one.warm) >= 3]
    if not known:
        return Claim("file handles are flat", "the hub never lived long enough to tell", [])
    third = max(1, len(known) // 3)
    first, last = median(known[:third]), median(known[-third:])
    figures = f"most in a life: {first:.0f} in the first third, {last:.0f} in the last, at most {max(known)}"
    return Claim("file handles are flat", figures, [f"{first} to {last}"] if last > first + MORE_HANDLES else [])
