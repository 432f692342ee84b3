"""What an agent tells people: its twelve fields, what may be said, and how it ends.

Not here: who may see it (hub/access.py), where it is kept (store/), how it travels (web/wire.py).
"""

from typing import NamedTuple

from bellpull.domain.errors import Invalid
from bellpull.domain.instant import Instant

TYPES = ("alert", "info", "status", "completion", "question")
PRIORITIES = ("low", "normal", "high", "urgent")
STATUSES = ("pending", "acknowledged", "dismissed")
PENDING, ACKNOWLEDGED, DISMISSED = STATUSES


class Draft(NamedTuple):
    """What the sender says; everything else comes from its key and the hub's clock."""

    notification_type: str
    title: str
    message: str | None = None
    priority: str = "normal"
    category: str | None = None
    #: A JSON object as text, to the letter as it was sent.
    metadata: str | None = None


class Notification(NamedTuple):
    """The record, field for field and in the order of its table."""

    id: str
    agent_name: str
    notification_type: str
    title: str
    message: str | None
    priority: str
    category: str | None
    metadata: str | None
    status: str
    created_at: Instant
    #: When it stopped being pending, and the user who did that. A later dismissal keeps both.
    acknowledged_at: Instant | None = None
    acknowledged_by: str | None = None


class Limits(NamedTuple):
    title: int = 200
    message: int = 65_536
    category: int = 200
    metadata: int = 65_536
    nudge: int = 16_384


def check(draft: Draft, limits: Limits) -> None:
    """Refuse what may not be told. The order of the checks is part of the contract."""
    _check_word("notification_type", draft.notification_type, TYPES)
    _check_word("priority", draft.priority, PRIORITIES)
    if len(draft.title) > limits.title:
        raise Invalid("title_too_long", f"Title too long (max {limits.title} characters)")
    if not draft.title.strip():
        raise Invalid("title_required", "Title is required")
    _check_size("message", draft.message, limits.message)
    if draft.category is not None and len(draft.category) > limits.category:
        raise Invalid("category_too_long", f"Category too long (max {limits.category} characters)")
    _check_size("metadata", draft.metadata, limits.metadata)
    _check_no_nul(draft)


def create(draft: Draft, *, id: str, agent_name: str, now: Instant) -> Notification:
    return Notification(
        id,
        agent_name,
        draft.notification_type,
        draft.title,
        draft.message,
        draft.priority,
        draft.category,
        draft.metadata,
        PENDING,
        now,
    )


def acknowledge(notification: Notification, by: str, now: Instant) -> Notification:
    """Only what is pending changes: a second time, or after a dismissal, it stays as it is."""
    if notification.status != PENDING:
        return notification
    return notification._replace(status=ACKNOWLEDGED, acknowledged_at=now, acknowledged_by=by)


def dismiss(notification: Notification, by: str, now: Instant) -> Notification:
    if notification.status == DISMISSED:
        return notification
    if notification.status == ACKNOWLEDGED:
        return notification._replace(status=DISMISSED)
    return notification._replace(status=DISMISSED, acknowledged_at=now, acknowledged_by=by)


def parse_types(text: str) -> tuple[str, ...]:
    words = _words(text)
    for word in words:
        _check_word("notification_type", word, TYPES)
    return tuple(word for word in TYPES if word in words)


def parse_statuses(text: str) -> tuple[str, ...]:
    words = _words(text)
    if any(word not in STATUSES for word in words):
        raise Invalid("invalid_status", "Invalid status. Must be: pending, acknowledged, or dismissed")
    return tuple(word for word in STATUSES if word in words)


def parse_priorities(text: str) -> tuple[str, ...]:
    """`high,urgent` as a filter; blanks between commas mean nothing."""
    words = _words(text)
    if wrong := [word for word in words if word not in PRIORITIES]:
        hint = f"must be one of: {', '.join(PRIORITIES)}"
        raise Invalid("invalid_priorities", f"Invalid priorities: {', '.join(wrong)}", hint)
    return tuple(word for word in PRIORITIES if word in words)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _check_word(field: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise Invalid(f"invalid_{field}", f"Invalid {field}. Must be one of: {', '.join(words)}")


def _check_size(field: str, text: str | None, limit: int) -> None:
    if text is not None and len(text) * 4 > limit and len(text.encode()) > limit:
        raise Invalid(f"{field}_too_long", f"{field.capitalize()} too long (max {limit} bytes)")


def _check_no_nul(draft: Draft) -> None:
    # SQLite keeps a NUL, but every C tool that reads the file would stop at it.
    for field, text in (("title", draft.title), ("message", draft.message), ("category", draft.category)):
        if text is not None and "\0" in text:
            raise Invalid(f"invalid_{field}", f"{field}: must not contain the NUL character")
