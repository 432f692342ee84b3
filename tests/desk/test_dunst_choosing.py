"""Which click leads to a question's options in dunst, by the person's own configuration."""

from pathlib import Path

import pytest

from bellpull.desk.dunst import DEFAULTS, Choosing, chosen_by, config_files, settings_of
from support.answers import until
from support.desktop import Desktop
from support.notifiers import DUNST, dunst, showing

NO_BUTTON = Choosing("", "no mouse button opens its menu (mouse_left_click … in dunstrc)")
STOCK = Path("/etc/xdg/dunst/dunstrc")


def missing(program: str) -> Choosing:
    return Choosing("", f"its menu needs {program}, which is not installed (dmenu in dunstrc)")


def clicks(left: str, middle: str, right: str, dmenu: str = "rofi -dmenu") -> dict[str, str]:
    return {"mouse_left_click": left, "mouse_middle_click": middle, "mouse_right_click": right, "dmenu": dmenu}


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        (DEFAULTS, Choosing("middle")),
        (clicks("do_action", "close_current", "close_all"), Choosing("left")),
        (clicks("do_action", "close_all", "context"), Choosing("right")),
        (clicks("close_current", "context_all", "do_action"), Choosing("middle")),
        (clicks("open_url, do_action", "none", "close_all"), Choosing("left")),
        # What closes before, or behind an open menu, is no way to choose.
        (clicks("close_current, do_action", "none", "close_all"), NO_BUTTON),
        (clicks("context, close_current", "do_action, remove_current", "none"), Choosing("middle")),
        (clicks("close_current", "close_current", "close_all"), NO_BUTTON),
    ],
)
def test_the_click_is_the_one_that_is_configured(settings: dict[str, str], how: Choosing) -> None:
    assert chosen_by(settings, lambda program: True) == how


def test_without_the_program_of_the_menu_no_click_is_promised() -> None:
    settings = clicks("do_action", "context", "context", '"/opt/my rofi" -dmenu')
    assert chosen_by(settings, lambda program: program != "/opt/my rofi") == missing("/opt/my rofi")
    assert not chosen_by(settings | {"dmenu": ""}, lambda program: True).click


def test_a_file_is_read_as_dunst_reads_it() -> None:
    text = """
    mouse_left_click = context
    [global]
        # mouse_left_click = context
        mouse_left_click = do_action # ; a comment
        mouse_middle_click=none
        mouse_middle_click = "context"   # the last one counts
        dmenu = "/usr/bin/rofi -dmenu -p 'dunst #1'"
        an odd line
    [urgency_low]
        mouse_right_click = context
    """
    assert settings_of([text]) == clicks("do_action", "context", "close_all", "/usr/bin/rofi -dmenu -p 'dunst #1'")
    assert settings_of([text, "[global]\nmouse_left_click = close_current"])["mouse_left_click"] == "close_current"
    assert settings_of([]) == DEFAULTS


def test_the_first_dunstrc_counts_with_its_drop_ins(tmp_path: Path) -> None:
    home, system = tmp_path / "home", tmp_path / "system"
    environ = {"HOME": str(home), "XDG_CONFIG_DIRS": f"{tmp_path}/nowhere:{system}"}
    for folder in (home / ".config", system):
        (folder / "dunst" / "dunstrc.d").mkdir(parents=True)
        for name in ("b.conf", "a.conf", ".hidden.conf", "notes.txt"):
            (folder / "dunst" / "dunstrc.d" / name).touch()
    # Without a dunstrc beside them drop-ins do not count.
    assert config_files(["dunst"], environ) == []
    for folder in (system / "dunst", home / ".config" / "dunst"):
        (folder / "dunstrc").touch()
        names = ("dunstrc", "dunstrc.d/a.conf", "dunstrc.d/b.conf")
        assert config_files(["dunst"], environ) == [folder / name for name in names]
    own = tmp_path / "own"
    (own / "dunst").mkdir(parents=True)
    (own / "dunst" / "dunstrc").touch()
    assert config_files([], environ | {"XDG_CONFIG_HOME": str(own)}) == [own / "dunst" / "dunstrc"]


def test_the_files_that_dunst_was_started_with_count_alone() -> None:
    words = ["dunst", "-conf", "~/one", "--config", "two", "-config", "-"]
    assert config_files(words, {"HOME": "/home/ada"}) == [Path("/home/ada/one"), Path("two")]


@pytest.mark.skipif(not STOCK.exists(), reason="dunst's own configuration is not on this machine")
def test_dunsts_own_configuration_is_its_default() -> None:
    said = settings_of([STOCK.read_text()])
    assert said | {"dmenu": ""} == DEFAULTS | {"dmenu": ""}


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        ({}, Choosing("left")),
        ({"mouse_left_click": "close_current", "mouse_right_click": "context"}, Choosing("right")),
        (
            {"dmenu": "/nowhere/dmenu -p x"},
            missing("/nowhere/dmenu"),
        ),
    ],
)
def test_the_dunst_that_runs_is_asked_for_its_own_file(
    desktop: Desktop, settings: dict[str, str], how: Choosing
) -> None:
    dunst(desktop, **settings)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        assert (can.click, can.why_not, can.asks) == (*how, bool(how.click))


def test_a_dunst_that_was_started_without_a_file_has_the_persons_own(desktop: Desktop) -> None:
    menu = desktop.folder / "bin" / "pick"
    menu.parent.mkdir()
    menu.write_text("#!/bin/sh\n")
    menu.chmod(0o755)
    own = Path(desktop.environment["XDG_CONFIG_HOME"]) / "dunst" / "dunstrc"
    (own.parent / "dunstrc.d").mkdir(parents=True)
    own.write_text("[global]\n" + "".join(f"{name} = {value}\n" for name, value in DUNST.items()))
    (own.parent / "dunstrc.d" / "mine.conf").write_text("[global]\nmouse_left_click = context\ndmenu = pick -p x\n")
    path = f"{menu.parent}:{desktop.environment['PATH']}"
    desktop.start("dunst", environment=desktop.environment | {"PATH": path})
    with showing(desktop) as shower:
        shower.start()
        can = until(lambda: shower.banners.can, "dunst is found")
        assert (can.click, can.why_not) == ("left", "")
