"""Titles have no marks of Markdown, and what they say is said once."""

import pytest
from tui_world import World, ask_alone, drawn, later, question, wait

from bellpull.tui.detail import notification_lines
from bellpull.tui.lines import Line
from bellpull.tui.rows import notification_row


def test_titles_are_shown_without_their_marks_and_said_once(world: World) -> None:
    name = "What shall we **name** it?"
    world.session("one", wait("q1", title=name))
    world.watch["questions"] = [wait("q2", title=name, reason=f"wants your answer: {name}")]
    world.tell()
    assert "*" not in drawn(world, 0, 200) + drawn(world, 1, 200)
    world.tell(question("q1", title=name, question=name), question("q2", title=name, question=f" {name}\n"))
    for place in range(2):
        assert "What shall we name it?" in drawn(world, place, 120)
        assert "*" not in drawn(world, place, 120) + world.text()
        assert world.text().count("What shall we name it?") == 1
        world.press("j")
    world.view.settle(question("q2", title=name, outcome="accepted", via="desk", choice="Yes"))
    ask_alone(world)
    assert "✓ What shall we name it?" in world.listed()
    world.session("one")
    world.view.settle(question("q1", title=name, outcome="accepted", via="desk", choice="Yes"))
    world.tell()
    world.press("home")
    assert "✓ What shall we name it?: Answered at the desk: Yes" in world.text()


@pytest.mark.parametrize(
    ("title", "text", "shown"),
    [
        ("Ship it?", "**Ship it?**\n\nAll green.", ["🔔 Ship it?", "", "All green."]),
        ("Ship it?", "Ship it? All green.", ["🔔 Ship it?", "", "Ship it? All green."]),
        ("Ship it?", "All green.\nShip it?", ["🔔 Ship it?", "", "All green.", "Ship it?"]),
        ("```sh", "```sh\nmake\n```", ["🔔 ```sh", "", "  make"]),
        ("| a | b |", "| a | b |\n|---|---|\n| 1 | 2 |", ["🔔 | a | b |", "", "  a │ b", "  ──┼──", "  1 │ 2"]),
        ("---", "Well?", ["🔔 ---", "", "Well?"]),
    ],
)
def test_only_a_first_line_that_is_the_title_is_left_out(world: World, title: str, text: str, shown: list[str]) -> None:
    world.session("one", wait("q1", title=title))
    world.tell(question("q1", title=title, question=text))
    lines = world.text().splitlines()
    assert lines[lines.index(shown[0]) :] == [*shown, "", "The agent goes on working; your answer will reach it"]


def test_a_permission_is_shown_to_the_letter(world: World) -> None:
    command = "bash: echo **all** `now`"
    world.session("one", wait("q1", kind="permission", title=command))
    world.tell(question("q1", kind="permission", title=command, question=command))
    assert command in drawn(world, 0, 160)
    assert world.text().count(command) == 2


def test_notifications_are_listed_found_and_read_without_marks(world: World) -> None:
    told = {"id": "n1", "agent_name": "builder", "title": "**Done**: the `guide`", "priority": "normal"}
    told |= {"notification_type": "info", "status": "pending", "created_at": later(-60)}
    world.view.inbox.load([told | {"message": "**Done**: the `guide`\n\n12 pages."}])
    world.press("tab", "slash")
    world.type("done: guide")
    for columns in (40, 120):
        row = notification_row(world.view.inbox.shown[0], columns, world.view.clock(), world.view.own)
        assert "Done: the guide" in plain_text(row)
    assert plain_text(notification_lines(world.view, 80)).splitlines() == [
        "Done: the guide",
        "builder · info · normal · pending · 1m",
        "",
        "12 pages.",
    ]


def plain_text(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)
