"""`bellpull desk --test`: what it shows is what real questions are, what it says is true, and nothing is left of it."""

import signal
import subprocess
from typing import Any

import pytest

from support.answers import PATIENCE, until
from support.desk import BELLPULL
from support.desktop import Desktop
from support.notifiers import dunst, xfce_notifyd

PLAYERS = ("pw-play", "paplay", "aplay", "canberra-gtk-play")
LISTED = "Tea or coffee?\n[Tea | Coffee | Close | Later…]\nClick to choose"
OTHERS = tuple(pytest.param(number, marks=pytest.mark.slow) for number in (signal.SIGINT, signal.SIGHUP))


class Trial:
    """`plays`: whether the programs for sounds work here."""

    def __init__(self, desktop: Desktop, *, plays: bool = True) -> None:
        self.desktop = desktop
        programs = desktop.folder / "bin"
        programs.mkdir()
        for name in PLAYERS:
            (programs / name).write_text(f"#!/bin/sh\nexit {0 if plays else 1}\n")
            (programs / name).chmod(0o755)
        environment = desktop.environment | {"PATH": f"{programs}:{desktop.environment['PATH']}"}
        self.process: subprocess.Popen[Any] = desktop.python(
            *BELLPULL, "desk", "--test", log="trial", environment=environment
        )
        self.says("One of everything is on your screen now.")

    def says(self, text: str) -> str:
        until(lambda: text in self.printed or self.process.poll() is not None, f"{text!r}; so far:\n{self.printed}")
        assert text in self.printed
        return self.printed

    @property
    def printed(self) -> str:
        return self.desktop.log("trial")

    def ends(self) -> int:
        code = self.process.wait(PATIENCE)
        assert "Traceback" not in self.printed, self.printed
        return int(code)

    def no_window(self) -> None:
        shown = ("xprop", "-root", "_NET_CLIENT_LIST")
        until(lambda: "0x" not in self.desktop.run(*shown), "no window is left")


def test_the_trials_question_is_shown_and_answered_as_a_real_one(desktop: Desktop) -> None:
    server = dunst(desktop)
    trial = Trial(desktop)
    server.shows(2)
    assert "yes chime           played just now\n" in trial.printed
    server.choose("Coffee")
    trial.says("You pressed: Coffee.")
    [gone] = until(server.history, "its banner is gone")
    assert LISTED in gone["body"]
    desktop.close(desktop.window("A typed question"))
    trial.says("You closed the typed question.")
    assert trial.ends() == 0
    server.shows(0)


@pytest.mark.slow
def test_a_click_on_the_trials_question_opens_a_window(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    trial = Trial(desktop)
    desktop.close(desktop.window("A typed question"))
    trial.says("You closed the typed question.")
    left, top, width, _ = server.window()
    desktop.click(left + width // 2, top + 10)
    desktop.close(desktop.window("A question"))
    trial.says("You closed the question with buttons.")
    assert trial.ends() == 0
    server.shows_nothing()


@pytest.mark.slow
def test_a_trial_asks_in_the_window_and_says_why_if_dunst_has_no_way_to_choose(desktop: Desktop) -> None:
    server = dunst(desktop, dmenu="/nowhere/dmenu")
    trial = Trial(desktop)
    server.shows(1)
    assert "no  notifications   dunst " in trial.printed
    assert "its menu needs /nowhere/dmenu, which is not installed (dmenu in dunstrc), so questions open windows" in (
        trial.printed
    )
    desktop.close(desktop.window("A typed question"))
    desktop.close(desktop.window("A question"))
    trial.says("You closed the question with buttons.")
    assert trial.ends() == 0, "questions can be answered"


@pytest.mark.parametrize("number", [signal.SIGTERM, *OTHERS])
def test_nothing_of_a_trial_that_is_ended_stays_on_the_screen(desktop: Desktop, number: signal.Signals) -> None:
    server = dunst(desktop)
    trial = Trial(desktop)
    server.shows(2)
    desktop.window("A typed question")
    trial.process.send_signal(number)
    assert trial.ends() == 0
    server.shows(0)
    trial.no_window()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (True, "yes chime           played just now\n"),
        (False, "no  chime           could not be played by pw-play, paplay"),
    ],
)
def test_a_trial_says_whether_the_chime_was_played(desktop: Desktop, plays: bool, said: str) -> None:
    trial = Trial(desktop, plays=plays)
    assert said in trial.printed
    assert trial.printed.count("chime") == 1
    trial.process.send_signal(signal.SIGTERM)
    assert trial.ends() == 0
