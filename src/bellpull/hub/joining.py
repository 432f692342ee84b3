"""Which session asked a question: a client's session shows the call of a tool, the hub has the question, and either may
come first. They are joined by the question's id where the call shows it, else by equal words at about the same time."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from bellpull.domain import event
from bellpull.domain.asking import TEXT
from bellpull.domain.instant import Instant, instant
from bellpull.domain.question import Question
from bellpull.domain.session import FRESH, AskSeen, Session
from bellpull.domain.sign_size import LONGEST_ASK, LONGEST_ASKS, fitting
from bellpull.hub.ports import Writer

#: A question and the call that asked it differ by no more than this, unless the call is still under way.
ALIKE = timedelta(seconds=2)
#: Of one agent: the one that has just asked is among those that were just heard of.
MOST_ASKING = 100
#: Of one sign, the newest ones.
MOST_ASKS = 20


def join_asks(writer: Writer, agent_name: str, session: str, asks: Sequence[AskSeen], now: Instant) -> tuple[str, bool]:
    """Join what the hub knows to this session. What is left is what the session keeps; and whether anything is new."""
    known = [(ask, _known(writer, agent_name, ask, now)) for ask in asks[-MOST_ASKS:]]
    unknown = [ask._replace(text=ask.text[:LONGEST_ASK])._asdict() for ask, id in known if id is None]
    joined = [writer.questions.join(agent_name, id, session) for _, id in known if id is not None]
    return fitting(unknown, LONGEST_ASKS, newest=True), any(joined)


def bequeath(writer: Writer, ended: Session) -> bool:
    """A sub-agent that has ended hears no answer: what it left open is its parent's. Whether that changed anything."""
    left = writer.questions.open_of_session(ended.agent_name, ended.id)
    joined = [writer.questions.join(ended.agent_name, one.id, ended.parent or "") for one in left]
    return any(joined)


def join_opened(writer: Writer, question: Question, when: datetime) -> None:
    """A session may have shown the call before its question came."""
    for session in writer.sessions.asking(question.agent_name, instant(when - FRESH), MOST_ASKING):
        asks = [AskSeen(**one) for one in json.loads(session.asks)]
        if not any(_asks(ask, question) for ask in asks):
            continue
        left = [ask._asdict() for ask in asks if not _asks(ask, question)]
        joined = session._replace(asks=json.dumps(left, ensure_ascii=False))
        writer.questions.join(question.agent_name, question.id, session.id)
        writer.sessions.save(joined)
        writer.supersede(event.session_changed(joined, instant(when)))
        return


def _known(writer: Writer, agent_name: str, ask: AskSeen, now: Instant) -> str | None:
    if ask.question_id is not None and writer.questions.is_of(agent_name, ask.question_id):
        return ask.question_id
    if ask.at is None or not (ask.title or ask.text):
        return None
    at = datetime.fromisoformat(ask.at)
    try:
        since, until = instant(at - ALIKE), instant(at + ALIKE)
    except OverflowError:  # the first or the last moment that can be written: nothing was asked then
        return None
    return writer.questions.alike(agent_name, ask.title, ask.text[:LONGEST_ASK], since, now if ask.running else until)


def _asks(ask: AskSeen, question: Question) -> bool:
    """A typed question has its title from its text, and what the agent called the title is its window's."""
    text = question.ask.question[:LONGEST_ASK]
    same = ask.text == text and (question.ask.kind == TEXT or ask.title == question.ask.title)
    return same and ask.running and ask.at is not None and instant(_time(question.opened_at) + ALIKE) >= ask.at


def _time(at: Instant) -> datetime:
    return datetime.fromisoformat(at)
