"""The shapes on the wire. They check what comes in and make the OpenAPI document, so the two cannot differ.

Words of a fixed set are plain text to the decoder: a wrong one is refused by the domain, with the contract's sentence.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from bellpull.domain.identity import Key
from bellpull.domain.notification import PRIORITIES, STATUSES, TYPES, Draft
from bellpull.domain.notification import Notification as Record
from bellpull.web.decoding import read_object


def word(words: tuple[str, ...], **more: Any) -> Meta:
    return Meta(extra_json_schema={"enum": list(words), **more})


def _several(words: tuple[str, ...]) -> Meta:
    return Meta(description=f"several with commas: {', '.join(words)}")


Type = Annotated[str, word(TYPES)]
Priority = Annotated[str, word(PRIORITIES)]
Status = Annotated[str, word(STATUSES)]
NotificationId = Annotated[str, Meta(extra_json_schema={"pattern": "^notif_[A-Za-z0-9_-]{16}$"})]
Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
#: A JSON object that is kept and passed on to the letter.
Verbatim = Annotated[Raw, Meta(extra_json_schema={"type": ["object", "null"]})]
Types = Annotated[str, _several(TYPES)]
Priorities = Annotated[str, _several(PRIORITIES)]
Statuses = Annotated[str, _several(STATUSES)]
Text = Annotated[str, Meta(max_length=200, description="words that occur in what was told")]
_NO_NUL = {"pattern": "^[^\\u0000]*$"}
_NOT_BLANK = {"pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
Name = Annotated[str, Meta(extra_json_schema={"pattern": "^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$"})]


class CreateNotification(Struct):
    notification_type: Type
    title: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 200})]
    message: Annotated[str, Meta(extra_json_schema={**_NO_NUL, "maxLength": 65536})] | None = None
    priority: Priority = "normal"
    category: Annotated[str, Meta(extra_json_schema={**_NO_NUL, "maxLength": 200})] | None = None
    metadata: Verbatim | UnsetType = UNSET

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


class EndSome(Struct, forbid_unknown_fields=True):
    ids: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(min_length=1, max_length=500)]


class EndAll(Struct, forbid_unknown_fields=True):
    """What is empty or not there is no restriction."""

    agent_name: Name | None = None
    status: Statuses | None = None
    priority: Priorities | None = None
    notification_type: Types | None = None
    category: str | None = None
    text: Text | None = None
    up_to: Annotated[str, Meta(description="the id of the newest that is meant")] | None = None


class Acknowledged(Struct):
    acknowledged: int


class Dismissed(Struct):
    dismissed: int


class Trail(Struct):
    notification_id: NotificationId
    count: int
    events: list[Raw]


class AgentShape(Struct):
    name: str
    owner: str
    project: str | None
    created_at: Time
    pending_count: int
    shared_with: list[str]


class AgentList(Struct):
    count: int
    agents: list[AgentShape]


class Removed(Struct):
    agent_name: str
    notifications: int
    keys: int
    events: int


class CreateKey(Struct, forbid_unknown_fields=True):
    agent_name: Name | None = None
    user: Name | None = None
    label: Annotated[str, Meta(max_length=200, pattern="^[^\\u0000]*$")] | None = None
    #: The folder that the agent works in; none for one that works anywhere.
    project: Annotated[str, Meta(min_length=1, max_length=4096, pattern="^[^\\u0000]*$")] | None = None


class MadeKey(Struct):
    """The one time that a key is shown; it has the name of its agent or its user."""

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
    #: Of a sign-in; a key has no end.
    expires_at: Time | None


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
    #: Of a sign-in.
    expires_at: Time | None
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
    """Every error."""

    detail: str
    code: str
    hint: str | None


Limit = Annotated[int, Meta(ge=1, le=500)]
Before = Annotated[str, Meta(description="the id of the last notification of the page before")]


class AgentListQuery(Struct):
    """Nothing between `=` and `&` is no restriction."""

    status: Statuses = ""
    priority: Priorities = ""
    notification_type: Types = ""
    category: str = ""
    text: Text = ""
    asked: Annotated[str, word(("yes", "no"), description="no: without questions that want an answer")] = ""
    limit: Limit = 50
    before: Before = ""


class ListQuery(AgentListQuery):
    agent_name: Name | UnsetType = UNSET


class CountQuery(Struct):
    status: Annotated[str, word(("pending",))] = "pending"


def notification_shape(record: Record) -> Notification:
    metadata = None if record.metadata is None else Raw(record.metadata.encode())
    return Notification(*record[:7], metadata, *record[8:])


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
