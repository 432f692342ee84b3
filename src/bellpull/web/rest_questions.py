"""REST of questions: each route is a verb of the hub in the wire's form. The table at the end is the whole of it."""

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.question import Question
from bellpull.hub.repeats import check_key
from bellpull.web import question_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.headers import Headers
from bellpull.web.openapi_examples import LATER
from bellpull.web.rest import IDEMPOTENCY_KEY
from bellpull.web.rules import Rule

_SESSION = "The session that asks: an equal ask of another session is another question"
SESSION_HEADER = {"Bellpull-Session": {"type": "string", "maxLength": 200, "description": _SESSION}}


async def ask_question(call: Call) -> Reply:
    """Answers when the question is durable, not when somebody answers it: for that, get the question with `wait`.

    A question is asked once. A repeat with the same `Idempotency-Key`, or an ask that equals an open question of the
    same agent and session, answers 200 with that question and waits for it again.
    """
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    body: wire.CreateQuestion = call.body
    asked, new = await call.hub.questions.ask(
        call.who, body.ask(_session(call.headers)), wait=body.wait, key=key, must_show=body.must_show
    )
    return json_reply(201 if new else 200, _shape(call, asked))


async def list_questions(call: Call) -> wire.QuestionList:
    """The open questions that the key may see, in the order to answer them in: first what a caller waits for, soonest
    deadline first, then urgency, then age, agents in turn. Or the settled ones, newest first. The next page begins
    after the id that `after` names. `total` says how many are open; of settled ones it is null."""
    query: wire.QuestionListQuery = call.query
    name = None if query.agent_name is UNSET else check_name(query.agent_name)
    if query.state not in ("open", "settled"):
        raise Invalid("invalid_state", "Invalid state. Must be: open or settled")
    after = None if query.after is UNSET else query.after
    if query.state == "settled":
        found, total = await call.hub.questions.settled(call.who, name, query.limit, after), None
    else:
        found, total = await call.hub.questions.open(call.who, name, query.limit, after)
    return wire.QuestionList(len(found), [_shape(call, one) for one in found], total)


async def get_question(call: Call) -> wire.QuestionShape:
    """With `wait` the answer comes as soon as the question is settled or released, and at the latest when the time is
    up. 503 `stopping` means that the hub goes down: ask again, the question stays."""
    found = await call.hub.questions.wait(call.who, call.path["id"], call.query.wait, call.came.is_there)
    return _shape(call, found)


async def await_question(call: Call) -> wire.QuestionShape:
    """Its agent waits for an answer again, for so many seconds."""
    return _shape(call, await call.hub.questions.await_again(call.who, call.path["id"], call.body.seconds))


async def answer_question(call: Call) -> wire.QuestionShape:
    """One of `choice`, `text` and `outcome`. The first answer wins: a second one gets 409 `already_settled`. An
    option's text is a choice; `text` is for questions that may be answered in words."""
    given = call.body.answer()
    return _shape(call, await call.hub.questions.answer(call.who, call.path["id"], given, call.body.via))


async def release_question(call: Call) -> wire.QuestionShape:
    """The question stays open. `timeout`, `replaced` and `gone` say why a caller waits no longer. `failed`, with a
    `detail`, is for a surface whose window could not be shown: only a person's key may say so, and 409
    `nobody_waits` if no caller waits."""
    body: wire.ReleaseQuestion = call.body
    return _shape(call, await call.hub.questions.release(call.who, call.path["id"], body.reason, body.detail))


async def withdraw_question(call: Call) -> wire.QuestionShape:
    """Settles the question as `withdrawn`. 409 `already_settled` if somebody was faster."""
    return _shape(call, await call.hub.questions.withdraw(call.who, call.path["id"]))


async def confirm_answer(call: Call) -> wire.Handed:
    """`handed` is true for the first to say so. An answer that is not handed within two seconds, or that nobody waits
    for, becomes a nudge to the agent."""
    asked, first = await call.hub.questions.handed(call.who, call.path["id"])
    return wire.Handed(asked.id, first, asked.handed_at)


def _shape(call: Call, question: Question) -> wire.QuestionShape:
    asking = call.hub.questions.asking
    return wire.shape_of(question, asking.close, call.who, asking.tell_who)


def _session(headers: Headers) -> str | None:
    return headers.get(b"bellpull-session", b"").decode("latin-1").strip() or None


ROUTES = (
    Route(
        "POST",
        "/api/questions",
        ask_question,
        "Ask people something",
        wire.QuestionShape,
        (201, 200),
        body=wire.CreateQuestion,
        refuses=(409, 429),
        headers={**IDEMPOTENCY_KEY, **SESSION_HEADER},
        tag="Questions",
        example={"title": "Deploy", "question": "Deploy version 1.4?", "options": ["Yes", "No"], "wait": 300},
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/questions",
        list_questions,
        "List questions",
        wire.QuestionList,
        query=wire.QuestionListQuery,
        refuses=(404,),
        tag="Questions",
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/questions/{id}",
        get_question,
        "Get one question, or wait until it is settled",
        wire.QuestionShape,
        query=wire.WaitQuery,
        refuses=(404,),
        tag="Questions",
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/questions/{id}/answer",
        answer_question,
        "Answer a question",
        wire.QuestionShape,
        body=wire.AnswerQuestion,
        refuses=(404, 409),
        tag="Questions",
        example={"choice": "Yes"},
        answers={
            "state": "settled",
            "settled_at": LATER,
            "outcome": "accepted",
            "choice": "Yes",
            "by": "ada",
            "via": "rest",
        },
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/questions/{id}/release",
        release_question,
        "Say that a caller stopped waiting, or that the question could not be shown",
        wire.QuestionShape,
        body=wire.ReleaseQuestion,
        refuses=(404, 409),
        tag="Questions",
        example={"reason": "timeout"},
        answers={"waiting_until": None, "released": "timeout"},
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/questions/{id}/await",
        await_question,
        "Wait for an answer again",
        wire.QuestionShape,
        body=wire.AwaitQuestion,
        refuses=(404,),
        tag="Questions",
        example={"seconds": 60},
        may=Rule.ITSELF,
    ),
    Route(
        "POST",
        "/api/questions/{id}/withdraw",
        withdraw_question,
        "Withdraw a question",
        wire.QuestionShape,
        refuses=(404, 409),
        tag="Questions",
        answers={"state": "settled", "settled_at": LATER, "outcome": "withdrawn", "handed_at": LATER},
        may=Rule.ITSELF,
    ),
    Route(
        "POST",
        "/api/questions/{id}/handed",
        confirm_answer,
        "Say that its agent has the answer",
        wire.Handed,
        refuses=(404,),
        tag="Questions",
        may=Rule.ITSELF,
    ),
)
