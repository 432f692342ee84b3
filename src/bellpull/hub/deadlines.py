"""What time does: a question that nobody answered expires, an answer that its caller did not take in time goes to the
agent as a nudge, and a nudge whose carrier died is pending again.

A stamp that lies further ahead than the time for which it counts was made before the clock was set back: it counts no
more. An open question expires by the time that the hub has lived through, since that cannot be taken back.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.domain import event, question
from bellpull.domain.errors import Unavailable
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import LONGEST_LEASE, Nudge
from bellpull.domain.question import Question
from bellpull.hub.clocks import WAITED_FOR
from bellpull.hub.handover import send_late
from bellpull.hub.hub import Hub
from bellpull.hub.meanwhile import Waiting
from bellpull.hub.nudges import give_back
from bellpull.hub.ports import Reader, Writer
from bellpull.hub.settling import settle

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
            await meet_deadlines(hub, hub.clock(), hub.lived())
        except Unavailable as error:  # a full disk passes; the next turn tries again
            log.warning("deadlines put off: %s", error)
        await asyncio.sleep(LOOK_SECONDS)


async def meet_deadlines(hub: Hub, when: datetime, lived: datetime | None = None) -> None:
    """`lived`: the time that the hub has lived through, if the clock may be ahead of it."""
    over = instant(lived or when)

    def due(reader: Reader) -> bool:
        return bool(
            _late(reader, when, 1)
            or reader.questions.overdue(over, 1)
            or _let_go(reader, when, 1)
            or _stranded(reader, when, 1)
            or reader.sessions.any_ahead(instant(when + WAITED_FOR))
        )

    while await hub.store.read(due):
        met = await hub.store.write(lambda writer: _meet(writer, hub.questions.waiting, when, over))
        for id in met.expired:
            hub.questions.waiting.wake(id)
        for agent_name in met.agents:
            hub.nudges.ring(agent_name)


def _late(reader: Reader, when: datetime, limit: int) -> list[Question]:
    return reader.questions.unhanded(instant(when - HAND_OVER), instant(when + HAND_OVER), limit)


def _let_go(reader: Reader, when: datetime, limit: int) -> list[Nudge]:
    return reader.nudges.overdue(instant(when), instant(when + LONGEST_LEASE), limit)


def _stranded(reader: Reader, when: datetime, limit: int) -> list[Nudge]:
    return reader.nudges.stranded(instant(when - STRANDED), instant(when + STRANDED), limit)


def _meet(writer: Writer, waiting: Waiting, when: datetime, over: Instant) -> Met:
    writer.sessions.set_back(instant(when + WAITED_FOR), instant(when))
    late = _late(writer, when, STEP)
    for one in late:
        _send(writer, one, when, repeat=waiting.may_have_told(one.id, one.settled_at or ""))
    agents = {one.agent_name for one in late}
    expired = writer.questions.overdue(over, STEP)
    for one in expired:
        if settle(writer, one, question.expired(one, instant(when)), when):
            agents.add(one.agent_name)
    return Met([one.id for one in expired], agents | _free(writer, when))


def _send(writer: Writer, late: Question, when: datetime, *, repeat: bool) -> None:
    """An answer that there are no words for was written by none of our verbs. It is not tried again, so that it keeps
    nobody else's waiting, nor the hub from starting; it stays with its question."""
    try:
        send_late(writer, late, when, repeat=repeat)
    except LookupError:
        log.error("the answer to %s cannot be told to its agent: it is written as none that there is", late.id)


def _free(writer: Writer, when: datetime) -> set[str]:
    """Let somebody else have what its carrier or its session did not take; whose they are."""
    now = instant(when)
    left = [one._replace(repeat=True, lease_until=None) for one in _let_go(writer, when, STEP)]
    left += [one._replace(session=None) for one in _stranded(writer, when, STEP)]
    for one in left:
        if give_back(writer, one):
            writer.append(event.nudge_pending(one, writer.nudges.count_pending(one.agent_name), now))
    return {one.agent_name for one in left}
