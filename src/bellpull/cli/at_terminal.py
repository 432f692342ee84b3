"""Open questions asked at the terminal, one after the other.

What was typed before a question was shown answers nothing: it was meant for something else. Enter alone leaves a
question open; Ctrl-C and Ctrl-D end the command and settle nothing.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from datetime import UTC, datetime

from bellpull.cli.answer_words import answer_words
from bellpull.cli.answering import DISMISSED, buttons, chosen, numbered, open_questions, sent, too_late
from bellpull.cli.outcome import DONE, NO
from bellpull.cli.questions import begins_with_title, waits
from bellpull.cli.terminal import plain, plain_lines, terminal_columns, width
from bellpull.domain.errors import Conflict
from bellpull.domain.labels import close_label
from bellpull.domain.question_order import in_order, queued
from bellpull.domain.words import language_of, nobody_waits, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.config import Config
    from bellpull.remote.line import Line

    Question = dict[str, Any]

DISMISS = ("d", "/d")
ELSE = "o"


def ask_all(config: Config, line: Line) -> int:
    """Ask each open question once, the first to answer first, also those that come meanwhile. Agents take turns."""
    terminal = _Terminal(language_of(config.language, os.environ))
    seen: set[str] = set()
    had: Counter[str] = Counter()
    code = DONE
    while waiting := [question for question in open_questions(line) if question["id"] not in seen]:
        question = in_order(waiting, queued, datetime.now(UTC), had)[0]
        seen.add(question["id"])
        had[question["agent_name"]] += 1
        try:
            code = max(code, terminal.ask(line, question, len(waiting) - 1))
        except (EOFError, KeyboardInterrupt):
            terminal.say("")
            return code
    if not seen:
        terminal.say(words(terminal.language).no_open_questions + ".")
    return code


def ask_one(config: Config, line: Line, question: Question) -> int:
    terminal = _Terminal(language_of(config.language, os.environ))
    try:
        return terminal.ask(line, question, 0)
    except (EOFError, KeyboardInterrupt):
        terminal.say("")
        return DONE


class _Terminal:
    def __init__(self, language: str) -> None:
        self.language = language
        self._words = answer_words(language)
        self._common = words(language)
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    def say(self, text: str, end: str = "\n") -> None:
        sys.stdout.write(text + end)
        sys.stdout.flush()

    def ask(self, line: Line, question: Question, more: int) -> int:
        if question["state"] == "settled":
            self.say(plain(too_late(line, question, self.language)))
            return NO
        self._show(question, more)
        _forget_typed()
        said = self._hidden(question) if question["secret"] else self._answer(question)
        if said is None:
            self.say(self._words.stays_open + "\n")
            return DONE
        try:
            outcome = str(sent(line, question, said)["outcome"])
        except Conflict:
            self.say(plain(too_late(line, question, self.language)) + "\n")
            return NO
        self.say(self._common.settled.get(outcome, outcome) + ".\n")
        return DONE

    def _show(self, question: Question, more: int) -> None:
        waiting = waits(question, datetime.now(UTC))
        state = self._common.waiting.format(time=waiting) if waiting else nobody_waits(self._common, question)
        by = self._common.asked_by.format(agent=question["agent_name"])
        urgency = None if question["urgency"] == "normal" else question["urgency"]
        facts = [by, urgency, question["project"], state]
        head = [] if begins_with_title(question) else [plain(question["title"])]
        head.append(" · ".join(plain(fact) for fact in facts if fact))
        if more:
            head.append(self._words.more.format(count=more))
        asked = [part for text in plain_lines(question["question"]) for part in _wrapped(text, "  ")]
        self.say("\n".join([*(part for text in head for part in _wrapped(text, "")), "", *asked, ""]))
        keys = [(str(number), _shown(*button)) for number, button in enumerate(buttons(question), 1)]
        if keys and question["free_text"]:
            keys.append((ELSE, self._common.something_else))
        if keys:
            keys.append(self._dismissing(question))
            self.say("\n".join(f"  {key:>2}  {plain(label)}" for key, label in keys) + "\n")

    def _dismissing(self, question: Question) -> tuple[str, str]:
        """The key and the label that are no option's."""
        key = DISMISS[0] if chosen(question, DISMISS[0]) is None else DISMISS[1]
        return key, close_label(self._common.dismiss, (label for label, _ in buttons(question)))

    def _answer(self, question: Question) -> dict[str, str] | None:
        if not buttons(question):
            self.say(self._words.type)
            return self._typed()
        while True:
            self.say(self._words.choose, end="")
            word = _line().strip()
            if not word or (said := self._meant(question, word)) is not None:
                return said if word else None
            if question["free_text"] and word == ELSE:
                self.say(self._words.type)
                return self._typed()
            if question["free_text"] and not question["options"]:
                return {"text": word}
            self.say(self._words.none_but_else if question["free_text"] else self._words.none_of_them)

    def _meant(self, question: Question, word: str) -> dict[str, str] | None:
        """The number that stands before an option goes first, though another one may be called so; then options: one of
        them may be called `d`."""
        return numbered(question, word) or chosen(question, word) or (DISMISSED if word in DISMISS else None)

    def _typed(self) -> dict[str, str] | None:
        lines: list[str] = []
        while text := _line(at_end="" if lines else None).rstrip("\r\n"):
            if not lines and not text.strip():
                break  # nothing was said
            lines.append(text)
        if lines == [DISMISS[1]]:
            return DISMISSED
        return {"text": "\n".join(lines)} if lines else None

    def _hidden(self, question: Question) -> dict[str, str] | None:
        """Without an echo; one line."""
        from getpass import getpass

        while word := getpass(self._words.hidden, sys.stderr):
            said = self._meant(question, word) if buttons(question) else {"text": word}
            if said is not None or word == DISMISS[1]:
                return DISMISSED if word == DISMISS[1] else said
            if question["free_text"]:
                return {"text": word}
            self.say(self._words.none_of_them)
        return None


def _shown(label: str, choice: str) -> str:
    """Nobody agrees to what they cannot read."""
    return label if label == choice else f"{label} ({choice})"


def _wrapped(text: str, indent: str) -> list[str]:
    """In lines that fit the terminal, broken between words; what is indented, as code is, stays as it is."""
    columns = terminal_columns()
    if columns is None or text.startswith(" ") or width(indent + text) < columns:
        return [(indent + text).rstrip()]
    from textwrap import wrap

    return wrap(text, max(columns - 1, 20), initial_indent=indent, subsequent_indent=indent)


def _line(at_end: str | None = None) -> str:
    """One line with its end; at the end of the input `at_end`, or EOFError where there is none."""
    text = sys.stdin.readline()
    if not text and at_end is None:
        raise EOFError
    return text or at_end or ""


def _forget_typed() -> None:
    try:
        import termios
    except ImportError:
        return
    termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
