"""The desk when Bellpull is upgraded beneath it: one that a person started goes on and says so, the hub's own is
started anew."""

from pathlib import Path

import pytest

from bellpull import __version__
from support.answers import until
from support.desk import desk_of, desk_processes, end_desks
from support.desktop import Desktop
from support.installed import NEXT, Environment, installed
from support.notifiers import fake_notifyd
from support.panel import panel
from support.stdio_shim import Shim
from support.tray_menu import TrayMenu

ALWAYS = ["Quiet for an hour", "Open inbox", "Quit"]
NOTHING = "Nothing waits for you"
DIFFER = f"the hub is Bellpull {NEXT}, this desk is {__version__}; "


@pytest.mark.slow
def test_a_desk_that_a_person_started_says_that_it_is_older_and_goes_on(
    desktop: Desktop, tmp_path: Path, environment: Environment, wheels: tuple[Path, Path]
) -> None:
    del desktop.environment["PYTHONPATH"]
    panel(desktop)
    fake_notifyd(desktop)
    with installed(tmp_path, environment) as hub, desk_of(desktop, hub) as desk, Shim(hub, name="builder") as agent:
        agent.initialize()
        tray = TrayMenu(desk)
        tray.shows(NOTHING, *ALWAYS)
        asked = agent.call("notify", message="How shall it be called?")
        desk.window("VoiceMode")
        environment.install(wheels[1])
        hub.up()
        until(lambda: DIFFER in desk.log(), "the desk finds the hub again, and says that it is another")
        note = f"Hub {NEXT}, this desk {__version__}: restart the older one"
        until(lambda: note in tray.labels(), "the menu says so")
        until(lambda: note in tray.tip(), "the tooltip says so")
        desk.replies("VoiceMode", "Belfry")
        assert agent.items(asked) == ["User response: Belfry"]
        again = agent.call("notify", message="And the other one?")
        desk.replies("VoiceMode", "Steeple")
        assert agent.items(again) == ["User response: Steeple"]
        assert desk.log().count(DIFFER) == 1
        assert desk.stop() == 0


def test_the_desk_beside_the_hub_is_replaced_with_it(
    desktop: Desktop, tmp_path: Path, environment: Environment, wheels: tuple[Path, Path]
) -> None:
    fake_notifyd(desktop)
    with installed(tmp_path, environment, desktop.environment) as hub:
        try:
            (old,) = until(lambda: desk_processes(hub.data_dir), "a desk is there")
            log = hub.data_dir / "desk.log"
            until(lambda: log.exists() and "connected to the hub" in log.read_text(), "it follows the hub")
            environment.install(wheels[1])
            hub.up()
            (new,) = until(lambda: desk_processes(hub.data_dir), "a desk is there again")
            assert new != old
            until(lambda: log.read_text().count("connected to the hub") == 2, "it follows the new hub")
            assert DIFFER not in log.read_text()
        finally:
            end_desks(hub.data_dir)
