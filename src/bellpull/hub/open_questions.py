"""Which of the open questions are shown, and in which order (`question_order.py`). An agent that has asked very much
keeps nobody else's question out, whatever it says of its own: there is room for as many of each agent as of the others.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from bellpull.domain.errors import NotFound
from bellpull.domain.identity import Principal
from bellpull.domain.instant import instant
from bellpull.domain.question_order import Queued, in_order
from bellpull.hub.ports import Reader

#: So many are put into order: fifty agents with a hundred each are more than anybody reads.
MOST_ORDERED = 5_000


class Line(NamedTuple):
    """Those that are shown, in order."""

    ids: list[str]
    #: How many are open.
    total: int


def open_in_order(
    reader: Reader, who: Principal, agent_name: str | None, when: datetime, limit: int, after: str | None = None
) -> Line:
    """`after`: begin behind this one, where it stands, or would stand if it were still open."""
    counts = reader.questions.count_by_agent(who, agent_name)
    found = _chosen(reader, counts, when)
    if after is not None:
        found = [*(one for one in found if one.id != after), _cursor(reader, who, after)]
    line = [one.id for one in in_order(found, lambda one: one, when)]
    begin = 0 if after is None else line.index(after) + 1
    return Line(line[begin : begin + limit], sum(counts.values()))


def fair_share(counts: Iterable[int], room: int) -> int:
    """So many of each there is room for, if nobody has more: what some do not need the others have. At least one."""
    share, left = room, sorted(counts)
    while left and left[0] <= (share := room // len(left)):
        room -= left.pop(0)
    return max(1, share)


def _chosen(reader: Reader, counts: dict[str, int], when: datetime) -> list[Queued]:
    if sum(counts.values()) <= MOST_ORDERED:
        return reader.questions.open(list(counts))
    share = fair_share(counts.values(), MOST_ORDERED)
    found = reader.questions.open([name for name, count in counts.items() if count <= share])
    for name, count in counts.items():
        if count > share:
            found += reader.questions.first_open(name, instant(when), share)
    return found


def _cursor(reader: Reader, who: Principal, id: str) -> Queued:
    found = reader.questions.queued(who, id)
    if found is None:
        raise not_found_question()
    return found


def not_found_question() -> NotFound:
    return NotFound("question_not_found", "Question not found", "see: bellpull questions")
