"""The shapes of questions, surfaces and signing in on the wire. The content of a question's shape is the
domain's (`question_shape.py`); here is what it is made of."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bellpull.domain.answer_text import CANCELLED, DISMISSED
from bellpull.domain.asking import ALL_KINDS, CHOICE, KINDS, TEXT, THEMES, Ask, Look
from bellpull.domain.errors import Malformed
from bellpull.domain.exchange import Exchange
from bellpull.domain.identity import Principal
from bellpull.domain.notification import PRIORITIES
from bellpull.domain.question import LONGEST_DETAIL, REASONS, Answer, Question
from bellpull.domain.question_shape import question_shape
from bellpull.domain.surface import SURFACES, Surface
from bellpull.web.wire import Limit, Name, NotificationId, Time, word

_NO_NUL = {"pattern": "^[^\\u0000]*$"}
_NOT_BLANK = {"pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
Kind = Annotated[str, word(KINDS)]
Urgency = Annotated[str, word(PRIORITIES)]
Theme = Annotated[str, word(THEMES)]
Reason = Annotated[str, word(REASONS)]
Via = Annotated[str, word((*SURFACES, "rest"))]
Label = Annotated[str, Meta(extra_json_schema={**_NO_NUL, "maxLength": 200})]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]


class CreateQuestion(Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 200})]
    question: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 65536})]
    kind: Kind | None = None
    options: Annotated[
        list[Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 200})]],
        Meta(extra_json_schema={"maxItems": 20, "uniqueItems": True}),
    ] = []
    free_text: bool = False
    action_label: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 200})] | None = None
    urgency: Urgency = "normal"
    repo: Label | None = None
    branch: Label | None = None
    asked_as: Label | None = None
    task: Label | None = None
    window_title: Label | None = None
    show_history: bool = True
    theme: Theme = "auto"
    chime_enabled: bool = False
    secret: bool = False
    project: Annotated[str, Meta(extra_json_schema={**_NO_NUL, "maxLength": 4096})] | None = None
    wait: Seconds | None = None
    must_show: bool = False

    def ask(self, session: str | None) -> Ask:
        look = Look(
            self.window_title,
            self.show_history,
            self.theme,
            self.chime_enabled,
            self.repo,
            self.branch,
            self.asked_as,
            self.task,
        )
        kind = (CHOICE if self.options else TEXT) if self.kind is None else self.kind
        return Ask(
            self.title,
            self.question,
            kind,
            tuple(self.options),
            self.free_text and kind == CHOICE,
            self.action_label,
            self.urgency,
            look,
            self.secret,
            self.project,
            session,
        )


class AnswerShape(Struct, forbid_unknown_fields=True):
    """One of the three."""

    choice: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    outcome: Annotated[str, word((DISMISSED, CANCELLED))] | UnsetType = UNSET


class AnswerQuestion(AnswerShape, forbid_unknown_fields=True):
    via: Via = "rest"

    def answer(self) -> Answer:
        given = [field for field in ("choice", "text", "outcome") if getattr(self, field) is not UNSET]
        if len(given) != 1:
            raise Malformed("invalid_field", "choice: give one of choice, text and outcome")
        if self.via not in (*SURFACES, "rest"):
            raise Malformed("invalid_field", f"via: must be one of {', '.join(SURFACES)}, rest")
        return Answer(**{given[0]: getattr(self, given[0])})


class ReleaseQuestion(Struct, forbid_unknown_fields=True):
    reason: Reason
    detail: Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": LONGEST_DETAIL})] | None = None


class AwaitQuestion(Struct, forbid_unknown_fields=True):
    seconds: Seconds


class ButtonShape(Struct):
    label: str
    answer: AnswerShape


class LookShape(Struct):
    window_title: str | None
    show_history: bool
    theme: Theme
    chime_enabled: bool
    repo: str | None
    branch: str | None
    asked_as: str | None
    task: str | None


class QuestionShape(Struct, forbid_unknown_fields=True):
    id: NotificationId
    agent_name: str
    kind: Annotated[str, word(ALL_KINDS)]
    title: str
    question: str
    options: list[str]
    free_text: bool
    action_label: str | None
    buttons: list[ButtonShape]
    urgency: Urgency
    secret: bool
    look: LookShape
    project: str | None
    session: str | None
    request: str | None
    opened_at: Time
    waiting_until: Time | None
    open_until: Time
    state: Annotated[str, word(("open", "settled"))]
    settled_at: Time | None
    outcome: str | None
    choice: str | None
    reply: str | None
    by: str | None
    via: str | None
    released: Reason | None
    failure: str | None
    handed_at: Time | None


class QuestionList(Struct):
    count: int
    questions: list[QuestionShape]


class Handed(Struct):
    id: NotificationId
    handed: bool
    handed_at: Time | None


class QuestionListQuery(Struct):
    state: Annotated[str, word(("open", "settled"))] = "open"
    agent_name: Name | UnsetType = UNSET
    limit: Limit = 50


class WaitQuery(Struct):
    wait: Annotated[int, Meta(ge=0, le=60)] = 0


class ExchangeShape(Struct):
    at: Time
    agent_name: str
    kind: str
    message: str
    reply: str | None
    outcome: str | None


class History(Struct):
    count: int
    exchanges: list[ExchangeShape]


class HistoryQuery(Struct):
    project: Annotated[str, Meta(max_length=4096)] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET


class SurfaceShape(Struct):
    surface: str
    name: str
    shows: list[str]
    user: str
    since: Time


class SurfaceList(Struct):
    count: int
    surfaces: list[SurfaceShape]


class SignInLink(Struct):
    secret: str
    expires_at: Time
    #: The whole link, where the hub knows under which address people reach it.
    url: str | None


class RedeemLink(Struct, forbid_unknown_fields=True):
    secret: str
    #: As in Login.
    cookie: bool = False


class SignedIn(Struct):
    token: str | None
    name: str


def shape_of(question: Question, close: str, viewer: Principal, tell_who: bool) -> QuestionShape:
    shape: dict[str, Any] = question_shape(question, close, viewer, tell_who=tell_who)
    return msgspec.convert(shape, QuestionShape)


def exchange_shape(exchange: Exchange) -> ExchangeShape:
    return ExchangeShape(*exchange)


def surface_shape(surface: Surface) -> SurfaceShape:
    return SurfaceShape(surface.surface, surface.name, list(surface.shows), surface.who.name, surface.since)
