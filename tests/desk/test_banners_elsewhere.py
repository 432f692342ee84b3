"""Banners on macOS and Windows, at the boundary of the library: its front is real, the system behind it is played."""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from bellpull.desk import elsewhere
from bellpull.desk.elsewhere import ElsewhereBanners
from bellpull.desk.notifications import Banner, Button, Closed, Found, Happening, Opened, Pressed, Replied
from support.answers import PATIENCE, until
from support.desktop import Desktop
from support.notifiers import dunst

library = pytest.importorskip("desktop_notifier")
main = pytest.importorskip("desktop_notifier.main")
base = pytest.importorskip("desktop_notifier.backends.base")
dummy = pytest.importorskip("desktop_notifier.backends.dummy")

T = TypeVar("T")
BANNER = Banner("q", "shop @ main", "Merge?", "<b> & all", (Button("yes", "Yes, merge"), Button("no", "No")))


class System(base.DesktopNotifierBackend):  # type: ignore[misc, name-defined]
    """What the library's parts for macOS and Windows do, without the systems."""

    def __init__(self, app_name: str, app_icon: Any = None) -> None:
        super().__init__(app_name, app_icon)
        self.allowed: asyncio.Future[bool] | bool = True
        self.sent: list[Any] = []
        self.cleared: list[str] = []
        self.fails = False
        self.going = asyncio.Event()
        self.going.set()

    async def request_authorisation(self) -> bool:
        return self.allowed if isinstance(self.allowed, bool) else await self.allowed

    async def has_authorisation(self) -> bool:
        return await self.request_authorisation()

    async def _send(self, notification: Any) -> None:
        await self.going.wait()
        if self.fails:
            raise OSError("the system refuses")
        self.sent.append(notification)

    async def _clear(self, identifier: str) -> None:
        self.cleared.append(identifier)

    async def _clear_all(self) -> None:
        raise AssertionError("others may have banners there")

    async def _get_capabilities(self) -> frozenset[Any]:
        names = ("TITLE", "MESSAGE", "BUTTONS", "REPLY_FIELD", "ON_DISPATCHED", "ON_CLICKED", "ON_DISMISSED")
        return frozenset(library.Capability[name] for name in names)

    def press(self, key: str, place: int) -> None:
        self.handle_button(key, str(place), self._clear_notification_from_cache(key))

    def dismiss(self, key: str) -> None:
        self.handle_dismissed(key, self._clear_notification_from_cache(key))


class Scene:
    """Banners, the system behind them, and what was told."""

    def __init__(self, system: System, banners: ElsewhereBanners, told: list[Happening]) -> None:
        self.system, self.banners, self.told = system, banners, told

    async def happens(self, *happenings: Happening) -> None:
        await eventually(lambda: len(self.told) >= len(happenings), f"{happenings} is told")
        assert self.told == list(happenings)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Scene], Coroutine[Any, Any, T]]], T]:
    """Run a story with a system behind the library."""

    async def played(story: Callable[[Scene], Coroutine[Any, Any, T]]) -> T:
        told: list[Happening] = []
        system = System("Bellpull")
        monkeypatch.setattr(main, "get_backend_class", lambda: lambda name, icon: system)
        banners = ElsewhereBanners(told.append)
        try:
            return await story(Scene(system, banners, told))
        finally:
            await banners.stop()

    return lambda story: asyncio.run(asyncio.wait_for(played(story), PATIENCE))


async def eventually(condition: Callable[[], Any], why: str) -> Any:
    return await asyncio.to_thread(until, condition, why)


def test_a_banner_is_shown_with_plain_text_an_icon_and_its_buttons(play: Any) -> None:
    async def story(scene: Scene) -> None:
        can = await scene.banners.start()
        assert can is not None
        assert (can.buttons, can.reply, can.markup, can.expiry_told) == (True, True, False, False)
        assert await scene.banners.show(BANNER._replace(urgency="urgent", reply="Your reply", stays=True))
        (sent,) = scene.system.sent
        assert (sent.title, sent.message) == ("shop @ main", "Merge?\n<b> & all")
        assert [button.title for button in sent.buttons] == ["Yes, merge", "No"]
        assert (sent.urgency, sent.reply_field.title) == (library.Urgency.Critical, "Your reply")
        assert sent.icon.path.read_bytes().startswith(b"\x89PNG")

    play(story)


def test_a_pressed_button_is_told_by_our_key_and_once(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        scene.system.press("q", 1)
        scene.system.press("q", 0)
        scene.system.dismiss("q")
        await scene.happens(Pressed("q", "no"))

    play(story)


def test_buttons_that_are_called_the_same_keep_their_places(play: Any) -> None:
    # macOS gives the identifiers of the first banner that had buttons with these labels.
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        await scene.banners.show(BANNER._replace(key="p", buttons=(Button("a", "Yes, merge"), Button("b", "No"))))
        first, second = scene.system.sent
        assert [button.identifier for button in first.buttons] == [button.identifier for button in second.buttons]
        scene.system.press("p", 1)
        await scene.happens(Pressed("p", "b"))

    play(story)


def test_clicks_replies_and_dismissals_are_told(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        for key in ("a", "b", "c"):
            await scene.banners.show(BANNER._replace(key=key, reply="Your reply"))
        scene.system.handle_clicked("a")
        scene.system.handle_replied("b", "Yes & <b>\n🔔")
        scene.system.dismiss("c")
        await scene.happens(Opened("a"), Replied("b", "Yes & <b>\n🔔"), Closed("c"))
        assert scene.banners.left() == {"keys": []}

    play(story)


def test_calls_from_the_systems_own_thread_are_told_on_the_loop(play: Any) -> None:
    async def story(scene: Scene) -> None:
        threads: list[threading.Thread] = []
        scene.banners._tell = lambda happening: threads.append(threading.current_thread())
        await scene.banners.start()
        await scene.banners.show(BANNER)
        await asyncio.to_thread(scene.system.press, "q", 0)
        await eventually(lambda: threads, "it is told")
        assert threads == [threading.current_thread()]

    play(story)


def test_happenings_of_other_programs_are_not_told(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        scene.system.press("another", 0)
        scene.system.handle_button("q", "7")
        scene.system.handle_button("q", "an-old-identifier")
        scene.system.press("q", 0)
        await scene.happens(Pressed("q", "yes"))

    play(story)


def test_closing_clears_and_nothing_is_told(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        assert scene.banners.left() == {"keys": ["q"]}
        await scene.banners.close("q")
        await scene.banners.close("q")
        assert scene.system.cleared == ["q"]
        assert scene.told == []

    play(story)


def test_banners_that_an_earlier_life_left_behind_are_cleared(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        await scene.banners.close_left({"keys": ["q", "old", 7]})
        await scene.banners.close_left({"keys": "old"})
        await scene.banners.close_left({})
        assert scene.system.cleared == ["old"]

    play(story)


def test_a_banner_that_the_system_refuses_is_not_shown(play: Any) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        scene.system.fails = True
        assert not await scene.banners.show(BANNER)
        assert scene.banners.left() == {"keys": []}
        scene.system.fails = False
        assert await scene.banners.show(BANNER)

    play(story)


def test_a_system_that_hangs_holds_nobody_up_and_nothing_stays(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(scene: Scene) -> None:
        await scene.banners.start()
        monkeypatch.setattr(elsewhere, "DEADLINE", 0.1)
        scene.system.going.clear()
        assert not await scene.banners.show(BANNER)
        scene.system.going.set()
        await eventually(lambda: scene.system.cleared == ["q"], "the late banner is taken back")
        assert scene.told == []

    play(story)


def test_a_refused_permission_means_no_server(play: Any) -> None:
    async def story(scene: Scene) -> None:
        scene.system.allowed = False
        assert await scene.banners.start() is None
        assert not await scene.banners.show(BANNER)
        await scene.banners.close("q")

    play(story)


def test_a_permission_that_a_person_gives_later_is_found(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "DEADLINE", 0.1)

    async def story(scene: Scene) -> None:
        permission: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        scene.system.allowed = permission
        assert await scene.banners.start() is None
        monkeypatch.setattr(elsewhere, "DEADLINE", PATIENCE)
        permission.set_result(True)
        await eventually(lambda: scene.told, "the server is found")
        assert scene.banners.can is not None
        assert scene.told == [Found(scene.banners.can)]
        assert await scene.banners.show(BANNER)

    play(story)


def test_an_unsigned_python_has_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    # The library takes its stand-in then, which says yes to everything.
    monkeypatch.setattr(main, "get_backend_class", lambda: dummy.DummyNotificationCenter)
    assert asyncio.run(ElsewhereBanners(lambda _: None).start()) is None


def test_a_library_that_cannot_be_loaded_or_set_up_means_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("UNErrorDomain error 1")

    monkeypatch.setattr(main, "get_backend_class", broken)
    assert asyncio.run(ElsewhereBanners(lambda _: None).start()) is None
    monkeypatch.setitem(sys.modules, "desktop_notifier", None)
    assert asyncio.run(ElsewhereBanners(lambda _: None).start()) is None


def test_macos_has_its_loop_turned_while_something_is_shown(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[Callable[[], None]] = []
    turns: list[tuple[object, float, bool]] = []

    def turned(mode: object, seconds: float, once: bool) -> int:
        turns.append((mode, seconds, once))
        if not waiting:
            return elsewhere.HANDLED - 1
        waiting.pop(0)()
        return elsewhere.HANDLED

    def core(name: str) -> SimpleNamespace:
        # A function of C takes notes of its arguments' types, which a method does not.
        return SimpleNamespace(CFRunLoopRunInMode=turned)

    pointer = SimpleNamespace(in_dll=lambda core, name: name)
    finding = SimpleNamespace(find_library=lambda name: f"/{name}")
    ctypes = SimpleNamespace(CDLL=core, c_void_p=pointer, c_double=float, c_bool=bool, util=finding)
    monkeypatch.setattr(elsewhere, "ctypes", ctypes)
    monkeypatch.setattr(elsewhere, "sys", SimpleNamespace(platform="darwin"))

    async def story(scene: Scene) -> None:
        can = await scene.banners.start()
        assert can is not None
        assert can.server == "the notifications of macOS"
        await scene.banners.show(BANNER)
        waiting.append(lambda: scene.system.press("q", 0))
        await scene.happens(Pressed("q", "yes"))
        assert turns[0] == ("kCFRunLoopDefaultMode", 0.0, True)
        turning = scene.banners._turning
        assert turning is not None
        await eventually(turning.done, "the loop rests when nothing is shown")

    play(story)


@pytest.mark.skipif(sys.platform != "linux", reason="dunst is there on Linux only")
def test_the_whole_library_shows_on_a_real_server(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    server = dunst(desktop)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", desktop.bus)
    # A busy machine is not a system that hangs.
    monkeypatch.setattr(elsewhere, "DEADLINE", PATIENCE)

    async def story() -> None:
        told: list[Happening] = []
        banners = ElsewhereBanners(told.append)
        can = await banners.start()
        assert can is not None
        assert can.buttons
        assert await banners.show(BANNER._replace(message="All tests pass.", stays=True))
        await asyncio.to_thread(server.choose, "No")
        await eventually(lambda: told == [Pressed("q", "no")], "the button is told")
        assert await banners.show(BANNER._replace(key="p", title="Another?", message=""))
        await asyncio.to_thread(server.shows, 2)
        await banners.close("p")
        await asyncio.to_thread(server.shows, 1)
        await banners.stop()
        banners._notifier._backend.bus.disconnect()
        await banners._notifier._backend.bus.wait_for_disconnect()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_no_picture_is_left_behind(play: Any) -> None:
    async def story(scene: Scene) -> Path:
        await scene.banners.start()
        await scene.banners.show(BANNER)
        icon: Path = scene.system.sent[0].icon.path
        assert icon.exists()
        return icon

    assert not play(story).exists()
