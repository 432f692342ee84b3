"""Retention: what ended long ago goes; what is pending, open or on its way to an agent stays, however old."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bellpull.domain.identity import Principal
from bellpull.domain.notification import Draft
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.session import Sign
from bellpull.hub import upkeep
from bellpull.hub.hub import Rules
from bellpull.hub.ports import Filters
from bellpull.hub.record_ports import Past
from bellpull.hub.upkeep import FLUSH_SECONDS, Retention
from support.asks import CHOSEN, asked, choice
from support.in_process import Stage, refused

DAYS = timedelta(days=1)
YEAR = 400 * DAYS


def told(stage: Stage, who: Principal, title: str = "x") -> str:
    return stage.do(stage.hub.tell(who, Draft("info", title)))[0].id


def pruned(stage: Stage) -> Past:
    """What goes now is what was said to go, and no more goes after that."""
    preview, _ = stage.do(stage.hub.upkeep.preview(stage.owner))
    gone = stage.do(stage.hub.upkeep.prune())
    assert gone == preview
    assert stage.do(stage.hub.upkeep.prune()) == Past()
    return gone


def something_of_each_kind(stage: Stage, bot: Principal) -> None:
    """All of it ends, and nothing of it waits."""
    stage.do(stage.hub.dismiss(stage.owner, told(stage, bot)))
    id = asked(stage, bot).id
    stage.do(stage.hub.questions.answer(stage.owner, id, CHOSEN, "page"))
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "x"), "key"))
    taken = stage.do(stage.hub.nudges.claim(bot, "bot", None, "shim")).nudges
    stage.do(stage.hub.nudges.confirm(bot, "bot", [one.id for one in taken]))
    stage.do(stage.hub.sessions.sign(bot, [Sign("there", "idle")]))


def test_records_of_each_kind_that_ended_long_ago_go(stage: Stage) -> None:
    bot = stage.agent()
    something_of_each_kind(stage, bot)
    assert pruned(stage) == Past()
    stage.passes(YEAR)
    told(stage, bot, "recent")
    gone = pruned(stage)
    assert all(gone), gone
    assert [one.title for one in stage.do(stage.hub.notifications(bot, Filters()))] == ["recent"]


def test_notification_goes_by_the_time_when_it_ended(stage: Stage) -> None:
    bot = stage.agent()
    _, old, recent = (told(stage, bot, title) for title in ("pending", "old", "recent"))
    stage.do(stage.hub.dismiss(stage.owner, old))
    stage.passes(80 * DAYS)
    stage.do(stage.hub.acknowledge(stage.owner, recent))
    stage.passes(20 * DAYS)
    assert pruned(stage).notifications == 1
    assert [one.title for one in stage.do(stage.hub.notifications(bot, Filters()))] == ["recent", "pending"]


def test_pending_and_open_records_stay_however_old(stages: Any) -> None:
    stage = stages(Rules(retention=Retention(audit=2 * YEAR)))
    bot = stage.agent()
    told(stage, bot)
    stage.do(stage.hub.nudges.tell(stage.owner, "bot", NudgeDraft("user", "unread")))
    stage.passes(YEAR - DAYS / 2)
    still = asked(stage, bot).id
    stage.do(stage.hub.acknowledge(stage.owner, still))
    stage.passes(DAYS / 2)
    assert pruned(stage)._replace(events=0) == Past()
    assert stage.do(stage.hub.questions.find(bot, still)).is_open
    assert stage.do(stage.hub.nudges.pending(bot, "bot", None, 0)).total == 1


def test_answer_stays_until_its_agent_has_it(stage: Stage) -> None:
    bot = stage.agent()
    id = asked(stage, bot).id
    stage.do(stage.hub.questions.answer(stage.owner, id, CHOSEN, "page"))
    stage.passes(YEAR)
    gone = pruned(stage)
    assert (gone.notifications, gone.questions, gone.nudges) == (0, 0, 0)
    (late,) = stage.do(stage.hub.nudges.claim(bot, "bot", None, "shim")).nudges
    stage.do(stage.hub.nudges.confirm(bot, "bot", [late.id]))
    stage.passes(YEAR)
    gone = pruned(stage)
    assert (gone.notifications, gone.questions, gone.nudges) == (1, 1, 1)
    with refused("question_not_found"):
        stage.do(stage.hub.questions.find(bot, id))


def test_more_than_one_step_takes_go_as_well_as_few(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "STEP", 3)
    bot = stage.agent()
    stage.at_once(*(stage.hub.tell(bot, Draft("info", f"{number}")) for number in range(10)))
    stage.do(stage.hub.endings.clear(stage.owner))
    stage.passes(YEAR)
    assert pruned(stage).notifications == 10


@pytest.mark.parametrize(
    ("retention", "kind"),
    [
        (Retention(ended=DAYS), "notifications"),
        (Retention(events=DAYS), "events"),
        (Retention(most_events=2), "events"),
        (Retention(audit=DAYS), "audit"),
    ],
)
def test_how_long_each_kind_is_kept_is_a_setting(stages: Any, retention: Retention, kind: str) -> None:
    for rules, goes in ((Rules(), False), (Rules(retention=retention), True)):
        stage = stages(rules)
        something_of_each_kind(stage, stage.agent())
        stage.passes(2 * DAYS)
        gone = pruned(stage)._asdict()
        assert bool(gone[kind]) is goes, gone


def test_pruned_events_cannot_be_replayed_and_the_store_says_so(stages: Any) -> None:
    stage = stages(Rules(retention=Retention(most_events=10)))
    bot = stage.agent()
    for _ in range(30):
        told(stage, bot)
    pruned(stage)
    replay = stage.do(stage.store.read(lambda reader: reader.replay()))
    events = stage.do(stage.store.read(lambda reader: reader.events(stage.owner, 0, 10_000, 10_000)))
    assert [one.seq for one in events] == list(range(replay.pruned + 1, replay.newest + 1))
    assert len(events) == 10


@pytest.mark.parametrize(("hours", "new"), [(23, False), (25, True)])
def test_repeat_of_a_create_is_known_for_a_day(stage: Stage, hours: int, new: bool) -> None:
    bot, draft = stage.agent(), Draft("info", "x")
    first, _ = stage.do(stage.hub.tell(bot, draft, "key"))
    ask, _ = stage.do(stage.hub.questions.ask(bot, choice(), wait=100_000, key="asked"))
    stage.passes(timedelta(hours=hours))
    stage.do(stage.hub.upkeep.prune())
    again, is_new = stage.do(stage.hub.tell(bot, draft, "key"))
    assert (is_new, again.id == first.id) == (new, not new)
    assert stage.do(stage.hub.questions.ask(bot, choice(), key="asked"))[0].id == ask.id  # it is open, and equal


def test_admin_has_it_done_now_and_others_may_not_look(stage: Stage) -> None:
    bot, ada = stage.agent(), stage.person()
    something_of_each_kind(stage, bot)
    stage.passes(YEAR)
    preview, size = stage.do(stage.hub.upkeep.preview(stage.owner))
    assert size > 0
    assert stage.do(stage.hub.upkeep.prune_now(stage.owner))[0] == preview
    (run,) = stage.do(stage.hub.audit.entries(stage.owner, None, "retention_run", None, None, 10))
    assert (run.deed.by, run.deed.detail) == ("owner", f"{sum(preview)} records")
    for who, code in ((ada, "admin_required"), (bot, "person_required")):
        for verb in (stage.hub.upkeep.preview, stage.hub.upkeep.prune_now):
            with refused(code):
                stage.do(verb(who))


def test_hub_that_runs_lets_go_of_the_past_by_itself_but_not_at_its_start(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns: list[int] = []
    stage.do(stage.hub.dismiss(stage.owner, told(stage, stage.owner, "old")))
    stage.passes(100 * DAYS)

    async def next_turn(seconds: float) -> None:
        turns.append(len(await stage.hub.notifications(stage.owner, Filters())))
        if turns[-1] == 0:
            raise asyncio.CancelledError

    monkeypatch.setattr(upkeep, "asyncio", SimpleNamespace(sleep=next_turn))
    with pytest.raises(asyncio.CancelledError):
        stage.do(stage.hub.upkeep.run())
    assert (len(turns) - 1) * FLUSH_SECONDS / 60 == 10
