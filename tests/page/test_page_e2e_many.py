"""A hundred thousand stored notifications: the page is there as soon as with ten, and the list goes on without end."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from support.answers import done, until
from support.browser import Tab, Visit
from support.hub import Hub, running

pytestmark = pytest.mark.slow
STORED = 100_000
AGENTS = ("builder", "reviewer", "writer")
TYPES = ("info", "status", "completion", "alert")
INSERT = """INSERT INTO agent_notifications
(id, agent_name, notification_type, title, message, category, created_at) VALUES (?, ?, ?, ?, ?, 'progress', ?)"""
TITLES = "[...document.querySelectorAll('.row-of h3')].map((one) => one.textContent)"
#: How long the page ever was too busy to draw, in milliseconds.
BUSY = """
window.busiest = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (busiest = Math.max(busiest, one.duration))))
  .observe({ type: "longtask", buffered: true });
"""


def row(number: int, at: datetime) -> tuple[str, ...]:
    """Every fiftieth is an alert that says something of its own."""
    odd = number % 50 == 49
    told = f"Rows {number} to {number + 1} are **done**.\n\n```\n{number:08}\n```" + (" A rare thing." if odd else "")
    kind = TYPES[-1] if odd else TYPES[number % 3]
    when = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"notif_{number:016x}", AGENTS[number % 3], kind, f"No. {number}", told, when


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with running(tmp_path_factory.mktemp("many")) as hub:
        for name in AGENTS:
            hub.new_agent(name=name)
        hub.stop()
        start = datetime.now(UTC) - timedelta(days=30)
        with closing(sqlite3.connect(hub.database)) as file, file:
            file.execute("PRAGMA synchronous = OFF")
            file.executemany(INSERT, (row(number, start + timedelta(seconds=20 * number)) for number in range(STORED)))
        yield hub.start()


def numbers(tab: Tab) -> list[int]:
    return [int(title.removeprefix("No. ")) for title in tab.run(TITLES)]


def scrolled(tab: Tab, pages: int) -> None:
    for page in range(1, pages + 1):
        tab.run("scrollTo(0, document.documentElement.scrollHeight)")
        tab.until(f"document.querySelectorAll('.row-of').length >= {50 * page}")


def test_the_list_goes_on_without_end_and_without_a_gap(many: Hub, visit: Visit) -> None:
    tab = visit(many.owner, BUSY)
    tab.sees(f"No. {STORED - 1}")
    tab.run("busiest = 0")
    scrolled(tab, 10)
    shown = numbers(tab)
    assert len(shown) >= 500
    assert shown == list(range(STORED - 1, STORED - 1 - len(shown), -1))
    print(f"with {len(shown)} rows the page was never busy for longer than {tab.run('busiest')} ms")
    agent = many.new_agent(name="newcomer")
    agent.send("The newest of all")
    tab.until(f"{TITLES}[0] === 'The newest of all'")
    done(many.owner.delete(f"/api/agents/{agent.name}"))
    tab.until(f"{TITLES}[0] === 'No. {STORED - 1}'")


def test_another_filter_moves_the_focus_once_and_not_with_every_row_that_goes(many: Hub, visit: Visit) -> None:
    """Each move lays the whole list out again: with all of them the page froze for half a minute."""
    tab = visit(many.owner)
    tab.sees(f"No. {STORED - 1}")
    scrolled(tab, 12)
    tab.run("scrollTo(0, 0)")
    tab.press("j", "j")
    assert tab.run("document.activeElement.className").startswith("row-of")
    tab.run("window.moves = 0; addEventListener('focusin', () => (moves += 1)); 0")
    tab.go(f"{many.url}/#/?text=nowhere")
    tab.sees("Nothing fits these filters")
    tab.until("document.activeElement.id === 'notices-title'")
    assert tab.run("moves") <= 2


def test_filters_find_the_few_among_the_many(many: Hub, visit: Visit) -> None:
    tab = visit(many.owner)
    tab.go(f"{many.url}/#/?type=alert&agent=builder&text=rare")
    newest = max(number for number in range(STORED) if number % 50 == 49 and number % 3 == 0)
    tab.until(f"{TITLES}[0] === 'No. {newest}'")
    assert all(number % 50 == 49 and number % 3 == 0 for number in numbers(tab))
    tab.go(f"{many.url}/#/?text=00041234")
    tab.until(f"{TITLES}.join() === 'No. 41234'")


def test_notifications_of_a_filter_are_dismissed_with_one_click_and_no_others(many: Hub, visit: Visit) -> None:
    tab = visit(many.owner)
    tab.go(f"{many.url}/#/?type=alert")
    tab.until(f"{TITLES}.length >= 50")
    tab.click("button", "Dismiss all")
    tab.sees("Nothing fits these filters")
    tab.go("about:blank")
    left = {"notification_type": "alert", "status": "pending"}
    until(lambda: done(many.owner.get("/api/notifications", **left))["count"] == 0, "all alerts are dismissed")
    dismissed = done(many.owner.get("/api/notifications", status="dismissed", limit=500))["notifications"]
    assert {each["notification_type"] for each in dismissed} == {"alert"}
