"""Questions with buttons at the desk: two options, three, free text, closing, and banners that time out."""

import json

import pytest

from support.answers import done, until
from support.desk import Seat, Shim, at_desk
from support.desktop import Desktop
from support.hub import Hub, HubMaker
from support.notifiers import Dunst, fake_notifyd
from support.questions import MERGE, NO, YES, answer, look

DISMISSED = '{"response": "dismissed", "choice": null}'
COLOURS = {"title": "Colour", "question": "Which one?", "options": ["Red", "Green", "Blue"]}


@pytest.fixture
def hub(fresh_hub: HubMaker) -> Hub:
    return fresh_hub()


def ask(agent: Shim, what: dict[str, object], **more: object) -> int:
    return agent.call("ask_user", **(what | more), wait_for_response=True)


@pytest.mark.parametrize(
    ("pressed", "said"),
    [
        (YES, f'{{"response": "accepted", "choice": "{YES}"}}'),
        (NO, f'{{"response": "dismissed", "choice": "{NO}"}}'),
        ("Close", DISMISSED),
    ],
)
def test_two_options_are_the_action_and_its_refusal(seat_with_dunst: Seat[Dunst], pressed: str, said: str) -> None:
    with seat_with_dunst.taken() as (_, agent):
        server = seat_with_dunst.beside
        id = ask(agent, MERGE)
        server.choose(pressed)
        assert agent.items(id) == [said]
        server.shows(0)


def test_the_label_of_the_action_is_pressed_and_the_option_is_told(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (_, agent):
        server = seat_with_dunst.beside
        id = ask(agent, MERGE, action_label="Do it")
        server.choose("Do it")
        assert agent.items(id) == [f'{{"response": "accepted", "choice": "{YES}"}}']


@pytest.mark.parametrize("pressed", ["Red", "Green", "Blue"])
def test_any_of_three_options_is_accepted(seat_with_dunst: Seat[Dunst], pressed: str) -> None:
    with seat_with_dunst.taken() as (_, agent):
        server = seat_with_dunst.beside
        id = ask(agent, COLOURS)
        server.choose(pressed)
        assert agent.items(id) == [json.dumps({"response": "accepted", "choice": pressed})]
        server.shows(0)


def test_three_options_are_buttons_of_the_window_too(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = ask(agent, COLOURS)
        desk.window("Colour")
        # By keyboard: no button has the focus at first.
        desk.desktop.keys("Tab", "Tab", "Tab", "space")
        assert json.loads(agent.items(id)[0])["choice"] in COLOURS["options"]
        desk.no_window()


def test_twenty_options_are_all_to_be_had(seat_with_dunst: Seat[Dunst]) -> None:
    names = [f"Number {number}" for number in range(1, 21)]
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, {"title": "Many", "question": "Which one?", "options": names})
        server.choose("Choose…")
        window = desk.desktop.window("Many")
        until(lambda: desk.desktop.focused() == "Many", "the window has the keys")
        _, top, _, height = desk.desktop.place(window)
        assert top + height <= 800, "all of it is on the screen"
        server.shows(0)
        desk.desktop.close(window)
        assert agent.items(id) == [DISMISSED]


def test_free_text_is_typed_in_the_window_that_the_button_opens(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, {"title": "Name", "question": "How shall it be called?"})
        server.choose("Reply…")
        desk.replies("Name", "Bellpull")
        assert agent.items(id) == ['{"response": "accepted", "choice": "Bellpull"}']
        desk.no_window()
        server.shows(0)


def test_free_text_is_typed_in_the_window_where_there_are_no_notifications(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = ask(agent, {"title": "Name", "question": "How shall it be called?"})
        desk.replies("Name", "Bellpull")
        assert agent.items(id) == ['{"response": "accepted", "choice": "Bellpull"}']


def test_without_options_ok_is_accepted(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (_, agent):
        server = seat_with_dunst.beside
        id = ask(agent, {"title": "Ready", "question": "Shall we?"})
        server.choose("OK")
        assert agent.items(id) == ['{"response": "accepted", "choice": "OK"}']


def test_a_notification_that_is_dismissed_dismisses_the_question(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, MERGE)
        server.close()
        assert agent.items(id) == [DISMISSED]
        [settled] = done(desk.hub.owner.get("/api/questions", state="settled"))["questions"]
        assert (settled["outcome"], settled["via"]) == ("dismissed", "desk")


def test_a_choice_window_that_is_closed_dismisses_the_question(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = ask(agent, MERGE)
        desk.desktop.close(desk.desktop.window("Merge"))
        assert agent.items(id) == [DISMISSED]


def test_a_banner_that_times_out_is_no_answer(desktop: Desktop, hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, hub) as (_, agent):
        id = ask(agent, MERGE)
        banner = server.notified()
        server.do("closed", id=banner["notify"], reason=1)
        # What the desk is told after it comes after it.
        hub.owner.send("A sign")
        server.notified(2)
        [asked] = done(hub.owner.get("/api/questions"))["questions"]
        assert asked["state"] == "open"
        answer(hub.owner, asked["id"], choice=YES, via="page")
        assert agent.items(id) == [f'{{"response": "accepted", "choice": "{YES}"}}']


def test_a_question_that_is_not_waited_for_is_answered_by_a_nudge(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        said = agent.told("ask_user", **MERGE)
        assert said[0] == "⚠️ Question sent: Merge"
        asked = json.loads(said[1])["question_id"]
        server.choose(YES)
        until(lambda: look(desk.hub.owner, asked)["state"] == "settled", "it is answered")
        carried = agent.told("send_notification", notification_type="info", title="x", priority="low")[1:]
        assert [f'"choice": "{YES}"' in item for item in carried] == [True]


def test_the_time_that_is_up_leaves_the_question_where_it_can_be_answered(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        items = agent.items(ask(agent, MERGE, timeout=1))
        assert items[0] == '{"response": "timeout", "choice": null}'
        asked = json.loads(items[1])["question_id"]
        server.choose(NO)
        until(lambda: look(desk.hub.owner, asked)["outcome"] == "declined", "it is answered late")


def test_many_questions_are_all_there(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        ids = [ask(agent, COLOURS, question=f"Which one for room {room}?") for room in range(8)]
        server.shows(8)
        questions = done(desk.hub.owner.get("/api/questions"))["questions"]
        for left, asked in zip(range(7, -1, -1), questions, strict=True):
            answer(desk.hub.owner, asked["id"], choice="Green")
            server.shows(left)
        assert {agent.items(id)[0] for id in ids} == {'{"response": "accepted", "choice": "Green"}'}
