"""From the address that `bellpull up` prints to the inbox: the link works once, and its secret is nowhere written."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from support.browser import Visit
from support.hub import Caller, Hub, HubMaker
from support.questions import ask

NewLink = Callable[[Caller], str]


def written(hub: Hub) -> str:
    """Everything that the hub wrote anywhere about what it does."""
    return hub.output() + "".join(file.read_text(errors="replace") for file in hub.data_dir.glob("*.log*"))


def test_a_link_works_once_and_its_secret_reaches_no_log(
    hub_process: HubMaker, open_tab: Visit, new_link: NewLink
) -> None:
    hub = hub_process(log_level="debug")
    link = new_link(hub.owner)
    secret = urlsplit(link).fragment.partition("=")[2]
    assert len(secret) >= 20
    tab = open_tab().go(link)
    tab.sees(hub.owner.name)
    open_tab().go(link).sees("This link was used already")
    ask(hub.new_agent(), title="After signing in")
    tab.sees("After signing in")
    key = tab.run("localStorage.getItem('bellpull.key')")
    hub.stop()
    log = written(hub)
    assert "stopped" in log, "it is the log that was read"
    assert secret not in log
    assert key not in log


def test_a_sign_in_outlives_a_reload_and_holds_in_a_new_tab(person: Caller, visit: Visit, open_tab: Visit) -> None:
    tab = visit(person)
    tab.reload().sees(person.name)
    open_tab(beside=tab).go(f"{person.hub.url}/").sees(person.name)


@pytest.mark.slow
def test_questions_and_notifications_are_there_at_once_questions_first(fresh_hub: HubMaker, visit: Visit) -> None:
    hub = fresh_hub()
    agent = hub.new_agent()
    ask(agent, title="Asked before")
    for name in ("older", "newer"):
        agent.send(f"The {name} one")
    tab = visit(hub.owner)
    tab.sees("The newer one")
    told = tab.text()
    places = [told.index(words) for words in ("Asked before", "The newer one", "The older one")]
    assert places == sorted(places)
