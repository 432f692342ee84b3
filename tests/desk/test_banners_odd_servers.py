"""Banners on servers that are rare, slow or rude, played by a program that does as it is told."""

import json
import sys
from pathlib import Path

import pytest

from bellpull.desk.notifications import Button, Closed, Expired, Found, Lost, Pressed, Replied
from support import fake_notifyd as program
from support.answers import until
from support.desktop import Desktop
from support.notifiers import fake_notifyd, showing

BUTTONS = (Button("yes", "Yes, merge"), Button("no", "No"))


def test_an_inline_reply_arrives_as_it_was_typed(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        assert (can.reply, can.kept) == (True, True)
        shower.show("q", buttons=BUTTONS, reply="Your reply")
        told = server.notified()
        assert told["actions"][-2:] == ["inline-reply", "Your reply"]
        assert told["hints"]["x-kde-reply-placeholder-text"] == "Your reply"
        server.do("reply", id=told["notify"], text="<b>yes</b>, é\n🔔")
        server.do("closed", id=told["notify"], reason=2)
        shower.happens(Replied("q", "<b>yes</b>, é\n🔔"))


def test_a_press_on_reply_alone_is_no_answer(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", reply="Your reply")
        server.do("action", id=1, key="inline-reply")
        server.do("reply", id=1, text="Yes")
        shower.happens(Replied("q", "Yes"))


def test_a_banner_carries_its_icon_its_urgency_and_no_sound(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", urgency="urgent", stays=True)
        told = server.notified()
    assert told["expires"] == 0
    assert told["summary"] == "shop @ main"
    hints = told["hints"]
    width, height, row, *shape, size = hints.pop("image-data")
    assert (row, shape, size) == (width * 4, [True, 8, 4], width * height * 4)
    assert hints == {
        "urgency": 2,
        "desktop-entry": "bellpull",
        "category": "im.received",
        "resident": False,
        "suppress-sound": True,
    }


def test_a_signal_that_comes_before_the_number_is_not_lost(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        server.do("early", key="yes")
        assert shower.show("q", buttons=BUTTONS)
        shower.happens(Pressed("q", "yes"))
        until(lambda: server.closed() == [1], "the banner is taken away")


def test_the_first_happening_wins(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        server.do("action", id=1, key="no")
        server.do("action", id=1, key="yes")
        server.do("closed", id=1, reason=2)
        shower.happens(Pressed("q", "no"))


@pytest.mark.parametrize(
    ("reason", "happening"), [(1, Expired("q")), (2, Closed("q")), (3, Expired("q")), (4, Expired("q"))]
)
def test_only_a_dismissal_is_told_as_one(desktop: Desktop, reason: int, happening: Closed | Expired) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        server.do("closed", id=1, reason=reason)
        shower.happens(happening)


def test_signals_of_anybody_else_are_not_believed(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        path, name = "/org/freedesktop/Notifications", "org.freedesktop.Notifications.ActionInvoked"
        desktop.run("gdbus", "emit", "--session", "--object-path", path, "--signal", name, "uint32 1", "'yes'")
        server.do("action", id=1, key="no")
        shower.happens(Pressed("q", "no"))


def test_a_press_while_the_successor_is_on_its_way_ends_both(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        server.do("hang")
        again = shower.begin_show("q", buttons=BUTTONS)
        server.asked(2)
        server.do("action", id=1, key="yes")
        server.do("go on")
        assert again.result(30)
        shower.happens(Pressed("q", "yes"))
        until(lambda: 1 in server.closed(), "the successor is taken away")
        assert shower.left()["ids"] == []


def test_an_expiry_while_the_successor_is_on_its_way_is_not_told(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        server.do("hang")
        again = shower.begin_show("q", buttons=BUTTONS)
        server.asked(2)
        server.do("closed", id=1, reason=1)
        server.do("go on")
        assert again.result(30)
        server.do("action", id=1, key="yes")
        shower.happens(Pressed("q", "yes"))


def test_a_close_that_comes_while_it_is_being_shown_closes_it(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        server.do("hang")
        show = shower.begin_show("q", buttons=BUTTONS)
        server.asked(1)
        close = shower.begin(shower.banners.close("q"))
        server.do("go on")
        assert show.result(30)
        close.result(30)
        until(lambda: server.closed() == [1], "it is taken away")
        shower.happens()


def test_a_refused_banner_is_not_shown_and_neither_is_what_it_should_replace(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q")
        server.do("refuse")
        assert not shower.show("q")
        until(lambda: server.closed() == [1], "it is taken away")
        assert shower.show("q")
        shower.happens()


def test_a_hanging_server_holds_nobody_up_and_nothing_of_it_stays(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("old", buttons=BUTTONS)
        server.do("hang")
        with shower.hurried():
            shows = [shower.begin_show(f"q{number}") for number in range(20)]
            assert not any(show.result(30) for show in shows)
        assert not shower.show("old", buttons=BUTTONS)
        server.do("go on")
        until(lambda: server.closed() == [2], "the one that was sent is taken back")
        server.do("action", id=1, key="yes")
        shower.happens(Pressed("old", "yes"))
        until(lambda: shower.show("q1"), "banners are shown again")


def test_a_cancelled_show_leaves_nothing_on_the_screen(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        server.do("hang")
        show = shower.begin_show("q")
        server.asked(1)
        show.cancel()
        server.do("go on")
        until(lambda: server.closed() == [1], "it is taken back")
        shower.happens()


def test_a_server_that_hangs_at_the_start_is_found_when_it_answers(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    server.do("hang")
    with showing(desktop) as shower:
        with shower.hurried():
            assert shower.start() is None
        server.do("go on")
        until(lambda: shower.told, "the server is found")
        assert shower.banners.can is not None
        shower.happens(Found(shower.banners.can))
        assert shower.show("q")


def test_another_server_with_other_abilities_is_asked_anew(desktop: Desktop) -> None:
    server = fake_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        server.kill()
        fake_notifyd(desktop, name="bare", capabilities=["body"])
        until(lambda: len(shower.told) == 2, "the new one is found")
        lost, found = shower.told
        assert lost == Lost()
        assert isinstance(found, Found)
        assert found.can == shower.banners.can
        assert (found.can.server, found.can.buttons, found.can.markup, found.can.reply) == (
            "bare 1",
            False,
            False,
            False,
        )


def test_a_server_that_reads_labels_as_markup_gets_them_escaped(desktop: Desktop) -> None:
    server = fake_notifyd(desktop, name="Notification Daemon")
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=(Button("a&b", "<b> & co"),))
        assert server.notified()["actions"] == ["a&b", "&lt;b&gt; &amp; co"]


def test_a_server_that_the_bus_can_start_is_started(desktop: Desktop) -> None:
    _make_startable(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        assert can.server == "startable 1"
        assert shower.show("q")


def test_a_server_that_ends_while_nothing_is_shown_is_started_for_the_next_banner(desktop: Desktop) -> None:
    _make_startable(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        shower.show("q")
        shower.close("q")
        _end_server(desktop)
        assert shower.banners.can == can
        assert shower.show("q")
        shower.happens()
        _end_server(desktop)
        until(lambda: shower.told == [Lost()], "with a banner on the screen it is a loss")


def _make_startable(desktop: Desktop) -> None:
    settings = desktop.folder / "startable.json"
    settings.write_text(json.dumps({"name": "startable", "stays": True}))
    start = desktop.folder / "startable"
    command = f'{sys.executable} -P {Path(program.__file__)} "$(cat {settings})"'
    start.write_text(f"#!/bin/sh\nexec {command} < /dev/null > {start}.log 2>&1\n")
    start.chmod(0o755)
    lines = ["[D-BUS Service]", "Name=org.freedesktop.Notifications", f"Exec={start}", ""]
    (desktop.folder / "services" / "notifications.service").write_text("\n".join(lines))
    desktop.run(
        *("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"),
        *("--method", "org.freedesktop.DBus.ReloadConfig"),
    )


def _end_server(desktop: Desktop) -> None:
    """As a server does that has had nothing to do for a while."""
    call = ("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus")
    ask = "org.freedesktop.DBus.GetConnectionUnixProcessID"
    told = desktop.run(*call, "--method", ask, "org.freedesktop.Notifications")
    desktop.run("kill", told.removeprefix("(uint32 ").removesuffix(",)"))
    has = "org.freedesktop.DBus.NameHasOwner"
    until(
        lambda: desktop.run(*call, "--method", has, "org.freedesktop.Notifications") == "(false,)", "the server is gone"
    )
