"""What agents ask in tests that call the hub's verbs as they are."""

from typing import Any

from bellpull.domain.asking import CHOICE, SHOW, TEXT, Ask
from bellpull.domain.question import Answer, Question
from support.in_process import Stage

YES, NO = "Yes, merge", "No"
CHOSEN, DECLINED = Answer(choice=YES), Answer(choice=NO)
DISMISSED, CANCELLED = Answer(outcome="dismissed"), Answer(outcome="cancelled")


def choice(text: str = "Merge to main?", options: tuple[str, ...] = (YES, NO), **more: Any) -> Ask:
    return Ask("Merge", text, CHOICE, options, **more)


def typed(text: str = "How shall it be called?", **more: Any) -> Ask:
    return Ask("Name", text, TEXT, **more)


def shown(text: str = "It is done.") -> Ask:
    return Ask("Done", text, SHOW)


def asked(stage: Stage, who: Any, ask: Ask | None = None, wait: float | None = None) -> Question:
    """A new question."""
    question, new = stage.do(stage.hub.questions.ask(who, ask or choice(), wait=wait))
    assert new
    return question
