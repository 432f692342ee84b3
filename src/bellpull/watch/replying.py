"""What people answered to a client's permission or question, carried out at its server, and the hub told so.

Each is carried out once by this program, however often the hub names it; a server that is away is tried again while the
hub still wants it. Whoever else did it before makes the server say that it is gone: then it is done, too.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bellpull.domain.errors import BellpullError, Unavailable
from bellpull.remote.address import quote
from bellpull.remote.live import LiveHub
from bellpull.watch.aside import Aside
from bellpull.watch.opencode import Away, Refused
from bellpull.watch.reporting import Shown

ANSWERED = "answered"
THREADS = 4
FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0
HANDED_SECONDS = 120.0
MOST_KEPT = 1000

log = logging.getLogger("bellpull.watch")


class Replying:
    def __init__(self, hub: LiveHub) -> None:
        self._hub = hub
        self._again: Callable[[Iterable[str]], None] = lambda _: None
        self._in_thread = Aside(THREADS)
        #: The session of each question that is a request.
        self._sessions: dict[str, str] = {}
        #: Settled before it was known to be one.
        self._settled: dict[str, None] = {}
        self._under_way: set[str] = set()
        #: What was dealt with, and whether by us.
        self._done: dict[str, bool] = {}
        self._pauses: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def heard(self, frame: Mapping[str, Any]) -> None:
        """A frame of the hub: one of our questions may have been answered."""
        if frame["type"] == "question_settled":
            id = str(frame.get("question_id"))
            if session := self._sessions.get(id):
                self._again([session])
            else:
                _keep(self._settled, id)

    def told(self, shown: Shown, said: Mapping[str, Any], again: Callable[[Iterable[str]], None]) -> None:
        """What the hub says of one request. `again` asks it anew about sessions."""
        self._again = again
        for id in said["question_ids"]:
            _keep(self._sessions, id, said["session"])
        if said["state"] == ANSWERED and said["reply"]:
            self._begin(shown, said)
        elif said["state"] == "open" and any(id in self._settled for id in said["question_ids"]):
            for id in said["question_ids"]:
                self._settled.pop(id, None)
            self._again([said["session"]])

    def _begin(self, shown: Shown, said: Mapping[str, Any]) -> None:
        request = said["request"]
        if request not in self._under_way:
            self._under_way.add(request)
            task = asyncio.ensure_future(self._carry_out(shown, said))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, shown: Shown, said: Mapping[str, Any]) -> None:
        request = said["request"]
        try:
            if request not in self._done:
                server = shown.watching.server
                told = await self._in_thread(server.reply, request, said["reply"], shown.sign.get("directory"))
                _keep(self._done, request, told)
                self._pauses.pop(request, None)
                log.info("%s %s what was answered to %s", "told" if told else "too late for", server.url, request)
            # Somebody else may have dealt with it in another way: only who told the client says so.
            for id in said["question_ids"] if self._done[request] else ():
                await self._hub.persist("POST", f"/api/questions/{quote(id)}/handed", None, HANDED_SECONDS)
        except (Away, Refused) as error:
            log.log(logging.DEBUG if request in self._pauses else logging.WARNING, "%s", error)
            await self._wait(request)
            self._again([said["session"]])
        except Unavailable:
            self._again([said["session"]])
        except BellpullError as error:
            log.warning("%s", error)
        finally:
            self._under_way.discard(request)

    async def _wait(self, request: str) -> None:
        pause = self._pauses.get(request, FIRST_PAUSE_SECONDS)
        self._pauses[request] = min(pause * 2, LONGEST_PAUSE_SECONDS)
        await asyncio.sleep(pause)


def _keep(kept: dict[str, Any], key: str, value: Any = None) -> None:
    """The newest ones only."""
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
