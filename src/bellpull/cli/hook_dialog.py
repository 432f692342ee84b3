"""`bellpull hook gemini --dialog`: Gemini CLI is about to show the dialog of a permission, and shows it once this hook
has ended. So the hook leaves a process behind that tells the hub of the dialog and follows it to its end.

No hook of Gemini CLI tells of a No, of Escape or of a Yes. But it keeps a record of the session, to which it adds what
became of its tools once all that the model called are done, or refused. And an allowed command is a process of its own.
Where processes cannot be left behind in this way (Windows), the dialog is told like everything else.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

from bellpull.cli import hook_seldom
from bellpull.cli.hook_permission import Permission, Stopped
from bellpull.cli.left_behind import can_be_left, is_there, leave_behind
from bellpull.clients.hooks.reading import AT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from bellpull.mcp.shim.hubs import Hubs

EVENT, KIND = "Notification", "ToolPermission"
#: The dialog waits for us, so that what comes of it is told after it.
SECONDS = 2.0
#: What is added to the record while a dialog is open, and more.
LONGEST_PIECE = 5_000_000
CANCELLED, INFO = "cancelled", "info"


def is_dialog(event: dict[str, object]) -> bool:
    return event.get("hook_event_name") == EVENT and event.get("notification_type") == KIND and can_be_left()


class Done(Exception):
    """The tools have ended, and their own hooks have told it."""


class Dialog(Permission):
    """One dialog, from its beginning to its end. Nobody is asked here: Gemini CLI takes no answer but its dialog's."""

    def __init__(self, hubs: Hubs, client: str, event: dict[str, object]) -> None:
        super().__init__(hubs, client, event | {"tool_input": event.get("details")}, asks=False)
        self._event = self._event | {"tool_input": {}, "details": hook_seldom.details(event)}
        self._record = Record(str(event.get("transcript_path") or ""))
        self._is_told: Callable[[], None] = lambda: None

    def leave_behind(self) -> int:
        """Returns when the dialog may be shown."""
        return leave_behind(self._goes_on, SECONDS)

    def _goes_on(self, is_told: Callable[[], None]) -> None:
        self._is_told = is_told
        self.run()

    def _post(self, event: dict[str, object]) -> Any:
        try:
            return super()._post(event)
        finally:
            self._is_told()
            self._is_told = lambda: None

    def _is_running(self) -> bool:
        state = self._record.state()
        if state == CANCELLED:
            raise Stopped
        if state is not None:
            raise Done
        return super()._is_running()

    def _is_alone(self) -> bool:
        """If the client was killed, no hook of it has told that the session has ended."""
        if is_there(self._tool):
            return False
        gone = {"hook_event_name": "SessionEnd", AT: monotonic()}
        self._persist(f"/api/clients/{self._client}/hook", self._event | gone)
        raise Done


class Record:
    """What Gemini CLI adds to its record of the session: JSON, line by line. The ends of tools are among it."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._at = self._size()

    def state(self) -> str | None:
        """How the tools ended that were called last: `cancelled`, or otherwise; None while they have not."""
        if self._size() <= self._at:
            return None
        with suppress(OSError), self._path.open("rb") as file:
            file.seek(self._at)
            added = file.read(LONGEST_PIECE)
            whole, newline, _ = added.rpartition(b"\n")
            self._at += len(whole) + len(newline)
            states = [state for line in whole.splitlines() for state in _ends(line)]
            return next((state for state in states if state == CANCELLED), states[0] if states else None)
        return None

    def _size(self) -> int:
        try:
            return self._path.stat().st_size
        except OSError:
            return 0


def _ends(line: bytes) -> list[str]:
    try:
        said = json.loads(line)
    except ValueError:
        return []
    calls = said.get("toolCalls") if isinstance(said, dict) else None
    return [str(call.get("status")) for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
