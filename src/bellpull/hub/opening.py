"""What belongs to the opening of a question, in one transaction: its notification, its row, the events."""

from datetime import datetime, timedelta

from bellpull.domain import event, notification, question
from bellpull.domain.asking import SHOW, Ask
from bellpull.domain.instant import Instant, instant
from bellpull.domain.notification import Draft
from bellpull.domain.question import Question
from bellpull.hub.ports import Writer


def draft_of(ask: Ask) -> Draft:
    return Draft("question", ask.title, ask.question, ask.urgency)


def open_question(
    writer: Writer,
    agent_name: str,
    ask: Ask,
    when: datetime,
    *,
    id: str,
    until: Instant | None = None,
    open_for: timedelta,
    close: str,
) -> Question:
    """`id`: made when it was asked; `until`: so long somebody waits; `close`: the word on the button that dismisses."""
    now = instant(when)
    told = notification.create(draft_of(ask), id=id, agent_name=agent_name, now=now)
    longest = instant(when + open_for)
    shown = ask.kind == SHOW
    opened = question.opened(
        ask,
        id=told.id,
        agent_name=agent_name,
        now=now,
        waiting_until=None if shown else until,
        open_until=(until or longest) if shown else max(longest, until or ""),
    )
    writer.add(told)
    writer.questions.add(opened)
    writer.append(event.told(told))
    writer.append(event.question_opened(opened, close, now))
    return opened
