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
from bellpull.web.account_wire import COOKIE
from bellpull.web.wire import After, Limit, NotificationId, OnlyAgent, Time, checked, word

_NOT_BLANK = {"pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
Kind = Annotated[str, word(KINDS)]
Urgency = Annotated[str, word(PRIORITIES)]
Theme = Annotated[str, word(THEMES)]
Reason = Annotated[str, word(REASONS)]
Via = Annotated[str, word((*SURFACES, "rest"))]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]


class CreateQuestion(Struct, forbid_unknown_fields=True):
    """What is asked, and how it is shown."""

    title: Annotated[str, checked("A short title for banners and lists", 200, blank=False)]
    question: Annotated[str, checked("The question, in Markdown", 65536, blank=False)]
    kind: Annotated[Kind, Meta(description="(default: choice with options, else text)")] | None = None
    options: Annotated[
        list[Annotated[str, Meta(extra_json_schema={**_NOT_BLANK, "maxLength": 200})]],
        Meta(description="What can be chosen", extra_json_schema={"maxItems": 20, "uniqueItems": True}),
    ] = []
    free_text: Annotated[bool, Meta(description="Something else than an option may be typed")] = False
    action_label: Annotated[str, checked("The label of the first button", 200, blank=False)] | None = None
    declines: (
        Annotated[list[str], Meta(description="The options that refuse", extra_json_schema={"maxItems": 20})] | None
    ) = None
    urgency: Annotated[Urgency, Meta(description="How much it matters")] = "normal"
    repo: Annotated[str, checked("The repository that it is about", 200)] | None = None
    branch: Annotated[str, checked("The branch that it is about", 200)] | None = None
    asked_as: Annotated[str, checked("What the agent calls itself", 200)] | None = None
    task: Annotated[str, checked("What the agent works on", 200)] | None = None
    listens: Annotated[bool, Meta(description="A late answer is read; false for a script that ends")] = True
    window_title: Annotated[str, checked("The title of the window", 200)] | None = None
    show_history: Annotated[bool, Meta(description="Show what was asked and answered before")] = True
    theme: Annotated[Theme, Meta(description="The colours of the window")] = "auto"
    chime_enabled: Annotated[bool, Meta(description="Play a sound")] = False
    secret: Annotated[bool, Meta(description="The answer is shown to nobody else, and erased when handed")] = False
    project: Annotated[str, checked("The folder that it comes from", 4096)] | None = None
    wait: Annotated[Seconds, Meta(description="For how many seconds the caller means to wait")] | None = None
    must_show: Annotated[bool, Meta(description="Refuse it (409) if nothing shows it to anybody now")] = False

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
            self.listens,
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
            declines=None if self.declines is None else tuple(self.declines),
        )


class AnswerShape(Struct, forbid_unknown_fields=True):
    """One of `choice`, `text` and `outcome`."""

    choice: Annotated[str, Meta(description="The text of an option")] | UnsetType = UNSET
    text: Annotated[str, checked("What somebody typed", 65536)] | UnsetType = UNSET
    outcome: Annotated[str, word((DISMISSED, CANCELLED), description="It ends without an answer")] | UnsetType = UNSET


class AnswerQuestion(AnswerShape, forbid_unknown_fields=True):
    """One of `choice`, `text` and `outcome`."""

    via: Annotated[Via, Meta(description="The surface that it was answered on")] = "rest"

    def answer(self) -> Answer:
        given = [field for field in ("choice", "text", "outcome") if getattr(self, field) is not UNSET]
        if len(given) != 1:
            raise Malformed("invalid_field", "choice: give one of choice, text and outcome")
        if self.via not in (*SURFACES, "rest"):
            raise Malformed("invalid_field", f"via: must be one of {', '.join(SURFACES)}, rest")
        return Answer(**{given[0]: getattr(self, given[0])})


class ReleaseQuestion(Struct, forbid_unknown_fields=True):
    """Why nobody waits any more."""

    reason: Annotated[Reason, Meta(description="Why; failed is for surfaces")]
    detail: Annotated[str, checked("With failed: what went wrong", LONGEST_DETAIL, blank=False)] | None = None


class AwaitQuestion(Struct, forbid_unknown_fields=True):
    """How long its agent waits."""

    seconds: Annotated[Seconds, Meta(description="From now on")]


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
    listens: bool


class QuestionShape(Struct, forbid_unknown_fields=True):
    id: NotificationId
    agent_name: str
    kind: Annotated[str, word(ALL_KINDS)]
    title: str
    question: str
    options: list[str]
    declines: list[str]
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
    repeat: Annotated[bool, Meta(description="Its agent may have read the answer before")]


class QuestionList(Struct):
    count: int
    questions: list[QuestionShape]
    total: Annotated[int | None, Meta(description="How many are open, also those that are not in this answer")]


class Handed(Struct):
    id: NotificationId
    handed: bool
    handed_at: Time | None


class QuestionListQuery(Struct):
    state: Annotated[str, word(("open", "settled"), description="Those that wait, or those that are over")] = "open"
    agent_name: OnlyAgent | UnsetType = UNSET
    limit: Limit = 50
    after: After | UnsetType = UNSET


class WaitQuery(Struct):
    wait: Annotated[int, Meta(ge=0, le=60, description="Seconds to wait until it is settled or released")] = 0


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
    project: Annotated[str, Meta(max_length=4096, description="Only what belongs to this folder")] = ""
    limit: (
        Annotated[int, Meta(ge=1, le=100, description="At most so many (default: the setting history_limit)")]
        | UnsetType
    ) = UNSET


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
    url: Annotated[str | None, Meta(description="The whole link, if the hub has a public_url")]


class RedeemLink(Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, Meta(description="What stands behind `#sign-in=` in the link")]
    cookie: Annotated[bool, Meta(description=COOKIE)] = False


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
