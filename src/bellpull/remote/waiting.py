"""To ask and to wait: a question opened once, waited for over every restart of the hub, and let go of in the end.

Who stops waiting says why: the time is up, or the program is gone. That settles nothing, and the answer can still come
late. Not here: what an answer means to a script (`cli/ask`) or to a program (`library`).
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import monotonic, sleep

from bellpull.domain import errors
from bellpull.remote.address import quote
from bellpull.remote.found import Unproven

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bellpull.remote.line import Line

    Question = dict[str, Any]

#: As long as a question may be waited for at once.
LONGEST_SECONDS = 86_400
LONGEST_TITLE = 200
POLL_SECONDS = 50
SOON_SECONDS = 0.2
#: What the hub may take to answer beyond the waiting itself.
GRACE_SECONDS = 10.0
#: For the last words of a program that somebody wants to end.
PARTING_SECONDS = 3.0


def title_of(question: str) -> str:
    """Its first line, as far as a title goes; a blank question is for the hub to refuse."""
    first = next((line.strip() for line in question.splitlines() if line.strip()), question)
    return first if len(first) <= LONGEST_TITLE else first[: LONGEST_TITLE - 1] + "…"


def opened(line: Line, body: dict[str, object], seconds: float | None, key: str | None = None) -> Question:
    """Open the question, or attach to the one that was opened with this key; None seconds: nobody waits."""
    question: Question = line.create("/api/questions", {**body, "wait": seconds}, key or os.urandom(16).hex())
    return question


def awaited_again(line: Line, id: str, seconds: float) -> Question:
    """Wait again for a question that was let go of."""
    question: Question = line.request("POST", f"{_path(id)}/await", body={"seconds": seconds})
    return question


def answered(line: Line, question: Question, deadline: float) -> Question:
    """The question as it was when the waiting ended: settled, or put aside for another, or released as `timeout`. Who
    is interrupted leaves it open."""
    try:
        question = _followed(line, question, deadline)
        return question if over(question) else _given_up(line, question)
    except BaseException:
        _gone(line, question)
        raise


def over(question: Question) -> bool:
    """Whether there is nothing more to wait for."""
    return bool(question["state"] == "settled" or question["released"] in ("replaced", "failed"))


def handed(line: Line, question: Question) -> None:
    """Confirm that whoever asked has the answer. Should that fail it is also carried as a nudge: twice, never lost."""
    with suppress(errors.BellpullError):
        path = f"{_path(question['id'])}/handed"
        line.persist(lambda: line.request("POST", path, seconds=PARTING_SECONDS), monotonic() + PARTING_SECONDS)


def _followed(line: Line, question: Question, deadline: float) -> Question:
    path = _path(question["id"])

    def look() -> Question:
        wait = min(int(max(deadline - monotonic(), 0)) + 1, POLL_SECONDS)
        try:
            found: Question = line.request("GET", path, {"wait": wait}, seconds=wait + GRACE_SECONDS)
        except Unproven as error:  # the hub took the key when the question was asked
            line.close()
            raise error.away() from None
        return found

    while not over(question) and (began := monotonic()) < deadline:
        try:
            question = line.persist(look, deadline)
        except errors.Unavailable:
            break  # the time is up, and the hub is not there to be told
        if not over(question) and monotonic() - began < SOON_SECONDS:
            sleep(SOON_SECONDS)  # whatever answers without waiting is not to be asked without end
    return question


def _given_up(line: Line, question: Question) -> Question:
    """Released; or settled, when the answer came in the last moment."""
    try:
        return _released(line, question["id"], "timeout")
    except (errors.Unavailable, Unproven):
        return {**question, "released": "timeout"}


def _gone(line: Line, question: Question) -> None:
    line.last_words()
    with suppress(errors.BellpullError):
        _released(line, question["id"], "gone")


def _released(line: Line, id: str, reason: str) -> Question:
    question: Question = line.request("POST", f"{_path(id)}/release", body={"reason": reason}, seconds=PARTING_SECONDS)
    return question


def _path(id: object) -> str:
    return f"/api/questions/{quote(str(id))}"
