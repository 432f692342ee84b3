"""Around the views: the ways between them, the badge, the keys, and the browser's own notifications."""

import pytest

from bellpull.web.page import read_page
from support.browser import Tab, Visit
from support.hub import Hub, HubMaker
from support.questions import YES, answer, ask

PAGE = read_page("en")
#: A browser that has allowed notifications and is looked at by nobody.
RINGING = """
window.rung = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, how) { Object.assign(this, how, { title }); rung.push(this); }
  close() { this.closed = true; this.onclose?.(); }
};
document.hasFocus = () => false;
localStorage.setItem("bellpull.rings", "on");
"""
ICON = "document.querySelector('link[rel=icon]').href"


def current(tab: Tab) -> object:
    return tab.run("document.querySelector('nav [aria-current]').textContent.trim()")


def test_keys_go_from_view_to_view_and_back_brings_one_back(hub: Hub, visit: Visit) -> None:
    tab = visit(hub.owner)
    for key, view, fragment in (("w", "Sessions", "#/sessions"), (",", "Settings", "#/settings"), ("i", "Inbox", "#/")):
        tab.press(key)
        tab.until(f"location.hash === '{fragment}'")
        assert str(current(tab)).startswith(view)
        tab.until("document.activeElement.id === 'main'")
    tab.back()
    tab.until("document.querySelector('nav [aria-current]').textContent.includes('Settings')")


@pytest.mark.slow
def test_a_reload_stays_where_one_was(hub: Hub, visit: Visit) -> None:
    tab = visit(hub.owner)
    tab.click("nav a", "Settings")
    tab.reload().sees(hub.owner.name)
    tab.until("document.querySelector('nav [aria-current]').textContent.includes('Settings')")


@pytest.mark.slow
def test_the_keys_are_told_by_a_question_mark_and_escape_closes_them(hub: Hub, visit: Visit) -> None:
    tab = visit(hub.owner)
    tab.press("?")
    tab.until("document.querySelector('dialog[open]')?.innerText.includes('put a question off')")
    keys = tab.run("[...document.querySelectorAll('dialog kbd')].map((one) => one.textContent)")
    assert "1 … 9" in keys
    assert not {"1", "9"} & set(keys), "all the digits between them are meant, too"
    tab.press("w", "Escape")
    tab.until("!document.querySelector('dialog[open]')")
    assert tab.run("location.hash") in ("", "#/"), "keys do nothing behind the dialog"


@pytest.mark.slow
def test_letters_that_are_typed_are_not_commands(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    hub.new_agent().send("something to look for")
    tab = visit(hub.owner)
    tab.sees("something to look for")
    tab.press("/")
    tab.until("document.activeElement.matches('[data-search]')")
    tab.press("w", "?", ",", "j")
    assert tab.run("document.activeElement.value") == "w?,j"
    tab.press("Escape")
    tab.until("!document.activeElement.matches('[data-search]')")


@pytest.mark.slow
def test_keys_with_ctrl_or_alt_are_the_browser_s_own(hub: Hub, visit: Visit) -> None:
    tab = visit(hub.owner)
    tab.press("Control+i", "Alt+w", "Control+,")
    assert tab.run("location.hash") in ("", "#/")


def test_j_and_k_walk_over_everything_that_waits(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    ids = [ask(agent, title=f"question {n}")["id"] for n in range(2)]
    ids += [agent.send(f"told {n}")["id"] for n in range(2)][::-1]
    tab.until("document.querySelectorAll('[data-item]').length === 4")
    focused = "document.activeElement.dataset.id"
    walked = []
    for _ in range(5):
        tab.press("j")
        walked.append(tab.run(focused))
    assert walked == [*ids, ids[-1]]
    tab.press("k")
    assert tab.run(focused) == ids[2]


@pytest.mark.parametrize(("urgency", "is_red"), [pytest.param("normal", False, marks=pytest.mark.slow), ("high", True)])
def test_the_icon_counts_and_is_red_when_something_urgent_waits(
    fresh_hub: HubMaker, visit: Visit, urgency: str, is_red: bool
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    assert str(tab.run(ICON)).endswith("/bell.svg")
    asked = ask(agent, urgency=urgency)
    tab.until("document.title === '(1) Bellpull'")
    icon = str(tab.run(ICON))
    assert ("mark=1" in icon, "urgent" in icon) == (True, is_red)
    answer(hub.owner, asked["id"], choice=YES)
    tab.until(f"{ICON}.endsWith('/bell.svg') && document.title === 'Bellpull'")


@pytest.mark.slow
def test_the_number_beside_the_inbox_says_what_it_counts(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    agent.send("Told, not asked")
    for title in ("question 1", "question 2"):
        ask(agent, title=title)
    for said in ("2 questions wait for you", "1 question waits for you"):
        tab.until(f"document.querySelector('nav [aria-current] .count')?.title === '{said}'")
        tab.click(f'role=link[name="Inbox {said}"]')
        # Who has put one off is not waited for by it.
        tab.press("j", "s", "1")


@pytest.mark.slow
def test_more_than_99_are_99_and_more(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    one, other = hub.new_agent(), hub.new_agent()
    for n in range(100):
        ask(one if n % 2 else other, title=f"question {n}")
    tab = visit(hub.owner)
    tab.until("document.title === '(99+) Bellpull'")
    tab.until(f"{ICON}.includes('mark=99%2B')")


@pytest.mark.slow
def test_an_urgent_notification_makes_the_icon_red_until_it_was_seen(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner)
    told = agent.send("The disk is full", priority="urgent")
    tab.until("document.title === '(!) Bellpull'")
    assert "urgent" in tab.run(ICON)
    hub.owner.post(f"/api/notifications/{told['id']}/acknowledge")
    tab.until("document.title === 'Bellpull'")


def test_the_browser_rings_for_a_question_and_stops_when_it_was_answered_elsewhere(
    fresh_hub: HubMaker, visit: Visit
) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, RINGING)
    asked = ask(agent, title="Merge?")
    tab.until("rung.length === 1")
    assert tab.run("[rung[0].title, rung[0].tag]") == [f"{agent.name}: Merge?", asked["id"]]
    answer(hub.owner, asked["id"], choice=YES)
    tab.until("rung[0].closed")


def test_a_click_on_what_the_browser_showed_leads_to_the_question(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, RINGING)
    tab.press(",")
    tab.until("location.hash === '#/settings'")
    asked = ask(agent)
    tab.until("rung.length === 1")
    tab.run("rung[0].onclick()")
    tab.until(f"document.activeElement.dataset.id === '{asked['id']}'")


@pytest.mark.slow
def test_the_browser_rings_for_what_is_important_and_not_for_the_rest(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, RINGING)
    agent.send("by the way")
    agent.send("look at this", priority="high")
    tab.until("rung.length === 1")
    assert tab.run("rung[0].title") == f"{agent.name}: look at this"
    tab.until("document.querySelectorAll('.row-of').length === 2")
    assert tab.run("rung.length") == 1


@pytest.mark.slow
def test_a_question_from_before_the_page_was_opened_does_not_ring(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    ask(agent, title="from yesterday")
    tab = visit(hub.owner, RINGING)
    tab.sees("from yesterday")
    ask(agent, title="from today")
    tab.until("rung.length === 1")
    assert tab.run("rung[0].title") == f"{agent.name}: from today"


def test_an_address_with_nonsense_in_it_shows_a_page_all_the_same(hub: Hub, visit: Visit) -> None:
    tab = visit(hub.owner)
    for words in ("status=constructor", "type=constructor", "priority=toString", "agent=__proto__"):
        tab.go("about:blank").go(f"{hub.url}/#/?{words}").sees("Notifications")
        assert tab.run("document.querySelector('nav').checkVisibility()"), words


@pytest.mark.parametrize(
    "kept",
    [
        '{"x": null}',
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("null", '{"x": {"until": "soon"}}', "{", "7")),
    ],
)
def test_nonsense_in_the_browser_s_storage_does_not_keep_the_page_from_opening(
    hub: Hub, visit: Visit, kept: str
) -> None:
    places = ("put-off", "theme", "language", "sound", "rings")
    script = "".join(f"localStorage.setItem('bellpull.{place}', {kept!r});" for place in places)
    tab = visit(hub.owner, script)
    tab.sees("Live")


@pytest.mark.slow
def test_a_view_is_there_although_the_hub_went_away_before_it_was_looked_at(
    hub_process: HubMaker, visit: Visit
) -> None:
    hub = hub_process()
    tab = visit(hub.owner)
    fetched = "performance.getEntriesByType('resource').filter((one) => one.name.match(/settings\\/.*js$/)).length"
    tab.until(f"{fetched} === {sum(name.startswith('settings/') and name.endswith('.js') for name in PAGE.files)}")
    hub.kill()
    tab.sees("No connection to the hub")
    tab.press(",")
    tab.sees("Quiet hours")


@pytest.mark.slow
def test_notifications_at_once_ring_as_one(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent, tab = hub.new_agent(), visit(hub.owner, RINGING)
    for n in range(12):
        agent.send(f"No. {n}", priority="high", message=f"Details of {n}")
    tab.until("rung.some((one) => one.title === '12 new things from your agents')")
    tags = tab.run("[...new Set(rung.map((one) => one.tag))]")
    assert len(tags) == 5
    assert tags[-1] == "many"
    assert tab.run("rung[0].body").startswith("Details of ")


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_shows_the_page_as_long_as_it_is_open(hub: Hub, visit: Visit) -> None:
    kept_nothing = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no') } });"
    tab = visit(hub.owner, kept_nothing)
    tab.sees("Live")
    tab.press(",")
    tab.sees("Quiet hours")
