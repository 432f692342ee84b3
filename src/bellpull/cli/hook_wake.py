"""`bellpull hook CLIENT --wake`: started in the background at the end of a turn, it waits until something is pending
for that session, and wakes it.

Claude Code (`asyncRewake`) is woken by words on standard error and the code 2. They do not carry the thing itself:
Claude Code puts a sentence before them, which says that they are no input of the user and no consent. The next tool's
result carries it without that, or else the end of the turn. Codex (`async`) is woken by a message in its queue, which
it takes for the person's prompt, and the hook of that prompt carries the thing.

It stands back for everybody else: it waits only while the hub says that the session idles (the plain hook of the same
`Stop` tells it so), and ends when a newer one of the same session has started, when the session goes on or has ended,
when the tool is gone or its terminal is closed, and after some hours. So there is one for each idle session, and none
for a working one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from _thread import allocate_lock, start_new_thread
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep, time

from bellpull.cli import hook_seldom
from bellpull.cli.hook_seat import Seat, tell_left
from bellpull.cli.outcome import DONE
from bellpull.clients.hooks.formats import FORMATS
from bellpull.domain.errors import BellpullError, Outdated, Unauthorized
from bellpull.remote.address import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bellpull.config import Config
    from bellpull.mcp.shim.hubs import Hubs

WAKES = 2
#: A session that nobody sits at ends with its turn, and may even wait for us.
HEADLESS = "sdk"
FOLDER = "wake"
#: The settings that `connect` writes end it ten minutes later.
LONGEST_SECONDS = 7 * 3600 + 50 * 60.0
#: In which the plain hook has told that the turn ended.
GRACE_SECONDS = 5.0
LOOK_SECONDS = 0.5
STATE_SECONDS = 30.0
WAIT_SECONDS = 50
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: Of answers, so many are named.
MOST_NAMED = 10
#: Claude Code shows this to the hook of a prompt next, which has to know that no person wrote it (`reading.OURS`).
POINTER = (
    'Bellpull: somebody has written to you. It comes as <notification source="…"> with the result of your next tool '
    "call: call any tool now."
)
CODEX = "codex"
#: To Codex this is the person's prompt; what `reading.OURS` knows stands in it.
MESSAGE = (
    'Bellpull: somebody has written to you while you were idle. It stands beside this message as <notification source="'
    '…">.'
)
QUEUE_SECONDS = 30.0
KEPT_SECONDS = 2 * 86400.0


def wake(config: Config, hubs: Hubs, client: str, event: Mapping[str, Any]) -> int:
    happening = FORMATS[client].read(event)
    if os.environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith(HEADLESS):
        return DONE
    if happening.event != "Stop" or happening.session is None or happening.parent is not None:
        return DONE
    place = Place(config.data_dir / FOLDER, happening.session)
    waker = Queuer if client == CODEX else Waker
    return waker(hubs, client, happening.session, place).run()


class Place:
    """The file that says which process waits for this session: the one that came last."""

    def __init__(self, folder: Path, session: str) -> None:
        self._file = folder / quote(session)
        self._own = f"{os.getpid()} {os.urandom(8).hex()}\n".encode("ascii")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for other in folder.iterdir():  # of sessions that have ended long ago
            with suppress(OSError):
                if other.stat().st_mtime < time() - KEPT_SECONDS:
                    other.unlink()
        unfinished = folder / f".{os.urandom(8).hex()}"
        unfinished.write_bytes(self._own)
        unfinished.replace(self._file)

    def is_ours(self) -> bool:
        try:
            return self._file.read_bytes() == self._own
        except OSError:
            return False


class Waker:
    #: The exit code then.
    woke = WAKES

    def __init__(self, hubs: Hubs, client: str, session: str, place: Place) -> None:
        self._hubs = hubs
        self._client = client
        self._session = session
        self._place = place
        self._known: dict[str, Any] | None = None
        self._parent = os.getppid()
        #: Free when something may be there to claim.
        self._came = allocate_lock()
        self._came.acquire()
        #: Free when it is to be asked for again.
        self._again = allocate_lock()
        self._refused = False
        #: When the turn began after which it waits.
        self._turn_at: str | None = None
        self._name: str | None = None

    def run(self) -> int:
        self._name = self._hubs.agent()
        if self._name is None or not self._begins():
            return DONE
        seat = Seat(self._known)
        if self._can_wake() and not seat.is_left:
            self._sign(wakes=True)
            start_new_thread(self._poll, ())
        until, look_at = monotonic() + LONGEST_SECONDS, monotonic() + STATE_SECONDS
        while monotonic() < until:
            came = self._came.acquire(timeout=LOOK_SECONDS)
            if not self._is_wanted():
                return DONE
            if seat.is_left:
                tell_left(self._hubs, self._client, self._session)
                return DONE
            if came or monotonic() > look_at:
                look_at = monotonic() + STATE_SECONDS
                if self._state() not in (None, "idle"):
                    return DONE
            if came and self._points():
                return self.woke
            if came:
                self._again.release()
        self._sign(wakes=False)
        return DONE

    def _can_wake(self) -> bool:
        return True

    def _is_wanted(self) -> bool:
        return self._place.is_ours() and os.getppid() == self._parent and not self._refused

    def _begins(self) -> bool:
        """Does the session idle? The plain hook may still be about to say so."""
        until = monotonic() + GRACE_SECONDS
        while (state := self._state()) != "idle":
            if state == "ended" or monotonic() > until or not self._is_wanted():
                return False
            sleep(0.05)
        return True

    def _state(self) -> str | None:
        """As the hub knows it; None where it does not, or is away. One that waits for an answer idles, and its answer
        is to wake it; so does one whose sub-agents work on."""
        with suppress(BellpullError):
            said = self._hubs.request("GET", "/api/sessions", {"agent_name": self._name, "limit": 500})["sessions"]
            own = self._known = next((one for one in said if one["id"] == self._session), None)
            if own is None or own["state"] == "ended":
                return own and "ended"
            self._turn_at = self._turn_at or own["turn_at"]
            working = own["busy"] and not any(one["busy"] for one in said if one["parent"] == self._session)
            return "working" if working or own["turn_at"] != self._turn_at else "idle"
        return None

    def _sign(self, *, wakes: bool) -> None:
        sign = {"session": self._session, "state": "idle", "client": self._client, "source": "hook", "wakes": wakes}
        with suppress(BellpullError):
            self._hubs.request("POST", "/api/sessions/signs", body=[sign])

    def _poll(self) -> None:
        """In a thread that ends with the process."""
        query = {"state": "pending", "session": self._session, "wait": WAIT_SECONDS, "limit": 1}
        pause = FIRST_PAUSE
        while True:
            self._again.acquire()
            try:
                found = self._hubs.request("GET", self._path(""), query, seconds=WAIT_SECONDS + 10.0)["count"]
                pause = FIRST_PAUSE
            except (Unauthorized, Outdated):
                self._refused = True
                return
            except BellpullError:
                found = 0
                sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            (self._came if found else self._again).release()

    def _points(self) -> bool:
        """Whether something is pending for this session; then it is pointed at, and left for a result to carry."""
        query = {"state": "pending", "session": self._session, "limit": MOST_NAMED}
        try:
            nudges = self._hubs.request("GET", self._path(""), query)["nudges"]
        except BellpullError:
            nudges = []
        if not nudges:
            sleep(FIRST_PAUSE)  # another carrier has it, and may give it back
            return False
        return self._says(pointer([str(one["question_id"]) for one in nudges if one["question_id"]]))

    def _says(self, text: str) -> bool:
        """Whether it went out."""
        _say(text)
        return True

    def _path(self, verb: str) -> str:
        return f"/api/agents/{quote(self._name or '')}/nudges{verb}"


class Queuer(Waker):
    """Of Codex, by the very program that runs the session, as far as this system tells. It prints nothing: Codex would
    show that to the model."""

    woke = DONE

    def _says(self, text: str) -> bool:
        try:
            program: str | None = str(Path(f"/proc/{hook_seldom.tool()[0]}/exe").readlink())
        except OSError:
            program = shutil.which(CODEX)
        null, session = subprocess.DEVNULL, self._session.partition(":")[2]
        command = [program or CODEX, "queue", "--thread", session, "--message", MESSAGE]
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(command, stdin=null, stdout=null, stderr=null, timeout=QUEUE_SECONDS, check=False)  # noqa: S603
        return True


def pointer(answered: list[str]) -> str:
    """What wakes the model: where to find what has come."""
    lines = [f"Your question {id} is answered: call await_answer with that question_id." for id in answered]
    return "\n".join([POINTER, *lines]) + "\n"


def _say(text: str) -> None:
    data = text.encode("utf-8")
    while data:
        data = data[os.write(2, data) :]
