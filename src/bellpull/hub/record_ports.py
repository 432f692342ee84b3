"""What a Reader and a Writer (`ports.py`) give for each kind of record, each with its contract in words."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bellpull.domain.asking import Ask
from bellpull.domain.audit import Deed, Entry
from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import Key, Principal, User
from bellpull.domain.instant import Instant
from bellpull.domain.nudge import Nudge
from bellpull.domain.question import Question
from bellpull.domain.question_order import Queued
from bellpull.domain.session import Session
from bellpull.domain.webhook_address import Webhook


class QuestionsRead(Protocol):
    """The questions of a look."""

    def find(self, who: Principal, id: str) -> Question | None: ...

    def count_by_agent(self, who: Principal, agent_name: str | None) -> dict[str, int]:
        """How many open ones there are of each agent that has some: of all that one may see, or of this one."""

    def open(self, agents: Sequence[str]) -> list[Queued]:
        """What the order of the open ones of these agents looks at, in no order."""

    def first_open(self, agent_name: str, now: Instant, limit: int) -> list[Queued]:
        """The same of one agent that has more than `limit`: those that a call waits for, the soonest deadline first,
        then the most urgent, then the oldest."""

    def queued(self, who: Principal, id: str) -> Queued | None:
        """The same of one question, which may be settled."""

    def these(self, ids: Sequence[str]) -> list[Question]:
        """In the order of the ids, each of which there is."""

    def settled(self, who: Principal, agent_name: str | None, limit: int, after: str | None = None) -> list[Question]:
        """Newest first, behind the one with the id `after`."""

    def with_sessions(self, ids: Sequence[str]) -> list[tuple[Question, str | None]]:
        """In no order, each with the session that asked it, as far as that is known."""

    def open_of_session(self, agent_name: str, session: str) -> list[Question]:
        """Those that this session asked, oldest first."""

    def alike(self, agent_name: str, title: str, beginning: str, since: Instant, until: Instant) -> str | None:
        """One with this title, opened between the two, whose text begins so (`LONGEST_ASK`); first those that
        nobody has joined. A typed one has its title from its text; what the agent called the title is its window's."""

    def is_of(self, agent_name: str, id: str) -> bool:
        """Is there such a question of this agent, in whatever state?"""

    def requested(self, agent_name: str, keys: Sequence[str]) -> list[Question]:
        """Those that stand for requests of a client, in whatever state, in the order of `keys`."""

    def count_open(self, agent_name: str) -> int: ...

    def equal(self, agent_name: str, ask: Ask) -> Question | None:
        """The open one with the same session, kind, title, text, options and secrecy."""

    def overdue(self, now: Instant, limit: int) -> list[Question]:
        """Open ones whose time is over."""

    def unhanded(self, before: Instant, ahead: Instant, limit: int) -> list[Question]:
        """Settled before then, not handed, and not marked as late. What says that it was settled after `ahead` was
        settled before the clock was set back."""

    def exchanges(self, who: Principal, project: str | None, limit: int) -> list[Exchange]:
        """The last ones, oldest first; all projects if it is None."""

    def joined(self, id: str) -> str | None:
        """The client's session that asked, where somebody who knows has said so."""


class QuestionsWritten(QuestionsRead, Protocol):
    """The questions of a transaction."""

    def add(self, question: Question) -> None:
        """After its notification was added."""

    def save(self, question: Question) -> None:
        """Keep its life; what was asked never changes."""

    def mark_late(self, id: str) -> None:
        """Its answer goes another way than to the call that waited for it."""

    def join(self, agent_name: str, id: str, session: str) -> bool:
        """This session of its agent asked it; whether that is new."""

    def stand_down(self, id: str) -> None:
        """It stands no longer for the request of a client that it was opened for: another question will."""


class Addressee(NamedTuple):
    """Whose nudges are meant: those that one session of an agent may take, or all that are for the agent."""

    agent_name: str
    #: None: only those that are for the agent as a whole.
    session: str | None = None
    #: None that are for the agent as a whole.
    only_own: bool = False
    #: For any of its sessions.
    is_anybody: bool = False


class NudgesRead(Protocol):
    def pending(self, of: Addressee, limit: int, after: str | None = None, *, brief: bool = False) -> list[Nudge]:
        """Not yet handed, in order, behind the one with the id `after`; leased ones too. `brief`: nothing of them but
        their session, their question and their lease."""

    def handed(self, agent_name: str, limit: int, after: str | None = None) -> list[Nudge]:
        """Newest first, behind the one with the id `after`."""

    def count_pending(self, agent_name: str) -> int: ...

    def count_for(self, of: Addressee) -> int:
        """How many are pending for them."""

    def count_handed(self, agent_name: str) -> int: ...

    def awaited_by(self) -> list[str]:
        """The agents for whom something is pending."""

    def same(self, agent_name: str, session: str | None, source: str, dedup_key: str) -> Nudge | None:
        """The pending one with this dedup key, unless a carrier has it."""

    def overdue(self, now: Instant, ahead: Instant, limit: int) -> list[Nudge]:
        """Those whose carrier has not confirmed in time: no lease lasts until after `ahead`."""

    def stranded(self, before: Instant, ahead: Instant, limit: int) -> list[Nudge]:
        """Pending answers for a session that has not been seen since then; made before then, or by a clock that was
        `ahead`."""

    def named(self, agent_name: str, ids: Sequence[str]) -> list[Nudge]: ...

    def of_answer(self, question_id: str) -> Nudge | None:
        """The one that carries this answer."""


class NudgesWritten(NudgesRead, Protocol):
    def add(self, nudge: Nudge) -> None: ...

    def save(self, nudge: Nudge) -> None:
        """Keep whom it is for, its message, how often it was said, its lease and whether it was handed."""

    def drop(self, question_id: str) -> None:
        """Forget the one that carries this answer, unless it was handed."""

    def remove(self, id: str) -> None: ...


class SessionPlace(NamedTuple):
    """Where a session stands in a list."""

    seen_at: Instant
    agent_name: str
    id: str


class SessionsRead(Protocol):
    def find(self, agent_name: str, id: str) -> Session | None: ...

    def listed(
        self, who: Principal, agent_name: str | None, limit: int, after: SessionPlace | None = None
    ) -> list[Session]:
        """Newest sign first, behind that place."""

    def count(self, who: Principal, agent_name: str | None) -> int: ...

    def agents_of(self, who: Principal, id: str) -> list[str]:
        """Whose session this is, the last heard of first."""

    def asking(self, agent_name: str, since: Instant, limit: int) -> list[Session]:
        """Those of the agent that show an ask which nobody has joined to a question: of the last `limit` that were
        heard of since then."""

    def newest(self, agent_name: str, limit: int) -> list[Session]:
        """In no order, without their tools, todos, asks and requests."""

    def seen_since(self, who: Principal, since: Instant, of_each: int, limit: int) -> list[Session]:
        """Those that have not ended, newest sign first: `of_each` agent at most so many, those first that were told to
        wait. Of more than `limit` each agent has as many as the others."""

    def sub_agents(self, agent_name: str, parent: str) -> list[str]:
        """The ids of those that have not ended."""

    def has_working_sub_agent(self, agent_name: str, since: Instant) -> bool: ...

    def any_ahead(self, ahead: Instant) -> bool:
        """Whether a sign of one is said to have come after then."""


class SessionsWritten(SessionsRead, Protocol):
    def save(self, session: Session) -> None: ...

    def set_back(self, ahead: Instant, now: Instant) -> None:
        """Signs that are said to have come after `ahead` came now."""

    def keep(self, agent_name: str, most: int) -> None:
        """Forget the ones of the agent that were not seen for longest, with their events, if there are more."""


class WebhooksRead(Protocol):
    def find(self, token_hash: bytes) -> Webhook | None:
        """The one with this token, unless it was removed."""

    def named(self, agent_name: str, id: str) -> Webhook | None:
        """Removed ones too."""

    def listed(self, who: Principal, agent_name: str | None) -> list[Webhook]:
        """Oldest first; removed ones are not there."""


class WebhooksWritten(WebhooksRead, Protocol):
    def add(self, webhook: Webhook, token_hash: bytes) -> None: ...

    def remove(self, id: str, now: Instant) -> None:
        """It is found no more, and its secret is erased."""


class PreferencesRead(Protocol):
    def quiet_hours(self, user: str) -> str | None:
        """What this person chose; None if nothing."""


class PreferencesWritten(PreferencesRead, Protocol):
    def set_quiet_hours(self, user: str, hours: str | None) -> None: ...


class AccountsRead(Protocol):
    """People, their passwords and what they are signed in with."""

    def listed(self, who: Principal) -> list[User]:
        """By name: everybody for an admin, else oneself."""

    def password(self, user: str) -> str | None:
        """As it is kept, None for who has none and for who is nobody."""

    def any_password(self) -> bool: ...

    def is_admin(self, user: str) -> bool: ...

    def count_admins(self) -> int: ...

    def people_called(self, name: str) -> list[str]:
        """Whoever has this name, in large or small letters."""

    def agents_called(self, name: str) -> list[str]: ...

    def sign_in(self, id: str) -> Key | None:
        """The sign-in with this id that was not ended."""

    def expired(self, now: Instant, limit: int) -> list[Key]:
        """Sign-ins whose time is up and that were not ended."""

    def in_browsers(self, user: str) -> list[Key]:
        """Sign-ins of this person, and keys that pages hold, that were not ended."""

    def shares(self, agent_name: str) -> list[str]:
        """Whom it is shared with, by name."""

    def signing_key(self, id: str | None = None) -> "SigningKey | None":
        """The one with this id, or the newest."""


class AccountsWritten(AccountsRead, Protocol):
    def set_password(self, user: str, kept: str) -> None: ...

    def give_agents(self, giver: str, taker: str) -> list[str]:
        """Their names."""

    def share(self, agent_name: str, user: str) -> bool:
        """Whether that is new."""

    def unshare(self, agent_name: str, user: str) -> bool:
        """Whether it was shared."""

    def renew(self, key_id: str, until: Instant) -> None: ...

    def forget_ended(self, before: Instant) -> None:
        """Sign-ins that ended before then, but each person's last, and keys that have signed nothing since."""

    def add_signing_key(self, key: "SigningKey") -> None: ...


class SigningKey(NamedTuple):
    id: str
    secret: bytes
    created_at: Instant


class AuditRead(Protocol):
    def listed(self, by: str | None, action: str | None, about: str | None, before: int, limit: int) -> list[Entry]:
        """Before this number, newest first."""


class AuditWritten(AuditRead, Protocol):
    def add(self, deed: Deed) -> None: ...


class Bounds(NamedTuple):
    """What is older than these is let go."""

    now: Instant
    ended: Instant
    events: Instant
    most_events: int
    audit: Instant


class Past(NamedTuple):
    """How many records of each kind are let go."""

    notifications: int = 0
    questions: int = 0
    nudges: int = 0
    events: int = 0
    sessions: int = 0
    idempotency: int = 0
    audit: int = 0


class PastRead(Protocol):
    def count(self, bounds: Bounds) -> Past: ...

    def bytes(self) -> int:
        """The size of the store."""


class PastWritten(PastRead, Protocol):
    def prune(self, bounds: Bounds, limit: int) -> Past:
        """Delete at most `limit` of each kind. Never what is pending or open, nor an answer that was not handed."""
