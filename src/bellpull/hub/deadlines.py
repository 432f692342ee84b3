"""What time does: a question that nobody answered expires, an answer that its caller did not take in time goes to the
agent as a nudge, and a nudge whose carrier died is pending again."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain import event, question
from bellpull.domain.errors import Unavailable
from bellpull.domain.instant import instant
from bellpull.domain.question import Question
from bellpull.hub.hub import Hub
from bellpull.hub.nudges import give_back
from bellpull.hub.ports import Reader, Writer
from bellpull.hub.settling import send_late, settle

LOOK_SECONDS = 1.0
#: So long an answer may be on its way to the call that waits for it.
HAND_OVER = timedelta(seconds=2)
#: After this an answer no longer waits for the session that asked: any of the agent may have it.
STRANDED = timedelta(minutes=10)
STEP = 500

log = logging.getLogger("bellpull.deadlines")


class Met(NamedTuple):
    """What was done: which questions expired, and whose nudges became pending."""

    expired: list[str]
    agents: set[str]


async def run_deadlines(hub: Hub) -> None:
    while True:
        try:
            await meet_deadlines(hub, hub.clock())
        except Unavailable as error:  # a full disk passes; the next turn tries again
            log.warning("deadlines put off: %s", error)
        await asyncio.sleep(LOOK_SECONDS)


async def meet_deadlines(hub: Hub, when: datetime) -> None:
    def due(reader: Reader) -> bool:
        now = instant(when)
        return bool(
            reader.questions.unhanded(instant(when - HAND_OVER), 1)
            or reader.questions.overdue(now, 1)
            or reader.nudges.overdue(now, 1)
            or reader.nudges.stranded(instant(when - STRANDED), 1)
        )

    while await hub.store.read(due):
        met = await hub.store.write(lambda writer: _meet(writer, when))
        for id in met.expired:
            hub.questions.waiting.wake(id)
        for agent_name in met.agents:
            hub.nudges.ring(agent_name)


def _meet(writer: Writer, when: datetime) -> Met:
    late = writer.questions.unhanded(instant(when - HAND_OVER), STEP)
    for one in late:
        _send(writer, one, when)
    agents = {one.agent_name for one in late}
    expired = writer.questions.overdue(instant(when), STEP)
    for one in expired:
        if settle(writer, one, question.expired(one, instant(when)), when):
            agents.add(one.agent_name)
    return Met([one.id for one in expired], agents | _free(writer, when))


def _send(writer: Writer, late: Question, when: datetime) -> None:
    """An answer that there are no words for was written by none of our verbs. It is not tried again, so that it keeps
    nobody else's waiting, nor the hub from starting; it stays with its question."""
    try:
        send_late(writer, late, when)
    except LookupError:
        log.error("the answer to %s cannot be told to its agent: it is written as none that there is", late.id)


def _free(writer: Writer, when: datetime) -> set[str]:
    """Let somebody else have what its carrier or its session did not take; whose they are."""
    now = instant(when)
    left = [one.as_of(now) for one in writer.nudges.overdue(now, STEP)]
    left += [one._replace(session=None) for one in writer.nudges.stranded(instant(when - STRANDED), STEP)]
    for one in left:
        if give_back(writer, one):
            writer.append(event.nudge_pending(one, writer.nudges.count_pending(one.agent_name), now))
    return {one.agent_name for one in left}
