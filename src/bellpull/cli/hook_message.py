"""`bellpull hook qwen --wake`: started at the end of a turn, it leaves a process behind that waits until something is
pending for that session and sends the session a message, which begins a turn.

Qwen Code gives its hooks the address of its inbox, and a token by which it knows a process that it has started. To what
it is sent so it adds for its model that no user has said it. So here, too, only a pointer is sent (`hook_wake`): the
next tool's result carries the thing itself.

Without a terminal Qwen Code ends without a word to its hooks. That its process is gone this one sees, and tells.
"""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from uuid import uuid4

from bellpull.cli import hook_seldom
from bellpull.cli.hook_wake import FOLDER, Place, Waker
from bellpull.cli.left_behind import can_be_left, is_there, leave_behind
from bellpull.cli.outcome import DONE
from bellpull.clients.hooks.formats import FORMATS
from bellpull.domain.errors import BellpullError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bellpull.config import Config
    from bellpull.mcp.shim.hubs import Hubs

INBOX, TOKEN = "QWEN_CODE_MESSAGING_SOCKET", "QWEN_CODE_MESSAGING_TOKEN"
SECONDS = 5.0
VERSION = 1


def wake(config: Config, hubs: Hubs, client: str, event: Mapping[str, Any]) -> int:
    happening = FORMATS[client].read(event)
    if happening.event != "Stop" or happening.session is None or happening.parent is not None or not can_be_left():
        return DONE
    session, tool = happening.session, hook_seldom.tool()[0]

    def goes_on(_: object) -> None:
        Messenger(hubs, client, session, Place(config.data_dir / FOLDER, session), tool).run()

    return leave_behind(goes_on)


class Messenger(Waker):
    def __init__(self, hubs: Hubs, client: str, session: str, place: Place, tool: int) -> None:
        super().__init__(hubs, client, session, place)
        self._tool = tool

    def _can_wake(self) -> bool:
        return bool(os.environ.get(INBOX))

    def _is_wanted(self) -> bool:
        if is_there(self._tool):
            return self._place.is_ours() and not self._refused
        self._sign_ended()
        return False

    def _sign_ended(self) -> None:
        id = self._session.partition(":")[2]
        with suppress(BellpullError):
            event = {"hook_event_name": "SessionEnd", "session_id": id}
            self._hubs.request("POST", f"/api/clients/{self._client}/hook", body=event)

    def _says(self, text: str) -> bool:
        return send(os.environ.get(INBOX, ""), os.environ.get(TOKEN, ""), self._session.partition(":")[2], text)


def send(inbox: str, token: str, session: str, text: str) -> bool:
    """Whether it went out. The inbox says nothing on this connection."""
    message = {"role": "user", "content": text}
    frame = {"msgV": VERSION, "msgId": str(uuid4()), "type": "user", "fromName": "bellpull", "toSessionId": session}
    lines = ({"msgV": VERSION, "type": "auth", "token": token}, frame | {"priority": "next", "message": message})
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(SECONDS)
            line.connect(inbox)
            line.sendall("".join(json.dumps(one) + "\n" for one in lines).encode())
            line.shutdown(socket.SHUT_WR)
            return line.recv(1) == b""
    except OSError:
        return False
