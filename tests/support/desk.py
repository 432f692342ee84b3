"""`bellpull desk` as a person runs it: a process on a test's own desktop, beside a hub of the test's own, or on one
that many tests share."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from bellpull.desk.palette import LIGHT
from support.answers import PATIENCE, done, until
from support.desktop import MIDDLE, Desktop, running_desktop
from support.hub import Hub, running
from support.notifiers import Dunst, Fake
from support.picture import Colour
from support.stdio_shim import Shim

BELLPULL = ("-m", "bellpull.cli.main")
#: The lowest strip of a window, where its buttons are, and how many pixels a label has at least that can be pressed.
STRIP, LABEL = 60, 5
#: From the window's lower right corner to the middle of its last button.
LAST_BUTTON = (67, 34)


class Desk:
    """Made by `desk_of`. Further settings are the desk's own: `quiet_hours="22:00-07:00"`."""

    def __init__(self, desktop: Desktop, hub: Hub, settings: Mapping[str, str]) -> None:
        self.desktop, self.hub = desktop, hub
        self.settings = {f"BELLPULL_{name.upper()}": value for name, value in settings.items()}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Desk":
        assert self.hub.url, "a desk finds its hub by the port that it published"
        environment = self.desktop.environment | self.settings
        words = (*self.hub.program, "desk", "--data-dir", str(self.hub.data_dir))
        self.process = self.desktop.start(*words, log="desk", environment=environment)
        until(self.connected, f"the desk finds the hub: {self.desktop.log('desk')}")
        return self

    def connected(self) -> bool:
        """Whether the hub knows this very desk; each life of it says hello anew."""
        assert self.process is not None
        assert self.process.poll() is None, f"the desk ended: {self.desktop.log('desk')}"
        return any(named.endswith(self.desktop.display) for named in desks_of(self.hub))

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """As a crash: nothing is put away."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)
        self._gone()

    def stop(self) -> int:
        """As Ctrl-C; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self._gone()
        return int(code)

    def _gone(self) -> None:
        """The hub has noticed, so that the next life is not taken for this one."""
        mine = self.desktop.display
        until(lambda: not any(named.endswith(mine) for named in desks_of(self.hub)), "the hub misses the desk")

    def log(self) -> str:
        """What it wrote about itself."""
        file = self.hub.data_dir / "desk.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def printed(self) -> str:
        """The same, and what came out of it."""
        return self.desktop.log("desk") + self.log()

    def memory(self) -> str:
        """What it keeps over its own end."""
        return "".join(file.read_text() for file in self.hub.data_dir.glob("desk-*.json"))

    def window(self, title: str) -> str:
        """The window with this title, once it takes keys."""

        def found() -> str | None:
            # Looked for each time: one that is about to close may have the same title.
            return next(filter(self.takes_keys, self.desktop.windows(title)), None)

        return until(found, f"a window {title!r} takes keys")

    def takes_keys(self, window: str) -> bool:
        """Whether its buttons look as if they could be pressed."""
        try:
            left, top, width, height = self.desktop.place(window)
        except AssertionError:
            return False
        strip = self.desktop.part(left, top + height - STRIP, width, STRIP)
        return len(strip.find(colour(LIGHT.text))) >= LABEL and not strip.find(colour(LIGHT.disabled))

    def replies(self, title: str, text: str) -> None:
        """Type this into the window with this title and send it."""
        self.window(title)
        self.desktop.type(text)
        self.desktop.keys("Return")

    def presses(self, window: str, from_the_right: int) -> None:
        """Click a button in the window's last row, with the mouse; 0 is the last one. For short labels only."""
        left, top, width, height = self.desktop.place(window)
        across, up = LAST_BUTTON
        self.desktop.click(left + width - across - 105 * from_the_right, top + height - up)

    def no_window(self) -> None:
        until(lambda: self.windows() == 0, "no window is left")

    def windows(self) -> int:
        """How many windows the window manager has. It is asked, and not each window, which may go meanwhile."""
        return self.desktop.run("xprop", "-root", "_NET_CLIENT_LIST").count("0x")

    def ready_process(self, beside: int = 0) -> int:
        """The process that waits for the next question, to become its window; `beside` is that of the window now."""

        def ready() -> int | None:
            pids = self.window_processes()
            waiting = pids - {beside}
            return waiting.pop() if len(waiting) == 1 and (not beside or beside in pids) else None

        return until(ready, "the next window's process is there")

    def window_processes(self) -> set[int]:
        """Of the window that is open, of the one that is ready, of those that are about to end."""
        return {pid for pid, words in processes() if "bellpull.desk.window" in words and parent(pid) == self.pid}


@contextlib.contextmanager
def desk_of(desktop: Desktop, hub: Hub, **settings: str) -> Iterator[Desk]:
    """A desk of the hub's owner that is connected. It leaves no traceback, whatever was done to it."""
    desk = Desk(desktop, hub, settings).start()
    yield desk
    assert "Traceback" not in desk.printed(), desk.printed()


@contextlib.contextmanager
def at_desk(desktop: Desktop, hub: Hub, **settings: str) -> Iterator[tuple[Desk, Shim]]:
    """A person at their desk, and an agent of theirs behind `bellpull mcp`."""
    with desk_of(desktop, hub, **settings) as desk, Shim(hub, name="builder") as agent:
        agent.initialize()
        yield desk, agent


T = TypeVar("T")


class Seat(Generic[T]):
    """A person at their desk for many tests, each with an agent of its own: hub, desktop and desk start once.
    What a test leaves there is put away after it; after one that failed everything is started anew. Made by `seats`.
    """

    desk: Desk
    #: What else runs on the desktop: a notification server, a panel.
    beside: T

    def __init__(self, beside: Callable[[Desktop], T]) -> None:
        self._beside = beside
        self._there = contextlib.ExitStack()
        self._taken = False

    @contextlib.contextmanager
    def taken(self) -> Iterator[tuple[Desk, Shim]]:
        """As `at_desk`."""
        with self.alone() as desk, Shim(desk.hub) as agent:
            agent.initialize()
            yield desk, agent

    @contextlib.contextmanager
    def alone(self) -> Iterator[Desk]:
        """Without an agent."""
        if not self._taken:
            self._sit_down()
        try:
            yield self.desk
            self._tidy()
        except BaseException:
            self.leave()
            raise

    def _sit_down(self) -> None:
        with contextlib.ExitStack() as there:
            # Not under pytest's own folder: the path of a socket has to be short.
            temporary = tempfile.TemporaryDirectory(prefix="bellpull-", ignore_cleanup_errors=True)
            folder = Path(there.enter_context(temporary))
            for part in ("hub", "desktop"):
                (folder / part).mkdir()
            hub = there.enter_context(running(folder / "hub"))
            desktop = there.enter_context(running_desktop(folder / "desktop"))
            self.beside = self._beside(desktop)
            self.desk = there.enter_context(desk_of(desktop, hub))
            self._there, self._taken = there.pop_all(), True

    def leave(self) -> None:
        self._taken = False
        self._there.close()

    def _tidy(self) -> None:
        hub, owner = self.desk.hub, self.desk.hub.owner
        for asked in done(owner.get("/api/questions"))["questions"]:
            done(owner.post(f"/api/questions/{asked['id']}/answer", {"outcome": "dismissed"}))
        for sent in owner.every_notification(status="pending"):
            done(owner.post(f"/api/notifications/{sent['id']}/dismiss"))
        self.desk.no_window()
        self._no_banner()
        for agent in done(owner.get("/api/agents"))["agents"]:
            done(owner.delete(f"/api/agents/{agent['name']}"))
        self.desk.desktop.move(*MIDDLE)
        printed = hub.output() + self.desk.printed()
        assert "Traceback" not in printed, printed

    def _no_banner(self) -> None:
        server = self.beside
        if isinstance(server, Dunst):
            server.shows(0)
        elif isinstance(server, Fake):
            shown = {said["notify"] for said in list(server.said) if "notify" in said}
            until(lambda: shown <= set(server.closed()), "the banners are taken away")


@contextlib.contextmanager
def seats(beside: Callable[[Desktop], T]) -> Iterator[Seat[T]]:
    """For the length of a block; nobody sits there before a test does."""
    seat = Seat(beside)
    try:
        yield seat
    finally:
        seat.leave()


def colour(name: str) -> Colour:
    """Of a name like #1d232b."""
    red, green, blue = bytes.fromhex(name.removeprefix("#"))
    return red, green, blue


def desks_of(hub: Hub) -> list[str]:
    """The names of the desks that the hub knows, which end with their display."""
    answer = hub.owner.get("/api/surfaces")
    surfaces: list[dict[str, Any]] = answer.json()["surfaces"] if answer.status_code == 200 else []
    return [one["name"] for one in surfaces if one["surface"] == "desk"]


def processes() -> Iterator[tuple[int, list[str]]]:
    """Every process that can be seen, with its words."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
                yield int(folder.name), words


def parent(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def desk_processes(data_dir: Path) -> list[int]:
    """The desks of this data folder, whoever started them."""
    return [pid for pid, words in processes() if "desk" in words and str(data_dir) in words]


def end_desks(data_dir: Path) -> None:
    for pid in desk_processes(data_dir):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def question_id(items: list[str]) -> str:
    """Of a result whose call stopped waiting."""
    return str(json.loads(items[1])["question_id"])


def late_answer(agent: Shim) -> str:
    """What comes with the result of any tool, once it is there."""

    def carried() -> str | None:
        items = agent.told("send_notification", notification_type="info", title="x", priority="low")[1:]
        return "".join(items) or None

    return until(carried, "the late answer comes as a nudge")
