"""The whole way, from the agent's call to its result, once for each surface, with a desk running: whoever answers, the
desk's own copies disappear."""

import sys

import pytest

from support.answers import done
from support.browser import find_browser, running_browser
from support.desk import BELLPULL, Desk, Seat, Shim, at_desk
from support.desktop import Desktop
from support.hub import Hub
from support.notifiers import Dunst, fake_notifyd, xfce_notifyd
from support.questions import MERGE, NO, YES

ACCEPTED = f'{{"response": "accepted", "choice": "{YES}"}}'
DECLINED = f'{{"response": "dismissed", "choice": "{NO}"}}'
#: Clicks within half a second after something moved are taken for misplaced; here time flies.
HASTY = "let second = 0; performance.now = () => (second += 1) * 1000;"


def ask(agent: Shim) -> int:
    return agent.call("ask_user", **MERGE, wait_for_response=True)


def settled_by(hub: Hub) -> str:
    [question] = done(hub.owner.get("/api/questions", state="settled"))["questions"]
    return str(question["via"])


@pytest.mark.slow
def test_a_button_of_a_notification_answers_by_a_click_of_the_mouse(desktop: Desktop, own_hub: Hub) -> None:
    server = xfce_notifyd(desktop)
    with at_desk(desktop, own_hub) as (_, agent):
        id = ask(agent)
        left, top, width, height = server.window()
        # Yes, No, Close, Open inbox, each as wide as the others.
        desktop.click(left + width * 3 // 8, top + height - 30)
        assert agent.items(id) == [DECLINED]
        server.shows_nothing()


@pytest.mark.slow
def test_an_inline_reply_answers(desktop: Desktop, own_hub: Hub) -> None:
    server = fake_notifyd(desktop)
    with at_desk(desktop, own_hub) as (desk, agent):
        id = agent.call("ask_user", title="Name", question="How shall it be called?", wait_for_response=True)
        banner = server.notified()
        assert "inline-reply" in banner["actions"]
        server.do("reply", id=banner["notify"], text='Bell "pull" & <b>sons</b>')
        assert agent.items(id) == ['{"response": "accepted", "choice": "Bell \\"pull\\" & <b>sons</b>"}']
        assert desk.windows() == 0
    assert settled_by(own_hub) == "desk"


@pytest.mark.slow
def test_a_choice_is_made_in_the_window_if_there_are_no_notifications(seat: Seat[None]) -> None:
    with seat.taken() as (desk, agent):
        id = ask(agent)
        desk.presses(desk.window("Merge"), 1)
        assert agent.items(id) == [DECLINED]
        desk.no_window()


@pytest.mark.slow
def test_a_choice_is_made_in_the_window_if_notifications_have_no_buttons(desktop: Desktop, own_hub: Hub) -> None:
    fake_notifyd(desktop, capabilities=["body"])
    with at_desk(desktop, own_hub) as (desk, agent):
        id = ask(agent)
        desk.presses(desk.window("Merge"), 2)
        assert agent.items(id) == [ACCEPTED]
        desk.no_window()


def shown(server: Dunst, desk: Desk, agent: Shim) -> tuple[int, int]:
    """A choice in a banner and a typed question in the window."""
    clicked = ask(agent)
    server.shows(1)
    typed = agent.call("notify", message="How shall it be called?")
    desk.window("VoiceMode")
    return clicked, typed


@pytest.mark.slow
def test_an_answer_on_the_page_takes_questions_from_the_desk(seat_with_dunst: Seat[Dunst]) -> None:
    program = find_browser()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: apt install chromium)")
    with seat_with_dunst.taken() as (desk, agent), running_browser(program) as browser:
        server, hub = seat_with_dunst.beside, desk.hub
        clicked, typed = shown(server, desk, agent)
        tab = browser.tab(browser.new_person())
        tab.before_pages(HASTY)
        tab.go(f"{hub.url}/#sign-in={done(hub.owner.post('/api/sign-in-links'))['secret']}").sees("Merge to main?")
        tab.click("button", YES)
        assert agent.items(clicked) == [ACCEPTED]
        server.shows(0)
        # What is below moves up.
        tab.sees_no("Merge to main?")
        tab.click("textarea")
        tab.until("document.activeElement === document.querySelector('textarea')")
        tab.type("Bellpull")
        tab.click("button", "Send")
        assert agent.items(typed) == ["User response: Bellpull"]
        desk.no_window()
        tab.close()


@pytest.mark.slow
def test_an_answer_on_the_command_line_takes_questions_from_the_desk(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        clicked, typed = shown(server, desk, agent)
        choice, text = done(desk.hub.owner.get("/api/questions"))["questions"]
        if choice["kind"] == "text":
            choice, text = text, choice
        answer = (sys.executable, "-P", *BELLPULL, "answer", "--as-person", "--data-dir", str(desk.hub.data_dir))
        desk.desktop.run(*answer, choice["id"], NO)
        assert agent.items(clicked) == [DECLINED]
        server.shows(0)
        desk.desktop.run(*answer, text["id"], "--text", "Bellpull")
        assert agent.items(typed) == ["User response: Bellpull"]
        desk.no_window()


@pytest.mark.slow
def test_an_agent_that_takes_its_question_back_takes_it_from_the_desk(seat_with_dunst: Seat[Dunst]) -> None:
    with seat_with_dunst.taken() as (desk, agent):
        server = seat_with_dunst.beside
        clicked, typed = shown(server, desk, agent)
        for question in done(desk.hub.owner.get("/api/questions"))["questions"]:
            agent.told("withdraw_question", question_id=question["id"])
        assert agent.items(clicked) == ['{"response": "dismissed", "choice": null}']
        assert agent.items(typed) == ["User dismissed the popup"]
        server.shows(0)
        desk.no_window()
