"""What runs with real coding tools show: which journeys each tool passes, and so what README's table says of it.

`make clients` compares its run with the one that is recorded beside the tests, and prints what differs: so we notice
when a tool has moved on. `make clients RECORD=1` records the run.
"""

import json
import os
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

RECORD = Path(__file__).parents[1] / "coding_tools" / "results.json"
#: The columns of the table. A test that shows what one of them says has it in `@pytest.mark.shows`.
ASKS, TOLD_AT_WORK, WOKEN, SEEN, ANSWERED = COLUMNS = (
    "asks, and waits for you",
    "is told while it works",
    "is woken when idle",
    "permission seen here",
    "permission answered here",
)
TOOL, VERSION, SHOWS = "coding tool", "version of the coding tool", "shows"


class Results(NamedTuple):
    """Of one coding tool. `passed` and `failed` are journeys; what was skipped is in neither."""

    version: str
    date: str
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    #: Columns of README's table: each journey that shows one of these has passed.
    shows: tuple[str, ...] = ()


def note(item: pytest.Item, tool: str, version: str) -> None:
    """This test is one of this coding tool."""
    marker = item.get_closest_marker("shows")
    shown = [(SHOWS, column) for column in (marker.args if marker else ())]
    assert all(column in COLUMNS for _, column in shown), shown
    item.user_properties += [(TOOL, tool), (VERSION, version), *shown]


def results_of(reports: Iterable[Any]) -> dict[str, Results]:
    """Of each tool that took part."""
    found: dict[str, Results] = {}
    missed: set[tuple[str, str]] = set()
    for report in reports:
        told = dict(report.user_properties)
        if TOOL not in told or report.outcome == "skipped":
            continue
        tool, journey = told[TOOL], _journey(report.nodeid)
        one = found.get(tool) or Results(told[VERSION], date.today().isoformat())
        columns = [value for name, value in report.user_properties if name == SHOWS]
        if report.passed:
            one = one._replace(passed=(*one.passed, journey), shows=(*one.shows, *columns))
        else:
            one = one._replace(failed=(*one.failed, journey))
            missed |= {(tool, column) for column in columns}
        found[tool] = one
    return {tool: _in_order(one, missed={column for of, column in missed if of == tool}) for tool, one in found.items()}


def _in_order(one: Results, missed: set[str]) -> Results:
    shows = tuple(column for column in COLUMNS if column in one.shows and column not in missed)
    return one._replace(passed=tuple(sorted(set(one.passed))), failed=tuple(sorted(set(one.failed))), shows=shows)


def _journey(nodeid: str) -> str:
    return nodeid.rpartition("/")[2]


def recorded() -> dict[str, Results]:
    if not RECORD.exists():
        return {}
    told: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    lists = ("passed", "failed", "shows")
    return {tool: Results(**one | {name: tuple(one[name]) for name in lists}) for tool, one in told.items()}


def differences(now: dict[str, Results], before: dict[str, Results]) -> Iterator[str]:
    """What to print of this run, a line each."""
    for tool, one in sorted(now.items()):
        yield f"{tool} {one.version}: {len(one.passed)} journeys pass, {len(one.failed)} fail"
        then = before.get(tool)
        if then is None:
            yield "  nothing is recorded of it"
            continue
        if then.version != one.version:
            yield f"  recorded: {then.version} on {then.date}"
        yield from (f"  fails, and passed before: {each}" for each in one.failed if each in then.passed)
        yield from (f"  passes now: {each}" for each in one.passed if each in then.failed)
        yield from (f"  new: {each}" for each in one.passed if each not in (*then.passed, *then.failed))
        yield from (f"  README's table says otherwise: {each}" for each in set(then.shows) - set(one.shows))


def tell(reporter: pytest.TerminalReporter) -> None:
    """At the end of a run that was one of coding tools: what differs; and record it, if that is wanted."""
    now = results_of(each for kind in ("passed", "failed") for each in reporter.stats.get(kind, []))
    if "BELLPULL_NEWEST_CLIENTS" not in os.environ or not now:
        return
    reporter.section("coding tools")
    for line in differences(now, recorded()):
        reporter.write_line(line)
    if os.environ.get("BELLPULL_RECORD_CLIENTS"):
        whole = {tool: one._asdict() for tool, one in sorted((recorded() | now).items())}
        RECORD.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        reporter.write_line(f"recorded in {RECORD}")
