"""The order in which people see open questions: who waits now, the soonest deadline first, then urgency, then age, and
in turn by agent.

Each open question stands in one of four groups, which follow each other:

- *pressing*: a call waits for it, and in a few seconds it is too late. By the deadline alone; of one agent only the
  first three, or else whoever asks many questions with a short time would be alone on the list.
- *waited for*: a call waits for it. In turns: first each agent's first question, then each agent's second, and so on;
  within a turn by deadline, urgency, age.
- *not waited for*: its agent asked without waiting and goes on. In turns; within a turn by urgency and age.
- *left*: a call waited for it and waits no more. In turns, as above. Surfaces fold these away.

Equal instants are in the order of asking, which is the order of the ids. The page has the same rule in JavaScript
(`web/page/questions/order.js`); one table of cases is the test of both.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from bellpull.domain.instant import Instant, instant
from bellpull.domain.notification import PRIORITIES

#: About as long as a person needs to read a question and to answer it. Until then nobody's turn pushes it down.
PRESSING_FOR = timedelta(seconds=15)
MOST_PRESSING = 3
WITHOUT_END = "9999-12-31T23:59:59.999Z"
PRESSING, WAITED_FOR, NOT_WAITED_FOR, LEFT = range(4)
_FIRST_URGENT = {urgency: -rank for rank, urgency in enumerate(PRIORITIES)}

T = TypeVar("T")


class Queued(NamedTuple):
    """What the order looks at."""

    id: str
    agent_name: str
    urgency: str
    opened_at: Instant
    #: Until when a call waits for it.
    waiting_until: Instant | None
    #: Why the last caller stopped waiting.
    released: str | None


def queued(shape: Mapping[str, Any]) -> Queued:
    """Of a question as the hub shows it (`question_shape.py`)."""
    return Queued(**{field: shape[field] for field in Queued._fields})


def elsewhere(agent_name: str, since: Instant) -> Queued:
    """Somebody waits for a person in a client, and not for a question of the hub: without a deadline."""
    return Queued("", agent_name, "", since, WITHOUT_END, None)


def group_of(one: Queued, now: datetime) -> int:
    return _group(one, instant(now), instant(now + PRESSING_FOR))


def in_order(
    found: Iterable[T], what: Callable[[T], Queued], now: datetime, had: Mapping[str, int] | None = None
) -> list[T]:
    """`what` gives of each what the order looks at. `had`: who shows one after the other says how many turns each agent
    has had; else an agent would have its first turn again with each."""
    at, soon, had = instant(now), instant(now + PRESSING_FOR), had or {}
    ranked = sorted(((_key(what(one), at, soon), one) for one in found), key=_first)
    turns: Counter[tuple[int, str]] = Counter()
    taken = []
    for (group, *_, agent_name), one in ranked:
        if group == PRESSING and turns[group, agent_name] == MOST_PRESSING:
            group = WAITED_FOR
        turn = 0 if group == PRESSING else had.get(agent_name, 0) + turns[group, agent_name]
        taken.append(((group, turn), one))
        turns[group, agent_name] += 1
    return [one for _, one in sorted(taken, key=_first)]


def _first(pair: tuple[Any, T]) -> Any:
    return pair[0]


def _group(one: Queued, at: Instant, soon: Instant) -> int:
    if one.released is None and one.waiting_until is not None and one.waiting_until > at:
        return PRESSING if one.waiting_until <= soon else WAITED_FOR
    return NOT_WAITED_FOR if one.released is None and one.waiting_until is None else LEFT


def _key(one: Queued, at: Instant, soon: Instant) -> tuple[int, Instant, int, Instant, str, str]:
    group = _group(one, at, soon)
    deadline = one.waiting_until if one.waiting_until and group <= WAITED_FOR else ""
    return group, deadline, _FIRST_URGENT.get(one.urgency, 0), one.opened_at, one.id, one.agent_name
