"""The verbs of carriers: claim what is pending for an agent, confirm what was written, give back what was not."""

from collections.abc import Callable, Sequence
from datetime import datetime

from bellpull.domain import event, nudge, question
from bellpull.domain.errors import Denied
from bellpull.domain.identity import HUB, Principal
from bellpull.domain.instant import instant
from bellpull.domain.nudge import LEASE, Nudge
from bellpull.hub.access import need_agent, need_valid
from bellpull.hub.ports import Store, Writer


class Nudges:
    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def claim(
        self,
        who: Principal,
        agent_name: str,
        session: str | None,
        carrier: str,
        *,
        limit: int | None = None,
        max_chars: int | None = None,
        except_question: str | None = None,
    ) -> list[Nudge]:
        """What is pending, leased to this carrier. `except_question`: its answer is being handed over already."""
        when = self._clock()

        def decide(writer: Writer) -> list[Nudge]:
            self._need_own(writer, who, agent_name)
            pending = writer.nudges.pending(agent_name, session)
            wanted = [one for one in pending if except_question is None or one.question_id != except_question]
            taken = nudge.claim(wanted, carrier, instant(when), instant(when + LEASE), limit, max_chars)
            for one in taken:
                writer.nudges.save(one)
            return taken

        if not await self._store.glance(lambda reader: reader.nudges.count_pending(agent_name)):
            self._need_same(who, agent_name)
            return []
        return await self._store.write(decide)

    async def confirm(self, who: Principal, agent_name: str, ids: Sequence[str]) -> int:
        """They were written into the agent's context: how many of them were not known to be."""
        now = instant(self._clock())

        def decide(writer: Writer) -> int:
            self._need_own(writer, who, agent_name)
            handed = [one for one in writer.nudges.named(agent_name, ids) if one.handed_at is None]
            for one in handed:
                _hand(writer, one._replace(handed_at=now, handed_via=one.carrier, lease_until=None))
            return len(handed)

        return await self._store.write(decide)

    async def release(self, who: Principal, agent_name: str, ids: Sequence[str]) -> int:
        """They were not written: somebody else may have them."""

        def decide(writer: Writer) -> int:
            self._need_own(writer, who, agent_name)
            given_back = [one for one in writer.nudges.named(agent_name, ids) if one.lease_until and not one.handed_at]
            for one in given_back:
                writer.nudges.save(one._replace(lease_until=None, carrier=None))
            return len(given_back)

        return await self._store.write(decide)

    def _need_own(self, writer: Writer, who: Principal, agent_name: str) -> None:
        need_valid(writer, who)
        need_agent(writer, who, agent_name)
        self._need_same(who, agent_name)

    def _need_same(self, who: Principal, agent_name: str) -> None:
        if who.name != agent_name:
            raise Denied("not_your_nudges", "Only the agent itself may take its nudges")


def _hand(writer: Writer, handed: Nudge) -> None:
    now = handed.handed_at or ""
    if handed.question_id is not None and (asked := writer.questions.find(HUB, handed.question_id)):
        writer.questions.save(question.handed(asked, now))
        if asked.ask.secret:
            handed = handed._replace(message="")
            writer.wipe()
    writer.nudges.save(handed)
    writer.append(event.nudge_handed(handed, now))
