"""What the hub needs from the world: a Store that keeps and a Feed that rings. What it knows only while it runs is in
`meanwhile.py`.

The verbs speak to a store through functions: `store.read(look)` and `store.write(decide)` run them on a `Reader` or
`Writer` over one consistent state. Everything a function asks and changes is one transaction, so a decision cannot be
overtaken.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from bellpull.domain.event import Change, Event
from bellpull.domain.identity import Agent, Key, Principal
from bellpull.domain.instant import Instant
from bellpull.domain.notification import Notification
from bellpull.domain.numbers import Counts, Numbers
from bellpull.hub.measured import Histogram
from bellpull.hub.record_ports import (
    AccountsRead,
    AccountsWritten,
    AuditRead,
    AuditWritten,
    NudgesRead,
    NudgesWritten,
    PastRead,
    PastWritten,
    PreferencesRead,
    PreferencesWritten,
    QuestionsRead,
    QuestionsWritten,
    SessionsRead,
    SessionsWritten,
    WebhooksRead,
    WebhooksWritten,
)

T = TypeVar("T")


class Place(NamedTuple):
    """Where a notification stands in lists."""

    created_at: Instant
    #: Its order among those of the same millisecond.
    id: str


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


class Standing(NamedTuple):
    """How much there is of what somebody has yet to see to. Counting stops at `MOST_COUNTED`."""

    pending_notifications: int
    open_questions: int
    #: When the oldest of them was opened.
    oldest_question: Instant | None
    pending_nudges: int
    newest_event: int


#: Enough to see that something is wrong, and counted in a moment.
MOST_COUNTED = 100_000


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

    @property
    def accounts(self) -> AccountsRead: ...

    @property
    def audit(self) -> AuditRead: ...

    @property
    def past(self) -> PastRead: ...

    def notification(self, who: Principal, id: str) -> Notification | None: ...

    def notifications(self, who: Principal, filters: Filters) -> list[Notification]:
        """Newest first by creation. Raises Invalid if `before` names nothing that `who` may see."""

    def ids(self, who: Principal, filters: Filters) -> list[str]:
        """As `notifications`, when only the ids are wanted."""

    def place(self, who: Principal, id: str, field: str) -> Place:
        """Raises Invalid, with the name of the field, if `who` may see no such notification."""

    def pending_count(self, who: Principal, agent_name: str | None = None) -> int: ...

    def counts(self, who: Principal) -> dict[str, Counts]:
        """What waits now, by the name of who told or asked, or is told; nobody is named for whom nothing does."""

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

    def standing(self) -> Standing: ...


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

    @property
    def accounts(self) -> AccountsWritten: ...

    @property
    def audit(self) -> AuditWritten: ...

    @property
    def past(self) -> PastWritten: ...

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

    def remove_user(self, name: str) -> dict[str, int]:
        """The same for a person, who owns no agents any more."""

    def note(self, name: str, value: str) -> None: ...

    def wipe(self) -> None:
        """Something secret was erased: soon after this transaction no file holds it any more."""


class Store(Protocol):
    """Durable and in order.

    `write` returns after the transaction is durable; not `synced`, it outlives the hub, but perhaps not the machine,
    which is enough for what matters only for seconds. `decide` may be run again if its group could not be kept; what
    `decide` raises undoes its own changes, nobody else's, and is raised to its caller. Raises StoreFull without room,
    Unavailable when the store cannot write; nothing of such a write is kept.
    """

    async def read(self, look: Callable[[Reader], T], *, seconds: float | None = None) -> T:
        """`seconds`: it is cut off then, and refused as `search_too_long`."""

    async def glance(self, look: Callable[[Reader], T]) -> T:
        """As `read`, for a few rows that are found by their keys: it may hold up others for as long as that takes."""

    async def write(self, decide: Callable[[Writer], T], *, synced: bool = True) -> T: ...

    def waiting(self) -> int:
        """How many writes are queued now."""

    def reading(self) -> int:
        """How many looks are under way or queued now."""

    def size(self) -> Mapping[str, int]:
        """The bytes of each file, by what it is."""

    def free(self) -> int:
        """The bytes that are left on the disk."""

    @property
    def commit_seconds(self) -> Histogram:
        """How long each commit took that had something to keep."""

    async def close(self) -> None:
        """Finish what is queued, then let go of the files."""


class Bell(Protocol):
    async def wait(self, seconds: float) -> bool:
        """True after a ring since the last wait, False when the time is up. Many rings may count as one."""


class Feed(Protocol):
    """A doorbell: it says that there is something new in the store, never what. A lost ring costs a delay."""

    def ring(self) -> None: ...

    def listen(self) -> Bell: ...
