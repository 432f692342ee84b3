"""`bellpull hook copilot` where it waits, or decides.

`--dialog`: started when Copilot CLI shows the dialog of a permission. No hook tells how that ends, least of all with
Escape; but Copilot CLI writes it into its record of the session at once, and that is followed. The process then stays:
what it prints later becomes a message to the session, so it can wake one that idles.

`--permission`: started before Copilot CLI looks whether something is allowed, so before any dialog, and for what needs
none. People are asked in Bellpull alone meanwhile, so only for some time; then the dialog is shown.

`--allow`: the tool may run. `connect` names this for Bellpull's own tools alone, if the person wants that.
"""

from __future__ import annotations

import json
import os
from _thread import start_new_thread
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep

from bellpull.cli import hook_fast, hook_seldom
from bellpull.cli.hook_permission import PARTING_SECONDS, Permission, Stopped, can_be_asked
from bellpull.cli.hook_wake import FOLDER, LONGEST_SECONDS, LOOK_SECONDS, Place, Waker
from bellpull.cli.left_behind import is_there
from bellpull.cli.outcome import DONE
from bellpull.clients.copilot import CLIENT, config_folder
from bellpull.clients.hooks.copilot import MOST_CHARACTERS, plain, tool_name
from bellpull.clients.hooks.permission import ALLOWED, OVER, REFUSED, REQUEST, STOPPED, decision
from bellpull.domain.augment import as_message
from bellpull.domain.errors import BellpullError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping
    from typing import Any

    from bellpull.config import Config
    from bellpull.mcp.shim.hubs import Hubs

#: The terminal shows nothing while a person is asked in Bellpull alone.
AWAY_SECONDS = 10 * 60.0
#: Without a terminal there is no dialog: without an answer Copilot CLI refuses.
HEADLESS_SECONDS = 24 * 3600.0 - 60.0
HEADLESS = frozenset(("-p", "--prompt"))
ALLOWS_ALL = frozenset(("--allow-all-tools", "--allow-all", "--yolo"))
YES = frozenset(("true", "1", "yes", "on", "y"))
OWN_TOOL = "bellpull-"
#: In which it has ended once its hooks have.
CLOSING_SECONDS = 1.0
#: In which the record says that the dialog is shown.
GRACE_SECONDS = 10.0
RECORD_SECONDS = 0.15
#: While it works its hooks carry what is pending, and nobody needs to be woken.
WORKING_SECONDS = 3.0
#: For the first time that it idles it is looked more and more seldom.
LONGEST_PAUSE = 4.0
#: Its lines that matter have one of these.
TOLD = (b"permission.requested", b"permission.completed", b"tool.execution_start", b"assistant.turn_start", b'"abort"')
#: In which it says, after a No, whether that was Escape: then the turn has ended.
ABORT_SECONDS = 2.0


def wait(config: Config, hubs: Hubs, args: Namespace, event: Mapping[str, Any]) -> int:
    said = plain(event)
    if args.allow:
        hook_fast.write(b'{"behavior":"allow"}')
    elif args.dialog and said.get("notification_type") == "permission_prompt":
        Dialog(config, hubs, said).run()
    elif args.permission and can_be_asked(said) and not _is_allowed(said):
        Asked(hubs, said).run_apart()
    return DONE


def _is_allowed(event: Mapping[str, Any]) -> bool:
    """Whether the person has said, as far as can be known, that nobody needs to be asked. Nor is anybody asked in
    Bellpull whether the agent may ask them something in Bellpull."""
    everything = os.environ.get("COPILOT_ALLOW_ALL", "").strip().lower() in YES
    return everything or str(event.get("tool_name")).startswith(OWN_TOOL) or not ALLOWS_ALL.isdisjoint(_words())


def _words() -> list[str]:
    """Of the command that started Copilot CLI; only Linux tells."""
    with suppress(OSError):
        return Path(f"/proc/{hook_seldom.tool()[0]}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    return []


class Asked(Permission):
    """One request that people are asked about before there is a dialog."""

    def __init__(self, hubs: Hubs, event: dict[str, Any]) -> None:
        super().__init__(hubs, CLIENT, event, asks=True)
        headless = not HEADLESS.isdisjoint(_words())
        self._until = monotonic() + (HEADLESS_SECONDS if headless else AWAY_SECONDS)

    def run_apart(self) -> None:
        """Who interrupts the turn has the hook killed, without time for a last word: so a child says it."""
        if not hasattr(os, "fork"):
            self.run()
            return
        around, self._parent = os.getppid(), os.getpid()
        child = os.fork()
        if child == 0:
            os.setsid()
            with suppress(Exception):
                self.run()
            os._exit(0)
        while os.getppid() == around and os.waitpid(child, os.WNOHANG) == (0, 0):
            sleep(0.05)

    def _is_running(self) -> bool:
        if os.getppid() != self._parent or not is_there(self._tool):
            raise Stopped
        return monotonic() > self._until

    def _tell_allowed(self) -> None:
        """Copilot CLI waits for this process, and shows its dialog then."""
        self._tell(ALLOWED)

    def _tell(self, over: str) -> None:
        if over == STOPPED and self._is_closed():
            ended = {"hook_event_name": "SessionEnd", "session_id": self._event["session_id"]}
            self._persist(f"/api/clients/{CLIENT}/hook", ended)
        else:
            super()._tell(over)

    def _is_closed(self) -> bool:
        """Who closes Copilot CLI ends its hooks first, and then no word of ours may make the session look alive."""
        until = monotonic() + CLOSING_SECONDS
        while there := is_there(self._tool):
            if monotonic() > until:
                break
            sleep(0.05)
        return not there

    def _wait_for_dialog(self) -> None:
        self._tell(ALLOWED)  # which is not said to Copilot CLI: it shows its own dialog now

    def _diff(self) -> str:
        return str(self._arguments.get("diff") or "")

    def _decision(self, said: Mapping[str, Any]) -> dict[str, Any]:
        decided: dict[str, Any] = decision(said, None)["hookSpecificOutput"]["decision"]
        return decided


class Record:
    """What Copilot CLI writes of a session, a line of JSON for each event: what is new in it, since a moment."""

    def __init__(self, session: str, since: object) -> None:
        self._file = config_folder(os.environ) / "session-state" / Path(session).name / "events.jsonl"
        moment = since / 1000 - 1 if isinstance(since, int | float) else 0.0
        self._since = datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
        self._read, self._rest = 0, b""

    def new(self) -> Iterator[dict[str, Any]]:
        with suppress(OSError), self._file.open("rb") as file:
            file.seek(self._read)
            *lines, self._rest = (self._rest + file.read()).split(b"\n")
            self._read = file.tell()
            for line in lines:
                if any(word in line for word in TOLD) and (said := _event(line)).get("timestamp", "") >= self._since:
                    yield said


def _event(line: bytes) -> dict[str, Any]:
    with suppress(ValueError):
        said = json.loads(line)
        if isinstance(said, dict) and isinstance(said.get("data"), dict) and isinstance(said.get("timestamp"), str):
            return said
    return {}


class Dialog:
    """One that is shown, till it is closed."""

    def __init__(self, config: Config, hubs: Hubs, event: dict[str, Any]) -> None:
        kept = {name: value for name, value in event.items() if name in hook_fast.KEPT and isinstance(value, str)}
        self._event: dict[str, Any] = kept | {REQUEST: f"{CLIENT}:{os.urandom(12).hex()}"}
        self._hubs, self._config = hubs, config
        self._session = str(event.get("session_id"))
        self._record = Record(self._session, event.get("timestamp"))
        self._tool = hook_seldom.tool()[0]
        #: Of the calls that began, by id, and of the requests that are open.
        self._tools: dict[str, str] = {}
        self._open: dict[str, str] = {}
        self._over: dict[str, Any] | None = None
        #: Until then a No may turn out to be Escape.
        self._unsure_until = 0.0

    def run(self) -> None:
        self._tell({})
        until = monotonic() + GRACE_SECONDS
        while self._over is None or self._open or monotonic() < self._unsure_until:
            if not is_there(self._tool) or not (self._open or self._over or monotonic() < until):
                return
            sleep(RECORD_SECONDS)
            for event in self._record.new():
                self._take(str(event.get("type")), event["data"])
        place = Place(self._config.data_dir / FOLDER, f"{CLIENT}:{self._session}")
        self._tell(self._over)
        Staying(self._hubs, CLIENT, f"{CLIENT}:{self._session}", place, self._tool).run()

    def _take(self, kind: str, data: dict[str, Any]) -> None:
        request, call = str(data.get("requestId")), str(data.get("toolCallId"))
        if kind == "tool.execution_start":
            self._tools[call] = str(data.get("toolName"))
        elif kind == "permission.requested":
            told = data.get("permissionRequest")
            self._open[request] = str(told.get("toolCallId")) if isinstance(told, dict) else call
        elif kind == "assistant.turn_start":
            self._unsure_until = 0.0
        elif kind == "abort" and (self._open or self._over):
            self._over, self._unsure_until = {OVER: STOPPED}, 0.0
            self._open.clear()
        elif kind == "permission.completed" and self._open.pop(request, None) is not None:
            result = data.get("result")
            allowed = isinstance(result, dict) and str(result.get("kind")).startswith("approved")
            refused = {OVER: REFUSED, "tool_name": tool_name(self._tools.get(call, ""))}
            self._over = {OVER: ALLOWED} if allowed else refused
            self._unsure_until = 0.0 if allowed else monotonic() + ABORT_SECONDS

    def _tell(self, more: Mapping[str, Any]) -> None:
        until = monotonic() + PARTING_SECONDS
        while True:
            try:
                path = f"/api/clients/{CLIENT}/hook"
                self._hubs.request("POST", path, body={**self._event, **more}, seconds=PARTING_SECONDS)
                return
            except BellpullError:
                if monotonic() > until:
                    return
                sleep(0.1)


class Staying(Waker):
    """Waits for the whole session, and brings what is pending if it idles."""

    def __init__(self, hubs: Hubs, client: str, session: str, place: Place, tool: int) -> None:
        super().__init__(hubs, client, session, place)
        self._tool = tool

    def run(self) -> int:
        self._name = self._hubs.agent()
        start_new_thread(self._poll, ())
        until = monotonic() + LONGEST_SECONDS
        pause, look_at = LOOK_SECONDS, monotonic()
        while self._is_wanted() and monotonic() < until:
            if look_at and monotonic() >= look_at:
                pause = min(2 * pause, LONGEST_PAUSE)
                look_at = 0.0 if self._says_that_it_wakes() else monotonic() + pause
            if not self._came.acquire(timeout=LOOK_SECONDS):
                continue
            state = self._state()
            if state == "ended" or (state == "idle" and self._brings()):
                return DONE
            sleep(WORKING_SECONDS if state != "idle" else LOOK_SECONDS)
            self._again.release()
        return DONE

    def _says_that_it_wakes(self) -> bool:
        """Once, as soon as the session idles for the first time."""
        if self._state() != "idle":
            return False
        self._sign(wakes=True)
        return True

    def _is_wanted(self) -> bool:
        return self._place.is_ours() and is_there(self._tool) and not self._refused

    def _state(self) -> str | None:
        with suppress(BellpullError):
            said = self._hubs.request("GET", "/api/sessions", {"agent_name": self._name, "limit": 500})["sessions"]
            return next((one["state"] for one in said if one["id"] == self._session), "ended")
        return None

    def _brings(self) -> bool:
        asked = {
            "session": self._session,
            "carrier": f"hook:{self._client}",
            "max_chars": MOST_CHARACTERS,
            "sure": True,
        }
        try:
            nudges = self._hubs.request("POST", self._path("/claim"), body=asked)["nudges"]
        except BellpullError:
            return False
        if not nudges:
            return False
        self._sign(wakes=False)
        text = as_message([str(one["xml"]) for one in nudges])
        written = hook_fast.write(json.dumps({"additionalContext": text}).encode("ascii"))
        with suppress(BellpullError):
            verb = "/confirm" if written else "/release"
            self._hubs.request("POST", self._path(verb), body={"ids": [one["id"] for one in nudges]})
        return True
