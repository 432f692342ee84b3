"""`bellpull questions`: what agents want to know, and what became of it."""

from __future__ import annotations

import sys

from bellpull.cli.outcome import DONE
from bellpull.cli.parser import Parser, print_json, settings, whole
from bellpull.cli.terminal import Column, age, cut, plain, table, terminal_columns, without_marks
from bellpull.remote.find import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

OPEN = (Column("AGE"), Column("AGENT", least=6), Column("WAITING", least=0), Column("QUESTION", least=12), Column("ID"))
SETTLED = (
    Column("AGE"),
    Column("AGENT", least=6),
    Column("OUTCOME", least=0),
    Column("ANSWER", least=6),
    Column("QUESTION", least=12),
    Column("ID"),
)
NARROW_COLUMNS = 56
#: Also where no terminal sets a width: one long question would fill every line with blanks.
LONGEST_CELL = 160
NOT_WAITING = "no"
TRY = 'One is asked like this: bellpull ask "Shall we begin?" --option Yes --option No --timeout 60'


def declare_questions(parser: Parser) -> None:
    parser.add_argument("--settled", action="store_true", help="those that were answered or ended, newest first")
    parser.add_argument("--agent", metavar="NAME", help="only of this agent")
    parser.add_argument(
        "--limit", metavar="N", type=whole(1, 500), default=50, help="how many, 1 to 500 (50 unless told)"
    )
    parser.add_json()
    parser.set_defaults(run=questions)


def questions(args: Namespace) -> int:
    state = "settled" if args.settled else "open"
    with find(settings(args)) as hub:
        answer = hub.request("GET", "/api/questions", {"state": state, "agent_name": args.agent, "limit": args.limit})
    if args.json:
        print_json(answer)
    else:
        sys.stdout.write("\n".join([*_lines(args, answer["questions"], state), *_more(args, answer)]) + "\n")
    return DONE


def _lines(args: Namespace, found: list[dict[str, Any]], state: str) -> list[str]:
    if not found:
        of = "" if args.agent is None else f" of {plain(args.agent)}"
        return [f"No {state} questions{of}.", *([] if args.settled else [TRY])]
    from datetime import UTC, datetime

    now = datetime.now(UTC)
    if args.settled:
        lines = _fitting(SETTLED, [_settled(question, now) for question in found], terminal_columns())
    else:
        lines = _open_lines(found, now, all_of_them=len(found) < args.limit)
    return lines


def _more(args: Namespace, answer: dict[str, Any]) -> list[str]:
    """Of settled ones the hub does not count how many there are."""
    count, total = len(answer["questions"]), answer.get("total")
    if total is None:
        return ["There may be more: --limit"] if count >= args.limit else []
    return [f"and {total - count} more: --limit"] if total > count else []


def _open_lines(found: list[dict[str, Any]], now: datetime, *, all_of_them: bool) -> list[str]:
    """In the hub's order; what nobody waits for any more stands below a heading of its own."""
    left = [question for question in found if is_left(question, now)]
    found = [question for question in found if question not in left] + left
    lines = _fitting(OPEN, [_open(question, now) for question in found], terminal_columns())
    if not left:
        return lines
    place = len(lines) - len(left) * ((len(lines) - 1) // len(found))
    gap = [""] if len(left) < len(found) else []
    count = f"{len(left)}{'' if all_of_them else ' or more'}"
    return [*lines[:place], *gap, f"{count} that nobody waits for any more:", *lines[place:]]


def _open(question: dict[str, Any], now: datetime) -> tuple[str, ...]:
    return (
        age(question["opened_at"], now),
        question["agent_name"],
        waits(question, now) or NOT_WAITING,
        *_end(question),
    )


def _settled(question: dict[str, Any], now: datetime) -> tuple[str, ...]:
    said = question["reply"] if question["choice"] is None else question["choice"]
    shown = "(secret)" if question["secret"] else cut(plain(said or ""), LONGEST_CELL)
    return (age(question["settled_at"], now), question["agent_name"], question["outcome"], shown, *_end(question))


def _end(question: dict[str, Any]) -> tuple[str, str]:
    return cut(plain(about(question)), LONGEST_CELL), question["id"]


def about(question: dict[str, Any]) -> str:
    """One line without marks: the question's first, after the title if that says something else."""
    title, text = without_marks(str(question["title"])), without_marks(str(question["question"]))
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first if begins_with_title(question) else f"{title}: {first}"


def begins_with_title(question: dict[str, Any]) -> bool:
    """Most titles are the beginning of what is asked."""
    return str(question["question"]).strip().startswith(str(question["title"]).rstrip("…"))


def waits(question: dict[str, Any], now: datetime) -> str | None:
    """How long its agent will still wait, None where it does not."""
    from datetime import datetime

    until = question["waiting_until"]
    if until is None or question["released"] is not None or datetime.fromisoformat(until) <= now:
        return None
    return age(now.isoformat(), datetime.fromisoformat(until))


def is_left(question: dict[str, Any], now: datetime) -> bool:
    """A call waited for it and waits no more: the domain's LEFT, without what that module would load."""
    return waits(question, now) is None and (question["released"] is not None or question["waiting_until"] is not None)


def _fitting(columns: Sequence[Column], rows: list[tuple[str, ...]], available: int | None) -> list[str]:
    """One line for each; where that would cut the id, which is there to be copied, it has a line of its own."""
    if available is None or available >= NARROW_COLUMNS:
        return table(columns, rows, available)
    shown = (0, 1, len(columns) - 2)
    head, *lines = table([columns[i] for i in shown], [[row[i] for i in shown] for row in rows], available)
    ids = (f"  {plain(row[-1])}" for row in rows)
    return [head, *(line for pair in zip(lines, ids, strict=True) for line in pair)]
