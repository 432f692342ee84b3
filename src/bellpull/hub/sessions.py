"""The verbs of sessions: take signs of them, list them. What is concluded from signs is the domain's (`session.py`)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from bellpull.domain import event
from bellpull.domain.errors import Denied, Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.session import Session, Sign, check_sign, observe
from bellpull.hub.access import check_sight, need_agent, need_valid
from bellpull.hub.ports import Reader, Store, Writer


class Sessions:
    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def sign(self, who: Principal, signs: Sequence[Sign]) -> int:
        """Take what somebody saw; how many sessions it changed."""
        for sign in signs:
            check_sign(sign)
        now = instant(self._clock())

        def decide(writer: Writer) -> int:
            need_valid(writer, who)
            return sum(_take(writer, who, sign, now) for sign in signs)

        return await self._store.write(decide)

    async def listed(self, who: Principal, agent_name: str | None, limit: int) -> list[Session]:
        """Newest sign first."""

        def look(reader: Reader) -> list[Session]:
            check_sight(reader, who, agent_name)
            return reader.sessions.listed(who, agent_name, limit)

        return await self._store.read(look)


def _take(writer: Writer, who: Principal, sign: Sign, now: Instant) -> bool:
    name = _agent_of(writer, who, sign)
    before = writer.sessions.find(name, sign.session)
    after = observe(before, sign, name, now)
    for id in sign.asks:
        writer.questions.join(name, id, sign.session)
    if after == before:
        return False
    writer.sessions.save(after)
    if before is None or (before.state, before.reason) != (after.state, after.reason):
        writer.append(event.session_changed(after, now))
    return True


def _agent_of(writer: Writer, who: Principal, sign: Sign) -> str:
    if not who.is_person:
        if sign.agent_name not in (None, who.name):
            raise Denied("not_your_session", "An agent gives signs of its own sessions only")
        return who.name
    if sign.agent_name is None:
        raise Invalid("agent_required", "agent: say whose session it is", "an agent's own key says it by itself")
    need_agent(writer, who, sign.agent_name)
    return sign.agent_name
