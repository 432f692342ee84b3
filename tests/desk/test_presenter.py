"""What the presenter makes of the board's decisions and of clicks in the tray, with the parts of a desktop played."""

import asyncio
import webbrowser
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest
from board_world import World, question

from bellpull import __version__
from bellpull.desk.glance import Seen
from bellpull.desk.presenter import Parts, Presenter
from bellpull.desk.words import desk_words
from bellpull.place.jumping import Jumped
from support.answers import PATIENCE

WORDS = desk_words("en")
LINK = "http://127.0.0.1:7717/#sign-in=x"
LINE = {"kind": "work", "text": "🤖 Fix parser", "depth": 0, "question_id": None, "session": "claude-code:one"}
AWAY = {"host": "elsewhere", "tty": "/dev/pts/1"}


class Scene:
    def __init__(self) -> None:
        self.world, self.parts, self.answering = World(), MagicMock(), MagicMock()
        self.hub, self.jump, self.quit, self.opened = AsyncMock(), MagicMock(), MagicMock(), MagicMock()
        self.answering.sign_in_link, self.answering.send = AsyncMock(return_value=LINK), AsyncMock(return_value=None)
        for part in (self.parts.banners, self.parts.window):
            for name in ("show", "close", "open", "end"):
                setattr(part, name, AsyncMock(return_value=True))
        self.parts.chime.stop = AsyncMock()
        clock = lambda: self.world.now  # noqa: E731
        self.presenter = Presenter(
            self.world.board, self.hub, self.answering, WORDS, clock, self.quit, self.hub, self.jump
        )
        self.presenter.equip(Parts(self.parts.banners, self.parts.tray, self.parts.window, self.parts.chime))
        self.presenter.connected = True

    async def settles(self) -> None:
        """All that was begun beside is done, and the tray is drawn."""
        while self.presenter._beside or not self.presenter._banner_turns.empty() or self.presenter._refreshing:
            await asyncio.sleep(0.001)

    @property
    def tray(self) -> tuple[int, bool, str, list[str]]:
        """The count, whether something is urgent, the tooltip, the menu."""
        count, urgent, words, menu = self.parts.tray.show.call_args[0]
        return count, urgent, words, [entry.label for entry in menu if not entry.separator]


Story = Callable[[Scene], Awaitable[None]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Story], None]:
    async def played(story: Story) -> None:
        scene = Scene()
        monkeypatch.setattr(webbrowser, "open", scene.opened)
        banners = asyncio.create_task(scene.presenter.show_banners())
        async with asyncio.timeout(PATIENCE):
            await story(scene)
        banners.cancel()
        await scene.presenter.stop()

    return lambda story: asyncio.run(played(story))


@pytest.mark.parametrize(
    ("place", "jumped", "opens", "says"),
    [
        (None, None, [LINK], []),
        (AWAY, None, [LINK], []),
        (AWAY, Jumped(True, "brought to the front"), [], []),
        (AWAY, Jumped(False, "/dev/pts/1 of nobody"), [], [(WORDS.not_brought, "/dev/pts/1 of nobody")]),
    ],
    ids=["of no known place", "on another machine", "in front", "not to be brought"],
)
def test_a_click_on_a_session_leads_to_it_or_says_where_it_is(
    play: Any, place: Any, jumped: Jumped | None, opens: list[str], says: list[tuple[str, str]]
) -> None:
    async def story(scene: Scene) -> None:
        scene.jump.return_value = jumped
        scene.presenter._glance.seen = Seen("🤖 1", [LINE], {"claude-code:one": place} if place else {})
        scene.presenter.chosen("session:claude-code:one")
        await scene.settles()
        assert [call[0][0] for call in scene.opened.call_args_list] == opens
        shown = [call[0][0] for call in scene.parts.banners.show.call_args_list]
        assert [(banner.title, banner.message) for banner in shown] == says

    play(story)


def test_the_tray_counts_questions_and_says_if_the_hub_is_another_version_or_away(play: Any) -> None:
    async def story(scene: Scene) -> None:
        presenter = scene.presenter
        presenter._glance.seen = Seen("🤖 1", [LINE], {})
        presenter.perform(presenter.board.opened(question(urgency="high"), scene.world.now))
        await scene.settles()
        waits = ["🤖 Fix parser", "1 question waits for you", "builder: Merge"]
        always = ["Quiet for an hour", "Open inbox", "Quit"]
        assert scene.tray == (1, True, "🤖 1 · 1 question waits for you", [*waits, *always])
        presenter.other_version = "9.9.9"
        presenter.refresh()
        await scene.settles()
        note = f"Hub 9.9.9, this desk {__version__}: restart the older one"
        assert scene.tray == (1, True, f"🤖 1 · 1 question waits for you · {note}", [*waits, note, *always])
        presenter.lose()
        await scene.settles()
        assert scene.tray[2:] == ("The hub is not running", ["The hub is not running", "builder: Merge", *always])

    play(story)


def test_a_click_on_the_icon_opens_what_waits_or_else_the_inbox(play: Any) -> None:
    async def story(scene: Scene) -> None:
        presenter, asked = scene.presenter, question()
        presenter.chosen("activate")
        await scene.settles()
        assert scene.opened.call_count == 1
        presenter.perform(presenter.board.opened(asked, scene.world.now))
        presenter.chosen("activate")
        await scene.settles()
        scene.parts.window.open.assert_awaited_once_with(asked, False)
        assert scene.opened.call_count == 1

    play(story)


def test_quiet_for_an_hour_is_begun_and_ended_in_the_menu(play: Any) -> None:
    async def story(scene: Scene) -> None:
        for quiet in (True, False):
            scene.presenter.chosen("quiet")
            await scene.settles()
            assert (scene.world.board.quiet.until is not None) is quiet

    play(story)


def test_quit_ends_the_desk(play: Any) -> None:
    async def story(scene: Scene) -> None:
        scene.presenter.chosen("quit")
        scene.quit.assert_called_once_with()

    play(story)


def test_an_answer_that_the_hub_refuses_is_said_and_the_question_comes_back(play: Any) -> None:
    async def story(scene: Scene) -> None:
        presenter, asked = scene.presenter, question("text", waits=60)
        scene.answering.send.return_value = "Answered on the page"
        presenter.perform(presenter.board.opened(asked, scene.world.now))
        presenter.perform(presenter.board.window_ended({"answer": {"text": "hello"}}, scene.world.now))
        await scene.settles()
        said = [call[0][0] for call in scene.parts.banners.show.call_args_list]
        assert [(banner.title, banner.message) for banner in said] == [
            (WORDS.not_sent, "Answered on the page\n\nhello")
        ]
        assert scene.parts.window.open.await_count == 2

    play(story)
