"""Banners on a real dunst: what a person does there comes back once, and what we do there is seen."""

import os
import signal

from bellpull.desk.notifications import Button, Closed, Expired, Found, Lost, Opened, Pressed
from support.answers import until
from support.desktop import Desktop
from support.notifiers import dunst, showing

BUTTONS = (Button("yes", "Yes, merge"), Button("no", "No"))


def test_a_chosen_button_is_told_once_and_its_banner_goes(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        assert can.server.startswith("dunst ")
        assert (can.buttons, can.markup, can.reply, can.expiry_told) == (True, True, False, True)
        assert shower.show("q", buttons=BUTTONS, stays=True)
        server.choose("No")
        shower.happens(Pressed("q", "no"))
        server.shows(0)
        shower.happens(Pressed("q", "no"))


def test_a_click_on_the_body_opens(desktop: Desktop) -> None:
    server = dunst(desktop, origin="top-left", offset="0x0")
    with showing(desktop) as shower:
        shower.start()
        shower.show("n", opens="Open", stays=True)
        server.shows(1)
        until(lambda: desktop.picture().pixel(100, 30) != (0, 0, 0), "the banner is drawn")
        desktop.click(100, 30)
        shower.happens(Opened("n"))
        server.shows(0)


def test_a_dismissed_banner_is_closed(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, stays=True)
        server.close()
        shower.happens(Closed("q"))
        assert shower.left()["ids"] == []


def test_a_banner_that_times_out_is_expired_and_not_closed(desktop: Desktop) -> None:
    rules = "\n[urgency_normal]\n    timeout = 1s"
    dunst(desktop, history_length=f"100{rules}")
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS)
        shower.happens(Expired("q"))


def test_a_banner_that_we_close_goes_and_nothing_is_told(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, stays=True)
        server.shows(1)
        shower.close("q")
        server.shows(0)
        shower.close("q")
        shower.happens()


def test_the_same_key_is_shown_in_the_same_place(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", title="First", buttons=BUTTONS, stays=True)
        assert shower.show("q", title="Second", buttons=BUTTONS, stays=True)
        server.shows(1)
        server.choose("Yes, merge")
        shower.happens(Pressed("q", "yes"))
        server.shows(0)
        assert "Second" in server.history()[0]["body"]


def test_a_key_is_free_again_after_its_end(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", stays=True)
        server.close()
        shower.happens(Closed("q"))
        assert shower.show("q", stays=True)
        server.close()
        shower.happens(Closed("q"), Closed("q"))


def test_markup_of_agents_is_shown_as_they_wrote_it(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", title="<i>a</i> & b", message="<b>c</b> &amp; \x00\x1b‮d 🔔", stays=True)
        server.close()
        shower.happens(Closed("q"))
    # dunst keeps the text as it was sent, in its markup.
    assert server.history()[0]["body"] == "<b>&lt;i&gt;a&lt;/i&gt; &amp; b</b>\n&lt;b&gt;c&lt;/b&gt; &amp;amp; d 🔔"


def test_many_at_once_are_all_there_and_each_is_its_own(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shows = [
            shower.begin_show(f"q{number}", buttons=(Button(f"b{number}", f"Take {number}."),), stays=True)
            for number in range(30)
        ]
        assert all(show.result(30) for show in shows)
        server.shows(30)
        server.choose("Take 7.")
        shower.happens(Pressed("q7", "b7"))
        server.choose("Take 23.")
        shower.happens(Pressed("q7", "b7"), Pressed("q23", "b23"))
        server.shows(28)


def test_banners_with_the_same_text_are_not_folded_into_one(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        for number in range(3):
            assert shower.show(f"q{number}", buttons=(Button(f"b{number}", f"Take {number}."),), stays=True)
        server.shows(3)
        for number in (1, 0, 2):
            server.choose(f"Take {number}.")
            until(lambda number=number: shower.told[-1:] == [Pressed(f"q{number}", f"b{number}")], "it is told")
        server.shows(0)


def test_a_killed_server_is_noticed_and_the_next_one_shows_again(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        shower.show("q", buttons=BUTTONS, stays=True)
        server.kill()
        shower.happens(Lost())
        assert shower.banners.can is None
        assert not shower.show("q", buttons=BUTTONS, stays=True)
        again = dunst(desktop)
        shower.happens(Lost(), Found(can))
        assert shower.show("q", buttons=BUTTONS, stays=True)
        again.choose("Yes, merge")
        shower.happens(Lost(), Found(can), Pressed("q", "yes"))


def test_a_server_that_comes_later_is_found(desktop: Desktop) -> None:
    with showing(desktop) as shower:
        assert shower.start() is None
        assert not shower.show("q")
        dunst(desktop)
        until(lambda: shower.told, "a server is found")
        assert shower.banners.can is not None
        shower.happens(Found(shower.banners.can))
        assert shower.show("q")


def test_banners_that_an_earlier_life_left_behind_are_closed(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as earlier:
        earlier.start()
        earlier.show("a", stays=True)
        earlier.show("b", stays=True)
        left = earlier.left()
    server.shows(2)
    with showing(desktop) as shower:
        shower.start()
        shower.show("c", stays=True)
        shower.run(shower.banners.close_left(left))
        server.shows(1)
        shower.happens()


def test_numbers_of_another_server_close_nothing(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as earlier:
        earlier.start()
        earlier.show("a", stays=True)
        left = earlier.left()
    with showing(desktop) as shower:
        shower.start()
        for other in ({"bus": "another"}, {"server": ":1.999"}, {"ids": ["x", None]}, {"ids": "x"}):
            shower.run(shower.banners.close_left(left | other))
        shower.run(shower.banners.close_left({}))
        server.shows(1)


def test_a_frozen_server_holds_up_nobody_and_shows_nothing_afterwards(desktop: Desktop) -> None:
    server = dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        os.kill(server.pid, signal.SIGSTOP)
        with shower.hurried():
            assert not shower.show("q", buttons=BUTTONS, stays=True)
        os.kill(server.pid, signal.SIGCONT)
        until(lambda: server.history(), "the late banner was shown and taken back")
        server.shows(0)
        shower.happens()
        until(lambda: shower.show("q", buttons=BUTTONS, stays=True), "banners are shown again")


def test_a_bus_that_ends_takes_all_banners_with_it(desktop: Desktop) -> None:
    dunst(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", stays=True)
        shower.cut_off()
        until(lambda: shower.told == [Lost()], "the loss is told")
        assert not shower.show("q")
        shower.close("q")
