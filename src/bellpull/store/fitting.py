"""Whether the fields of one record of an export fit together: the hub's own value is made of them, and looked at."""

from bellpull.domain.asking import Ask, Look
from bellpull.domain.question import Question
from bellpull.domain.question_check import wrong_with
from bellpull.hub.access import OWNER
from bellpull.store.values import Record

_ASKED = ("free_text", "action_label", "secret", "project", "session", "request")
_LIFE = Question._fields[3:-1]


def user_fits(record: Record) -> str | None:
    """Without an admin nobody could run the hub."""
    return f"{OWNER} must be an admin" if record["name"] == OWNER and not record["admin"] else None


def question_fits(record: Record) -> str | None:
    """Its title and text are its notification's."""
    ask = Ask("", "", record["kind"], tuple(record["options"]), look=Look(**record["look"]))
    declines = None if record["declines"] is None else tuple(record["declines"])
    ask = ask._replace(declines=declines, **{field: record[field] for field in _ASKED})
    question = Question(record["id"], record["agent_name"], ask, *(record[field] for field in _LIFE))
    return wrong_with(question, late=record["late"])
