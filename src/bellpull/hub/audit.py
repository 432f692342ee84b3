"""The audit: what the verbs write down as they change something, and who may read it."""

from bellpull.domain.audit import ACTIONS, Deed, Entry
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.hub.ports import Store, Writer
from bellpull.hub.rights import need_admin

NEWEST = 2**62


def note(
    writer: Writer,
    who: Principal,
    action: str,
    now: Instant,
    subject: str | None = None,
    agent_name: str | None = None,
    detail: str | None = None,
) -> None:
    """In the transaction of what is noted: both are kept, or neither."""
    by, key_id, origin = who.name, who.key_id or None, who.origin or None
    writer.audit.add(Deed(now, by, who.scope, key_id, action, subject, agent_name, detail, origin))


class Audit:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def entries(
        self, who: Principal, by: str | None, action: str | None, about: str | None, before: int | None, limit: int
    ) -> list[Entry]:
        """Newest first."""
        need_admin(who)
        if action is not None and action not in ACTIONS:
            raise Invalid("invalid_action", f"Invalid action. Must be one of: {', '.join(ACTIONS)}")
        last = NEWEST if before is None else before
        return await self._store.read(lambda reader: reader.audit.listed(by, action, about, last, limit))
