"""Writes Bellpull's exchanges into VoiceMode's log as they end, in order, each once.

It follows the store's events from a cursor that the store keeps, so a hub that was killed goes on where it was. While
VoiceMode is not there, or turned off, it does nothing and forgets where it was: what ends meanwhile is never written.
"""

import asyncio
import json
import logging
from typing import NamedTuple

from bellpull.conversation.folder import VoiceModeFolder
from bellpull.conversation.voicemode import Turn, turn_of
from bellpull.domain.errors import Unavailable
from bellpull.domain.event import Event
from bellpull.domain.identity import HUB
from bellpull.hub.access import OWNER
from bellpull.hub.ports import Feed, Reader, Store, Writer

#: The net under the bell, and the time after which something that failed is tried again.
POLL_SECONDS = 5.0
#: A busy hub rings thousands of times a second; nobody reads the log that closely.
PAUSE_SECONDS = 0.1
PAGE = 256
MOST = 2**62
#: The name under which the store keeps the cursor, and how far it may be behind where nothing was written.
CURSOR = "voicemode"
SLACK = 1000

log = logging.getLogger("bellpull.voicemode")


class Page(NamedTuple):
    upto: int
    turns: list[tuple[int, Turn]]


class VoiceModeLog:
    def __init__(self, store: Store, feed: Feed, voice: VoiceModeFolder) -> None:
        self._store = store
        self._feed = feed
        self._voice = voice
        self._cursor: int | None = None
        self._kept = 0  # the cursor as the store has it
        self._is_away = False
        self._complained = False

    async def run(self) -> None:
        bell = self._feed.listen()
        while True:
            await self._try()
            await bell.wait(POLL_SECONDS)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _try(self) -> None:
        try:
            await self._catch_up()
            self._complained = False
        except (OSError, Unavailable) as error:
            if not self._complained:
                log.warning("VoiceMode's log waits: %s", error)
            self._complained = True
            await asyncio.sleep(POLL_SECONDS)

    async def _catch_up(self) -> None:
        if not await asyncio.to_thread(self._voice.is_there):
            await self._forget()
            return
        if self._cursor is None:
            self._cursor = self._kept = await self._store.write(_begin)
            self._is_away = False
        while page := await self._next_page(self._cursor):
            for seq, turn in page.turns:
                await asyncio.to_thread(self._voice.append, turn)
                await self._keep(seq)
            self._cursor = page.upto
            if self._cursor - self._kept >= SLACK:
                await self._keep(self._cursor)

    async def _forget(self) -> None:
        if not self._is_away:
            await self._store.write(_end)
            self._cursor, self._is_away = None, True

    async def _next_page(self, cursor: int) -> Page | None:
        return await self._store.read(lambda reader: _page(reader, cursor))

    async def _keep(self, seq: int) -> None:
        await self._store.write(lambda writer: writer.note(CURSOR, str(seq)))
        self._cursor = self._kept = seq


def _begin(writer: Writer) -> int:
    newest, kept = writer.replay().newest, writer.fact(CURSOR)
    if kept:
        return min(int(kept), newest)
    writer.note(CURSOR, str(newest))
    return newest


def _end(writer: Writer) -> None:
    if writer.fact(CURSOR):
        writer.note(CURSOR, "")


def _page(reader: Reader, cursor: int) -> Page | None:
    events = reader.events(HUB, cursor, MOST, PAGE)
    turns = ((event.seq, _turn(reader, event)) for event in events)
    return Page(events[-1].seq, [(seq, turn) for seq, turn in turns if turn]) if events else None


def _turn(reader: Reader, event: Event) -> Turn | None:
    id = _settled_question(event)
    if id is None or reader.owner(event.agent_name) != OWNER:  # it is the owner's log
        return None
    question = reader.questions.find(HUB, id)
    return turn_of(question) if question else None


def _settled_question(event: Event) -> str | None:
    """The id of the question that this event settled. One that is only shown is settled as it is opened."""
    if event.type == "question_settled":
        return str(json.loads(event.data)["question_id"])
    if event.type == "question_opened":
        question = json.loads(event.data)["question"]
        return str(question["id"]) if question["state"] == "settled" else None
    return None
