"""The shapes of nudges, sessions and an agent's trail on the wire."""

from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant, instant
from bellpull.domain.nudge import LONGEST, USER, Nudge, NudgeDraft, xml
from bellpull.domain.session import STATES, Session, Sign
from bellpull.domain.trail import KINDS, Entry
from bellpull.web.wire import Limit, Name, Time, word

_NOT_BLANK = {"pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
_PRINTABLE = {"pattern": "^[ -~]*[!-~][ -~]*$"}


def _text(field: str) -> Meta:
    return Meta(extra_json_schema={**_PRINTABLE, "maxLength": LONGEST[field]})


Source = Annotated[str, _text("source")]
Label = Annotated[str, _text("label")]
DedupKey = Annotated[str, _text("dedup_key")]
SessionId = Annotated[str, _text("session")]
Short = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=4096)]
Ids = Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=1000)]
#: Whatever a client says of its tools and todos, as it says it.
Told = Annotated[list[Any], Meta(max_length=100)]


class TellAgent(Struct, forbid_unknown_fields=True):
    message: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 4096})]
    source: Source | None = None
    label: Label | None = None
    dedup_key: DedupKey | None = None
    session: SessionId | None = None

    def draft(self, who: Principal) -> NudgeDraft:
        source = self.source
        if source is None:
            if not who.is_person:
                raise Invalid("source_required", "source: say what this comes from", "for example: background_task")
            source = USER
        return NudgeDraft(source, self.message, self.label, self.dedup_key, self.session)


class NudgeQuery(Struct):
    state: Annotated[str, word(("pending", "handed"))] = "pending"
    session: SessionId | UnsetType = UNSET
    limit: Limit = 50
    wait: Annotated[int, Meta(ge=0, le=60)] = 0


class ClaimNudges(Struct, forbid_unknown_fields=True):
    session: Short | None = None
    carrier: Annotated[str, Meta(min_length=1, max_length=200)] = "rest"
    limit: Annotated[int, Meta(ge=1, le=1000)] | None = None
    max_chars: Annotated[int, Meta(ge=0)] | None = None
    except_question: str | None = None
    sure: bool = False


class NudgeIds(Struct, forbid_unknown_fields=True):
    ids: Ids


class NudgeShape(Struct):
    id: str
    agent_name: str
    session: str | None
    source: str
    label: str | None
    message: str
    question_id: str | None
    created_at: Time
    by: str | None
    times: int
    dedup_key: str | None
    repeat: bool
    state: Annotated[str, word(("pending", "carried", "handed"))]
    handed_at: Time | None
    handed_via: str | None
    handed_session: str | None
    xml: str


class ToldNudge(NudgeShape):
    #: How it will reach the agent, as far as is known now.
    delivery: Annotated[str, word(("new_message", "next_tool_result"))]


class NudgeList(Struct):
    count: int
    nudges: list[NudgeShape]


class ClaimedNudges(Struct):
    nudges: list[NudgeShape]
    left: int


class NudgeCount(Struct):
    count: int


class Asked(Struct):
    question_id: Short


class SignShape(Struct, forbid_unknown_fields=True):
    session: Annotated[str, Meta(min_length=1, max_length=200)]
    state: Annotated[str, word(STATES)]
    agent: Name | None = None
    client: Short | None = None
    parent: Short | None = None
    title: Annotated[str, Meta(max_length=1000)] | None = None
    directory: Long | None = None
    server: Long | None = None
    source: Short | None = None
    wakes: bool | None = None
    reason: Annotated[str, Meta(max_length=2000)] | None = None
    tools: Told = []
    todos: Told | None = None
    asks: Annotated[list[Asked], Meta(max_length=100)] = []
    at: Time | None = None

    def sign(self) -> Sign:
        return Sign(
            self.session,
            self.state,
            self.agent,
            self.client,
            self.parent,
            self.title,
            self.directory,
            self.server,
            self.source,
            self.wakes,
            self.reason,
            _json(self.tools),
            None if self.todos is None else _json(self.todos),
            _instant(self.at),
            tuple(ask.question_id for ask in self.asks),
        )


Signs = Annotated[list[SignShape], Meta(max_length=200)]


class SignCount(Struct):
    count: int


class SessionQuery(Struct):
    agent_name: Name | UnsetType = UNSET
    limit: Limit = 50


class SessionShape(Struct):
    id: str
    agent_name: str
    client: str | None
    parent: str | None
    state: Annotated[str, word(STATES)]
    since: Time
    seen_at: Time
    source: str | None
    title: str | None
    directory: str | None
    server: str | None
    wakes: bool
    reason: str | None
    tools: Annotated[Raw, Meta(extra_json_schema={"type": "array"})]
    todos: Annotated[Raw, Meta(extra_json_schema={"type": "array"})]


class SessionList(Struct):
    count: int
    sessions: list[SessionShape]


class TrailQuery(Struct):
    limit: Limit = 50
    before: Annotated[int, Meta(ge=1, le=2**62)] | UnsetType = UNSET


class Trail(Struct):
    count: int
    entries: Annotated[
        list[dict[str, Any]],
        Meta(
            extra_json_schema={
                "items": {
                    "type": "object",
                    "required": ["seq", "at", "kind"],
                    "properties": {"seq": {"type": "integer"}, "at": {"type": "string"}, "kind": {"enum": list(KINDS)}},
                }
            }
        ),
    ]


def nudge_shape(nudge: Nudge, now: Instant) -> NudgeShape:
    return NudgeShape(**_fields(nudge, now))


def told_shape(nudge: Nudge, now: Instant, wakes: bool) -> ToldNudge:
    return ToldNudge(**_fields(nudge, now), delivery="new_message" if wakes else "next_tool_result")


def _fields(nudge: Nudge, now: Instant) -> dict[str, Any]:
    nudge = nudge.as_of(now)
    state = "handed" if nudge.handed_at else "carried" if nudge.is_leased(now) else "pending"
    fields = {name: getattr(nudge, name) for name in NudgeShape.__struct_fields__ if hasattr(nudge, name)}
    return {**fields, "state": state, "xml": xml(nudge)}


def session_shape(session: Session) -> SessionShape:
    fields = {**session._asdict(), "tools": Raw(session.tools.encode()), "todos": Raw(session.todos.encode())}
    return SessionShape(**fields)


def entry_shape(entry: Entry) -> dict[str, Any]:
    return {"seq": entry.seq, "at": entry.at, "kind": entry.kind, **entry.said}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _instant(at: str | None) -> Instant | None:
    """Text in our own form, so that instants can be compared as texts."""
    if at is None:
        return None
    try:
        return instant(datetime.fromisoformat(at).astimezone(UTC))
    except (ValueError, OverflowError):
        raise Invalid("invalid_at", "at: must be an instant like 2026-11-16T10:00:00Z") from None
