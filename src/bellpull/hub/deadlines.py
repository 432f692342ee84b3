"""What time does to questions: one that nobody answered expires, and an answer that its caller did not take in time
goes to the agent as a nudge."""

import asyncio
import logging
from datetime import datetime, timedelta

from bellpull.domain import question
from bellpull.domain.errors import Unavailable
from bellpull.domain.instant import instant
from bellpull.hub.hub import Hub
from bellpull.hub.ports import Reader, Writer
from bellpull.hub.settling import send_late, settle

LOOK_SECONDS = 1.0
#: So long an answer may be on its way to the call that waits for it.
HAND_OVER = timedelta(seconds=2)
STEP = 500

log = logging.getLogger("bellpull.deadlines")


async def run_deadlines(hub: Hub) -> None:
    while True:
        try:
            await meet_deadlines(hub, hub.clock())
        except Unavailable as error:  # a full disk passes; the next turn tries again
            log.warning("deadlines put off: %s", error)
        await asyncio.sleep(LOOK_SECONDS)


async def meet_deadlines(hub: Hub, when: datetime) -> None:
    def due(reader: Reader) -> bool:
        late = reader.questions.unhanded(instant(when - HAND_OVER), 1)
        return bool(late or reader.questions.overdue(instant(when), 1))

    while await hub.store.read(due):
        for id in await hub.store.write(lambda writer: _meet(writer, when)):
            hub.questions.waiting.wake(id)


def _meet(writer: Writer, when: datetime) -> list[str]:
    """The ids of those that expired."""
    for late in writer.questions.unhanded(instant(when - HAND_OVER), STEP):
        send_late(writer, late, when)
    overdue = writer.questions.overdue(instant(when), STEP)
    for one in overdue:
        settle(writer, one, question.expired(one, instant(when)), when)
    return [one.id for one in overdue]
