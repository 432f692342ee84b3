"""What an agent may ask, and how: checked here, before anything is stored. What becomes of it is in `question.py`."""

from collections.abc import Iterable
from typing import NamedTuple

from bellpull.domain.errors import BellpullError, Invalid
from bellpull.domain.notification import PRIORITIES

KINDS = CHOICE, TEXT, SHOW = ("choice", "text", "show")
#: Of a client; only the watch opens one.
PERMISSION = "permission"
ALL_KINDS = (*KINDS, PERMISSION)
THEMES = ("auto", "light", "dark")
#: The button of a question without options, and what choosing it is called.
OK = "OK"


class Look(NamedTuple):
    """How a surface shows it, and what people are told about where it comes from."""

    window_title: str | None = None
    show_history: bool = True
    theme: str = "auto"
    chime_enabled: bool = False
    repo: str | None = None
    branch: str | None = None
    asked_as: str | None = None
    task: str | None = None


class Ask(NamedTuple):
    """What the asker says; everything else comes from its key and the hub's clock."""

    title: str
    question: str
    kind: str
    options: tuple[str, ...] = ()
    #: May a person type something that is not among the options?
    free_text: bool = False
    action_label: str | None = None
    urgency: str = "normal"
    look: Look = Look()
    secret: bool = False
    project: str | None = None
    session: str | None = None
    #: The permission or question of a client that this stands for, by the client's own id.
    request: str | None = None


class AskLimits(NamedTuple):
    #: In bytes, as a notification's message; the others in characters.
    question: int = 65_536
    options: int = 20
    option: int = 200
    label: int = 200
    project: int = 4096


def check_ask(ask: Ask, limits: AskLimits) -> None:
    """Refuse what may not be asked; each refusal names the parameter. The title is the notification's to check."""
    if not ask.question.strip():
        raise Invalid("question_required", "question: must not be blank")
    if len(ask.question.encode()) > limits.question:
        raise Invalid("question_too_long", f"question: too long (max {limits.question} bytes)")
    if "\0" in ask.question:
        raise Invalid("invalid_question", "question: must not contain the NUL character")
    _check_word("kind", ask.kind, KINDS)
    _check_word("urgency", ask.urgency, PRIORITIES)
    _check_word("theme", ask.look.theme, THEMES)
    _check_options(ask, limits)
    for field, text, limit in _labels(ask, limits):
        if text is not None:
            _check_label(field, text, limit)


def _check_word(field: str, word: str, words: Iterable[str]) -> None:
    if word not in words:
        raise Invalid(f"invalid_{field}", f"Invalid {field}. Must be one of: {', '.join(words)}")


def _check_options(ask: Ask, limits: AskLimits) -> None:
    if ask.options and ask.kind != CHOICE:
        raise _invalid_options(f"a question of kind {ask.kind} has none")
    if len(ask.options) > limits.options:
        raise _invalid_options(f"at most {limits.options} are allowed")
    for place, option in enumerate(ask.options):
        if not option.strip() or len(option) > limits.option or "\0" in option:
            raise _invalid_options(f"each must have 1 to {limits.option} characters, not blank and without NUL")
        # People could not tell them apart if blanks were all that differs.
        if option.strip() in (other.strip() for other in ask.options[:place]):
            raise _invalid_options(f"{option!r} is there twice")


def _invalid_options(what: str) -> BellpullError:
    return Invalid("invalid_options", f"options: {what}")


def _labels(ask: Ask, limits: AskLimits) -> list[tuple[str, str | None, int]]:
    look = ask.look
    named = {
        "action_label": ask.action_label,
        "window_title": look.window_title,
        "repo": look.repo,
        "branch": look.branch,
        "asked_as": look.asked_as,
        "task": look.task,
        "session": ask.session,
    }
    labels = [(field, text, limits.label) for field, text in named.items()]
    return [*labels, ("project", ask.project, limits.project)]


def _check_label(field: str, text: str, limit: int) -> None:
    if len(text) > limit:
        raise Invalid(f"{field}_too_long", f"{field}: too long (max {limit} characters)")
    if "\0" in text:
        raise Invalid(f"invalid_{field}", f"{field}: must not contain the NUL character")
    if field == "action_label" and not text.strip():
        raise Invalid("invalid_action_label", "action_label: must not be blank")
