"""What an agent may ask, and how: checked here, before anything is stored. What becomes of it is in `question.py`."""

from collections.abc import Iterable
from typing import NamedTuple

from bellpull.domain.errors import BellpullError, Invalid
from bellpull.domain.labels import CLOSING, appearance, folded
from bellpull.domain.notification import PRIORITIES
from bellpull.domain.refusal import refuses

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
    #: The asker reads an answer that comes late: a script has ended by then.
    listens: bool = True


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
    #: The options that decline, if the asker names them; else their labels decide (`declining`).
    declines: tuple[str, ...] | None = None


def declining(ask: Ask) -> tuple[str, ...]:
    """The options whose choice is the outcome `declined`: those that the asker named, or the one of two whose label
    refuses."""
    if ask.declines is not None:
        return ask.declines
    if ask.kind == PERMISSION:
        return ask.options[-1:]
    refusing = tuple(option for option in ask.options if refuses(option))
    return refusing if len(ask.options) == 2 and len(refusing) == 1 else ()


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
    if (stray := next((option for option in ask.declines or () if option not in ask.options), None)) is not None:
        raise Invalid("invalid_declines", f"declines: {stray!r} is not one of the options")
    for field, text, limit in _labels(ask, limits):
        if text is not None:
            _check_label(field, text, limit)
    if ask.action_label is not None:
        _check_action_label(ask, ask.action_label)


def _check_word(field: str, word: str, words: Iterable[str]) -> None:
    if word not in words:
        raise Invalid(f"invalid_{field}", f"Invalid {field}. Must be one of: {', '.join(words)}")


def _check_options(ask: Ask, limits: AskLimits) -> None:
    if ask.options and ask.kind != CHOICE:
        raise _invalid_options(f"a question of kind {ask.kind} has none")
    if len(ask.options) > limits.options:
        raise _invalid_options(f"at most {limits.options} are allowed")
    for place, option in enumerate(ask.options):
        if not appearance(option) or len(option) > limits.option or "\0" in option:
            raise _invalid_options(f"each must have 1 to {limits.option} characters, not blank and without NUL")
        if appearance(option) in map(appearance, ask.options[:place]):
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


def _check_action_label(ask: Ask, label: str) -> None:
    """The label stands on the button of the first option: it must not pass for another answer."""
    seen = folded(label)
    if not appearance(label):
        raise _invalid_label("must not be blank")
    if seen in CLOSING:
        raise _invalid_label(f"{label!r} is the button that closes the question")
    if seen in map(folded, ask.options[1:]):
        raise _invalid_label(f"{label!r} is another option")
    for option in ask.options[:1]:
        says_so = option in declining(ask) or folded(option).startswith(seen)
        if refuses(label) and not says_so:
            raise _invalid_label(f"{label!r} reads as a refusal, but its option {option!r} does not decline")


def _invalid_label(what: str) -> BellpullError:
    return Invalid("invalid_action_label", f"action_label: {what}", "leave it out to show the option itself")
