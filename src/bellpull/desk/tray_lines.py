"""What stands in the tray's menu, and what a click on a line is called. Pure; what follows from a click is the
presenter's."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bellpull.desk.commands import Question
from bellpull.desk.tray import Entry
from bellpull.desk.words import DeskWords

#: Keys of the menu; what is none of them, no question and no session, opens the inbox.
QUIET, INBOX, MORE, QUIT, ASKED, SESSION = "quiet", "inbox", "more", "quit", "asked:", "session:"
MOST_IN_THE_MENU = 15
#: Of a line that stands for no session. Where there is nothing else, it says so, and that is to be seen.
NONE, USAGE = "none", "usage"


def entries(
    lines: Sequence[Mapping[str, Any]],
    waiting: Sequence[Question],
    heading: str,
    quiet_until: datetime | None,
    words: DeskWords,
    note: str = "",
) -> list[Entry]:
    """Who works and waits, then the questions that are not among these, then what is always there; `note` is what the
    desk has to say of itself."""
    nobody = all(line["kind"] in (NONE, USAGE) for line in lines)
    seen = [line for line in lines if not (nobody and line["kind"] == NONE)]
    shown = _at_most(seen, words)
    named = {line["question_id"] for line in seen[:MOST_IN_THE_MENU]}
    left = [question for question in waiting if question["id"] not in named]
    until = quiet_until and words.quiet_until.format(time=quiet_until.strftime("%H:%M"))
    return [
        *shown,
        *([Entry("-", "", separator=True)] if shown else []),
        Entry("title", heading, enabled=False),
        *_questions(left, words),
        *([Entry("note", note, enabled=False)] if note else []),
        Entry("-", "", separator=True),
        Entry(QUIET, until or words.quiet_for_an_hour, checked=quiet_until is not None),
        Entry(INBOX, words.open_inbox),
        Entry(QUIT, words.quit),
    ]


def _at_most(lines: Sequence[Mapping[str, Any]], words: DeskWords) -> list[Entry]:
    shown = [Entry(_key(line), line["text"], depth=line["depth"]) for line in lines[:MOST_IN_THE_MENU]]
    return shown + _more(len(lines) - len(shown), words)


def _questions(waiting: Sequence[Question], words: DeskWords) -> list[Entry]:
    listed = [
        Entry(f"{ASKED}{question['id']}", f"{question['agent_name']}: {question['title']}")
        for question in waiting[:MOST_IN_THE_MENU]
    ]
    return listed + _more(len(waiting) - len(listed), words)


def _more(count: int, words: DeskWords) -> list[Entry]:
    return [Entry(MORE, words.and_more.format(count=count))] if count > 0 else []


def _key(line: Mapping[str, Any]) -> str:
    if line["question_id"] is not None:
        return f"{ASKED}{line['question_id']}"
    return INBOX if line["session"] is None else f"{SESSION}{line['session']}"
