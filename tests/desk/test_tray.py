"""The tray icon in a real panel: its picture, clicks, its menu, and panels that come and go."""

import asyncio
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from bellpull.desk.tray import Entry, Tray
from support.answers import PATIENCE, until
from support.desktop import Desktop
from support.panel import BADGE, URGENT, panel

ITEM, MENU = ("/StatusNotifierItem", "org.kde.StatusNotifierItem"), ("/MenuBar", "com.canonical.dbusmenu")
PROPERTIES = "org.freedesktop.DBus.Properties"
QUIT = Entry("quit", "Quit")
ENTRIES = [
    Entry("title", "2 questions wait for you", enabled=False),
    Entry("", "", separator=True),
    Entry("one", "shop @ main · Merge to main?"),
    Entry("two", "Which database?"),
    Entry("", "", separator=True),
    Entry("quiet", "Quiet for an hour", checked=False),
    QUIT,
]


class Desk:
    """A tray and a second program on the same bus, on a loop in a thread of its own."""

    def __init__(self, address: str) -> None:
        self.chosen: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.bus, self.other = (self.wait(self._connected(address)) for _ in range(2))
        self.tray = Tray(self.bus, self.chosen.append)

    async def _connected(self, address: str) -> MessageBus:
        return await MessageBus(bus_address=address).connect()

    def wait(self, work: Awaitable[Any]) -> Any:
        async def bounded() -> Any:
            return await asyncio.wait_for(work, PATIENCE)

        return asyncio.run_coroutine_threadsafe(bounded(), self._loop).result()

    def start(self) -> bool:
        there: bool = self.wait(self.tray.start())
        return there

    def show(self, count: int = 0, urgent: bool = False, words: str = "", entries: list[Entry] = ENTRIES) -> None:
        async def shown() -> None:
            self.tray.show(count, urgent, words, entries)

        self.wait(shown())

    def ask(self, part: tuple[str, str], member: str, signature: str = "", *body: object) -> Any:
        """As a host does."""
        message = Message(self.bus.unique_name, part[0], part[1], member, signature=signature, body=list(body))
        reply = self.wait(self.other.call(message))
        assert reply.message_type is MessageType.METHOD_RETURN, reply.body
        return reply.body

    def lines(self) -> dict[int, dict[str, Any]]:
        _, (_, _, children) = self.ask(MENU, "GetLayout", "iias", 0, -1, [])
        plain = [child.value for child in children]
        return {id: {name: value.value for name, value in told.items()} for id, told, _ in plain}

    def revision(self) -> int:
        revision: int = self.ask(MENU, "GetLayout", "iias", 0, -1, [])[0]
        return revision

    def click(self, id: int) -> None:
        self.ask(MENU, "Event", "isvu", id, "clicked", Variant("i", 0), 0)

    def end(self) -> None:
        self.wait(self.tray.stop())
        for bus in (self.bus, self.other):
            self._loop.call_soon_threadsafe(bus.disconnect)
        for bus in (self.bus, self.other):
            self.wait(bus.wait_for_disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


@contextmanager
def running_desk(desktop: Desktop) -> Iterator[Desk]:
    running = Desk(desktop.bus)
    try:
        yield running
    finally:
        running.end()


@pytest.fixture
def desk(desktop: Desktop) -> Iterator[Desk]:
    with running_desk(desktop) as running:
        yield running


def test_the_bell_is_in_the_panel_and_carries_the_count(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop)
    desk.show(0)
    assert desk.start()
    tray.icon()
    assert not tray.shows(BADGE)
    plain = tray.picture()
    desk.show(3)
    until(lambda: tray.shows(BADGE), "the badge appears")
    desk.show(3, urgent=True)
    until(lambda: tray.shows(URGENT) and not tray.shows(BADGE), "the badge turns red")
    desk.show(0)
    until(lambda: tray.picture() == plain, "the badge disappears")


@pytest.mark.slow
def test_another_count_is_another_picture(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop, dark=True)
    desk.show(1)
    desk.start()
    until(lambda: tray.shows(BADGE), "the badge appears")
    one = tray.picture()
    desk.show(2)
    until(lambda: tray.picture() != one, "the count changes")


def test_a_click_on_the_bell_activates(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop)
    desk.show(2)
    desk.start()
    desktop.click(*tray.icon())
    until(lambda: desk.chosen, "the click arrives")
    assert desk.chosen == ["activate"]


def test_a_line_of_the_menu_is_chosen_and_what_is_disabled_is_not(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop)
    desk.show(2)
    desk.start()
    tray.open_menu()
    desktop.keys("Down", "Down", "Return")
    until(lambda: desk.chosen, "the choice arrives")
    assert desk.chosen == ["two"]


@pytest.mark.slow
def test_a_menu_that_is_open_follows_what_is_true(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop)
    desk.show(2)
    desk.start()
    tray.open_menu()
    tray.menu_changes(lambda: desk.show(1, entries=[Entry("three", "Deploy?"), QUIT]))
    desktop.keys("Down", "Return")
    until(lambda: desk.chosen, "the choice arrives")
    assert desk.chosen == ["three"]


def test_a_panel_that_crashes_and_comes_back_shows_the_bell_again(desktop: Desktop, desk: Desk) -> None:
    tray = panel(desktop)
    desk.show(2)
    assert desk.start()
    tray.icon()
    tray.end()
    until(lambda: not desk.tray.there, "the desk notices")
    desk.show(3, urgent=True)
    tray.start()
    until(lambda: desk.tray.there, "the desk is there again")
    until(lambda: tray.shows(URGENT), "the bell is there again, as it is now")
    desktop.click(*tray.icon())
    until(lambda: desk.chosen, "the click arrives")


@pytest.mark.slow
def test_a_panel_that_comes_later_shows_the_bell(desktop: Desktop, desk: Desk) -> None:
    assert not desk.start()
    assert not desk.tray.there
    desk.show(2)
    tray = panel(desktop)
    until(lambda: tray.shows(BADGE), "the bell appears")
    assert desk.tray.there


@pytest.mark.slow
def test_the_bell_goes_when_the_desk_stops_and_when_it_dies(desktop: Desktop) -> None:
    tray = panel(desktop)
    with running_desk(desktop) as stopping:
        stopping.start()
        tray.icon()
        stopping.wait(stopping.tray.stop())
        assert not stopping.tray.there
        tray.no_icon()
        assert stopping.start()
        tray.icon()
    tray.no_icon()


def test_a_bus_that_is_gone_is_no_error(desktop: Desktop, desk: Desk) -> None:
    desk.start()
    desk._loop.call_soon_threadsafe(desk.bus.disconnect)
    desk.wait(desk.bus.wait_for_disconnect())
    desk.show(5)
    desk.wait(desk.tray.stop())


def test_text_of_agents_is_only_text(desktop: Desktop, desk: Desk) -> None:
    hostile = [
        Entry("a", "snake_case & <b>bold</b>"),
        Entry("b", "two\nlines\x00\x1b[31m \u202eevil\ud800"),
        Entry("c", "word " * 40),
        Entry("d", ""),
    ]
    desk.show(4, words="<b>4</b> & \x00more", entries=hostile)
    desk.start()
    labels = [line["label"] for line in desk.lines().values()]
    assert labels[:2] == ["snake__case & <b>bold</b>", "two lines evil"]
    assert labels[2].endswith("…")
    assert len(labels[2]) <= 60
    (tip,) = desk.ask((ITEM[0], PROPERTIES), "Get", "ss", ITEM[1], "ToolTip")
    assert list(tip.value) == ["", [], "Bellpull", "‹b>4‹/b> ＆ more"]


def test_a_click_in_a_menu_drawn_before_a_change_means_what_was_seen(desktop: Desktop, desk: Desk) -> None:
    desk.show(2)
    desk.start()
    before = {line.get("label", ""): id for id, line in desk.lines().items()}
    desk.show(1, entries=[Entry("three", "Deploy?"), QUIT])
    after = {line["label"]: id for id, line in desk.lines().items()}
    assert after["Quit"] == before["Quit"]
    assert after["Deploy?"] not in before.values()
    desk.click(before["Which database?"])
    desk.click(before["2 questions wait for you"])
    desk.click(after["Quit"])
    desk.click(999_999)
    assert desk.chosen == ["two", "quit"]


def test_hosts_are_told_of_a_new_menu_only_when_it_is_new(desktop: Desktop, desk: Desk) -> None:
    desk.show(2)
    desk.start()
    first = desk.revision()
    desk.show(3, words="other")
    assert desk.revision() == first
    desk.show(3, entries=[*ENTRIES[:-2], ENTRIES[-2]._replace(checked=True), QUIT])
    assert desk.revision() > first
    marked = [line for line in desk.lines().values() if line.get("toggle-type") == "checkmark"]
    assert [line["toggle-state"] for line in marked] == [1]
    assert [line["type"] for line in desk.lines().values() if "type" in line] == ["separator", "separator"]


def test_hosts_find_every_property_they_ask_for(desktop: Desktop, desk: Desk) -> None:
    desk.show(2, urgent=True, words="2 questions wait for you")
    desk.start()
    (told,) = desk.ask((ITEM[0], PROPERTIES), "GetAll", "s", ITEM[1])
    plain = {name: value.value for name, value in told.items()}
    pictures = plain.pop("IconPixmap")
    assert [(width, height, len(data)) for width, height, data in pictures] == [
        (size, size, 4 * size * size) for size in (16, 22, 24, 32, 48)
    ]
    assert plain.pop("AttentionIconPixmap") == pictures
    assert list(plain.pop("ToolTip")) == ["", [], "Bellpull", "2 questions wait for you"]
    assert plain == {
        "Category": "Communications",
        "Id": "bellpull",
        "Title": "Bellpull",
        "Status": "NeedsAttention",
        "WindowId": 0,
        "IconThemePath": "",
        "IconName": "",
        "IconAccessibleDesc": "2 questions wait for you",
        "OverlayIconName": "",
        "OverlayIconPixmap": [],
        "AttentionIconName": "",
        "AttentionMovieName": "",
        "AttentionAccessibleDesc": "2 questions wait for you",
        "ItemIsMenu": False,
        "Menu": MENU[0],
    }


def test_hosts_may_ask_for_some_lines_and_some_properties(desktop: Desktop, desk: Desk) -> None:
    desk.show(2)
    desk.start()
    ids = list(desk.lines())
    (rows,) = desk.ask(MENU, "GetGroupProperties", "aias", [ids[2], 999_999], ["label"])
    assert [(id, {name: value.value for name, value in told.items()}) for id, told in rows] == [
        (ids[2], {"label": "shop @ main · Merge to main?"})
    ]
    assert desk.ask(MENU, "GetProperty", "is", ids[2], "enabled")[0].value is True
    assert desk.ask(MENU, "AboutToShow", "i", 0) == [False]
    assert desk.ask(MENU, "AboutToShowGroup", "ai", ids) == [[], []]
    group = [[ids[3], "clicked", Variant("i", 0), 0], [999_999, "clicked", Variant("i", 0), 0]]
    assert desk.ask(MENU, "EventGroup", "a(isvu)", group) == [[999_999]]
    assert desk.chosen == ["two"]
