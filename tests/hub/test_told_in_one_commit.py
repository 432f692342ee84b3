"""An answer that goes to a call and becomes a nudge in the same moment: one of them says that it may be a repeat."""

import asyncio
from pathlib import Path

from bellpull.domain.asking import Ask
from bellpull.domain.identity import Principal
from bellpull.domain.nudge import NudgeDraft
from bellpull.domain.question import Answer
from bellpull.hub.hub import Hub
from support.in_process import Clock, with_hub


def test_an_answer_is_marked_for_a_call_if_a_claim_of_the_same_commit_takes_its_nudge(tmp_path: Path) -> None:
    """Nobody said that a call would wait, so the answer is a nudge at once, though a poll is there."""

    async def scenario(hub: Hub, owner: Principal, clock: Clock) -> None:
        bot = await hub.access.admit((await hub.access.make_key(owner, "agent", "bot", None)).secret)
        await hub.nudges.tell(owner, "bot", NudgeDraft("user", "so that a claim does not end early"))
        asked, _ = await hub.questions.ask(bot, Ask("Deploy?", "Deploy?", "choice", ("Yes", "No")))
        poll = asyncio.create_task(hub.questions.wait(bot, asked.id, 30))
        await asyncio.sleep(0)  # it waits now
        _, claimed = await asyncio.gather(
            hub.questions.answer(owner, asked.id, Answer(choice="Yes"), "page"),
            hub.nudges.claim(bot, "bot", None, "hook"),
        )
        read = await poll
        assert [one.question_id for one in claimed.nudges] == [None, asked.id]
        assert [read.repeat, claimed.nudges[1].repeat].count(True) == 1

    with_hub(tmp_path, scenario)
