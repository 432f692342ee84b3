"""The number beside the heading is the hub's number of new notifications, also of those that no row shows yet."""

from typing import Any

import pytest

from support.answers import done, until
from support.browser import Tab, Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import ask, try_ask

MANY = 132
PAGE = 50
COUNT = "document.querySelectorAll('.row-of').length"
NUMBER = "(document.querySelector('#notices-title .number')?.textContent ?? '')"
#: Every number that is ever shown, in its order.
NUMBERS = f"""
window.numbers = [];
new MutationObserver(() => {{
  const now = {NUMBER};
  if (document.querySelector("#notices-title") && now !== numbers.at(-1)) numbers.push(now);
}}).observe(document, {{ subtree: true, childList: true, characterData: true }});
"""
#: The five seconds in which one may undo are over when the test says so.
TOLD = (
    "const real = setTimeout; window.setTimeout = (work, ms, ...rest) =>"
    " ms === 5000 ? ((window.over = () => work(...rest)), 0) : real(work, ms, ...rest);"
)


#: Counts after the first one are held back until the test lets them go.
HELD = """
const real = fetch;
let counts = 0;
const held = new Promise((go) => (window.letGo = go));
window.fetch = async (path, ...how) => {
  const answer = await real(path, ...how);
  if (path === "/api/counts" && (counts += 1) > 1) await held;
  return answer;
};
"""


@pytest.fixture
def alone(fresh_hub: HubMaker) -> Hub:
    return fresh_hub()


@pytest.fixture
def teller(alone: Hub) -> Caller:
    return alone.new_agent()


@pytest.fixture
def sent(teller: Caller) -> list[dict[str, Any]]:
    """Oldest first."""
    return [teller.send(f"No. {number}") for number in range(MANY)]


def shows(tab: Tab, hub: Hub, count: int) -> None:
    """The page and the hub say the same."""
    tab.until(f"{NUMBER} === '{count} new'")
    until(lambda: done(hub.owner.get("/api/counts"))["pending_notifications"] == count, "the hub counts as many")


def end(hub: Hub, notification: dict[str, Any], verb: str) -> None:
    done(hub.owner.post(f"/api/notifications/{notification['id']}/{verb}"))


@pytest.mark.slow
def test_the_count_is_of_all_new_ones_and_not_only_of_the_rows(
    alone: Hub, teller: Caller, sent: list[dict[str, Any]], visit: Visit
) -> None:
    ask(teller, title="Asked, not told")
    tab = visit(alone.owner, NUMBERS)
    shows(tab, alone, MANY)
    assert tab.run(COUNT) == PAGE
    tab.until(f"{COUNT} === {PAGE} && document.querySelector('.older')")
    tab.run("scrollTo(0, document.body.scrollHeight)")
    tab.until(f"{COUNT} >= {2 * PAGE}")
    tab.run("scrollTo(0, document.body.scrollHeight)")
    tab.until(f"{COUNT} === {MANY}")
    assert tab.run("numbers.filter(Boolean)") == [f"{MANY} new"], "as one scrolls it stays"
    assert len(tab.asked("/api/counts")) == 1, "nothing has happened meanwhile"


def test_the_number_follows_what_happens_to_rows_and_to_what_no_row_shows(
    alone: Hub, teller: Caller, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner)
    shows(tab, alone, MANY)
    end(alone, sent[0], "acknowledge")
    shows(tab, alone, MANY - 1)
    end(alone, sent[1], "dismiss")
    shows(tab, alone, MANY - 2)
    end(alone, sent[-1], "acknowledge")
    shows(tab, alone, MANY - 3)
    teller.send("One more")
    shows(tab, alone, MANY - 2)
    done(try_ask(teller, {"kind": "show", "title": "Shown", "question": "All tests pass."}), 201)
    shows(tab, alone, MANY - 1)
    other = alone.new_agent()
    for number in range(PAGE):
        other.send(f"Of another {number}")
    shows(tab, alone, MANY - 1 + PAGE)
    done(alone.owner.post("/api/notifications/dismiss-all", {"agent_name": teller.name}))
    shows(tab, alone, PAGE)
    done(alone.owner.delete(f"/api/agents/{other.name}"))
    tab.until(f"{NUMBER} === ''")


@pytest.mark.slow
def test_rows_that_go_and_those_that_move_up_count_once(
    alone: Hub, teller: Caller, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner)
    shows(tab, alone, MANY)
    ids = [one["id"] for one in sent[-PAGE + 5 :]]
    done(alone.owner.post("/api/notifications/dismiss", {"ids": ids}))
    shows(tab, alone, MANY - len(ids))
    teller.send("One more")
    tab.sees("One more")
    tab.until(f"{COUNT} >= {PAGE}")
    shows(tab, alone, MANY - len(ids) + 1)


@pytest.mark.slow
def test_a_person_who_scrolls_while_they_are_counted_gets_older_ones(
    alone: Hub, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner, HELD)
    shows(tab, alone, MANY)
    end(alone, sent[0], "acknowledge")
    until(lambda: len(tab.asked("/api/counts")) == 2, "they are being counted")
    tab.run("scrollTo(0, document.body.scrollHeight)")
    tab.until("document.querySelector('.older').getBoundingClientRect().top < innerHeight")
    # The page looks where one is with each frame.
    tab.run(
        "new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(seen))))"
    )
    tab.run("letGo()")
    tab.until(f"{COUNT} >= {2 * PAGE}")
    shows(tab, alone, MANY - 1)


@pytest.mark.slow
def test_a_row_that_is_settled_here_is_counted_at_once_and_once(
    alone: Hub, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner, TOLD + NUMBERS)
    shows(tab, alone, MANY)
    tab.click(f'[data-id="{sent[-1]["id"]}"] button', "Acknowledge")
    tab.until(f"{NUMBER} === '{MANY - 1} new'")
    tab.run("over()")
    shows(tab, alone, MANY - 1)
    tab.click(f'[data-id="{sent[-2]["id"]}"] button', "Dismiss")
    tab.until(f"{NUMBER} === '{MANY - 2} new'")
    tab.click("button", "Undo")
    shows(tab, alone, MANY - 1)
    steps = [MANY, MANY - 1, MANY - 2, MANY - 1]
    assert tab.run("numbers.filter(Boolean)") == [f"{count} new" for count in steps]


@pytest.mark.slow
def test_dismissed_rows_are_counted_no_more_until_that_is_undone(
    alone: Hub, teller: Caller, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner, TOLD)
    shows(tab, alone, MANY)
    tab.click("button", "Dismiss all")
    tab.until(f"{NUMBER} === ''")
    tab.click("button", "Undo")
    shows(tab, alone, MANY)
    tab.click("button", "Acknowledge all")
    tab.until(f"{NUMBER} === ''")
    teller.send("Came later")
    tab.until(f"{NUMBER} === '1 new'")
    tab.run("over()")
    shows(tab, alone, 1)


@pytest.mark.slow
def test_the_count_behind_filters_is_of_those_that_fit_as_far_as_they_were_read(
    alone: Hub, teller: Caller, sent: list[dict[str, Any]], visit: Visit
) -> None:
    tab = visit(alone.owner)
    tab.go(f"{alone.url}/#/?agent={teller.name}")
    tab.until(f"{NUMBER} === '{PAGE}+ fit'")
    tab.go(f"{alone.url}/#/")
    shows(tab, alone, MANY)
