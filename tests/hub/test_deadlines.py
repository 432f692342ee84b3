"""What time does, it does for everybody: what is odd about one question keeps no other waiting."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bellpull.domain.asking import TEXT, Ask
from bellpull.domain.identity import Principal
from bellpull.domain.question import Answer, Question
from bellpull.hub.deadlines import meet_deadlines
from bellpull.hub.hub import Hub
from bellpull.store.sqlite import SqliteStore
from support.in_process import hub_over

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def answered(hub: Hub, agent: Principal, owner: Principal, what: str) -> Question:
    """While its call waited, which has not taken the answer yet."""
    asked, _ = await hub.questions.ask(agent, Ask(what, what, TEXT), wait=30)
    return await hub.questions.answer(owner, asked.id, Answer(text="Yes"), "page")


def make_odd(database: Path, id: str) -> None:
    """As no verb leaves it: somebody has written the file."""
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("UPDATE questions SET outcome = 'declined', reply = NULL WHERE id = ?", [id])


async def meet_deadlines_with_an_odd_one(store: SqliteStore, database: Path) -> tuple[str, str, list[str | None]]:
    """Its id, that of the other, and which answers are on their way to the agent after that."""
    hub = hub_over(store, lambda: NOW)
    made = await hub.access.ensure_owner(None)
    assert made is not None
    owner = await hub.access.admit(made.secret)
    agent = await hub.access.admit((await hub.access.make_key(owner, "agent", "bot", None)).secret)
    odd, other = [(await answered(hub, agent, owner, what)).id for what in ("Odd?", "Other?")]
    make_odd(database, odd)
    for seconds in (3, 4):
        await meet_deadlines(hub, NOW + timedelta(seconds=seconds))
    return odd, other, [one.question_id for one in (await hub.nudges.pending(owner, "bot", None, 0)).nudges]


def test_an_answer_that_cannot_be_told_is_logged_once_and_the_others_reach_their_agents(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> tuple[str, str, list[str | None]]:
        store = SqliteStore(tmp_path / "bellpull.db", lambda: None)
        try:
            return await meet_deadlines_with_an_odd_one(store, tmp_path / "bellpull.db")
        finally:
            await store.close()

    odd, other, pending = asyncio.run(run())
    assert pending == [other]
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert logged == [f"the answer to {odd} cannot be told to its agent: it is written as none that there is"]
