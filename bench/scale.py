"""Rows 2 and 3: lists and counts at a million rows beside a thousand, asked of the hubs in turns."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.calls import Caller, dial, once, request
from bench.dataset import AGENTS, AGENTS_OF_USER, Folder, make
from bench.plan import Plan
from bench.servers import Server, hub
from bench.table import Goal, Line, at_most, milli

INBOX = "status=pending&priority=high,urgent&limit=50"
FULL_PAGE = 0.5
"""Share of pending rows with which a thousand rows also fill a page of fifty."""


@dataclass(frozen=True)
class Ask:
    row: str
    path: str
    as_user: bool = False
    goal: Goal | None = None


LISTS = (
    Ask("2 list, status and priority, 50", f"/api/notifications?{INBOX}", goal=at_most(1.6)),
    Ask("  list of one agent", f"/api/agents/{AGENTS[0]}/notifications?status=pending&limit=50"),
    Ask("  list, status and priority, a user's key", f"/api/notifications?{INBOX}", as_user=True),
)
COUNTS = (
    Ask("3 pending count, all", "/api/notifications/count?status=pending", goal=at_most(1.2)),
    Ask("3 pending count, one agent", f"/api/agents/{AGENTS_OF_USER[0]}/notifications/count", goal=at_most(1.2)),
    Ask("  pending count, all, a user's key", "/api/notifications/count?status=pending", as_user=True),
)


@dataclass(frozen=True)
class Asked:
    """A hub on one folder, with the connection on which it is asked."""

    folder: Folder
    server: Server
    caller: Caller

    def message(self, ask: Ask) -> bytes:
        return request("GET", ask.path, self.folder.user_key if ask.as_user else self.server.owner)


async def measure(folder: Path, plan: Plan) -> list[Line]:
    few = await make(folder / "few", plan.few_rows)
    full = await make(folder / "full", plan.few_rows, FULL_PAGE)
    many = await make(folder / "many", plan.many_rows)
    with ExitStack() as stack:
        small, page, large = [await _opened(each, stack) for each in (few, full, many)]
        lines = [await _compare(ask, small, large, plan.questions) for ask in LISTS + COUNTS]
        same_page = Ask("  list, 50 come back from both", LISTS[0].path)
        lines.insert(1, await _compare(same_page, page, large, plan.questions))
    return lines


async def _opened(folder: Folder, stack: ExitStack) -> Asked:
    server = stack.enter_context(hub(folder.path))
    return Asked(folder, server, await dial(server.port))


async def _compare(ask: Ask, small: Asked, large: Asked, questions: int) -> Line:
    times: dict[int, list[float]] = {small.folder.rows: [], large.folder.rows: []}
    cpu = [asked.server.cpu() for asked in (small, large)]
    for number in range(questions):
        for asked in (small, large) if number % 2 else (large, small):
            times[asked.folder.rows].append(await once(asked.caller, asked.message(ask)))
    spent = [(asked.server.cpu() - before) / questions for asked, before in zip((small, large), cpu, strict=True)]
    of_small, of_large = (median(own) for own in times.values())
    return Line(
        ask.row,
        _describe(large, of_large, spent[1]),
        _describe(small, of_small, spent[0]),
        of_large / of_small,
        ask.goal,
    )


def _describe(asked: Asked, p50: float, cpu: float) -> str:
    return f"{asked.folder.rows:,} rows p50 {milli(p50)} CPU {milli(cpu)}"
