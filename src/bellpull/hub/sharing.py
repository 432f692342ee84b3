"""The verbs of sharing: whoever an agent is shared with sees, answers and nudges it; its owner stays its owner."""

from collections.abc import Callable
from datetime import datetime

from bellpull.domain import event
from bellpull.domain.errors import BellpullError, Conflict
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.hub.access import Access
from bellpull.hub.accounts import user_not_found
from bellpull.hub.audit import note
from bellpull.hub.ports import Reader, Store, Writer
from bellpull.hub.rights import need_agent, need_person, need_valid, not_found_agent


class Sharing:
    def __init__(self, store: Store, access: Access, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._access = access
        self._clock = clock

    async def shares(self, who: Principal, agent_name: str) -> list[str]:
        need_person(who)

        def look(reader: Reader) -> list[str]:
            need_agent(reader, who, agent_name)
            return reader.accounts.shares(agent_name)

        return await self._store.read(look)

    async def share(self, who: Principal, agent_name: str, user: str) -> None:
        def decide(writer: Writer) -> None:
            if not writer.is_user(user):
                raise _nobody(who)
            if writer.owner(agent_name) == user:
                raise Conflict("already_owner", f"{agent_name} is {user}'s own", "an owner needs no share")
            if writer.accounts.share(agent_name, user):
                self._say(writer, who, agent_name, user, "shared")

        await self._decide(who, agent_name, decide)

    async def unshare(self, who: Principal, agent_name: str, user: str) -> None:
        def decide(writer: Writer) -> None:
            if not writer.is_user(user):
                raise _nobody(who)
            if writer.accounts.unshare(agent_name, user):
                self._say(writer, who, agent_name, user, "unshared")

        await self._decide(who, agent_name, decide)

    async def _decide(self, who: Principal, agent_name: str, change: Callable[[Writer], None]) -> None:
        need_person(who)

        def decide(writer: Writer) -> None:
            need_valid(writer, who)
            need_agent(writer, who, agent_name, owner=True)
            if writer.is_user(agent_name):
                raise not_found_agent()
            change(writer)

        await self._access.change(decide)

    def _say(self, writer: Writer, who: Principal, agent_name: str, user: str, change: str) -> None:
        now = instant(self._clock())
        writer.append(event.access_changed(agent_name, change, who.name, now))
        note(writer, who, f"agent_{change}", now, user, agent_name)


def _nobody(who: Principal) -> BellpullError:
    """Only admins can look through the list of people."""
    error = user_not_found()
    if not who.admin:
        error.hint = "ask an admin what they are called"
    return error
