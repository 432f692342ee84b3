"""`bellpull ask`: a script asks a person, waits, prints the answer alone, and ends with what it means. `bellpull
confirm` is a gate: it asks for yes or no, and prints nothing."""

from __future__ import annotations

import os
import sys
from time import monotonic

from bellpull import __version__
from bellpull.cli.input import text_from_input
from bellpull.cli.outcome import DONE, NO, NOTE, TIME_IS_UP, complain
from bellpull.cli.parser import Parser, at_most, print_json, settings, whole
from bellpull.cli.terminal import plain, plain_lines
from bellpull.domain.errors import BellpullError, Invalid
from bellpull.remote.found import typed
from bellpull.remote.line import Line
from bellpull.remote.waiting import LONGEST_SECONDS, LONGEST_TITLE, answered, handed, opened, over, title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace, _MutuallyExclusiveGroup
    from collections.abc import Callable
    from typing import Any, NoReturn

    from bellpull.config import Config

    Show = Callable[[Namespace, Config, dict[str, Any], int], int]

LONGEST_SESSION = 200
WAITING = "waiting for an answer… Ctrl-C stops waiting; the question stays open\n"
ENDS = {
    "dismissed": "The question was closed without an answer.",
    "cancelled": "The question was cancelled without an answer.",
    "empty": "The answer is empty.",
    "withdrawn": "The question was withdrawn.",
    "expired": "The question was open too long.",
}


class _Ended(BaseException):
    """Somebody ends this process and lets it say a last word."""


def declare_ask(parser: Parser) -> None:
    parser.add_argument("question", metavar="QUESTION", help="what you want to know; - reads standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--option", metavar="TEXT", action="append", help="a button; repeat it for each")
    how.add_argument("--text", action="store_true", help="a typed reply, as without any --option")
    parser.add_argument("--decline", metavar="TEXT", action="append", help="an option that declines: exit code 1")
    parser.add_argument("--free-text", action="store_true", help="with options: something else may be typed")
    parser.add_argument("--action-label", metavar="TEXT", help="label of the first button (default: its option)")
    parser.add_argument("--secret", action="store_true", help="hide the answer and erase it once it is printed")
    _declare_asking(parser).add_argument("--no-wait", action="store_true", help="print the id and do not wait")
    parser.set_defaults(run=ask)


def declare_confirm(parser: Parser) -> None:
    parser.add_argument("question", metavar="QUESTION", help="what you want to do; - reads standard input")
    parser.add_argument("--yes", metavar="LABEL", help="label of the button that agrees (default: Yes)")
    parser.add_argument("--no", metavar="LABEL", help="label of the button that refuses (default: No)")
    _declare_asking(parser)
    parser.set_defaults(run=confirm, no_wait=False)


def _declare_asking(parser: Parser) -> _MutuallyExclusiveGroup:
    parser.add_argument(
        "--title", metavar="TEXT", type=at_most(LONGEST_TITLE), help="short title for banners and lists"
    )
    parser.add_argument("--urgency", help="low, normal, high or urgent (default: normal)")
    parser.add_argument("--agent", metavar="NAME", help="ask as this agent, made if it is new")
    parser.add_argument(
        "--idempotency-key", metavar="KEY", help="a repeat with the same key goes on with that question"
    )
    parser.add_json()
    wait = parser.add_mutually_exclusive_group()
    seconds = whole(1, LONGEST_SECONDS)
    wait.add_argument("--timeout", metavar="SECONDS", type=seconds, help="how long to wait (default: a day)")
    return wait


def ask(args: Namespace) -> int:
    """0: an answer, 1: an option that declines, or no answer, 3: the time is up."""
    config = settings(args)
    stray = next((option for option in args.decline or () if option not in (args.option or ())), None)
    if stray is not None:
        raise Invalid(
            "usage", f"--decline {stray} is not one of the options.", "name an option: --option No --decline No"
        )
    to_type = args.text or not (args.option or args.action_label)
    body = {
        "kind": "text" if to_type else "choice",
        "options": args.option,
        "declines": args.decline,
        "free_text": None if to_type else args.free_text,
        "action_label": args.action_label,
        "secret": args.secret,
    }
    return _ask(args, config, body, _print)


def confirm(args: Namespace) -> int:
    """0: yes, 1: no or closed, 3: the time is up."""
    from bellpull.domain.labels import folded
    from bellpull.domain.words import language_of, words

    config = settings(args)
    said = words(language_of(config.language, os.environ))
    yes, no = args.yes or said.yes, args.no or said.no
    if folded(yes) == folded(no):
        raise Invalid("usage", "--yes and --no must not be the same.", "leave one of them out")
    return _ask(args, config, {"kind": "choice", "options": [yes, no], "declines": [no]}, _print_nothing)


def _ask(args: Namespace, config: Config, what: dict[str, object], show: Show) -> int:
    seconds = args.timeout or LONGEST_SECONDS
    deadline = monotonic() + seconds
    with Line(config, args.agent, client=f"cli/{__version__}", session=_session(args)) as line:
        question = opened(line, _body(args, config, what), None if args.no_wait else seconds, args.idempotency_key)
        if args.no_wait:
            return _opened(args, question)
        _warn_of_no_refusal(question)
        try:
            _heed_signals()
            question = _awaited(line, question, deadline)
        except (KeyboardInterrupt, _Ended):
            sentence = "Stopped waiting. The question stays open."
            return complain(BellpullError("interrupted", sentence, f"it is listed by: {typed(config, 'questions')}"))
        code = show(args, config, question, seconds)
        if question["state"] == "settled":
            sys.stdout.flush()  # only what is really written was handed
            handed(line, question)
    return code


def _session(args: Namespace) -> str | None:
    """Whoever repeats a call by its key is the same asker, though another process."""
    return args.idempotency_key and f"cli:{args.idempotency_key}"[:LONGEST_SESSION]


def _body(args: Namespace, config: Config, what: dict[str, object]) -> dict[str, object]:
    text = args.question
    if text == "-":
        text = text_from_input(config, "question").rstrip("\r\n")
    said = {
        **what,
        "title": args.title or title_of(text),
        "question": text,
        "urgency": args.urgency,
        "project": _project(),
        "listens": False,
    }
    return {name: value for name, value in said.items() if value is not None}


def _warn_of_no_refusal(question: dict[str, Any]) -> None:
    """A script that takes the exit code for a yes must not find out by a wrong deployment."""
    if len(question["options"]) == 2 and not question["declines"]:
        first, second = (plain(option) for option in question["options"])
        sys.stderr.write(f"{NOTE}{first} and {second} both end with 0. For a yes or no use: bellpull confirm\n")


def _project() -> str | None:
    from pathlib import Path

    from bellpull.remote.project import git_root

    try:
        root = git_root(Path.cwd())
    except OSError:
        return None  # somebody removed the folder where we stand
    return None if root is None else str(root)


def _opened(args: Namespace, question: dict[str, Any]) -> int:
    if args.json:
        print_json(question)
    else:
        sys.stdout.write(f"{plain(question['id'])}\n")
    return DONE


def _heed_signals() -> None:
    """Who ends this process ends a waiting: the hub is to know. Ctrl-C is a KeyboardInterrupt anyway."""
    import signal

    def end(number: int, frame: object) -> NoReturn:
        raise _Ended

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What the caller chose to ignore (`nohup`) stays ignored.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def _awaited(line: Line, question: dict[str, Any], deadline: float) -> dict[str, Any]:
    if not over(question) and sys.stderr.isatty():
        sys.stderr.write(WAITING)
        sys.stderr.flush()
    return answered(line, question, deadline)


def _print(args: Namespace, config: Config, question: dict[str, Any], seconds: int) -> int:
    said = question["reply"] if question["choice"] is None else question["choice"]
    if args.json:
        print_json(question)
    elif said:
        sys.stdout.write(_harmless(said) + "\n")
    code, sentence, hint = _end(config, question, seconds)
    if sentence and not said and not args.json:
        complain(BellpullError("no_answer", sentence, hint))
    return code


def _print_nothing(args: Namespace, config: Config, question: dict[str, Any], seconds: int) -> int:
    """A gate: its exit code says it all. A person who reads along is told why it is closed."""
    if args.json:
        print_json(question)
    code, sentence, hint = _end(config, question, seconds)
    if question["outcome"] == "declined":
        sentence = f"The answer is {plain(question['choice']).rstrip('.')}."
    if sentence and not args.json:
        complain(BellpullError("not_confirmed", sentence, hint))
    return code


def _harmless(said: str) -> str:
    """To the letter for a script; a terminal gets nothing that could move it."""
    return "\n".join(plain_lines(said)) if sys.stdout.isatty() else said


def _end(config: Config, question: dict[str, Any], seconds: int) -> tuple[int, str | None, str | None]:
    """The exit code, and what there is to say where nobody has said anything."""
    if question["outcome"] == "accepted":
        return DONE, None, None
    if question["state"] == "settled":
        return NO, ENDS.get(question["outcome"], "There is no answer."), None
    if question["released"] == "replaced":
        return NO, "The question was put aside for a newer one.", _stays_open(config)
    if question["released"] == "failed":
        return NO, f"The question could not be shown: {plain(question['failure']).rstrip('.')}.", _stays_open(config)
    within = "a second" if seconds == 1 else f"{seconds} seconds"
    return TIME_IS_UP, f"There was no answer within {within}.", _stays_open(config)


def _stays_open(config: Config) -> str:
    return f"the question stays open: {typed(config, 'questions')}"
