"""Browsers for the tests of the page: one Chromium for a worker, and in it people with storages of their own."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from support.answers import done
from support.browser import Browser, Person, Tab, Visit, find_browser, running_browser
from support.hub import Caller, Hub

#: Clicks within half a second after something moved are taken for misplaced. Tests click at once, so here time flies.
HASTY = "let second = 0; performance.now = () => (second += 1) * 1000;"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_browser()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: apt install chromium)")
    with running_browser(program) as running:
        yield running


@pytest.fixture
def open_tab(browser: Browser) -> Iterator[Visit]:
    """Opens tabs: `open_tab()` of somebody new, `open_tab(**PHONE)` on a telephone, `open_tab(beside=tab)` of the
    same person."""
    people: list[Person] = []
    tabs: list[Tab] = []

    def opened(beside: Tab | None = None, **how: Any) -> Tab:
        if beside is None:
            people.append(browser.new_person(**how))
        tabs.append(browser.tab(people[-1] if beside is None else beside.person))
        return tabs[-1]

    yield opened
    errors = [error for tab in tabs for error in tab.errors()]
    for tab in tabs:
        tab.close()
    for person in people:
        browser.forget_person(person)
    assert errors == []


@pytest.fixture
def visit(open_tab: Visit) -> Visit:
    """Opens the page signed in: `visit(person)`, `visit(person, **PHONE)`; `first` is JavaScript that runs before the
    page's own, `at` another address of the hub."""

    def visited(person: Caller, first: str = "", at: str | None = None, **how: Any) -> Tab:
        tab = open_tab(**how)
        tab.before_pages(f"{HASTY}\n{first}")
        tab.go(link(person).replace(person.hub.url, at or person.hub.url)).sees(person.name)
        return tab

    return visited


def link(person: Caller) -> str:
    """What `bellpull page` prints."""
    return f"{person.hub.url}/#sign-in={done(person.post('/api/sign-in-links'))['secret']}"


@pytest.fixture
def new_link() -> Callable[[Caller], str]:
    return link


@pytest.fixture
def again() -> Callable[[Hub], None]:
    """Starts a hub that was killed, where it was before: a page that is open knows only that address."""

    def start(hub: Hub) -> None:
        hub.port = str(urlsplit(hub.url).port)
        hub.start()

    return start
