"""`bellpull answer`: a person answers an open question, in one line or asked at the terminal (`at_terminal`).

Only a person answers: inside the shell of an agent's client the command wants to be told so.
"""

from __future__ import annotations

import sys
from time import monotonic

from bellpull import __version__
from bellpull.cli.input import text_from_input
from bellpull.cli.inside import declare_as_person, need_person
from bellpull.cli.outcome import DONE, NO, complain
from bellpull.cli.parser import Parser, print_json, settings
from bellpull.cli.terminal import plain
from bellpull.domain.answer_text import kept_as
from bellpull.domain.errors import Conflict, Invalid, NotFound
from bellpull.remote.address import quote
from bellpull.remote.line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from bellpull.config import Config

    Question = dict[str, Any]

DISMISSED = {"outcome": "dismissed"}
VIA = "cli"
#: Of an id, at least; and so long are those that are whole.
SHORTEST, WHOLE = 4, 22
MOST_OPEN = 500
#: How long an answer is tried while the hub is away: what a person has written is not to be lost.
ANSWER_SECONDS = 30.0


def declare_answer(parser: Parser) -> None:
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="the question (default: all open ones, one after the other)"
    )
    parser.add_argument("choice", metavar="CHOICE", nargs="?", help="an option, as it is written or by its number")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--text", metavar="TEXT", help="a typed reply; - reads standard input")
    how.add_argument("--dismiss", action="store_true", help="close it without an answer")
    declare_as_person(parser)
    parser.add_json()
    parser.set_defaults(run=answer)


def answer(args: Namespace) -> int:
    config = settings(args)
    need_person(args, "answers")
    said = [value for value in (args.choice, args.text, args.dismiss or None) if value is not None]
    if len(said) > 1 or (said and args.id is None):
        sentence = "Give an ID with one of CHOICE, --text and --dismiss, or nothing."
        raise Invalid("usage", sentence, "see: bellpull answer --help")
    with Line(config, client=f"cli/{__version__}") as line:
        if said:
            return _answer(args, config, line)
        if not sys.stdin.isatty():
            sentence = "There is no terminal to ask at."
            raise Invalid("no_terminal", sentence, "answer in one line: bellpull answer ID CHOICE")
        from bellpull.cli.at_terminal import ask_all, ask_one

        return ask_all(config, line) if args.id is None else ask_one(config, line, found(line, args.id))


def _answer(args: Namespace, config: Config, line: Line) -> int:
    question = found(line, args.id)
    try:
        settled = sent(line, question, _said(args, config, question))
    except Conflict as error:
        if error.code != "already_settled":
            raise
        complain(Conflict(error.code, too_late(line, question, "en")))
        return NO
    if args.json:
        print_json(settled)
    else:
        sys.stdout.write(f"{told(settled)}\n")
    return DONE


def found(line: Line, id: str) -> Question:
    """The question of this id; the beginning or the end of one is enough where only one open question has it."""
    if len(id) < WHOLE:
        id = _whole_id(line, id)
    question: Question = line.request("GET", _path(id))
    return question


def _whole_id(line: Line, part: str) -> str:
    ids = [str(question["id"]) for question in open_questions(line)]
    named = [id for id in ids if id.startswith((part, f"notif_{part}")) or id.endswith(part)]
    if len(named) > 1 or (named and len(part) < SHORTEST):
        sentence = f"{part} is too short to say which question."
        raise Invalid("ambiguous_id", sentence, "take more of its id: bellpull questions")
    if not named:
        raise NotFound("question_not_found", f"No open question has the id {part}.", "see: bellpull questions")
    return named[0]


def open_questions(line: Line) -> list[Question]:
    """In the hub's order, the first to answer first."""
    questions: list[Question] = line.request("GET", "/api/questions", {"state": "open", "limit": MOST_OPEN})[
        "questions"
    ]
    return questions


def _said(args: Namespace, config: Config, question: Question) -> dict[str, str]:
    if args.dismiss:
        return DISMISSED
    if args.text is not None:
        if args.text != "-":
            return {"text": args.text}
        return {"text": text_from_input(config, "reply").removesuffix("\n").removesuffix("\r")}
    return chosen(question, args.choice) or _refuse(question, args.choice)


def chosen(question: Question, word: str) -> dict[str, str] | None:
    """The answer that a word stands for: an option as it is written, or what its button says, or its number; the reply
    itself where it is to be typed. None where it is none of them."""
    choices = buttons(question)
    if not choices:
        return {"text": word}
    for written in (1, 0):  # an option's own text goes before what its button says
        for button in choices:
            if word == button[written]:
                return {"choice": button[1]}
    return numbered(question, word)


def numbered(question: Question, word: str) -> dict[str, str] | None:
    """The option of this number."""
    choices = buttons(question)
    is_number = word.isascii() and word.isdecimal() and len(word) < 5
    return {"choice": choices[int(word) - 1][1]} if is_number and 0 < int(word) <= len(choices) else None


def buttons(question: Question) -> list[tuple[str, str]]:
    """Label and choice of each, without the one that closes."""
    return [
        (button["label"], button["answer"]["choice"]) for button in question["buttons"] if "choice" in button["answer"]
    ]


def _refuse(question: Question, word: str) -> dict[str, str]:
    listed = "; ".join(f"{number} {label}" for number, (label, _) in enumerate(buttons(question), 1))
    more = ", or something else with --text" if question["free_text"] else ""
    raise Invalid("not_an_option", f"{word!r} is not one of the options.", f"choose: {listed}{more}")


def sent(line: Line, question: Question, said: dict[str, str]) -> Question:
    """The question, settled. What got through though its answer was lost was ours all the same."""
    tries = []

    def attempt() -> Question:
        tries.append(said)
        settled: Question = line.request("POST", f"{_path(question['id'])}/answer", body={**said, "via": VIA})
        return settled

    try:
        settled: Question = line.persist(attempt, monotonic() + ANSWER_SECONDS)
    except Conflict:
        settled = line.request("GET", _path(question["id"]))
        if len(tries) == 1 or not _is_ours(line, settled, said):
            raise
    return settled


def _is_ours(line: Line, settled: Question, said: dict[str, str]) -> bool:
    same = settled["secret"] or said == DISMISSED or {settled["choice"], settled["reply"]} & kept_as(said)
    return bool(same and settled["via"] == VIA and settled["by"] == line.request("GET", "/api/me")["name"])


def told(settled: Question) -> str:
    said = _shown(settled)
    verb = "Dismissed" if settled["outcome"] in ("dismissed", "cancelled") else "Answered"
    return f"{verb} {plain(settled['id'])}" + (f": {plain(said)}" if said else ".")


def too_late(line: Line, question: Question, language: str) -> str:
    """Who was faster, where, and what they said."""
    from bellpull.cli.answer_words import answer_words
    from bellpull.domain.words import words

    settled = line.request("GET", _path(question["id"]))
    known, outcome, via = words(language), str(settled["outcome"]), str(settled["via"])
    parts = [known.settled.get(outcome, outcome), known.via.get(via, ""), settled["by"] and f"({settled['by']})"]
    said = _shown(settled)
    ending = f": {said}" if said else "."
    return f"{answer_words(language).too_late} {' '.join(part for part in parts if part)}{ending}"


def _shown(settled: Question) -> str | None:
    said = settled["reply"] if settled["choice"] is None else settled["choice"]
    return None if settled["secret"] or said is None else str(said)


def _path(id: object) -> str:
    return f"/api/questions/{quote(str(id))}"
