"""Follows the hub and tells the model. The socket is a doorbell: what it rings for is gathered for a moment and fetched
anew, so that a burst of events costs one reading."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from bellpull.domain.errors import BellpullError, Denied, NotFound, Unavailable
from bellpull.remote.address import quote
from bellpull.remote.live import Frame, LiveHub
from bellpull.tui.model import View

GATHER_SECONDS = 0.03
MOST_OPEN = 500
#: In two readings, which is all that a list takes at once.
PAGE, PAGES = 500, 2
#: Read besides those that were rung for.
SPARE = 20
WATCH, TOLD, EVERYTHING = "watch", "told", "everything"
RINGS = {
    "session_changed": WATCH,
    "question_opened": WATCH,
    "question_settled": WATCH,
    "question_released": WATCH,
    "nudge_pending": "",
    "ping": WATCH,
    "agent_notification": TOLD,
    "access_changed": EVERYTHING,
    "reset": EVERYTHING,
}


class Feed:
    def __init__(self, hub: LiveHub, view: View, changed: Callable[[], None]) -> None:
        self._hub = hub
        self._view = view
        self._changed = changed
        self._rung: set[str] = set()
        self._bell = asyncio.Event()
        self._told_count = 0
        self._telling: set[asyncio.Task[None]] = set()

    async def run(self, name: str) -> None:
        """For ever; a key that the hub refuses is raised."""
        hello = {"type": "hello", "surface": "tui", "name": name, "shows": ["notification", "buttons", "text"]}
        reading = asyncio.create_task(self._read())
        try:
            async for frame in self._hub.follow(hello, lambda: None):
                self._take(frame)
                self._changed()
                if reading.done():
                    await reading
        finally:
            reading.cancel()

    def _take(self, frame: Frame) -> None:
        view, kind = self._view, frame["type"]
        if kind == "connected":
            self._connected(frame)
        elif kind == "lost":
            view.lost(str(frame["why"].sentence))
        elif kind == "pong":
            self._ring(EVERYTHING)
        elif kind in RINGS:
            self._ring(RINGS[kind])
        self._apply(frame)

    def _connected(self, frame: Frame) -> None:
        if frame["scope"] != "user":
            sentence = f"The key is that of the agent {frame['name']}, and only a person answers."
            raise Denied("person_required", sentence, "use a key of your own: bellpull key create --user NAME")
        self._view.url = self._hub.url
        self._view.connected = self._view.was_connected = True

    def _apply(self, frame: Frame) -> None:
        """What the event itself says is shown at once."""
        view = self._view
        match frame["type"]:
            case "question_opened":
                view.take_question(frame["question"])
            case "question_settled":
                self._settled(frame)
            case "question_released" if known := view.sessions.questions.get(frame["question_id"]):
                view.take_question({**known, "released": frame["reason"]})
            case "notification_acknowledged" | "notification_dismissed":
                view.inbox.ended(frame["notification_id"], frame["status"])
            case "notifications_cleared":
                view.inbox.cleared(frame["agent_name"])

    def _settled(self, frame: Frame) -> None:
        id = str(frame["question_id"])
        if id in self._view.sessions.questions:
            said = {"id": id, "outcome": frame["outcome"], "via": frame["via"], "settled_at": frame.get("at")}
            task = asyncio.create_task(self._tell_settled(id, said))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_settled(self, id: str, said: dict[str, Any]) -> None:
        with suppress(BellpullError):  # what the event said is enough
            said = await self._hub.request("GET", f"/api/questions/{quote(id)}")
        self._view.settle(said)
        self._changed()

    # Reading.

    def _ring(self, what: str) -> None:
        if what:
            self._told_count += what == TOLD
            self._rung.add(what)
            self._bell.set()

    async def _read(self) -> None:
        while True:
            await self._bell.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._bell.clear()
            rung, self._rung = self._rung, set()
            began = monotonic()
            try:
                await self._fetch(rung)
            except Unavailable as error:
                # The connection is about to be lost, and then everything is read anew.
                self._view.why_lost = error.sentence
            except BellpullError as error:
                self._view.say(error.sentence)
            self._changed()
            # However much happens, half of the time is left for the person.
            await asyncio.sleep(monotonic() - began)

    async def _fetch(self, rung: set[str]) -> None:
        everything = EVERYTHING in rung
        if everything:
            listed = await self._hub.request("GET", "/api/questions", {"state": "open", "limit": MOST_OPEN})
            await self._settle_gone({str(one["id"]) for one in listed["questions"]})
            self._view.take_questions(listed["questions"])
        if everything or WATCH in rung:
            self._view.take_watch(await self._hub.request("GET", "/api/watch"))
            await self._missing()
        if everything:
            await self._all_told()
        elif TOLD in rung:
            count, self._told_count = self._told_count, 0
            self._view.inbox.add((await self._told(min(count + SPARE, PAGE)))["notifications"])

    async def _settle_gone(self, there: set[str]) -> None:
        """What was settled while nobody listened."""
        for id in set(self._view.sessions.questions) - there:
            with suppress(NotFound):
                question = await self._hub.request("GET", f"/api/questions/{quote(id)}")
                if question["state"] == "settled":
                    self._view.settle(question)

    async def _missing(self) -> None:
        """Questions that are waited for and that no list has brought."""
        known = self._view.sessions.questions
        asked = {wait.question_id for entry in self._view.sessions.shown for wait in entry.waits if wait.question_id}
        for id in asked - set(known) - set(self._view.sessions.settled):
            try:
                question = await self._hub.request("GET", f"/api/questions/{quote(id)}")
            except NotFound:
                continue
            if question["state"] == "open":
                self._view.take_question(question)

    async def _all_told(self) -> None:
        told = page = (await self._told(PAGE))["notifications"]
        for _ in range(PAGES - 1):
            if len(page) == PAGE:
                page = (await self._told(PAGE, page[-1]["id"]))["notifications"]
                told = told + page
        self._view.inbox.load(told)

    async def _told(self, limit: int, before: str | None = None) -> Any:
        query = {"asked": "no", "limit": limit, "before": before}
        return await self._hub.request("GET", "/api/notifications", query)
