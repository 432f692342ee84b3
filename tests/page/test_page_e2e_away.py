"""The network goes, the hub goes, both come back: the page says so and catches up, without being loaded again."""

from collections.abc import Callable, Iterator

import pytest

from support.answers import done, until
from support.browser import Tab, Visit
from support.hub import Hub, HubMaker
from support.network import Network, network_to
from support.questions import NO, YES, answer, ask, look

Again = Callable[[Hub], None]
RECONNECTING = "No connection to the hub"
ASKED = "document.querySelector('main').innerText.includes('In the next life')"


def marked(tab: Tab) -> Tab:
    tab.run("window.sameDocument = true")
    return tab


def same(tab: Tab) -> bool:
    return tab.run("window.sameDocument") is True


@pytest.fixture
def network(fresh_hub: HubMaker) -> Iterator[tuple[Hub, Network]]:
    hub = fresh_hub()
    with network_to(hub.url) as between:
        yield hub, between


def cut(network: Network, tab: Tab) -> None:
    network.cut()
    tab.offline(True)


def mend(network: Network, tab: Tab) -> None:
    network.mend()
    tab.offline(False)


def test_offline_and_back_everything_that_happened_is_there(network: tuple[Hub, Network], visit: Visit) -> None:
    hub, between = network
    agent, tab = hub.new_agent(), marked(visit(hub.owner, at=between.url))
    gone, stays = ask(agent, title="Answered meanwhile"), ask(agent, title="Still open")
    old = agent.send("Dismissed meanwhile")
    tab.sees("Dismissed meanwhile")
    cut(between, tab)
    tab.sees(RECONNECTING)
    answer(hub.owner, gone["id"], choice=YES, via="cli")
    done(hub.owner.post(f"/api/notifications/{old['id']}/dismiss"))
    agent.send("Told meanwhile")
    ask(agent, title="Asked meanwhile")
    mend(between, tab)
    for words in ("Asked meanwhile", "Told meanwhile", "Live"):
        tab.sees(words)
    tab.sees_no("Dismissed meanwhile")
    tab.until("document.title === '(2) Bellpull'")
    assert same(tab)
    tab.click(f'.card[data-id="{stays["id"]}"] button', NO)
    until(lambda: look(agent, stays["id"])["choice"] == NO, "and it can be answered")


@pytest.mark.slow
def test_an_answer_without_a_network_is_not_lost_and_not_pretended(network: tuple[Hub, Network], visit: Visit) -> None:
    hub, between = network
    agent, tab = hub.new_agent(), marked(visit(hub.owner, at=between.url))
    asked = ask(agent)
    tab.until("document.querySelector('.card button')")
    cut(between, tab)
    tab.click(".card button", YES)
    tab.sees("Not sent")
    assert look(agent, asked["id"])["state"] == "open"
    mend(between, tab)
    tab.sees("Live")
    tab.click(".card button", YES)
    until(lambda: look(agent, asked["id"])["choice"] == YES, "the second click arrives")
    assert same(tab)


@pytest.mark.slow
def test_a_hub_that_is_killed_and_started_again_is_followed_in_every_view(
    hub_process: HubMaker, visit: Visit, again: Again
) -> None:
    hub = hub_process()
    agent, inbox, sessions = hub.new_agent(), marked(visit(hub.owner)), marked(visit(hub.owner))
    sessions.go(f"{hub.url}/#/sessions")
    hub.kill()
    for tab in (inbox, sessions):
        tab.sees(RECONNECTING)
    again(hub)
    asked = ask(agent, title="In the next life")
    for tab in (inbox, sessions):
        tab.until(ASKED)
        assert same(tab)
    inbox.click(f'.card[data-id="{asked["id"]}"] button', YES)
    until(lambda: look(agent, asked["id"])["choice"] == YES, "the answer arrives")
    sessions.until(f"!({ASKED})")


@pytest.mark.slow
def test_views_that_are_opened_while_the_hub_is_away_are_right_as_soon_as_it_is_back(
    hub_process: HubMaker, visit: Visit, again: Again
) -> None:
    hub = hub_process()
    agent, tab = hub.new_agent(), visit(hub.owner)
    hub.kill()
    tab.sees(RECONNECTING)
    for way in ("#/settings", "#/sessions", "#/"):
        tab.go(f"{hub.url}/{way}")
    again(hub)
    ask(agent, title="Back again")
    tab.sees("Back again")
    tab.sees_no(RECONNECTING)


def test_a_page_whose_files_did_not_all_arrive_says_so_and_loads_again_when_the_hub_answers(
    fresh_hub: HubMaker, open_tab: Visit
) -> None:
    hub = fresh_hub()
    tab = open_tab()
    lost = "**/core/live.js"
    tab.lose(lost)
    tab.go(hub.url)
    tab.sees("The hub does not answer")
    tab.find(lost)
    tab.sees("This is the page of your hub")
