"""Told things are notifications, asked things are questions: every surface shows the same numbers of both."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.answers import done
from support.browser import find_browser, running_browser
from support.deploy import command
from support.hub import SOURCES, Caller, Hub
from support.nudges import tell
from support.questions import TYPED, answer, ask, handed, try_ask
from support.terminal_screen import find_tmux, terminal

Run = Callable[..., list[str]]

NEW, OPEN, UNREAD = 4, 3, 2


@pytest.fixture
def builder(hub: Hub, person: Caller) -> Caller:
    """Of each kind it has what is counted, and what is not."""
    agent = hub.new_agent(person)
    told = [agent.send(f"Told {number}") for number in range(5)]
    done(try_ask(agent, TYPED | {"kind": "show"}), 201)
    ask(agent, title="Nobody has seen this")
    seen, answered = (ask(agent, title=title) for title in ("Somebody has seen this", "Answered"))
    answer(person, answered["id"], choice=answered["options"][0])
    handed(agent, answered["id"])
    for id, verb in ((seen["id"], "acknowledge"), (told[0]["id"], "acknowledge"), (told[1]["id"], "dismiss")):
        done(person.post(f"/api/notifications/{id}/{verb}"))
    for number in range(UNREAD):
        tell(person, agent.name, f"Nudge {number}")
    return agent


@pytest.fixture
def asker(hub: Hub, person: Caller) -> Caller:
    """It has asked, and told nothing."""
    agent = hub.new_agent(person)
    ask(agent, title="The only one of its agent")
    return agent


@pytest.fixture
def run(hub: Hub, person: Caller, tmp_path: Path) -> Run:
    """A command of this person; its lines."""
    whose = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": person.key, "BELLPULL_DATA_DIR": str(tmp_path / "data")}

    def lines(*words: str) -> list[str]:
        ended = command(tmp_path / "home", *words, **whose)
        assert (ended.returncode, ended.stderr) == (0, ""), ended
        return ended.stdout.splitlines()

    return lines


def test_commands_agree_on_what_is_told_and_what_is_asked(
    person: Caller, builder: Caller, asker: Caller, run: Run
) -> None:
    counts = {"pending_notifications": NEW, "open_questions": OPEN, "pending_nudges": UNREAD}
    assert done(person.get("/api/counts")) == counts

    status = [" ".join(line.split()) for line in run("status")]
    assert {f"questions {OPEN} open", f"notifications {NEW} new"} <= set(status)

    head, *rows = run("inbox")
    assert (head.split()[0], len(rows)) == ("AGE", NEW)
    assert len(run("questions")) == 1 + OPEN

    head, *rows = run("agent", "list")
    assert head.split()[:5] == ["NAME", "QUESTIONS", "NOTIFICATIONS", "NUDGES", "OWNER"]
    assert {tuple(row.split()[:4]) for row in rows} == {
        (builder.name, str(OPEN - 1), str(NEW), str(UNREAD)),
        (asker.name, "1", "0", "0"),
    }

    # What was there before these numbers counts as it did: pending is pending, asked or told.
    assert done(person.get("/api/notifications/count", status="pending"))["count"] == NEW + OPEN - 1


def test_dismissing_all_counts_what_the_inbox_lists_and_leaves_questions_alone(
    person: Caller, builder: Caller, asker: Caller, run: Run
) -> None:
    seen = len(run("inbox", "--status", "acknowledged")) - 1
    assert seen == 1
    assert run("dismiss", "--all") == [f"Dismissed {NEW + seen} notifications, {seen} of them acknowledged before."]
    left = done(person.get("/api/counts"))
    assert (left["pending_notifications"], left["open_questions"]) == (0, OPEN)
    assert run("dismiss", "--all") == ["Dismissed 0 notifications."]


def test_the_terminal_view_shows_these_numbers(hub: Hub, person: Caller, builder: Caller, asker: Caller) -> None:
    if find_tmux() is None:
        pytest.skip("tmux is not installed")
    with TemporaryDirectory(prefix="bp-") as folder, terminal(Path(folder), 100, 30) as screen:
        whose = {"BELLPULL_URL": hub.url, "BELLPULL_KEY": person.key, "BELLPULL_DATA_DIR": folder, "HOME": folder}
        python = {"PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1", "LANG": "C.UTF-8"}
        screen.run([sys.executable, "-m", "bellpull.cli.main", "tui"], whose | python)
        # Two agents have asked, of which no session is known.
        screen.sees(f"Sessions 2   Notifications {NEW}")
        screen.press("Tab")
        shown = screen.sees("Told 4")
        assert "Somebody has seen this" not in shown


def test_the_page_shows_these_numbers(hub: Hub, person: Caller, builder: Caller, asker: Caller) -> None:
    program = find_browser()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: apt install chromium)")
    with running_browser(program) as browser:
        tab = browser.tab(browser.new_person())
        secret = done(person.post("/api/sign-in-links"))["secret"]
        tab.go(f"{hub.url}/#sign-in={secret}").sees(f"Notifications {NEW} new")
        ways = " ".join(tab.run("document.querySelector('nav').innerText").split())
        assert (ways, tab.run("document.title")) == (f"Inbox {OPEN} Sessions 2 Settings", f"({OPEN}) Bellpull")

        tab.go(f"{hub.url}/#/agents").sees(asker.name)
        rows = tab.run("[...document.querySelectorAll('.session.known header')].map((one) => one.innerText)")
        assert {re.sub(r"\s+", " ", row) for row in rows} == {
            f"{builder.name} {OPEN - 1} open questions · {NEW} new notifications · {UNREAD} nudges not read yet",
            f"{asker.name} 1 open question",
        }
        assert tab.errors() == []
