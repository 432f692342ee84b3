"""Exchanges reach VoiceMode's log in order and once, whatever happens to the hub, the folder or the disk."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from voice_logs import PARIS, PROJECT, VoiceMode

from bellpull.conversation import following
from bellpull.conversation.folder import VoiceModeFolder
from bellpull.conversation.following import CURSOR, VoiceModeLog
from bellpull.conversation.history import Conversation
from bellpull.conversation.voicemode import Turn
from bellpull.domain.asking import Ask
from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.domain.question import Answer
from bellpull.feed.memory import MemoryFeed
from bellpull.hub.hub import Hub
from bellpull.store.sqlite import SqliteStore
from support.answers import PATIENCE
from support.in_process import hub_over

Scenario = Callable[["Place"], Awaitable[None]]


class WatchedFolder(VoiceModeFolder):
    """Counts what a scenario waits for: that it was found missing, that it could not be written."""

    missing = 0
    failed = 0

    def is_there(self) -> bool:
        there = super().is_there()
        self.missing += not there
        return there

    def append(self, turn: Turn) -> None:
        try:
            super().append(turn)
        except OSError:
            self.failed += 1
            raise


class Place(NamedTuple):
    """A hub without its web, beside a VoiceMode."""

    hub: Hub
    owner: Principal
    agent: Principal
    voice: VoiceMode
    folder: WatchedFolder
    log: VoiceModeLog

    async def exchange(self, message: str, reply: str | None = "yes", *, who: Principal | None = None) -> str:
        """Ask and answer; the question's id."""
        ask = Ask("Title", message, "text" if reply is not None else "show", project=PROJECT)
        asked, _ = await self.hub.questions.ask(who or self.agent, ask)
        if reply is not None:
            await self.hub.questions.answer(self.owner, asked.id, Answer(text=reply), "page")
        return asked.id

    @asynccontextmanager
    async def following(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.log.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def cursor(self) -> str | None:
        return await self.hub.store.read(lambda reader: reader.fact(CURSOR))

    async def is_known(self) -> None:
        """The cursor is kept: from here on nothing is missed."""
        await self.is_no_longer(None)

    async def is_no_longer(self, cursor: str | None) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.cursor() == cursor:
                await asyncio.sleep(0.01)

    async def written(self, *texts: str) -> None:
        """Wait until these lines, and no others, are in the log."""

        await eventually(lambda: self.voice.texts() == list(texts), self.voice.texts)


async def eventually(condition: Callable[[], bool], seen: Callable[[], object] = lambda: "nothing") -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"waited in vain; there is {seen()}") from None


@asynccontextmanager
async def opened(data: Path, voice: VoiceMode) -> AsyncIterator[Place]:
    feed = MemoryFeed()
    store = SqliteStore(data / "bellpull.db", feed.ring)
    try:
        hub = hub_over(store, voice.clock)
        made = await hub.access.ensure_owner(None)
        assert made is not None
        owner = await hub.access.admit(made.secret)
        key = await hub.access.make_key(owner, "agent", "gardener", None)
        agent = await hub.access.admit(key.secret)
        folder = WatchedFolder(voice.base, voice.clock, PARIS)
        yield Place(hub, owner, agent, voice, folder, VoiceModeLog(store, feed, folder))
    finally:
        await store.close()


@pytest.fixture
def play(tmp_path: Path, voice: VoiceMode, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scenario], None]:
    """Runs a scenario; the second one finds the hub's file as the first one left it."""
    monkeypatch.setattr(following, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(following, "PAUSE_SECONDS", 0.0)

    def run(scenario: Scenario) -> None:
        async def whole() -> None:
            async with opened(tmp_path, voice) as place:
                await scenario(place)

        asyncio.run(whole())

    return run


def test_questions_that_end_while_the_hub_runs_are_written_in_order(play: Callable[[Scenario], None]) -> None:
    async def scenario(place: Place) -> None:
        await place.exchange("before VoiceMode was known")
        async with place.following():
            await place.is_known()
            await place.exchange("one", "first")
            await place.hub.tell(place.agent, Draft("info", "told, not asked"))
            await place.exchange("shown only", None)
            await place.exchange("blank", "  ")
            await place.exchange("two", "second")
            await place.written("one", "first", "shown only", "blank", "two", "second")

    play(scenario)


def test_a_hub_that_was_away_goes_on_where_it_was(play: Callable[[Scenario], None]) -> None:
    async def first(place: Place) -> None:
        async with place.following():
            await place.is_known()
            await place.exchange("one", "first")
            await place.written("one", "first")
        await place.exchange("two", "second")

    async def second(place: Place) -> None:
        await place.exchange("three", "third")
        async with place.following():
            await place.written("one", "first", "two", "second", "three", "third")

    play(first)
    play(second)


def test_a_hub_killed_between_line_and_cursor_writes_the_line_once(play: Callable[[Scenario], None]) -> None:
    async def first(place: Place) -> None:
        async with place.following():
            await place.is_known()
            before = await place.cursor()
            await place.exchange("one", "first")
            await place.written("one", "first")
        await place.hub.store.write(lambda writer: writer.note(CURSOR, before or ""))

    async def second(place: Place) -> None:
        async with place.following():
            await place.exchange("two", "second")
            await place.written("one", "first", "two", "second")

    play(first)
    play(second)


def test_nothing_is_kept_while_voicemode_is_away_and_it_begins_when_it_comes(
    play: Callable[[Scenario], None], voice: VoiceMode
) -> None:
    async def scenario(place: Place) -> None:
        voice.logs.rmdir()
        async with place.following():
            await place.exchange("nobody logs this")
            await eventually(lambda: place.folder.missing > 2)
            assert not await place.cursor()
            assert not voice.logs.exists()
            voice.logs.mkdir()
            await place.is_known()
            await place.exchange("one", "first")
            await place.written("one", "first")

    play(scenario)


def test_a_voicemode_that_left_and_came_back_is_not_told_of_the_time_between(
    play: Callable[[Scenario], None], voice: VoiceMode
) -> None:
    async def scenario(place: Place) -> None:
        async with place.following():
            await place.is_known()
            known = await place.cursor()
            hidden = voice.logs.rename(voice.logs.with_name("hidden"))
            await place.is_no_longer(known)
            await place.exchange("nobody logs this")
            hidden.rename(voice.logs)
            await place.is_no_longer("")
            await place.exchange("one", "first")
            await place.written("one", "first")

    play(scenario)


def test_questions_that_ended_while_it_was_off_are_not_written_when_it_is_on(
    play: Callable[[Scenario], None], voice: VoiceMode
) -> None:
    hidden = voice.logs.with_name("hidden")

    async def on(place: Place) -> None:
        async with place.following():
            await place.is_known()
            await place.exchange("one", "first")
            await place.written("one", "first")
        voice.logs.rename(hidden)

    async def off(place: Place) -> None:
        known = await place.cursor()
        async with place.following():
            await place.is_no_longer(known)
            await place.exchange("between", "you and me")
        assert await place.cursor() == ""
        hidden.rename(voice.logs)

    async def on_again(place: Place) -> None:
        async with place.following():
            await place.is_no_longer("")
            await place.exchange("two", "second")
            await place.written("one", "first", "two", "second")

    play(on)
    play(off)
    play(on_again)


def test_a_log_that_cannot_be_written_is_complained_of_once_and_written_later(
    play: Callable[[Scenario], None], voice: VoiceMode, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(place: Place) -> None:
        async with place.following():
            await place.is_known()
            voice.file().mkdir()
            await place.exchange("one", "first")
            await place.exchange("two", "second")
            await eventually(lambda: place.folder.failed > 2)
            voice.file().rmdir()
            await place.written("one", "first", "two", "second")
        assert len(caplog.records) == 1

    play(scenario)


def test_the_log_is_the_owners_and_other_peoples_agents_are_not_in_it(play: Callable[[Scenario], None]) -> None:
    async def scenario(place: Place) -> None:
        access = place.hub.access
        ada = await access.admit((await access.make_key(place.owner, "user", "ada", None)).secret)
        bot = await access.admit((await access.make_key(ada, "agent", "adas-bot", None)).secret)
        conversation = Conversation(place.hub.store, place.voice.folder)
        place.voice.converse("spoken", "heard")

        async def history(who: Principal, project: str | None = PROJECT) -> list[str]:
            return [exchange.message for exchange in await conversation.history(who, project, 5)]

        async with place.following():
            await place.is_known()
            await place.exchange("ada's", "hers", who=bot)
            await place.exchange("ours", "mine")
            await place.written("spoken", "heard", "ours", "mine")
        assert await history(place.owner) == ["spoken", "ada's", "ours"]
        assert await history(place.owner, None) == ["spoken", "ada's", "ours"]
        assert await history(place.agent) == ["ours"]
        await access.make_key(place.owner, "agent", place.agent.name, None, PROJECT)
        assert await history(place.agent) == ["spoken", "ours"]
        assert await history(place.agent, "/elsewhere") == []
        assert await history(place.agent, None) == ["ours"]
        assert await history(bot) == await history(ada) == ["ada's"]

    play(scenario)
