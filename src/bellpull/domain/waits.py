"""Why a session waits for a person: the hub's own questions, what its client lists or tells, asks that its current turn
shows, and, where nothing better is known, tools that run for long."""

import json
from collections.abc import Iterable
from typing import Any

from bellpull.domain.asking import PERMISSION
from bellpull.domain.markup import plain
from bellpull.domain.question import Question
from bellpull.domain.request import PART
from bellpull.domain.session import IDLE, WAITING, Session
from bellpull.domain.watched import ASK, CERTAIN, EVENT, GUESS, HEURISTIC, HUB, LIKELY, LIST, Tool, Wait

#: Of what a client tells without a question of the hub, so many of each kind: nobody looks at more of one session.
MOST_TOLD = 5
#: Coding tools name our tools after the server that they connect to, and `bellpull connect` calls it so.
NAME = "bellpull"


def waits_of(session: Session, questions: list[Question], guesses: Iterable[Tool]) -> list[Wait]:
    requests = {str(one.get("id")): one for one in objects_in(session.requests)}
    waits = [asked_of_hub(one, session.id, requests) for one in questions]
    open_here = {wait.request for wait in waits if wait.request}
    in_client = [_requested(session, one) for id, one in requests.items() if id not in open_here]
    asks = [_ask_seen(session, one) for one in objects_in(session.asks) if _rings(session, one)]
    if session.state == WAITING and not requests and not _has_asked(session, questions):
        asks.append(_told_to_wait(session))
    guessed = [_guessed(session, tool) for tool in guesses]
    return [*waits, *in_client[:MOST_TOLD], *asks[-MOST_TOLD:], *guessed[:MOST_TOLD]]


def asked_of_hub(question: Question, session: str | None, requests: dict[str, dict[str, Any]] | None = None) -> Wait:
    key = question.ask.request
    request = None if key is None else key.partition(PART)[0]
    kind = PERMISSION if question.ask.kind == PERMISSION else ASK
    told = (requests or {}).get(request or "", {})
    # A command is shown to the letter; a title may be the first line of a text with marks.
    title = _in_plain(question.ask.title) if kind == ASK else text_of(told.get("subject")) or question.ask.title
    reason = f"waits for your permission: {title}" if kind == PERMISSION else f"wants your answer: {title}"
    source = text_of(told.get("source")) or (HUB if request is None else LIST)
    since = text_of(told.get("since")) or question.opened_at
    return Wait(kind, title, reason, source, since, CERTAIN, question.agent_name, session, question.id, request)


def _in_plain(title: str) -> str:
    return " ".join(plain(title).split()) or title


def _requested(session: Session, told: dict[str, Any]) -> Wait:
    """A person closed its question here; in the client it is still open."""
    kind = PERMISSION if told.get("kind") == PERMISSION else ASK
    title = text_of(told.get("subject"))
    reason = f"waits in its client: {title}"
    since = text_of(told.get("since")) or session.since
    source = EVENT if told.get("source") == EVENT else LIST
    return Wait(kind, title, reason, source, since, CERTAIN, *_whose(session), None, text_of(told.get("id")))


def _has_asked(session: Session, questions: list[Question]) -> bool:
    """It waited for the permission to ask, and has asked since. Not every client tells that it was given."""
    runs = any(NAME in one.tool for one in tools_in(session.tools))
    return runs and any(one.opened_at >= session.since for one in questions)


def _rings(session: Session, told: dict[str, Any]) -> bool:
    """A call of our own tools rings by its question, and not before: its client may still ask for permission to call
    it, and then there is nothing to answer."""
    if not told.get("running"):
        return session.state == IDLE
    return NAME not in text_of(told.get("tool"))


def _ask_seen(session: Session, told: dict[str, Any]) -> Wait:
    title = text_of(told.get("title"))
    running = bool(told.get("running"))
    reason = "has asked, and waits for the answer" if running else "has asked, and stopped"
    since = text_of(told.get("at")) or session.since
    source = EVENT if told.get("source") == EVENT else LIST
    return Wait(ASK, title, reason, source, since, CERTAIN if running else LIKELY, *_whose(session))


def _told_to_wait(session: Session) -> Wait:
    kind, _, title = (session.reason or "").partition(": ")
    is_ask = kind == "question"
    reason = session.reason or "waits for a person"
    return Wait(ASK if is_ask else PERMISSION, title or kind, reason, EVENT, session.since, CERTAIN, *_whose(session))


def _guessed(session: Session, tool: Tool) -> Wait:
    title = f"{tool.tool}: {tool.argument}" if tool.argument else tool.tool
    since = tool.since or session.since
    return Wait(PERMISSION, title, "may be waiting for permission", HEURISTIC, since, GUESS, *_whose(session))


def _whose(session: Session) -> tuple[str, str]:
    return session.agent_name, session.id


def tools_in(text: str) -> list[Tool]:
    told = objects_in(text)
    return [
        Tool(text_of(one.get("tool")), text_of(one.get("argument")), text_of(one.get("since")) or None) for one in told
    ]


def objects_in(text: str) -> list[dict[str, Any]]:
    return [one for one in json.loads(text) if isinstance(one, dict)]


def text_of(value: object) -> str:
    return value if isinstance(value, str) else ""
