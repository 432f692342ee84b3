"""The shapes on the wire. They check what comes in and make the OpenAPI document, so the two cannot differ.

Words of a fixed set are plain text to the decoder: a wrong one is refused by the domain, with the contract's sentence.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from bellpull.domain.identity import Agent, Key
from bellpull.domain.notification import PENDING, PRIORITIES, STATUSES, TYPES, Draft
from bellpull.domain.notification import Notification as Record
from bellpull.domain.numbers import Counts
from bellpull.web.decoding import read_object


def word(words: tuple[str, ...], **more: Any) -> Meta:
    return Meta(extra_json_schema={"enum": list(words), **more})


def several(of: str, words: tuple[str, ...]) -> Meta:
    return Meta(description=f"Only {of}; several with commas: {', '.join(words)}", examples=[words[0]])


Type = Annotated[str, word(TYPES)]
Priority = Annotated[str, word(PRIORITIES)]
Status = Annotated[str, word(STATUSES)]
NotificationId = Annotated[str, Meta(extra_json_schema={"pattern": "^notif_[A-Za-z0-9_-]{16}$"})]
Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
#: A JSON object that is kept and passed on to the letter.
Verbatim = Annotated[Raw, Meta(extra_json_schema={"type": ["object", "null"]})]
Types = Annotated[str, several("these types", TYPES)]
Priorities = Annotated[str, several("these priorities", PRIORITIES)]
Statuses = Annotated[str, several("these statuses", STATUSES)]
Category = Annotated[str, Meta(description="Only this category", examples=["deploy"])]
_WORDS = "Only what has each of these words in its title, message, category or agent's name"
Text = Annotated[str, Meta(max_length=200, description=_WORDS, examples=["report"])]
Asked = Annotated[str, word(("yes", "no"), description="no leaves out questions that want an answer")]
_CLEAN = "^[^\\u0000]*$"
_NO_NUL = {"pattern": _CLEAN}
_NOT_BLANK = {"pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
Name = Annotated[str, Meta(extra_json_schema={"pattern": "^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$"})]
OnlyAgent = Annotated[Name, Meta(description="Only what this agent has", examples=["builder"])]


def checked(description: str, longest: int, *, blank: bool = True) -> Meta:
    """Of a text that the domain checks itself, with sentences of its own."""
    pattern = _NO_NUL if blank else _NOT_BLANK
    return Meta(description=description, extra_json_schema={**pattern, "maxLength": longest})


class CreateNotification(Struct):
    """Fields of other names are ignored."""

    notification_type: Annotated[Type, Meta(description="What kind of thing is told")]
    title: Annotated[str, checked("One line for lists and banners", 200, blank=False)]
    message: Annotated[str, checked("The rest, in Markdown", 65536)] | None = None
    priority: Annotated[Priority, Meta(description="How much it matters")] = "normal"
    category: Annotated[str, checked("A word of your own to filter by", 200)] | None = None
    metadata: Annotated[Verbatim, Meta(description="An object of your own, kept to the letter")] | UnsetType = UNSET

    def draft(self) -> Draft:
        metadata = None if self.metadata is UNSET else read_object("metadata", bytes(self.metadata))
        return Draft(self.notification_type, self.title, self.message, self.priority, self.category, metadata)


class Notification(Struct):
    id: NotificationId
    agent_name: str
    notification_type: Type
    title: str
    message: str | None
    priority: Priority
    category: str | None
    metadata: Verbatim | None
    status: Status
    created_at: Time
    acknowledged_at: Time | None
    acknowledged_by: str | None


class NotificationList(Struct):
    count: int
    notifications: list[Notification]


class Ended(Struct):
    id: NotificationId
    status: Status
    acknowledged_at: Time | None
    acknowledged_by: str | None


class Count(Struct):
    status: Status
    count: int


class AgentCount(Struct):
    agent_name: str
    pending_count: int


class CountsShape(Struct):
    """Told things are notifications, asked things are questions: nothing is counted as both."""

    pending_notifications: Annotated[int, Meta(description="without those that stand for a question")]
    open_questions: Annotated[int, Meta(description="permissions included")]
    pending_nudges: Annotated[int, Meta(description="what agents have not read yet")]


class EndSome(Struct, forbid_unknown_fields=True):
    """Which notifications are meant."""

    ids: Annotated[
        list[Annotated[str, Meta(max_length=100)]],
        Meta(min_length=1, max_length=500, description="Their ids; those that you may not see are passed over"),
    ]


class EndAll(Struct, forbid_unknown_fields=True):
    """Which notifications are meant. A field that is empty or missing is no restriction."""

    agent_name: OnlyAgent | None = None
    status: Statuses | None = None
    priority: Priorities | None = None
    notification_type: Types | None = None
    category: Category | None = None
    text: Text | None = None
    asked: Asked | None = None
    up_to: Annotated[str, Meta(description="The id of the newest notification that is meant")] | None = None


class Acknowledged(Struct):
    acknowledged: int


class Dismissed(Struct):
    dismissed: int


class NotificationTrail(Struct):
    notification_id: NotificationId
    count: int
    events: list[Raw]


class AgentShape(Struct):
    name: str
    owner: str
    project: str | None
    created_at: Time
    pending_count: Annotated[int, Meta(description="pending notifications, those of questions included")]
    shared_with: list[str]
    pending_notifications: int
    open_questions: int
    pending_nudges: int


class AgentList(Struct):
    count: int
    agents: list[AgentShape]


class Removed(Struct):
    agent_name: str
    notifications: int
    keys: int
    events: int


class CreateKey(Struct, forbid_unknown_fields=True):
    """For an agent or for a person: one of the two names is needed."""

    agent_name: Annotated[Name, Meta(description="The agent; it is made if it is new")] | None = None
    user: Annotated[Name, Meta(description="The person; an admin's key makes a new one")] | None = None
    label: Annotated[str, Meta(description="What the key is for", max_length=200, pattern=_CLEAN)] | None = None
    project: (
        Annotated[
            str, Meta(description="The folder that the agent works in", min_length=1, max_length=4096, pattern=_CLEAN)
        ]
        | None
    ) = None


class MadeKey(Struct):
    """The key is shown this once. It has the name of its agent or of its person."""

    id: str
    key: str
    scope: str
    agent_name: str | UnsetType = UNSET
    user: str | UnsetType = UNSET


class KeyShape(Struct):
    id: str
    scope: str
    agent_name: str | None
    user: str | None
    label: str | None
    created_at: Time
    last_used_at: Time | None
    revoked_at: Time | None
    expires_at: Annotated[Time | None, Meta(description="When a sign-in ends; null for a key")]


class KeyList(Struct):
    count: int
    keys: list[KeyShape]


class Revoked(Struct):
    id: str
    revoked_at: Time


class Me(Struct):
    scope: str
    name: str
    admin: bool
    key_id: str
    expires_at: Annotated[Time | None, Meta(description="When a sign-in ends; null for a key")]
    has_password: bool


class Health(Struct):
    status: str
    hub: str
    version: str
    pid: int
    started_at: Time


class Ready(Struct):
    status: str


class Refusal(Struct):
    """Every error has this shape."""

    detail: Annotated[str, Meta(description="What is wrong, in a sentence for people")]
    code: Annotated[str, Meta(description="What is wrong, in a word for programs: it stays the same")]
    hint: Annotated[str | None, Meta(description="What to do about it, if there is something to do")]


Limit = Annotated[int, Meta(ge=1, le=500, description="At most so many")]
_BEFORE = "The id of the last notification of the page before: this page begins after it"
Before = Annotated[str, Meta(description=_BEFORE)]
_AFTER = "The id of the last one of the page before: this page begins after it"
After = Annotated[str, Meta(min_length=1, max_length=100, description=_AFTER)]
Total = Annotated[int, Meta(description="How many there are, also those that are not in this answer")]


class AgentListQuery(Struct):
    """Nothing between `=` and `&` is no restriction."""

    status: Statuses = ""
    priority: Priorities = ""
    notification_type: Types = ""
    category: Category = ""
    text: Text = ""
    asked: Asked = ""
    limit: Limit = 50
    before: Before = ""


class ListQuery(AgentListQuery):
    agent_name: OnlyAgent | UnsetType = UNSET


class CountQuery(Struct):
    status: Annotated[str, word((PENDING,), description="The one status that is counted")] = PENDING


def notification_shape(record: Record) -> Notification:
    metadata = None if record.metadata is None else Raw(record.metadata.encode())
    return Notification(*record[:7], metadata, *record[8:])


def agent_shape(agent: Agent, counts: Counts) -> AgentShape:
    return AgentShape(*agent[:5], list(agent.shared_with), *counts)


def ended_shape(record: Record) -> Ended:
    return Ended(record.id, record.status, record.acknowledged_at, record.acknowledged_by)


def key_shape(key: Key) -> KeyShape:
    of_agent = key.scope == "agent"
    return KeyShape(
        key.id,
        key.scope,
        key.name if of_agent else None,
        None if of_agent else key.name,
        key.label,
        key.created_at,
        key.last_used_at,
        key.revoked_at,
        key.expires_at,
    )
