"""Banners on a real xfce4-notifyd, which draws buttons that can be clicked with the mouse."""

from bellpull.desk.notifications import Button, Closed, Expired, Opened, Pressed
from support.desktop import Desktop
from support.notifiers import showing, xfce_notifyd

BUTTONS = (Button("yes", "Yes, merge"), Button("no", "No"))


def test_a_click_on_a_button_is_told_once(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, stays=True)
        left, top, width, height = server.window()
        desktop.click(left + width - 40, top + height - 30)
        shower.happens(Pressed("q", "no"))
        server.shows_nothing()
        shower.happens(Pressed("q", "no"))


def test_the_button_that_opens_stands_last_in_xfce(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, opens="Open", stays=True)
        left, top, width, height = server.window()
        desktop.click(left + width - 40, top + height - 30)
        shower.happens(Opened("q"))
        server.shows_nothing()


def test_a_click_on_the_body_closes_in_xfce(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, stays=True)
        left, top, width, _ = server.window()
        desktop.click(left + width // 2, top + 10)
        shower.happens(Closed("q"))
        server.shows_nothing()


def test_a_banner_that_we_close_goes_from_xfce_and_nothing_is_told(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    with showing(desktop) as shower:
        shower.start()
        shower.show("q", buttons=BUTTONS, stays=True)
        server.window()
        shower.close("q")
        server.shows_nothing()
        shower.happens()


def test_a_banner_that_times_out_in_xfce_is_expired_and_not_closed(desktop: Desktop) -> None:
    xfce_notifyd(desktop)
    desktop.run("xfconf-query", "-c", "xfce4-notifyd", "-p", "/expire-timeout", "-n", "-t", "int", "-s", "1")
    with showing(desktop) as shower:
        shower.start()
        desktop.move(5, 700)
        shower.show("q", buttons=BUTTONS)
        shower.happens(Expired("q"))


def test_three_long_buttons_stay_on_the_screen(desktop: Desktop) -> None:
    server = xfce_notifyd(desktop)
    with showing(desktop) as shower:
        can = shower.start()
        assert can is not None
        buttons = tuple(Button(str(number), f"{number} " + "w" * 38) for number in range(can.most_buttons))
        shower.show("q", buttons=buttons, opens="Open", stays=True)
        left, _, width, _ = server.window()
        assert left >= 0
        assert left + width <= 1280
