"""What the audit says: who did what, when and from where. It never holds a secret, a reply or a message."""

from typing import NamedTuple

from bellpull.domain.instant import Instant

ACTIONS = (
    "key_created",
    "key_revoked",
    "agent_added",
    "agent_removed",
    "agent_shared",
    "agent_unshared",
    "agent_given",
    "user_added",
    "user_removed",
    "password_changed",
    "signed_in",
    "sign_in_failed",
    "signed_out",
    "question_answered",
    "question_dismissed",
    "nudge_told",
    "webhook_created",
    "webhook_removed",
    "retention_run",
    "restored",
    "imported",
)


class Deed(NamedTuple):
    """Something that somebody did; the store gives it its number."""

    at: Instant
    by: str
    scope: str
    key_id: str | None
    action: str
    #: The id or the name of what it was done to.
    subject: str | None
    #: Whose it is.
    agent_name: str | None
    #: What else is to be known, in a few words of ours.
    detail: str | None
    #: The address that it came from.
    origin: str | None


class Entry(NamedTuple):
    seq: int
    deed: Deed
