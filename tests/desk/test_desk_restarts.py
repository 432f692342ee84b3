"""The desk when something ends under it: the hub, the desk itself, the notification server; and two desks of one
person."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.answers import done, until
from support.desk import Desk, Seat, Shim, at_desk, desk_of
from support.desktop import Desktop, running_desktop
from support.hub import Hub
from support.notifiers import Dunst, dunst
from support.questions import MERGE, NO, YES, answer

ACCEPTED = f'{{"response": "accepted", "choice": "{YES}"}}'


@pytest.fixture
def other_desktop() -> Iterator[Desktop]:
    with (
        tempfile.TemporaryDirectory(prefix="bellpull-", ignore_cleanup_errors=True) as folder,
        running_desktop(Path(folder)) as running,
    ):
        yield running


def ask(agent: Shim, **more: object) -> int:
    return agent.call("ask_user", **(MERGE | more), wait_for_response=True)


def test_a_reply_that_is_typed_while_the_hub_is_killed_and_started_again_arrives(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="How shall it be called?")
        window = desk.window("VoiceMode")
        desk.desktop.type("Bell")
        desk.hub.kill()
        desk.desktop.type("pull")
        desk.hub.start()
        until(desk.connected, "the desk finds the hub again")
        assert desk.desktop.windows("VoiceMode") == [window]
        desk.desktop.keys("Return")
        assert agent.items(id) == ["User response: Bellpull"]
        desk.no_window()


@pytest.mark.slow
def test_a_reply_that_is_sent_while_the_hub_is_away_arrives_when_it_is_back(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        desk.desktop.type("Bellpull")
        desk.hub.kill()
        desk.desktop.keys("Return")
        desk.no_window()
        desk.hub.start()
        assert agent.items(id) == ["User response: Bellpull"]
        until(desk.connected, "the desk finds the hub again")
        desk.no_window()


@pytest.mark.slow
def test_a_button_that_is_pressed_while_the_hub_is_away_counts_when_it_is_back(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent)
        server.shows(1)
        desk.hub.kill()
        server.choose(YES)
        desk.hub.start()
        assert agent.items(id) == [ACCEPTED]
        server.shows(0)


def test_a_reply_outlives_both_the_hub_and_the_desk(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        desk.desktop.type("Belfry")
        desk.hub.kill()
        desk.desktop.keys("Return")
        desk.no_window()
        until(lambda: "Belfry" in desk.memory(), "the desk keeps it")
        assert desk.process is not None
        desk.process.kill()
        desk.process.wait(30)
        desk.hub.start()
        desk.start()
        assert agent.items(id) == ["User response: Belfry"]


@pytest.mark.slow
def test_an_untouched_window_is_still_the_same_after_the_hub_was_away(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        process = desk.ready_process()
        id = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        desk.hub.kill()
        desk.hub.start()
        until(desk.connected, "the desk finds the hub again")
        assert process in desk.window_processes()
        desk.replies("VoiceMode", "Bellpull")
        assert agent.items(id) == ["User response: Bellpull"]


@pytest.mark.slow
def test_a_question_that_was_settled_while_the_desk_was_away_is_gone_when_it_hears(
    seat_with_dunst: Seat[Dunst],
) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        first, second = ask(agent, title="First"), ask(agent, title="Second")
        server.shows(2)
        desk.kill()
        [one, _] = done(desk.hub.owner.get("/api/questions"))["questions"]
        answer(desk.hub.owner, one["id"], choice=YES)
        assert agent.items(first if one["title"] == "First" else second) == [ACCEPTED]
        desk.start()
        server.shows(1)
        server.choose(NO)
        left = second if one["title"] == "First" else first
        assert agent.items(left) == [f'{{"response": "dismissed", "choice": "{NO}"}}']


def test_a_desk_that_was_killed_shows_open_questions_again_and_each_once(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        ids = [ask(agent, title=title) for title in ("First", "Second", "Third")]
        server.shows(3)
        desk.kill()
        assert server.count() == 3
        desk.start()
        # The three that its last life left are closed, and three of its own are there: all of them can be answered.
        until(lambda: len(server.history()) == 3 and server.count() == 3, "old banners go and new ones come")
        for left in (2, 1, 0):
            server.choose(YES)
            server.shows(left)
        assert [agent.items(id) for id in ids] == [[ACCEPTED]] * 3


@pytest.mark.slow
def test_a_desk_that_was_killed_opens_the_untouched_window_again(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        desk.kill()
        desk.no_window()
        desk.start()
        desk.replies("VoiceMode", "Bellpull")
        assert agent.items(id) == ["User response: Bellpull"]


def test_a_desk_that_is_stopped_takes_everything_with_it(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent)
        server.shows(1)
        typed = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        assert desk.stop() == 0
        desk.no_window()
        server.shows(0)
        assert [one["state"] for one in done(desk.hub.owner.get("/api/questions"))["questions"]] == ["open", "open"]
        desk.start()
        server.choose(YES)
        assert agent.items(id) == [ACCEPTED]
        desk.replies("VoiceMode", "Bellpull")
        assert agent.items(typed) == ["User response: Bellpull"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_text_that_somebody_types_is_still_there_when_the_desk_has_ended(
    desktop: Desktop, own_hub: Hub, how: str
) -> None:
    with at_desk(desktop, own_hub) as (desk, agent):
        agent.call("notify", message="How shall it be called?")
        window = desk.window("VoiceMode")
        desktop.type("A long text of mine")
        if how == "stopped":
            assert desk.stop() == 0
        else:
            desk.kill()
        # It can be copied, and no longer sent.
        until(lambda: not desk.takes_keys(window), "Send is taken away")
        desktop.keys("ctrl+a", "ctrl+c")
        copied = ("xclip", "-o", "-selection", "clipboard")
        until(lambda: desktop.run(*copied, check=False) == "A long text of mine", "it is copied")
        assert desktop.windows("VoiceMode") == [window]


@pytest.mark.slow
def test_questions_come_back_with_the_notification_server(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        first, second = ask(agent, title="First"), ask(agent, title="Second")
        server.shows(2)
        server.kill()
        server = dunst(desktop)
        # A server that is away too long, or too slow at its start, leaves a question to the window.
        until(lambda: server.count() == 2 or desk.windows(), "the questions are back")
        for _ in range(2):
            until(lambda: server.count() or desk.windows(), "the next one can be answered")
            press_yes(desk, server)
        assert [agent.items(id) for id in (first, second)] == [[ACCEPTED]] * 2
        server.shows(0)
        desk.no_window()


def press_yes(desk: Desk, server: Dunst) -> None:
    """Where a question is shown: in a banner, or in the window; it is gone from there afterwards."""
    if shown := server.count():
        server.choose(YES)
        server.shows(shown - 1)
        return
    title = until(lambda: next(filter(desk.desktop.windows, ("First", "Second")), None), "the window is there")
    desk.presses(desk.window(title), 2)
    desk.desktop.no_window(title)


@pytest.mark.slow
def test_a_question_is_asked_in_the_window_once_the_notification_server_is_gone(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        id = ask(agent)
        server.shows(1)
        server.kill()
        desk.presses(desk.window("Merge"), 2)
        assert agent.items(id) == [ACCEPTED]
        desk.no_window()


def test_a_question_answered_at_one_desk_is_gone_at_the_other(
    desktop: Desktop, other_desktop: Desktop, own_hub: Hub
) -> None:
    here, there = dunst(desktop), dunst(other_desktop)
    with at_desk(desktop, own_hub) as (desk, agent), desk_of(other_desktop, own_hub) as other:
        id = ask(agent)
        here.shows(1)
        there.shows(1)
        there.choose(YES)
        assert agent.items(id) == [ACCEPTED]
        here.shows(0)
        there.shows(0)
        id = agent.call("notify", message="How shall it be called?")
        other.desktop.window("VoiceMode")
        desk.replies("VoiceMode", "Bellpull")
        assert agent.items(id) == ["User response: Bellpull"]
        desk.no_window()
        other.no_window()


@pytest.mark.slow
def test_a_notification_that_one_desk_closes_by_itself_is_no_answer(
    desktop: Desktop, other_desktop: Desktop, own_hub: Hub
) -> None:
    here, there = dunst(desktop), dunst(other_desktop)
    with at_desk(desktop, own_hub) as (_, agent), desk_of(other_desktop, own_hub) as other:
        id = ask(agent)
        here.shows(1)
        there.shows(1)
        assert other.stop() == 0
        there.shows(0)
        here.choose(NO)
        assert agent.items(id) == [f'{{"response": "dismissed", "choice": "{NO}"}}']
