"""A question as others see it: the same object over REST, on sockets and in the trail.

Who answered is the trail's to know: agents are told by which surface. A secret answer is its own agent's alone.
"""

from typing import Any

from bellpull.domain.asking import declining
from bellpull.domain.identity import Principal
from bellpull.domain.question import Answer, Question, buttons


def question_shape(
    question: Question, close: str, viewer: Principal | None, *, tell_who: bool = False
) -> dict[str, Any]:
    """`close` is the word on the button that dismisses; without a viewer it is what everybody may see."""
    ask = question.ask
    own = viewer is not None and viewer.name == question.agent_name
    told = own or not ask.secret
    return {
        "id": question.id,
        "agent_name": question.agent_name,
        "kind": ask.kind,
        "title": ask.title,
        "question": ask.question,
        "options": list(ask.options),
        "declines": list(declining(ask)),
        "free_text": ask.free_text,
        "action_label": ask.action_label,
        "buttons": [{"label": label, "answer": _answer(answer)} for label, answer in buttons(ask, close)],
        "urgency": ask.urgency,
        "secret": ask.secret,
        "look": ask.look._asdict(),
        "project": ask.project,
        "session": ask.session,
        "request": ask.request,
        "opened_at": question.opened_at,
        "waiting_until": question.waiting_until,
        "open_until": question.open_until,
        "state": "open" if question.is_open else "settled",
        "settled_at": question.settled_at,
        "outcome": question.outcome,
        "choice": question.choice if told else None,
        "reply": question.reply if told else None,
        "by": question.by if tell_who or (viewer is not None and viewer.is_person) else None,
        "via": question.via,
        "released": question.released,
        "failure": question.failure,
        "handed_at": question.handed_at,
        "repeat": question.repeat,
    }


def _answer(answer: Answer) -> dict[str, str]:
    return {field: value for field, value in answer._asdict().items() if value is not None}
