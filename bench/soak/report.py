"""The figures of a run as one table in plain words, and what speaks against the hub."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from textwrap import wrap

from bench.soak.ledger import Ledger
from bench.soak.lives import Life
from bench.soak.proof import Claim, Excuses
from bench.soak.relay import Relay
from bench.soak.troubles import Troubles
from bench.table import megabytes

MOST_GROWTH = 1.15
"""Of the hub's memory: the last third of its lives beside the first."""

MORE_HANDLES = 30
WIDEST = 90
ENOUGH_LIVES = 12
"""Fewer lives that were long enough say nothing about how memory and handles do."""

EXPECTED = [
    re.compile(pattern)
    for pattern in (
        r"POST /api/questions/…/answer 409 already_settled",  # somebody else was faster, or the first try came through
        r"(POST|GET|DELETE) \S+ 503 (stopping|starting)",
        r".* 507 \w+",
        r".*(is not running|is stopping|was not reached|did not answer|cannot be reached|closed the connection)",
        r".*(disk|store|room|space).*(full|left)",
        r"notify: Error: Cannot display popup",  # nobody's surface is connected just now
        r"notify: Error: Failed to display popup",  # somebody killed the window twice
    )
]
"""What may be refused while the hub comes and goes and the disk is full. Anything else is a violation."""

NAMES = {
    "hub": "hub killed",
    "hub stop": "hub told to stop",
    "shim": "bellpull mcp killed",
    "wrap": "bellpull wrap killed",
    "library": "library's agent killed",
    "http": "HTTP agent killed",
    "desk": "desk killed",
    "window": "desk's window killed",
    "freeze hub": "hub frozen",
    "freeze others": "other processes frozen",
    "clock": "clock jumps",
    "disk": "disk full",
    "backup": "backups",
}


@dataclass(frozen=True)
class Run:
    """All that a report tells of."""

    seconds: float
    drained: float
    ledger: Ledger
    lives: Sequence[Life]
    troubles: Troubles
    relays: Sequence[Relay]
    excuses: Excuses
    off: Sequence[str]
    """What could not take part here, and why."""


def render(claims: Sequence[Claim], run: Run) -> str:
    rows = [(one.what, one.figures, f"NO ({len(one.wrong)})" if one.wrong else "yes") for one in claims]
    rows += [(*row, "") for row in (*_troubles(run), *_facts(run), *_let_pass(run))]
    grid = [("what", "figures", "so"), *(line for row in rows for line in _wrapped(*row))]
    widths = [max(len(row[column]) for row in grid) for column in range(3)]
    lines = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in grid]
    return "\n".join([lines[0], "-|-".join("-" * width for width in widths), *lines[1:]])


def _wrapped(what: str, figures: str, so: str) -> list[tuple[str, str, str]]:
    lines = wrap(figures, WIDEST) or [""]
    return [(what, lines[0], so), *(("", line, "") for line in lines[1:])]


def _troubles(run: Run) -> list[tuple[str, str]]:
    done = run.troubles.done
    parts = [f"{NAMES[kind]} {done[kind]:,}" for kind in NAMES if done[kind]]
    connections, cut, stalled = (
        sum(one.counts[name] for one in run.relays) for name in ("connections", "cut", "stalled")
    )
    return [
        ("processes ended", f"{run.troubles.kills:,} in {run.seconds / 60:.1f} minutes"),
        ("troubles", "; ".join(parts)),
        ("lines", f"{connections:,} connections through relays, {cut:,} cut, {stalled:,} stalled"),
        ("not here", "; ".join(run.off) or "nothing: every actor and every trouble took part"),
    ]


def _facts(run: Run) -> list[tuple[str, str]]:
    counts, lives = run.ledger.counts, run.lives
    starts = sorted(one.starting for one in lives)
    ends = [one.samples[-1][0] for one in lives if one.samples]
    memory = f"median {megabytes(median(ends))}, most {megabytes(max(ends))}" if ends else "not seen"
    return [
        (
            "tool calls",
            f"{counts['calls']:,}, of these {counts['wrapped calls']:,} wrapped; {counts['progress']:,} progress",
        ),
        ("requests over REST", f"{counts['requests']:,}; {counts['requests again']:,} had to be repeated"),
        ("races of three for one question", f"{counts['races for a question']:,}"),
        ("from start to the first answer", f"median {median(starts):.2f} s, longest {starts[-1]:.2f} s"),
        ("starts refused on a full disk", f"{counts['starts refused on a full disk']:,}"),
        ("memory at the end of a life", memory),
        ("all read and answered after", f"{run.drained:.0f} s of calm"),
    ]


def _let_pass(run: Run) -> list[tuple[str, str]]:
    return [("let pass", f"{count}: {words}") for words, count in run.excuses.counts.items()] or [
        ("let pass", "nothing")
    ]


def refusal_claim(ledger: Ledger) -> Claim:
    others = [f"{count} times: {words}" for words, count in ledger.refused.most_common() if not _is_expected(words)]
    meant = sum(count for words, count in ledger.refused.items() if _is_expected(words))
    return Claim("nothing is refused that was right", f"{meant:,} refusals while it was away, full or faster", others)


def _is_expected(words: str) -> bool:
    return any(pattern.match(words) for pattern in EXPECTED)


def memory_claim(lives: Sequence[Life]) -> Claim:
    """From life to life."""
    ends = [one.warm[-1][0] for one in lives if len(one.warm) >= 3]
    if len(ends) < ENOUGH_LIVES:
        return Claim("memory is flat", "too few long lives to tell")
    third = len(ends) // 3
    first, last = median(ends[:third]), median(ends[-third:])
    figures = f"at a life's end {megabytes(first)} in the first third, {megabytes(last)} in the last"
    return Claim("memory is flat", figures, [f"{last / first:.2f} times"] if last > first * MOST_GROWTH else [])


def handles_claim(lives: Sequence[Life]) -> Claim:
    known = [max(sample[1] for sample in one.warm) for one in lives if len(one.warm) >= 3]
    if len(known) < ENOUGH_LIVES:
        return Claim("file handles are flat", "too few long lives to tell")
    third = len(known) // 3
    first, last = median(known[:third]), median(known[-third:])
    figures = f"most in a life: {first:.0f} in the first third, {last:.0f} in the last, at most {max(known)}"
    return Claim("file handles are flat", figures, [f"{first} to {last}"] if last > first + MORE_HANDLES else [])
