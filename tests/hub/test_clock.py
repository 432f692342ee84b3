"""A clock that is set back holds nothing, and a clock that is set forward ends nothing that cannot be had back."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bellpull.domain.asking import Ask
from bellpull.domain.errors import Unauthorized
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import Nudge, NudgeDraft
from bellpull.domain.question import Answer
from bellpull.domain.session import Sign
from bellpull.domain.watched import ServerSeen
from bellpull.hub.clocks import BELIEVED_AFTER, Lived
from bellpull.hub.deadlines import HAND_OVER, meet_deadlines
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Filters
from support.in_process import START, Clock, with_hub

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
WITH_AGENT = Callable[[Hub, Principal, Principal, Clock], Awaitable[None]]


def with_agent(folder: Path, scenario: WITH_AGENT) -> None:
    """A scenario with a hub, its owner, and an agent that is called bot."""

    async def run(hub: Hub, owner: Principal, clock: Clock) -> None:
        made = await hub.access.make_key(owner, "agent", "bot", None)
        await scenario(hub, owner, await hub.access.admit(made.secret), clock)

    with_hub(folder, run)


async def look(hub: Hub) -> None:
    """As the hub does each second."""
    await meet_deadlines(hub, hub.clock(), hub.lived())


async def pending(hub: Hub, owner: Principal) -> list[Nudge]:
    return (await hub.nudges.pending(owner, "bot", None, 0, 10)).nudges


async def claimed(hub: Hub, bot: Principal, session: str | None = None) -> list[tuple[str, bool]]:
    taken = (await hub.nudges.claim(bot, "bot", session, "test")).nudges
    return [(one.message, one.repeat) for one in taken]


def test_a_nudge_whose_carrier_died_is_free_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        await hub.nudges.tell(owner, "bot", NudgeDraft("user", "first"))
        assert await claimed(hub, bot) == [("first", False)]
        clock.jump(-HOUR)
        await hub.nudges.tell(owner, "bot", NudgeDraft("user", "second"))
        await look(hub)
        assert await claimed(hub, bot) == [("first", True), ("second", False)]

    with_agent(tmp_path, scenario)


def test_an_answer_that_nobody_took_becomes_a_nudge_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        asked, _ = await hub.questions.ask(bot, Ask("Deploy?", "Deploy?", "choice", ("Yes", "No")), wait=60)
        await hub.questions.answer(owner, asked.id, Answer(choice="Yes"), "page")
        clock.jump(-HOUR)
        clock.now += HAND_OVER
        await look(hub)
        assert [one.question_id for one in await pending(hub, owner)] == [asked.id]

    with_agent(tmp_path, scenario)


async def answered_for_a_session(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> str:
    """Its nudge waits for that session alone."""
    asked, _ = await hub.questions.ask(bot, Ask("Deploy?", "Deploy?", "choice", ("Yes", "No")))
    await hub.sessions.sign(bot, [Sign("there", "working")])
    await hub.store.write(lambda writer: writer.questions.join("bot", asked.id, "there"))
    await hub.questions.answer(owner, asked.id, Answer(choice="Yes"), "page")
    assert [one.session for one in await pending(hub, owner)] == ["there"]
    return asked.id


def test_an_answer_for_a_session_that_is_gone_goes_to_another_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        await answered_for_a_session(hub, owner, bot, clock)
        clock.jump(-HOUR)
        await look(hub)
        clock.now += timedelta(minutes=11)  # of which nothing is heard of the session
        await look(hub)
        assert [one.session for one in await pending(hub, owner)] == [None]

    with_agent(tmp_path, scenario)


def test_signs_of_a_session_count_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        await hub.sessions.sign(bot, [Sign("there", "working")])
        clock.jump(-HOUR)
        await look(hub)
        await hub.sessions.sign(bot, [Sign("there", "idle")])
        known = await hub.store.read(lambda reader: reader.sessions.find("bot", "there"))
        assert known is not None
        assert known.state == "idle"

    with_agent(tmp_path, scenario)


def test_a_sub_agent_that_died_holds_no_nudges_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        await hub.sessions.sign(bot, [Sign("below", "working", parent="there")])
        await hub.nudges.tell(owner, "bot", NudgeDraft("user", "hello"))
        clock.jump(-HOUR)
        await look(hub)
        clock.now += timedelta(minutes=2)
        assert await claimed(hub, bot, "there") == [("hello", False)]

    with_agent(tmp_path, scenario)


def test_a_server_that_is_gone_is_not_shown_for_longer_because_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        seen = ServerSeen("http://127.0.0.1:1", "here", None, None, 0, instant(clock.now), owner.name)
        hub.sessions.serve(owner, [seen])
        assert hub.sessions.servers(owner) == [seen]
        clock.jump(-HOUR)
        assert hub.sessions.servers(owner) == []

    with_agent(tmp_path, scenario)


def test_a_sign_in_link_is_not_good_for_longer_because_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        link = await hub.sign_in.offer(owner)
        clock.jump(-HOUR)
        clock.now += timedelta(minutes=11)
        with pytest.raises(Unauthorized):
            hub.sign_in.redeem(link.secret)

    with_agent(tmp_path, scenario)


def test_a_poll_for_nudges_ends_in_time_although_the_clock_went_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        told = hub.clock

        def back() -> object:
            """It goes back at each look, so that a deadline on it would never come."""
            clock.jump(-HOUR)
            return told()

        hub.nudges._clock = back  # type: ignore[assignment]
        assert (await hub.nudges.pending(bot, "bot", None, 0.05, 10)).nudges == []

    with_agent(tmp_path, scenario)


async def outcome(hub: Hub, owner: Principal, id: str) -> str | None:
    await look(hub)
    return (await hub.questions.find(owner, id)).outcome


def test_an_open_question_outlives_a_clock_that_jumps_forward_and_back(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        asked, _ = await hub.questions.ask(bot, Ask("Deploy?", "Deploy?", "choice", ("Yes", "No")))
        clock.jump(25 * HOUR)
        assert await outcome(hub, owner, asked.id) is None
        clock.now += BELIEVED_AFTER - SECOND
        assert await outcome(hub, owner, asked.id) is None
        clock.jump(-25 * HOUR)
        clock.now += BELIEVED_AFTER
        assert await outcome(hub, owner, asked.id) is None
        clock.now += DAY
        assert await outcome(hub, owner, asked.id) == "expired"

    with_agent(tmp_path, scenario)


def test_a_clock_that_stays_ahead_is_believed_and_the_question_expires(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        asked, _ = await hub.questions.ask(bot, Ask("Deploy?", "Deploy?", "choice", ("Yes", "No")))
        clock.jump(25 * HOUR)
        assert await outcome(hub, owner, asked.id) is None
        clock.now += BELIEVED_AFTER
        assert await outcome(hub, owner, asked.id) == "expired"

    with_agent(tmp_path, scenario)


def test_retention_waits_after_a_clock_jumped_forward(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        told, _ = await hub.tell(bot, Draft("info", "ended"))
        await hub.dismiss(owner, told.id)
        clock.jump(100 * DAY)
        past, _ = await hub.upkeep.preview(owner)
        await hub.upkeep.prune()
        assert past.notifications == 0
        assert len(await hub.notifications(owner, Filters())) == 1
        clock.now += BELIEVED_AFTER
        await hub.upkeep.prune()
        assert await hub.notifications(owner, Filters()) == []

    with_agent(tmp_path, scenario)


def test_a_sign_in_is_refused_while_the_clock_is_past_its_end_and_good_again_when_the_clock_is(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        token = (await hub.logins.sign_in(owner)).token
        clock.jump(25 * HOUR)
        await hub.logins.end_expired()
        with pytest.raises(Unauthorized):
            await hub.access.admit(token)
        clock.jump(-25 * HOUR)
        assert (await hub.access.admit(token)).name == owner.name

    with_agent(tmp_path, scenario)


def test_a_create_that_is_repeated_is_recognised_although_the_clock_jumped_forward(tmp_path: Path) -> None:
    async def scenario(hub: Hub, owner: Principal, bot: Principal, clock: Clock) -> None:
        first, _ = await hub.tell(bot, Draft("info", "once"), "key")
        clock.jump(25 * HOUR)
        assert await hub.tell(bot, Draft("info", "once"), "key") == (first, False)

    with_agent(tmp_path, scenario)


def test_the_time_lived_through_begins_at_what_the_store_knows_and_never_runs_ahead() -> None:
    clock = Clock()
    lived = Lived(clock, clock.passed, since=START - DAY)
    assert lived() == START - DAY
    clock.now += BELIEVED_AFTER / 2
    assert lived() == START - DAY + BELIEVED_AFTER / 2
    clock.jump(DAY)  # further ahead: it has to stand for as long again
    assert lived() == START - DAY + BELIEVED_AFTER / 2
    clock.now += BELIEVED_AFTER - SECOND
    assert lived() < START
    clock.now += SECOND
    assert lived() == clock.now
    clock.jump(-2 * DAY)
    assert lived() == clock.now
    assert Lived(clock, clock.passed, since=clock.now + DAY)() == clock.now
