"""What the hub needs from the world: a Store that keeps and a Feed that rings. What it knows only while it runs is in
`meanwhile.py`.

The verbs speak to a store through functions: `store.read(look)` and `store.write(decide)` run them on a `Reader` or
`Writer` over one consistent state. Everything a function asks and changes is one transaction, so a decision cannot be
overtaken.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from bellpull.domain.asking import Ask
from bellpull.domain.event import Change, Event
from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import Agent, Key, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.domain.nudge import Nudge
from bellpull.domain.numbers import Numbers
from bellpull.domain.question import Question
from bellpull.domain.session import Session
from bellpull.domain.webhook_address import Webhook

T = TypeVar("T")


class Place(NamedTuple):
    """Where a notification stands in lists."""

    created_at: Instant
    #: Among those of the same millisecond.
    number: int


class Filters(NamedTuple):
    """Which notifications: None and () mean no restriction."""

    agent_name: str | None = None
    statuses: tuple[str, ...] = ()
    priorities: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    category: str | None = None
    limit: int = 50
    before: str | None = None
    #: Each has to occur in the title, the message, the agent's name or the category.
    words: tuple[str, ...] = ()
    #: False leaves out questions that want an answer, or wanted one; or only those that are open.
    asked: bool = True
    open: bool = True
    #: Nothing newer than what stands here.
    up_to: Place | None = None


class Replay(NamedTuple):
    """The two ends of what can be replayed: events after `pruned` up to `newest` are there."""

    newest: int
    pruned: int


class QuestionsRead(Protocol):
    """The questions of a look."""

    def find(self, who: Principal, id: str) -> Question | None: ...

    def open(self, who: Principal, agent_name: str | None, limit: int) -> list[Question]:
        """Oldest first."""

    def settled(self, who: Principal, agent_name: str | None, limit: int) -> list[Question]:
        """Newest first."""

    def open_with_sessions(self, who: Principal, limit: int) -> list[tuple[Question, str | None]]:
        """Oldest first, each with the session that asked it, as far as that is known."""

    def open_of_session(self, agent_name: str, session: str) -> list[Question]:
        """Those that this session asked, oldest first."""

    def alike(self, agent_name: str, title: str, text: str, since: Instant, until: Instant) -> str | None:
        """One with this title and text that was opened between the two; first those that nobody has joined. A typed one
        has its title from its text, and what the agent called the title is its window's."""

    def is_of(self, agent_name: str, id: str) -> bool:
        """Is there such a question of this agent, in whatever state?"""

    def requested(self, agent_name: str, keys: Sequence[str]) -> list[Question]:
        """Those that stand for requests of a client, in whatever state, in the order of `keys`."""

    def count_open(self, agent_name: str) -> int: ...

    def equal(self, agent_name: str, ask: Ask) -> Question | None:
        """The open one with the same session, kind, title, text, options and secrecy."""

    def overdue(self, now: Instant, limit: int) -> list[Question]:
        """Open ones whose time is over."""

    def unhanded(self, before: Instant, limit: int) -> list[Question]:
        """Settled before then, not handed, and not marked as late."""

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


class NudgesRead(Protocol):
    def pending(self, agent_name: str, session: str | None, *, only_own: bool = False) -> list[Nudge]:
        """Not yet handed, for the agent or this session of it, in order; leased ones too. `only_own`: none that are for
        the agent as a whole."""

    def all_pending(self, agent_name: str) -> list[Nudge]:
        """For whichever session, in order."""

    def handed(self, agent_name: str, limit: int) -> list[Nudge]:
        """Newest first."""

    def count_pending(self, agent_name: str) -> int: ...

    def awaited_by(self) -> list[str]:
        """The agents for whom something is pending."""

    def same(self, agent_name: str, session: str | None, source: str, dedup_key: str) -> Nudge | None:
        """The pending one with this dedup key, unless a carrier has it."""

    def overdue(self, now: Instant, limit: int) -> list[Nudge]:
        """Those whose carrier has not confirmed in time."""

    def stranded(self, before: Instant, limit: int) -> list[Nudge]:
        """Pending answers for a session that has not been seen since then."""

    def named(self, agent_name: str, ids: Sequence[str]) -> list[Nudge]: ...


class NudgesWritten(NudgesRead, Protocol):
    def add(self, nudge: Nudge) -> None: ...

    def save(self, nudge: Nudge) -> None:
        """Keep whom it is for, its message, how often it was said, its lease and whether it was handed."""

    def drop(self, question_id: str) -> None:
        """Forget the one that carries this answer, unless it was handed."""

    def remove(self, id: str) -> None: ...

    def prune(self, before: Instant, limit: int) -> int:
        """Delete at most `limit` that were handed before then."""


class SessionsRead(Protocol):
    def find(self, agent_name: str, id: str) -> Session | None: ...

    def listed(self, who: Principal, agent_name: str | None, limit: int) -> list[Session]:
        """Newest sign first."""

    def agents_of(self, who: Principal, id: str) -> list[str]:
        """Whose session this is, the last heard of first."""

    def asking(self, agent_name: str, since: Instant) -> list[Session]:
        """Those of the agent that show an ask which nobody has joined to a question, heard of since then."""

    def seen_since(self, who: Principal, since: Instant, limit: int) -> list[Session]:
        """Those that have not ended, newest sign first."""

    def has_working_sub_agent(self, agent_name: str, since: Instant) -> bool: ...


class SessionsWritten(SessionsRead, Protocol):
    def save(self, session: Session) -> None: ...

    def prune(self, before: Instant, limit: int) -> int:
        """Delete at most `limit` of which there was no sign since then."""


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


class Reader(Protocol):
    """One consistent look. What `who` may not see is not there: it is filtered in the query itself."""

    @property
    def questions(self) -> QuestionsRead: ...

    @property
    def nudges(self) -> NudgesRead: ...

    @property
    def sessions(self) -> SessionsRead: ...

    @property
    def webhooks(self) -> WebhooksRead: ...

    @property
    def preferences(self) -> PreferencesRead: ...

    def notification(self, who: Principal, id: str) -> Notification | None: ...

    def notifications(self, who: Principal, filters: Filters) -> list[Notification]:
        """Newest first by creation. Raises Invalid if `before` names nothing that `who` may see."""

    def ids(self, who: Principal, filters: Filters) -> list[str]:
        """As `notifications`, when only the ids are wanted."""

    def place(self, who: Principal, id: str, field: str) -> Place:
        """Raises Invalid, with the name of the field, if `who` may see no such notification."""

    def pending_count(self, who: Principal, agent_name: str | None = None) -> int: ...

    def trail(self, who: Principal, id: str) -> list[Event]:
        """What happened to one notification, oldest first; also the clearing that dismissed it together with others."""

    def happenings(self, agent_name: str, types: Sequence[str], before: int, limit: int) -> list[Event]:
        """The last events of an agent before this number, newest first."""

    def numbers(self, agent_name: str) -> Numbers: ...

    def events(self, who: Principal, after: int, upto: int, limit: int) -> list[Event]:
        """after < seq <= upto, ascending, the first `limit` of those `who` may see."""

    def replay(self) -> Replay: ...

    def principal(self, key_hash: bytes) -> Principal | None:
        """Whoever the key stands for, None if it is unknown or revoked."""

    def holds(self, key_id: str) -> bool:
        """Is this key still valid? Of a webhook: is it still there?"""

    def sight(self, who: Principal) -> frozenset[str] | None:
        """The names whose events `who` may see; None is everybody's."""

    def owner(self, agent_name: str) -> str | None:
        """The owner of an agent; for a user's name the user. None if there is neither."""

    def agents(self, who: Principal) -> list[Agent]: ...

    def is_user(self, name: str) -> bool: ...

    def keys(self, who: Principal) -> list[Key]:
        """Those of the user, and of the agents the user owns; all for an admin. Oldest first."""

    def recalled(self, agent_name: str, key: str, now: Instant) -> tuple[bytes, str] | None:
        """The body's hash and the answer's id that an idempotency key stands for, while it is kept."""

    def fact(self, name: str) -> str | None:
        """What the hub has noted about itself."""


class Writer(Reader, Protocol):
    """A transaction. Nothing is seen by others, and nobody is told, before all of it is durable."""

    @property
    def questions(self) -> QuestionsWritten: ...

    @property
    def nudges(self) -> NudgesWritten: ...

    @property
    def sessions(self) -> SessionsWritten: ...

    @property
    def webhooks(self) -> WebhooksWritten: ...

    @property
    def preferences(self) -> PreferencesWritten: ...

    def add(self, notification: Notification) -> None: ...

    def save(self, notification: Notification) -> None:
        """Keep its status and who ended it; the rest of a notification never changes."""

    def endable(self, who: Principal, ids: Sequence[str]) -> list[Notification]:
        """Those of them that `who` may see, oldest first, but open questions."""

    def clear(self, who: Principal, agent_name: str | None, now: Instant) -> dict[str, int]:
        """Dismiss everything pending or acknowledged that `who` may see, but open questions: how many of each agent."""

    def append(self, change: Change) -> int:
        """Give it the next number. Numbers become visible in order and are never given twice."""

    def supersede(self, change: Change) -> int:
        """The same, and earlier ones of its type about the same subject are let go: only the last one matters."""

    def remember(self, agent_name: str, key: str, body_hash: bytes, answer_id: str, until: Instant) -> None: ...

    def add_user(self, name: str, admin: bool, now: Instant) -> None: ...

    def add_agent(self, name: str, owner: str, now: Instant) -> None: ...

    def set_project(self, name: str, project: str) -> None: ...

    def add_key(self, key: Key, key_hash: bytes, by: str) -> None: ...

    def revoke(self, key_id: str, now: Instant) -> None: ...

    def used(self, stamps: dict[str, Instant]) -> None:
        """When keys and webhooks were last used."""

    def remove_agent(self, name: str) -> dict[str, int]:
        """Delete it with its notifications, keys and events: how many of each."""

    def note(self, name: str, value: str) -> None: ...

    def wipe(self) -> None:
        """Something secret was erased: soon after this transaction no file holds it any more."""

    def prune_ended(self, before: Instant, limit: int) -> int:
        """Delete at most `limit` notifications that ended before then, with their questions. Pending ones and open
        questions stay."""

    def prune_events(self, before: Instant, keep: int, limit: int) -> int:
        """Delete at most `limit` of the oldest events that are from before then, or more than `keep`."""

    def prune_recalled(self, now: Instant) -> int: ...


class Store(Protocol):
    """Durable and in order.

    `write` returns after the transaction is durable; not `synced`, it outlives the hub, but perhaps not the machine,
    which is enough for what matters only for seconds. `decide` may be run again if its group could not be kept; what
    `decide` raises undoes its own changes, nobody else's, and is raised to its caller. Raises StoreFull without room,
    Unavailable when the store cannot write; nothing of such a write is kept.
    """

    async def read(self, look: Callable[[Reader], T]) -> T: ...

    async def glance(self, look: Callable[[Reader], T]) -> T:
        """As `read`, for a few rows that are found by their keys: it may hold up others for as long as that takes."""

    async def write(self, decide: Callable[[Writer], T], *, synced: bool = True) -> T: ...

    def waiting(self) -> int:
        """How many writes are queued now."""

    async def close(self) -> None:
        """Finish what is queued, then let go of the files."""


class Bell(Protocol):
    async def wait(self, seconds: float) -> bool:
        """True after a ring since the last wait, False when the time is up. Many rings may count as one."""


class Feed(Protocol):
    """A doorbell: it says that there is something new in the store, never what. A lost ring costs a delay."""

    def ring(self) -> None: ...

    def listen(self) -> Bell: ...
