"""Signing in on the page and out of it, and what the browser keeps."""

from collections.abc import Callable

import pytest

from support.answers import done, refused, until
from support.browser import Tab, Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import ask, ask_text

KEPT = "localStorage.getItem('bellpull.key')"
NewLink = Callable[[Caller], str]


def paste(tab: Tab, text: str) -> None:
    tab.click("#paste")
    tab.run("document.querySelector('#paste').value = ''")
    tab.type(text)
    tab.key("Enter")


def test_a_link_signs_in_and_leaves_the_address_at_once(hub: Hub, person: Caller, visit: Visit) -> None:
    tab = visit(person)
    assert tab.run("location.href") == f"{hub.url}/"
    assert tab.run("history.length") <= 2
    me = done(Caller(hub, tab.run(KEPT), "", "").get("/api/me"))
    assert (me["scope"], me["name"]) == ("user", person.name)


@pytest.mark.slow
def test_the_key_is_never_in_an_address_that_is_asked_for(person: Caller, visit: Visit) -> None:
    record = "const Real = WebSocket; window.opened = []; window.WebSocket = class extends Real {"
    record += " constructor(url) { super(url); opened.push(url); } };"
    tab = visit(person, record)
    asked = tab.run("[...performance.getEntriesByType('resource').map((one) => one.name), ...opened]")
    assert any("/ws/events" in url for url in asked), "a socket was opened"
    assert not [url for url in asked if tab.run(KEPT) in url]
    assert tab.run("document.cookie") == ""


def test_a_link_that_was_used_says_so_and_what_to_do(
    person: Caller, open_tab: Visit, visit: Visit, new_link: NewLink
) -> None:
    used = new_link(person)
    open_tab().go(used).sees(person.name)
    tab = open_tab().go(used)
    tab.sees("This link was used already")
    tab.sees("bellpull page")
    assert "#" not in tab.run("location.href")


@pytest.mark.slow
def test_a_used_link_does_no_harm_to_who_is_signed_in(person: Caller, open_tab: Visit, new_link: NewLink) -> None:
    used = new_link(person)
    tab = open_tab().go(used)
    tab.sees(person.name)
    before = tab.run(KEPT)
    tab.go("about:blank").go(used).sees(person.name)
    assert tab.run(KEPT) == before


@pytest.mark.slow
def test_a_new_link_in_an_open_page_signs_in(person: Caller, open_tab: Visit, new_link: NewLink) -> None:
    tab = open_tab().go(f"{person.hub.url}/")
    tab.sees("Only people who are signed in")
    tab.go(new_link(person)).sees(person.name)


def test_a_pasted_key_is_exchanged_for_one_of_this_browser(hub: Hub, person: Caller, open_tab: Visit) -> None:
    tab = open_tab().go(f"{hub.url}/")
    tab.sees("paste such a link")
    paste(tab, person.key)
    tab.sees(person.name)
    assert tab.run(KEPT) != person.key
    assert person.key not in tab.run("JSON.stringify([{...localStorage}, {...sessionStorage}])")


@pytest.mark.slow
def test_a_pasted_link_signs_in(person: Caller, open_tab: Visit, new_link: NewLink) -> None:
    tab = open_tab().go(f"{person.hub.url}/")
    paste(tab, new_link(person))
    tab.sees(person.name)


@pytest.mark.slow
def test_a_text_that_is_no_key_of_a_person_is_refused_with_the_reason(agent: Caller, open_tab: Visit) -> None:
    tab = open_tab().go(f"{agent.hub.url}/")
    paste(tab, "made up")
    tab.sees("no link and no key that works")
    paste(tab, agent.key)
    tab.sees("an agent’s key")
    assert tab.run(KEPT) is None


@pytest.mark.slow
def test_signing_out_revokes_this_browser_s_key_and_no_other(person: Caller, visit: Visit, open_tab: Visit) -> None:
    tab = visit(person)
    beside = open_tab(beside=tab).go(f"{person.hub.url}/")
    beside.sees(person.name)
    key = Caller(person.hub, tab.run(KEPT), "", "")
    tab.click("#who button")
    tab.sees("You are signed out")
    # It may hear of the revoked key from the hub before the browser tells it of the other tab.
    beside.sees("signed out")
    assert tab.run(KEPT) is None
    until(lambda: key.get("/api/me").status_code == 401, "the key is revoked")
    refused(key.get("/api/me"), 401)
    done(person.get("/api/me"))


@pytest.mark.slow
def test_a_key_revoked_elsewhere_signs_the_page_out(person: Caller, agent: Caller, visit: Visit) -> None:
    tab = visit(person)
    tab.sees("Live")
    keys = done(person.get("/api/keys"))["keys"]
    (mine,) = [key["id"] for key in keys if key["label"] == "page"]
    done(person.delete(f"/api/keys/{mine}"))
    tab.sees("This browser was signed out")
    assert tab.run(KEPT) is None
    assert tab.run("document.title") == "Bellpull"


def test_signed_out_nothing_of_anybody_is_left_on_the_page(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    ask(hub.new_agent(), title="Between us")
    tab = visit(hub.owner)
    tab.sees("Between us")
    tab.click("#who button")
    tab.sees("You are signed out")
    assert "Between us" not in tab.run("document.documentElement.outerHTML")


@pytest.mark.slow
def test_signed_out_in_another_tab_nothing_that_was_typed_is_left(
    person: Caller, visit: Visit, open_tab: Visit, new_link: NewLink
) -> None:
    agent = person.hub.new_agent(person)
    draft, secret = ask_text(agent, title="a draft"), ask_text(agent, title="a secret", secret=True)
    tab = visit(person)
    for asked, field, text in ((draft, "textarea", "half a thought"), (secret, "input", "hunter2")):
        tab.click(f'[data-id="{asked["id"]}"] {field}')
        tab.type(text)
    beside = open_tab(beside=tab).go(f"{person.hub.url}/")
    beside.sees(person.name)
    beside.click("#who button")
    tab.sees("signed out")
    assert tab.run("Object.keys(localStorage).filter((one) => one.includes('draft'))") == []
    tab.go(new_link(person)).sees("a secret")
    assert (
        tab.run("[...document.querySelectorAll('.card textarea, .card input')].map((one) => one.value).join('')") == ""
    )
