"""Open and settled questions as a table, and a link to the page."""

from typing import Any

import pytest

from bellpull.cli.questions import is_left
from bellpull.cli.terminal import width
from support.answers import done
from support.hub import Caller, Hub
from support.order_cases import CASES, NOW, Case
from support.questions import answer, ask, ask_text, do, listed
from support.shell import Shell

EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e日本語"


def test_open_questions_are_a_table_with_who_waits_first(shell: Shell, agent: Caller) -> None:
    second = ask_text(agent, title="Name", question="How shall it be called?")
    first = ask(agent, wait=600)
    ended = shell.run("questions", "--agent", agent.name)
    head, *rows = ended.out.splitlines()
    assert (ended.code, ended.err) == (0, "")
    assert head.split() == ["AGE", "AGENT", "WAITING", "QUESTION", "ID"]
    waiting, not_waiting = (row.split(maxsplit=3) for row in rows)
    assert waiting[1:] == [agent.name, "9m", f"Merge to main?                 {first['id']}"]
    assert not_waiting[1:] == [agent.name, "no", f"Name: How shall it be called?  {second['id']}"]


def test_a_table_that_is_cut_says_how_many_more_there_are(shell: Shell, agent: Caller) -> None:
    for _ in range(5):
        ask(agent)
    cut = shell.run("questions", "--agent", agent.name, "--limit", "2").out.splitlines()
    assert (len(cut), cut[-1]) == (4, "and 3 more: --limit")
    assert "more" not in shell.run("questions", "--agent", agent.name, "--limit", "5").out


def test_released_asker_does_not_wait(shell: Shell, agent: Caller) -> None:
    question = ask(agent, wait=600)
    do(agent, question["id"], "release", {"reason": "gone"})
    _, heading, row = shell.run("questions", "--agent", agent.name).out.splitlines()
    assert (heading, row.split()[2]) == ("1 that nobody waits for any more:", "no")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_command_knows_what_is_left_as_the_domain_does(case: Case) -> None:
    left = [one.id for one in case.asked if is_left(one._asdict(), NOW)]
    assert set(left) == set(case.order.partition("|")[2].split())


@pytest.mark.parametrize("columns", [None, 40])
def test_questions_that_no_agent_waits_for_stand_last_below_their_number(
    shell: Shell, agent: Caller, columns: int | None
) -> None:
    left = [ask(agent, title=f"left {number}", wait=600)["id"] for number in range(2)]
    for id in left:
        do(agent, id, "release", {"reason": "timeout"})
    calm, waiting = ask(agent, title="calm")["id"], ask(agent, title="waiting", wait=600)["id"]
    words = ("questions", "--agent", agent.name)
    ended = shell.run(*words) if columns is None else shell.run_in_terminal(*words, columns=columns)
    lines = [line.strip() for line in ended.out.splitlines()]
    heading = lines.index("2 that nobody waits for any more:")
    assert lines[heading - 1] == ""
    above, below = "\n".join(lines[:heading]), "\n".join(lines[heading:])
    assert above.index(waiting) < above.index(calm)
    assert all(id in below and id not in above for id in left)


def test_a_list_that_is_cut_off_says_that_there_may_be_more_that_nobody_waits_for(shell: Shell, agent: Caller) -> None:
    for number in range(3):
        do(agent, ask(agent, title=f"left {number}", wait=600)["id"], "release", {"reason": "timeout"})
    assert (
        "2 or more that nobody waits for any more:" in shell.run("questions", "--agent", agent.name, "--limit", "2").out
    )


def test_lists_show_titles_and_texts_without_their_marks(shell: Shell, agent: Caller) -> None:
    text = "What shall we call **it**? See [the PR](https://example.org/1)"
    plain = "What shall we call it? See the PR (https://example.org/1)"
    ask(agent, title=text, question=text)
    agent.send("Look at **this**")
    for words, shown in (
        ("questions", plain),
        ("sessions", f"wants your answer: {plain[:30]}"),
        ("inbox", "Look at this"),
    ):
        out = shell.run(words, "--agent", agent.name).out
        assert shown in out
        assert "**" not in out


def test_settled_questions_show_what_came_of_them_newest_first(shell: Shell, agent: Caller, hub: Hub) -> None:
    asked = [ask(agent, title=f"t{number}") for number in range(3)]
    answer(hub.owner, asked[0]["id"], choice="No")
    answer(hub.owner, asked[1]["id"], outcome="dismissed")
    hidden = ask_text(agent, title="Password", secret=True)
    answer(hub.owner, hidden["id"], text="hunter2")
    ended = shell.run("questions", "--settled", "--agent", agent.name)
    head, *rows = ended.out.splitlines()
    assert head.split() == ["AGE", "AGENT", "OUTCOME", "ANSWER", "QUESTION", "ID"]
    assert [row.split()[2:4] for row in rows] == [["accepted", "(secret)"], ["dismissed", "t1:"], ["declined", "No"]]
    assert "hunter2" not in ended.out


def test_an_empty_list_says_so_and_what_to_try(shell: Shell, agent: Caller) -> None:
    ended = shell.run("questions", "--agent", agent.name)
    assert ended.code == 0
    assert ended.out.splitlines()[0] == f"No open questions of {agent.name}."
    assert "bellpull ask" in ended.out
    settled = shell.run("questions", "--settled", "--agent", agent.name)
    assert settled.out == f"No settled questions of {agent.name}.\n"


def test_questions_as_json_are_the_hubs(shell: Shell, agent: Caller, hub: Hub) -> None:
    ask(agent)
    told = shell.json("questions", "--agent", agent.name)
    assert told == {"count": 1, "total": 1, "questions": listed(hub.owner, agent_name=agent.name)}


def test_a_full_page_says_that_there_may_be_more(shell: Shell, agent: Caller) -> None:
    for number in range(3):
        ask(agent, title=f"t{number}")
    ended = shell.run("questions", "--agent", agent.name, "--limit", "2")
    assert len(ended.out.splitlines()) == 4
    assert "--limit" in ended.out.splitlines()[-1]


@pytest.mark.parametrize("columns", [80, 20])
@pytest.mark.parametrize("settled", [False, True])
def test_the_table_fits_the_terminal(shell: Shell, agent: Caller, hub: Hub, columns: int, settled: bool) -> None:
    id = ask(agent, title="A title that is long, 日本語 and all " * 4, wait=600)["id"]
    if settled:
        answer(hub.owner, id, choice="Yes, merge")
    words = ("questions", "--agent", agent.name, *(["--settled"] if settled else []))
    ended = shell.run_in_terminal(*words, columns=columns)
    assert ended.code == 0
    assert all(width(line) <= columns for line in ended.out.splitlines() if line.strip() != id)
    assert id in ended.out


def test_text_from_agents_cannot_touch_the_terminal(shell: Shell, agent: Caller, hub: Hub) -> None:
    ask(agent, title=f"T{EVIL}", question=f"{EVIL}\n{EVIL}", options=[EVIL, "No"])
    answer(hub.owner, ask(agent, options=[EVIL, "No"])["id"], choice=EVIL)
    for more in ([], ["--settled"], ["--json"]):
        for run in (shell.run, shell.run_in_terminal):
            ended = run("questions", "--agent", agent.name, *more)
            assert ended.code == 0
            assert all(line.isprintable() for line in ended.out.split("\n"))


def test_the_link_signs_in_once(shell: Shell, hub: Hub) -> None:
    ended = shell.run("page")
    address, _, secret = ended.out.strip().partition("/#sign-in=")
    assert (ended.code, ended.err, address) == (0, "", hub.url)
    signed: dict[str, Any] = done(hub.nobody("POST", "/api/sign-in", json={"secret": secret}))
    assert signed["name"] == hub.owner.name
    assert hub.nobody("POST", "/api/sign-in", json={"secret": secret}).status_code in (400, 401, 403, 404)


def test_the_link_as_json_says_until_when(shell: Shell, hub: Hub) -> None:
    told = shell.json("page")
    assert set(told) == {"url", "expires_at"}
    assert told["url"].startswith(f"{hub.url}/#sign-in=")


@pytest.mark.process
def test_the_browser_is_opened_with_the_link(shell: Shell) -> None:
    seen = shell.home / "opened"
    browser = shell.home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    ended = shell.run("page", "--open", BROWSER=f"{browser} %s")
    assert (ended.code, ended.err) == (0, "")
    assert seen.read_text() == ended.out


def test_an_agent_gets_no_link(shell: Shell, agent: Caller) -> None:
    ended = shell.run("page", BELLPULL_KEY=agent.key)
    assert (ended.code, ended.out) == (2, "")
