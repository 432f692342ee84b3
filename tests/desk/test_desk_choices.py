"""Questions with buttons at the desk: two options, three, free text, closing, and banners that time out."""

import json

import pytest

from support.answers import done, until
from support.desk import Seat, Shim, at_desk
from support.desktop import Desktop
from support.hub import Hub
from support.notifiers import Dunst, dunst, fake_notifyd, xfce_notifyd
from support.questions import MERGE, NO, YES, answer, look

MIDDLE_BUTTON, RIGHT = 2, 3
DISMISSED = '{"response": "dismissed", "choice": null}'
COLOURS = {"title": "Colour", "question": "Which one?", "options": ["Red", "Green", "Blue"]}
CLOSE = {"title": "Issue 7", "question": "What now?", "options": ["Keep", "Close", "Ask"]}


def ask(agent: Shim, what: dict[str, object], **more: object) -> int:
    return agent.call("ask_user", **(what | more), wait_for_response=True)


@pytest.mark.parametrize(
    ("asked", "pressed", "said"),
    [
        (MERGE, YES, ("accepted", YES)),
        pytest.param(MERGE, NO, ("dismissed", NO), marks=pytest.mark.slow),
        pytest.param(MERGE, "Close", ("dismissed", None), marks=pytest.mark.slow),
        pytest.param(MERGE | {"action_label": "Do it"}, "Do it", ("accepted", YES), marks=pytest.mark.slow),
        pytest.param(COLOURS, "Green", ("accepted", "Green"), marks=pytest.mark.slow),
        pytest.param(COLOURS, "Blue", ("accepted", "Blue"), marks=pytest.mark.slow),
        pytest.param(CLOSE, "Close", ("accepted", "Close"), marks=pytest.mark.slow),
        pytest.param(CLOSE, "Close without answering", ("dismissed", None), marks=pytest.mark.slow),
        pytest.param({"title": "Ready", "question": "Shall we?"}, "OK", ("accepted", "OK"), marks=pytest.mark.slow),
    ],
)
def test_a_button_of_a_notification_gives_its_options_answer(
    seat_with_dunst: Seat[Dunst], asked: dict[str, object], pressed: str, said: tuple[str, str | None]
) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, asked)
        server.choose(pressed)
        assert agent.items(id) == [json.dumps({"response": said[0], "choice": said[1]})]
        server.shows(0)
        assert desk.windows() == 0


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_notification_that_is_dismissed_dismisses_the_question(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, MERGE)
        server.close()
        assert agent.items(id) == [DISMISSED]
        [settled] = done(desk.hub.owner.get("/api/questions", state="settled"))["questions"]
        assert (settled["outcome"], settled["via"]) == ("dismissed", "desk")


def test_notifications_that_are_closed_together_come_back_once_and_settle_nothing(
    seat_with_dunst: Seat[Dunst],
) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server, owner = seat_with_dunst.beside, desk.hub.owner
        ids = [ask(agent, MERGE, question=f"Merge branch {number}?") for number in range(3)]
        server.shows(3)
        server.close_all()
        server.shows(3)
        assert len(server.history()) >= 3, "they were gone meanwhile"
        server.close_all()
        server.shows(0)
        # What the desk is told after it comes after it.
        owner.send("A sign")
        server.shows(1)
        waiting = done(owner.get("/api/questions"))["questions"]
        assert [asked["state"] for asked in waiting] == ["open"] * 3
        for asked in waiting:
            answer(owner, asked["id"], choice=YES, via="page")
        assert {agent.items(id)[0] for id in ids} == {f'{{"response": "accepted", "choice": "{YES}"}}'}


def test_a_click_on_a_notification_opens_its_window_and_answers_nothing(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        id = ask(agent, MERGE)
        server.shows(1)
        desk.desktop.run("dunstctl", "action")
        window = desk.window("Merge")
        server.shows(0)
        [asked] = done(desk.hub.owner.get("/api/questions"))["questions"]
        assert asked["state"] == "open"
        desk.desktop.close(window)
        assert agent.items(id) == [DISMISSED]


def test_a_click_on_xfces_notification_opens_its_window_and_answers_nothing(desktop: Desktop, own_hub: Hub) -> None:
    """xfce4-notifyd closes what is clicked, and says that a person has closed it."""
    server = xfce_notifyd(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        id = ask(agent, MERGE)
        left, top, width, _ = server.window()
        desktop.click(left + width // 2, top + 10)
        window = desk.window("Merge")
        [asked] = done(own_hub.owner.get("/api/questions"))["questions"]
        assert asked["state"] == "open"
        desktop.close(window)
        assert agent.items(id) == [DISMISSED]


#: As dunst comes, in a corner where its banners can be clicked.
STOCK = {
    "origin": "top-left",
    "offset": "0x0",
    "mouse_left_click": "close_current",
    "mouse_middle_click": "do_action, close_current",
    "mouse_right_click": "close_all",
}


def test_dunst_as_it_comes_says_which_click_chooses_and_it_does(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop, **STOCK)
    with at_desk(desktop, own_hub) as (desk, agent):
        first, second = (ask(agent, MERGE, question=f"Merge branch {number}?") for number in range(2))
        server.shows(2)
        until(lambda: desktop.picture().pixel(100, 30) != (0, 0, 0), "the banners are drawn")
        desktop.click(100, 30, RIGHT)
        until(lambda: len(server.history()) == 2, "dunst has closed all of them")
        server.shows(2)
        assert "[Yes, merge | No | Close | Later…]\nMiddle click to choose" in server.history()[0]["body"]
        until(lambda: desktop.picture().pixel(100, 30) != (0, 0, 0), "the banners are drawn again")
        desktop.click(100, 30, MIDDLE_BUTTON)
        window = desk.window("Merge")
        server.shows(1)
        desktop.close(window)
        server.close()
        assert [agent.items(first), agent.items(second)] == [[DISMISSED]] * 2


@pytest.mark.slow
def test_dunst_without_a_program_for_its_menu_leaves_questions_to_the_window(desktop: Desktop, own_hub: Hub) -> None:
    server = dunst(desktop, **STOCK, dmenu="/nowhere/dmenu")
    with at_desk(desktop, own_hub) as (desk, agent):
        id = ask(agent, MERGE)
        desk.presses(desk.window("Merge"), 1)
        assert json.loads(agent.items(id)[0])["choice"] == NO
        assert server.count() == 0
        own_hub.owner.send("What is told is a banner all the same")
        server.shows(1)


@pytest.mark.slow
def test_a_banner_that_times_out_is_no_answer(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (_, agent):
        id = ask(agent, MERGE)
        banner = server.notified()
        server.do("closed", id=banner["notify"], reason=1)
        # What the desk is told after it comes after it.
        own_hub.owner.send("A sign")
        server.notified(2)
        [asked] = done(own_hub.owner.get("/api/questions"))["questions"]
        assert asked["state"] == "open"
        answer(own_hub.owner, asked["id"], choice=YES, via="page")
        assert agent.items(id) == [f'{{"response": "accepted", "choice": "{YES}"}}']


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_time_that_is_up_leaves_the_question_where_it_can_be_answered(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        items = agent.items(ask(agent, MERGE, timeout=1))
        assert items[0] == '{"response": "timeout", "choice": null}'
        asked = json.loads(items[1])["question_id"]
        server.choose(NO)
        until(lambda: look(desk.hub.owner, asked)["outcome"] == "declined", "it is answered late")


@pytest.mark.slow
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
