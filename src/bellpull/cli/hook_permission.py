"""`bellpull hook CLIENT --permission`: started when the tool may not go on without a person. Claude Code shows its
dialog meanwhile; the hub asks the same on every surface; the first answer wins. With `--dialog` people are not asked
here: it only tells the hub when the dialog is closed. Codex opens its dialog only when the first has ended, so that one
waits for some minutes at most; the second runs beside the dialog.

An answer in Bellpull is printed in the form in which the tool's hooks decide. Of a Yes in the dialog nobody tells this
process: it sees the command run, or the hub withdraws the question because the tool's step has ended. With No or Escape
in the dialog the tool sends SIGTERM, and the hub is told. The hub may go and come back meanwhile, or come only later:
as long as a dialog is open it is waited for, and if the dialog ends without it, a process stays behind to tell it. If
nobody sits at the tool and the hub is away, and if a person closes the question, the tool is alone with its own rules.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from _thread import allocate_lock, start_new_thread
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from bellpull.cli import hook_fast, hook_seldom
from bellpull.cli.hook_seat import Seat, tell_left
from bellpull.cli.hook_transcript import Transcript
from bellpull.cli.hook_wake import HEADLESS
from bellpull.cli.left_behind import can_be_left, leave_behind
from bellpull.cli.outcome import DONE
from bellpull.clients.hooks.permission import (
    ALLOWED,
    ASKS,
    AWAY_SECONDS,
    DIFF,
    EVENT,
    OVER,
    REFUSED,
    REQUEST,
    STOPPED,
    UNANSWERED,
    changed_file,
    decision,
    diff_of,
    is_answerable,
)
from bellpull.clients.hooks.reading import AT
from bellpull.domain.answer_text import WITHDRAWN
from bellpull.domain.errors import BellpullError, Outdated, Unauthorized, Unavailable
from bellpull.domain.request import Settled, reply
from bellpull.remote.address import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

    from bellpull.mcp.shim.hubs import Hubs

LOOK_SECONDS = 0.5
WAIT_SECONDS = 50
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
#: For the last words: whoever ends this process may not wait for longer.
PARTING_SECONDS = 3.0
#: For so long a hub that is away is told later how a dialog ended: one that was killed is back sooner. A process that
#: waits for one that never comes must not stay.
LATER_SECONDS = 20.0
#: How often the hub is asked whether the tool's own dialog is still open, once the question is closed.
STATE_SECONDS = 2.0
#: A larger event is no question that somebody could read.
LONGEST_EVENT = 500_000
LONGEST_FILE = 2_000_000
ENDED_BY = (signal.SIGTERM, signal.SIGINT, *((signal.SIGHUP,) if sys.platform != "win32" else ()))


#: They hold their dialog back while this waits.
BEFORE_DIALOG = ("codex",)
#: Their record says what became of a call.
WITH_TRANSCRIPT = ("claude-code",)


class Stopped(Exception):
    """The tool wants no answer any more."""


def can_be_asked(event: dict[str, object]) -> bool:
    return is_answerable(event) and len(json.dumps(event)) <= LONGEST_EVENT


def shows_dialog(event: dict[str, object]) -> bool:
    """Not in a session that nobody sits at: it would wait for us."""
    return event.get("hook_event_name") == EVENT and _has_terminal()


def _has_terminal() -> bool:
    return not os.environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith(HEADLESS)


class Permission:
    """One request of the tool, from its beginning to its end. `asks`: people are asked the same in Bellpull. `holds`:
    the tool's own dialog opens only after this."""

    def __init__(self, hubs: Hubs, client: str, event: dict[str, object], *, asks: bool, holds: bool = False) -> None:
        self._hubs = hubs
        self._client = client
        self._suggestions = event.get("permission_suggestions")
        given = event.get("tool_input")
        self._arguments: dict[str, Any] = given if isinstance(given, dict) else {}
        kept = {name: value for name, value in event.items() if name in hook_fast.KEPT and isinstance(value, str)}
        self._event: dict[str, object] = kept | {
            "tool_input": self._arguments,
            REQUEST: f"{client}:{os.urandom(12).hex()}",
            AT: hook_fast.BEGAN,
        }
        if asks:
            self._event |= {"permission_suggestions": self._suggestions, DIFF: self._diff(), ASKS: True}
        agent = event.get("agent_id")
        self._session = f"{client}:{event.get('session_id')}" + (f"/{agent}" if agent else "")
        self._parent = os.getppid()
        self._tool = hook_seldom.tool()[0]
        self._holds = holds
        path = event.get("transcript_path") if client in WITH_TRANSCRIPT else None
        self._transcript = Transcript(path, event.get("tool_name"), given)
        #: The hub has heard of it.
        self._is_known = False
        self._settled: dict[str, Any] | None = None
        #: Free when there is nothing more to wait for.
        self._over = allocate_lock()
        self._over.acquire()

    def run(self) -> int:
        for number in ENDED_BY:
            signal.signal(number, _stop)
        try:
            start_new_thread(self._follow, ())
            until = monotonic() + AWAY_SECONDS
            while not self._over.acquire(timeout=LOOK_SECONDS) and not (self._holds and monotonic() > until):
                if self._is_running():
                    self._tell_allowed()
                    return DONE
            if self._settled is not None and self._carries_out(self._settled):
                return DONE
            if not self._holds:
                self._wait_for_dialog()
            elif self._is_known:
                self._tell(UNANSWERED)
        except Stopped:
            self._tell(STOPPED)
        return DONE

    def _follow(self) -> None:
        """Ask, and wait for the answer, over every restart of the hub. In a thread that ends with the process."""
        pause = FIRST_PAUSE
        while self._settled is None:
            try:
                id = self._post(self._event).get("question_id")
                self._is_known = True
                while id is not None and self._settled is None:
                    path = f"/api/questions/{quote(id)}"
                    found = self._hubs.request("GET", path, {"wait": WAIT_SECONDS}, seconds=WAIT_SECONDS + 10.0)
                    pause = FIRST_PAUSE
                    self._settled = found if found["state"] == "settled" else None
                if id is None:  # people are not asked here, or there is no room for it: the tool's dialog is alone
                    break
            except (Unauthorized, Outdated):
                break
            except BellpullError:
                if self._holds and not self._is_known:  # nobody can answer
                    break
                sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
        self._over.release()

    def _carries_out(self, settled: dict[str, Any]) -> bool:
        """Whether that was the end of it. If a person closed the question, the tool's dialog is still open."""
        fields = ("outcome", "choice", "reply")
        said = reply([Settled(settled["kind"], tuple(settled["options"]), *(settled[name] for name in fields))])
        if said is None:
            return bool(settled["outcome"] == WITHDRAWN) or not _has_terminal()
        hook_fast.write(json.dumps(self._decision(said)).encode("ascii"))
        self._persist(f"/api/questions/{quote(settled['id'])}/handed", None)
        self._tell(REFUSED if said["reply"] == "reject" else ALLOWED)
        return True

    def _decision(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return decision(said, self._suggestions)

    def _wait_for_dialog(self) -> None:
        """Until the hub knows that the session goes on, or the tool ends this process."""
        looked_at, seat = monotonic(), self._seat()
        while _has_terminal():
            sleep(LOOK_SECONDS)
            if self._is_running():
                self._tell_allowed()
                return
            if seat.is_left:
                tell_left(self._hubs, self._client, self._session)
                return
            if monotonic() - looked_at >= STATE_SECONDS:
                looked_at = monotonic()
                if self._is_known_to_go_on():
                    return

    def _is_known_to_go_on(self) -> bool:
        try:
            own = self._known()
        except BellpullError:
            return False
        return own is None or own["state"] != "waiting"

    def _seat(self) -> Seat:
        try:
            return Seat(self._known())
        except BellpullError:
            return Seat(None)

    def _known(self) -> dict[str, Any] | None:
        """The session, as the hub knows it."""
        said = self._hubs.request("GET", "/api/sessions", {"agent_name": self._hubs.agent(), "limit": 500})
        return next((one for one in said["sessions"] if one["id"] == self._session), None)

    def _is_running(self) -> bool:
        """Whether the person has allowed it in the tool: the command runs. And whether the tool itself is gone."""
        if self._is_alone():
            raise Stopped
        self._transcript.read()
        if self._transcript.has_result:
            return True
        command = self._arguments.get("command")
        return isinstance(command, str) and _runs(self._tool, command)

    def _is_alone(self) -> bool:
        return os.getppid() != self._parent

    def _diff(self) -> str:
        file = changed_file(self._arguments)
        if file is None:
            return ""
        try:
            before = Path(file).read_text(encoding="utf-8") if Path(file).stat().st_size <= LONGEST_FILE else ""
        except (OSError, ValueError):
            before = ""
        return diff_of(self._arguments, before)

    def _tell(self, over: str) -> None:
        self._persist(self._hook, self._last_word(over))

    def _tell_allowed(self) -> None:
        """The tool waits for this process no longer, so that it can wait for a hub that is away. The turn may end
        meanwhile, and nobody else would tell that."""

        def now() -> dict[str, object]:
            self._transcript.read()
            return self._last_word(STOPPED if self._transcript.has_ended else ALLOWED)

        _tell_until_heard(self._hubs, self._hook, now, LATER_SECONDS)

    def _last_word(self, over: str) -> dict[str, object]:
        return self._event | {OVER: over, AT: monotonic()}

    @property
    def _hook(self) -> str:
        return f"/api/clients/{self._client}/hook"

    def _post(self, event: dict[str, object]) -> Any:
        return self._hubs.request("POST", self._hook, body=event, seconds=10.0)

    def _persist(self, path: str, body: object) -> None:
        try:
            self._hubs.request("POST", path, body=body, seconds=PARTING_SECONDS)
        except BellpullError:
            if can_be_left():
                leave_behind(lambda _: _tell_until_heard(self._hubs.another(), path, lambda: body, LATER_SECONDS))
            else:
                _tell_until_heard(self._hubs, path, lambda: body, PARTING_SECONDS)


def _tell_until_heard(hubs: Hubs, path: str, body: Callable[[], object], seconds: float) -> None:
    until, pause = monotonic() + seconds, FIRST_PAUSE
    while monotonic() < until:
        try:
            hubs.request("POST", path, body=body(), seconds=PARTING_SECONDS)
            return
        except Unavailable:
            sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except BellpullError:
            return


def _stop(number: int, frame: object) -> NoReturn:
    for each in ENDED_BY:
        signal.signal(each, signal.SIG_IGN)  # the last words are under way
    raise Stopped


def _runs(tool: int, command: str) -> bool:
    """Whether a child of the tool has this command in its own; only Linux tells. Shells get it quoted, so quotes do not
    count."""
    wanted = _unquoted(command)
    for listed in Path(f"/proc/{tool}/task").glob("*/children"):
        with suppress(OSError):
            for child in listed.read_text().split():
                words = Path(f"/proc/{child}/cmdline").read_bytes().decode("utf-8", "replace")
                if int(child) != os.getpid() and wanted in _unquoted(words):
                    return True
    return False


def _unquoted(words: str) -> str:
    return "".join(mark for mark in words if mark not in "'\"\\\0" and not mark.isspace())
