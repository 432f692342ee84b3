"""The shapes of nudges, sessions and an agent's trail on the wire."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import Principal
from bellpull.domain.instant import Instant
from bellpull.domain.nudge import LONGEST, USER, Nudge, NudgeDraft, xml
from bellpull.domain.trail import KINDS, Entry
from bellpull.web.wire import After, Limit, Time, Total, checked, word

_PRINTABLE = {"pattern": "^[ -~]*[!-~][ -~]*$"}


def _text(field: str, description: str) -> Meta:
    return Meta(description=description, extra_json_schema={**_PRINTABLE, "maxLength": LONGEST[field]})


Source = Annotated[str, _text("source", "What it comes from (default: user, with a person's key)")]
Label = Annotated[str, _text("label", "More about where it comes from, such as the name of a build")]
DedupKey = Annotated[str, _text("dedup_key", "It replaces a pending nudge with the same key and source")]
SessionId = Annotated[str, _text("session", "Only this session of the agent")]


class TellAgent(Struct, forbid_unknown_fields=True):
    """What the agent is to read."""

    message: Annotated[str, checked("The text", 4096, blank=False)]
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
    state: Annotated[str, word(("pending", "handed"), description="Those that wait, or those that it has")] = "pending"
    session: SessionId | UnsetType = UNSET
    limit: Limit = 50
    wait: Annotated[int, Meta(ge=0, le=60, description="Seconds to wait until something is pending")] = 0
    after: After | UnsetType = UNSET


class ClaimNudges(Struct, forbid_unknown_fields=True):
    """Who takes the nudges, and how many."""

    session: Annotated[str, Meta(max_length=200, description="The session that will read them")] | None = None
    carrier: Annotated[str, Meta(min_length=1, max_length=200, description="What writes them, in a word")] = "rest"
    limit: Annotated[int, Meta(ge=1, le=1000, description="At most so many")] | None = None
    max_chars: Annotated[int, Meta(ge=0, description="At most so many characters of XML")] | None = None
    except_question: Annotated[str, Meta(description="Not the answer to the question of this id")] | None = None
    except_questions: Annotated[
        list[Annotated[str, Meta(max_length=100)]],
        Meta(max_length=1000, description="Not the answers to these: calls of the same process wait for them"),
    ] = []
    lease: Annotated[int, Meta(ge=1, le=60, description="Seconds within which they are confirmed")] = 10
    sure: Annotated[bool, Meta(description="This session itself reads them, and no sub-agent of it")] = False

    def excepted(self) -> set[str]:
        return {*self.except_questions, *([self.except_question] if self.except_question is not None else [])}


class NudgeIds(Struct, forbid_unknown_fields=True):
    """Which nudges are meant."""

    ids: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=1000, description="Their ids")]


class ReleaseNudges(NudgeIds, forbid_unknown_fields=True):
    """Which nudges were not written, or perhaps not read."""

    repeat: Annotated[bool, Meta(description="They may have been read: say so when they are told again")] = False


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
    delivery: Annotated[
        str, word(("next_tool_result", "new_message"), description="How it will reach the agent, as far as is known")
    ]


class NudgeList(Struct):
    count: int
    nudges: list[NudgeShape]
    total: Total


class ClaimedNudges(Struct):
    nudges: list[NudgeShape]
    left: int


class NudgeCount(Struct):
    count: int


class TrailQuery(Struct):
    limit: Limit = 50
    before: Annotated[int, Meta(ge=1, le=2**62, description="Only entries with a smaller seq")] | UnsetType = UNSET


class AgentTrail(Struct):
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


class NumbersShape(Struct):
    agent_name: str
    told: int
    asked: int
    answered: int
    open: int
    median_seconds: float | None
    nudged: int
    handed: int
    since: Time


def nudge_shape(nudge: Nudge, now: Instant) -> NudgeShape:
    return NudgeShape(**_fields(nudge, now))


def told_shape(nudge: Nudge, now: Instant, wakes: bool) -> ToldNudge:
    return ToldNudge(**_fields(nudge, now), delivery="new_message" if wakes else "next_tool_result")


def _fields(nudge: Nudge, now: Instant) -> dict[str, Any]:
    nudge = nudge.as_of(now)
    state = "handed" if nudge.handed_at else "carried" if nudge.is_leased(now) else "pending"
    fields = {name: getattr(nudge, name) for name in NudgeShape.__struct_fields__ if hasattr(nudge, name)}
    return {**fields, "state": state, "xml": xml(nudge)}


def entry_shape(entry: Entry) -> dict[str, Any]:
    return {"seq": entry.seq, "at": entry.at, "kind": entry.kind, **entry.said}
