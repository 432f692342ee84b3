"""REST of questions: each route is a verb of the hub in the wire's form. The table at the end is the whole of it."""

from msgspec import UNSET

from bellpull.domain.errors import Invalid
from bellpull.domain.identity import check_name
from bellpull.domain.question import Question
from bellpull.hub.repeats import check_key
from bellpull.web import question_wire as wire
from bellpull.web.endpoint import Call, Reply, Route, json_reply
from bellpull.web.headers import Headers
from bellpull.web.rest import IDEMPOTENCY_KEY
from bellpull.web.rules import Rule

SESSION_HEADER = {"Bellpull-Session": {"type": "string", "maxLength": 200}}


async def ask(call: Call) -> Reply:
    raw = call.headers.get(b"idempotency-key")
    key = None if raw is None else check_key(raw.decode("latin-1"))
    body: wire.CreateQuestion = call.body
    asked, new = await call.hub.questions.ask(
        call.who, body.ask(_session(call.headers)), wait=body.wait, key=key, must_show=body.must_show
    )
    return json_reply(201 if new else 200, _shape(call, asked))


async def list_questions(call: Call) -> wire.QuestionList:
    query: wire.QuestionListQuery = call.query
    name = None if query.agent_name is UNSET else check_name(query.agent_name)
    if query.state not in ("open", "settled"):
        raise Invalid("invalid_state", "Invalid state. Must be: open or settled")
    found = await call.hub.questions.listed(call.who, name, query.limit, settled=query.state == "settled")
    return wire.QuestionList(len(found), [_shape(call, one) for one in found])


async def show_question(call: Call) -> wire.QuestionShape:
    return _shape(call, await call.hub.questions.wait(call.who, call.path["id"], call.query.wait))


async def await_question(call: Call) -> wire.QuestionShape:
    return _shape(call, await call.hub.questions.await_again(call.who, call.path["id"], call.body.seconds))


async def answer(call: Call) -> wire.QuestionShape:
    given = call.body.answer()
    return _shape(call, await call.hub.questions.answer(call.who, call.path["id"], given, call.body.via))


async def release_question(call: Call) -> wire.QuestionShape:
    body: wire.ReleaseQuestion = call.body
    return _shape(call, await call.hub.questions.release(call.who, call.path["id"], body.reason, body.detail))


async def withdraw(call: Call) -> wire.QuestionShape:
    return _shape(call, await call.hub.questions.withdraw(call.who, call.path["id"]))


async def hand_over(call: Call) -> wire.Handed:
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
        ask,
        "Ask people something",
        wire.QuestionShape,
        (201, 200),
        body=wire.CreateQuestion,
        refuses=(409, 429),
        headers={**IDEMPOTENCY_KEY, **SESSION_HEADER},
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/questions",
        list_questions,
        "Open ones, oldest first; settled ones, newest first",
        wire.QuestionList,
        query=wire.QuestionListQuery,
        may=Rule.KEY,
    ),
    Route(
        "GET",
        "/api/questions/{id}",
        show_question,
        "One question; with wait, as soon as it is settled or released",
        wire.QuestionShape,
        query=wire.WaitQuery,
        refuses=(404,),
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/questions/{id}/answer",
        answer,
        "Answer it; only a person's key may",
        wire.QuestionShape,
        body=wire.AnswerQuestion,
        refuses=(404, 409),
        may=Rule.SEES_AS_PERSON,
    ),
    Route(
        "POST",
        "/api/questions/{id}/release",
        release_question,
        "A caller stopped waiting, or a surface could not show the question",
        wire.QuestionShape,
        body=wire.ReleaseQuestion,
        refuses=(404, 409),
        may=Rule.SEES,
    ),
    Route(
        "POST",
        "/api/questions/{id}/await",
        await_question,
        "A caller waits again",
        wire.QuestionShape,
        body=wire.AwaitQuestion,
        refuses=(404,),
        may=Rule.ITSELF,
    ),
    Route(
        "POST",
        "/api/questions/{id}/withdraw",
        withdraw,
        "Its agent no longer wants to know",
        wire.QuestionShape,
        refuses=(404, 409),
        may=Rule.ITSELF,
    ),
    Route(
        "POST",
        "/api/questions/{id}/handed",
        hand_over,
        "Its agent has the answer",
        wire.Handed,
        refuses=(404,),
        may=Rule.ITSELF,
    ),
)
