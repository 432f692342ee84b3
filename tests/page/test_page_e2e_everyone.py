"""The page is for everyone: axe finds nothing against WCAG 2.2 AA, everything can be made twice or four times as large,
who wants no motion gets none, and fingers find every button."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.accounts import share
from support.answers import until
from support.browser import PHONE, Tab, Visit
from support.hub import Hub, running
from support.npm import npm_package
from support.page_scene import VIEWS, look_at, shop
from support.questions import YES, ask

AXE = "4.14.0"
RULES = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']"
FAULTS = f"""axe.run(document, {{runOnly: {RULES}, resultTypes: ["violations"]}}).then((found) =>
  found.violations.map(({{id, nodes}}) => [id, nodes.slice(0, 4).map((one) => one.html + one.failureSummary)]))"""
#: Controls that something else lies over once one has scrolled to them, or that are cut off at the side.
COVERED = """
[...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".unseen, .skip, [inert]")) return false;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + Math.min(height, innerHeight) / 2);
  return !hit || !(one.contains(hit) || hit.contains(one) || hit.closest("label")?.contains(one));
}).map((one) => one.outerHTML.slice(0, 200))
"""
SMALL = """
[...document.querySelectorAll("button, input, select, textarea, summary, nav a")].filter((one) => {
  const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
  return one.checkVisibility() && !one.closest(".unseen") && (width < 44 || height < 44);
}).map((one) => [one.outerHTML.slice(0, 160), one.offsetWidth, one.offsetHeight])
"""
#: What opens by a click, and where.
FORMS = (("#/settings", "#change-password"), ("#/agents/builder", ".sharing summary"))
#: Of every animation that is ever seen, how long it takes, in milliseconds.
MOTIONS = """
window.motions = new Set();
const look = () => {
  for (const one of document.getAnimations()) motions.add(Number(one.effect.getComputedTiming().duration));
  requestAnimationFrame(look);
};
look();
"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with running(tmp_path_factory.mktemp("scene")) as hub:
        shop(hub)
        share(hub.owner, "builder", hub.new_person("ada").name)
        yield hub


@pytest.fixture(scope="session")
def axe() -> str:
    return (Path(npm_package("axe-core", AXE)) / "axe.min.js").read_text(encoding="utf-8")


def faults(tab: Tab, axe: str) -> Any:
    tab.run(f"{axe}; 0")
    return tab.run(FAULTS)


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["light", "dark"])
def test_axe_finds_nothing_in_any_view(scene: Hub, visit: Visit, open_tab: Visit, axe: str, dark: bool) -> None:
    stranger = open_tab().go(scene.url)
    stranger.size(1280, 800, dark=dark)
    stranger.sees("Only people who are signed in")
    wrong_password(stranger)
    found = {"sign in": faults(stranger, axe)}
    tab = visit(scene.owner)
    tab.size(1280, 800, dark=dark)
    for place, opened in FORMS:
        open_form(tab, scene, place, opened)
        found[opened] = faults(tab, axe)
    for place, words in VIEWS:
        look_at(tab, scene, place, words)
        found[place] = faults(tab, axe)
    look_at(tab, scene, *VIEWS[0])
    tab.press("?")
    tab.until("document.querySelector('dialog[open]')")
    found["help"] = faults(tab, axe)
    tab.press("Escape")
    tab.size(375, 812, dark=dark)
    busy(tab)
    found["busy"] = faults(tab, axe)
    # The next one finds everything as it was.
    tab.click(".undo button", "Undo")
    tab.sees_no("1 acknowledged")
    assert {view: said for view, said in found.items() if said} == {}


def wrong_password(tab: Tab) -> None:
    for place in ("#name", "#password-password"):
        tab.click(place)
        tab.type("nobody at all")
    tab.press("Enter")
    tab.sees("Wrong name or password.")


def open_form(tab: Tab, scene: Hub, place: str, opened: str) -> None:
    tab.go(f"{scene.url}/{place}")
    tab.click(opened)
    tab.until("document.querySelector('.own-password, [data-shared]')")


def busy(tab: Tab) -> None:
    """Everything open that can be open in the inbox."""
    tab.click(".filters button", "Filters")
    tab.until("document.querySelectorAll('.filters select').length > 2")
    for row in ("nightly", "certificate"):
        tab.run(f"[...document.querySelectorAll('.row-of')].find((one) => one.textContent.includes('{row}')).focus()")
        tab.press("Enter", "x")
    tab.run("document.querySelector('.row-of.low').focus()")
    tab.press("a")
    tab.sees("1 acknowledged")
    tab.click(".card button", "Something else…")


@pytest.mark.parametrize("factor", [pytest.param(2, marks=pytest.mark.slow), 4], ids=["200%", "400%"])
def test_views_can_be_reached_when_they_are_larger(scene: Hub, visit: Visit, factor: int) -> None:
    tab = visit(scene.owner)
    tab.zoom(1280, 1024, factor)
    tab.until(f"innerWidth === {1280 // factor}")
    for place, words in VIEWS:
        look_at(tab, scene, place, words)
        assert tab.run("document.documentElement.scrollWidth") <= 1280 // factor, place
        assert tab.run(COVERED) == [], place


def test_fingers_find_every_button_of_every_view(scene: Hub, visit: Visit) -> None:
    tab = visit(scene.owner, **PHONE)
    for place, words in VIEWS:
        look_at(tab, scene, place, words)
        assert tab.run("document.documentElement.scrollWidth") == 375, place
        assert tab.run(SMALL) == [], place
        assert tab.run(COVERED) == [], place
    for place, opened in FORMS:
        open_form(tab, scene, place, opened)
        assert (tab.run("document.documentElement.scrollWidth"), tab.run(SMALL), tab.run(COVERED)) == (375, [], [])


@pytest.mark.slow
def test_fingers_find_the_way_in(scene: Hub, open_tab: Visit) -> None:
    tab = open_tab(**PHONE).go(scene.url)
    wrong_password(tab)
    assert (tab.run("document.documentElement.scrollWidth"), tab.run(SMALL), tab.run(COVERED)) == (375, [], [])


@pytest.mark.slow
def test_the_page_has_no_motion_for_people_who_want_none(scene: Hub, visit: Visit) -> None:
    agent = scene.new_agent()
    tab = visit(scene.owner, MOTIONS)
    tab.size(1280, 800, still=True)
    tab.run("motions.clear()")
    asked = ask(agent, title="Moves?")
    sent = agent.send("Moves, too?")
    tab.click(f'.card[data-id="{asked["id"]}"] button', YES)
    tab.sees(f"Answered: {YES}")
    tab.click(f'.row-of[data-id="{sent["id"]}"] button', "Dismiss")
    tab.sees("1 dismissed")
    for place, words in VIEWS:
        look_at(tab, scene, place, words)
    tab.press("?")
    until(lambda: tab.run("document.querySelector('dialog[open]') !== null"), "help is open")
    assert [each for each in tab.run("[...motions]") if each > 20] == []
    assert tab.run("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
