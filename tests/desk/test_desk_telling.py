"""Notifications that want no answer: by priority, never a burst, held back in quiet hours, summed up afterwards."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from support.answers import until
from support.desk import at_desk, desk_of
from support.desktop import Desktop
from support.hub import Hub
from support.notifiers import Fake, dunst, fake_notifyd
from support.panel import panel
from support.questions import MERGE, NO, YES

ACCEPTED = f'{{"response": "accepted", "choice": "{YES}"}}'


@pytest.fixture
def browser(desktop: Desktop) -> Any:
    """A browser that only writes down what it was to open."""
    program, log = desktop.folder / "browser", desktop.folder / "opened.txt"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {log}\n')
    program.chmod(0o755)
    log.touch()
    desktop.environment["BROWSER"] = str(program)
    return log


def banners(server: Fake) -> dict[int, dict[str, Any]]:
    """What the server shows, each as it was last told to."""
    told = [said for said in list(server.said) if "notify" in said]
    return {said["notify"]: said for said in told if said["notify"] not in server.closed()}


def saying(server: Fake, words: str) -> list[dict[str, Any]]:
    return [said for said in banners(server).values() if words in said["summary"] + said["body"]]


def shown(server: Fake, words: str) -> dict[str, Any]:
    return until(lambda: saying(server, words), f"a banner says {words!r}, among {server.said}")[0]


def around_now() -> str:
    now = datetime.now()
    return f"{now - timedelta(hours=2):%H:%M}-{now + timedelta(hours=2):%H:%M}"


def test_a_notification_goes_when_it_is_dismissed_on_the_page_and_opens_the_inbox_when_it_is_clicked(
    desktop: Desktop, own_hub: Hub, browser: Any
) -> None:
    server, sender = dunst(desktop), own_hub.new_agent(name="tester")
    with at_desk(desktop, own_hub):
        sent = sender.send("Tests failed", priority="urgent")
        server.shows(1)
        assert own_hub.owner.post(f"/api/notifications/{sent['id']}/dismiss").status_code == 200
        server.shows(0)
        sender.send("Tests failed again", priority="urgent")
        server.shows(1)
        desktop.run("dunstctl", "action")
        opened = until(browser.read_text, "the browser is started")
        assert opened.startswith(f"{own_hub.url}/")
        assert opened.count("\n") == 1


@pytest.mark.slow
def test_thirty_at_once_are_five_banners_and_a_summary(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (_, agent):
        sender = own_hub.new_agent(name="tester")
        for word in [f"{first}{second}" for first in "abcde" for second in "uvwxyz"]:
            sender.send(f"Report {word}")
        shown(server, "25 notifications")
        # A question is none of them, and never folded.
        id = agent.call("ask_user", **MERGE, wait_for_response=True)
        banner = shown(server, "Merge to main?")
        reports = [said for said in banners(server).values() if "Report" in said["body"].partition("\n")[0]]
        assert len(reports) == 5
        assert len(banners(server)) == 7
        server.do("action", id=banner["notify"], key=banner["actions"][banner["actions"].index(NO) - 1])
        assert agent.items(id) == [f'{{"response": "dismissed", "choice": "{NO}"}}']


@pytest.mark.slow
def test_the_same_again_is_shown_once_with_a_count(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub):
        sender = own_hub.new_agent(name="tester")
        for _ in range(3):
            sender.send("Tests failed", message="In the shop")
        last = until(lambda: [said for said in saying(server, "Tests failed") if "3" in said["body"]], "it is counted")
        assert len(last) == len(banners(server)) == 1
        # From somebody else it is another one.
        own_hub.new_agent(name="other").send("Tests failed", message="In the shop")
        until(lambda: len(saying(server, "Tests failed")) == 2, "the other's is shown beside it")


@pytest.mark.slow
def test_quiet_hours_hold_back_what_is_not_urgent(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub, quiet_hours=around_now()) as (_, agent):
        sender = own_hub.new_agent(name="tester")
        for priority in ("low", "normal", "high"):
            sender.send(f"A {priority} thing", priority=priority)
        agent.told("ask_user", title="Some time", question="No hurry?", options=["Yes", "No"])
        sender.send("An urgent thing", priority="urgent")
        shown(server, "An urgent thing")
        id = agent.call("ask_user", **MERGE, wait_for_response=True)
        banner = shown(server, "Merge to main?")
        assert len(banners(server)) == 2, banners(server)
        server.do("action", id=banner["notify"], key=banner["actions"][banner["actions"].index(YES) - 1])
        assert agent.items(id) == [ACCEPTED]


def test_quiet_for_an_hour_holds_back_until_it_is_ended_and_sums_up(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    tray = panel(desktop)
    with at_desk(desktop, own_hub) as (desk, _):
        sender = own_hub.new_agent(name="tester")
        choose_quiet(desktop, tray)
        until(lambda: '"quiet_until": null' not in desk.memory(), "it is quiet")
        sender.send("Report one")
        sender.send("Report two")
        sender.send("An urgent thing", priority="urgent")
        shown(server, "An urgent thing")
        assert len(banners(server)) == 1
        choose_quiet(desktop, tray)
        shown(server, "2 notifications")
        assert len(banners(server)) == 2


def choose_quiet(desktop: Desktop, tray: Any) -> None:
    """The second line of the tray's menu that can be chosen, after the title, by keyboard."""
    tray.open_menu()
    desktop.keys("Down", "Return")


def test_notifications_that_came_while_the_desk_was_away_are_one_summary(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        sender = own_hub.new_agent(name="tester")
        sender.send("Tests <i>failed</i>", message="3 & 4", priority="urgent")
        seen = shown(server, "3 &amp; 4")
        assert (seen["summary"], seen["hints"]["urgency"]) == ("tester", 2)
        assert seen["body"] == "<b>Tests &lt;i&gt;failed&lt;/i&gt;</b>\n3 &amp; 4"
        assert desk.stop() == 0
        before = set(banners(server))
        for word in ("one", "two", "three", "four", "five", "six", "seven"):
            sender.send(f"Report {word}")
        id = agent.call("ask_user", **MERGE, wait_for_response=True)
        until(lambda: own_hub.owner.get("/api/questions").json()["count"] == 1, "it is asked")
        desk.start()
        shown(server, "7 notifications")
        banner = shown(server, "Merge to main?")
        assert len(set(banners(server)) - before) == 2
        server.do("action", id=banner["notify"], key=banner["actions"][banner["actions"].index(YES) - 1])
        assert agent.items(id) == [ACCEPTED]


def test_a_notification_is_not_told_again_when_the_hub_is_back(desktop: Desktop, own_hub_process: Hub) -> None:
    server = fake_notifyd(desktop)
    # No agent is there, whose shim would start the hub too.
    with desk_of(desktop, own_hub_process) as desk:
        sender = own_hub_process.new_agent(name="tester")
        sender.send("Report one")
        shown(server, "Report one")
        own_hub_process.kill()
        own_hub_process.start()
        until(desk.connected, "the desk finds the hub again")
        sender.send("Report two")
        shown(server, "Report two")
        titles = [said["body"] for said in server.said if "notify" in said]
        assert [re.findall("one|two", title) for title in titles] == [["one"], ["two"]]
