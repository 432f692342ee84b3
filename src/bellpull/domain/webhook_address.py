"""A webhook: an address of one agent for the world. Whoever knows its token may nudge that agent, as one source.

Not here: what comes in through it (`webhook`).
"""

from typing import NamedTuple

from bellpull.domain import nudge
from bellpull.domain.errors import Invalid
from bellpull.domain.identity import WEBHOOK, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.nudge import USER, NudgeDraft


class Webhook(NamedTuple):
    id: str
    agent_name: str
    source: str
    #: What the nudges are labelled with; None: whatever the call says.
    label: str | None
    #: Who calls has to prove that they know it. Kept as it is, unlike a key: a signature can only be checked with the
    #: secret itself.
    secret: str | None
    created_at: Instant
    created_by: str
    last_used_at: Instant | None = None
    removed_at: Instant | None = None

    @property
    def principal(self) -> Principal:
        """Whoever calls it, as the sender of what it tells."""
        return Principal(WEBHOOK, f"webhook:{self.id}", False, self.id)


def check(source: str, label: str | None) -> None:
    """What the nudges of a webhook may be called. The world never speaks as a person."""
    if source.strip().casefold() == USER:
        sentence = 'A webhook never speaks as a person: source "user" is refused'
        raise Invalid("invalid_source", sentence, "name what speaks, for example: ci")
    nudge.check(NudgeDraft(source, "-", label), longest=1)
