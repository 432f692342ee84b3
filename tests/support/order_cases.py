"""Open questions and the order in which people see them: one table for the rule in Python and for the page's."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from bellpull.domain.instant import instant
from bellpull.domain.notification import PRIORITIES
from bellpull.domain.question_order import Queued

NOW = datetime(2026, 11, 16, 10, 0, tzinfo=UTC)


class Case(NamedTuple):
    name: str
    asked: tuple[Queued, ...]
    #: Their ids, in order; those that nobody waits for any more come after the bar.
    order: str


def at(seconds: float) -> str:
    return instant(NOW + timedelta(seconds=seconds))


def ask(
    id: str, agent: str, *, age: float = 60, left: float | None = None, urgency: str = "normal", gone: str | None = None
) -> Queued:
    """`age`: asked so many seconds ago; `left`: a call waits so many seconds more, or has waited until then."""
    return Queued(id, agent, urgency, at(-age), None if left is None else at(left), gone)


CASES = (
    Case("none", (), "|"),
    Case(
        "who waits goes before who does not, and both before what was left",
        (
            ask("a", "bot1", age=900, gone="timeout"),
            ask("b", "bot2", age=800),
            ask("c", "bot3", age=10, left=50),
        ),
        "c b | a",
    ),
    Case(
        "the soonest deadline goes first, however urgent or old the others are",
        (
            ask("a", "bot1", age=900, left=3000, urgency="urgent"),
            ask("b", "bot2", age=10, left=500, urgency="low"),
            ask("c", "bot3", age=20, left=86_400),
        ),
        "b a c",
    ),
    Case(
        "three seconds left are above all, and urgent is below who waits",
        (
            ask("a", "stale1", age=500, gone="timeout"),
            ask("b", "stale2", age=400, left=-1),
            ask("c", "stale3", age=300, gone="gone", urgency="urgent"),
            ask("d", "calm", age=200, urgency="urgent"),
            ask("e", "lock", age=100, left=80_000),
            ask("f", "live", age=57, left=3, urgency="high"),
        ),
        "f e d | c a b",
    ),
    Case(
        "among equal deadlines and among those without one, urgency, then age",
        (
            ask("a", "bot1", age=50, urgency="low"),
            ask("b", "bot2", age=40),
            ask("c", "bot3", age=30, urgency="urgent"),
            ask("d", "bot4", age=20, urgency="high"),
            ask("e", "bot5", age=10, urgency="high"),
            ask("f", "bot6", left=60, age=5),
            ask("g", "bot7", left=60, age=5, urgency="high"),
            ask("h", "bot8", left=60, age=6),
        ),
        "g h f c d e b a",
    ),
    Case(
        "of equal instants the one that was asked first",
        tuple(ask(f"n{number}", f"bot{9 - number}", left=40) for number in (3, 1, 2)),
        "n1 n2 n3",
    ),
    Case(
        "agents take turns",
        (
            *(ask(f"a{number}", "flood", age=100 - number, left=60 + number) for number in range(4)),
            ask("b0", "calm", age=10, left=600),
            ask("b1", "calm", age=5, left=700),
            ask("c0", "third", age=7, left=61),
        ),
        "a0 c0 b0 a1 b1 a2 a3",
    ),
    Case(
        "agents take turns in each group by itself",
        (
            ask("a0", "one", left=60),
            ask("a1", "one", age=90),
            ask("a2", "one", age=80),
            ask("b1", "two", age=70),
            ask("a3", "one", age=60, gone="timeout"),
            ask("a4", "one", age=50, gone="timeout"),
            ask("b2", "two", age=40, gone="replaced"),
        ),
        "a0 a1 b1 a2 | a3 b2 a4",
    ),
    Case(
        "nobody's turn pushes down what will be too late in a moment",
        (
            *(ask(f"a{number}", "flood", left=3 + number) for number in range(3)),
            ask("b0", "calm", left=60),
            ask("b1", "calm", left=5.5),
        ),
        "a0 a1 a2 b1 b0",
    ),
    Case(
        "who presses again and again is alone on no list",
        (
            *(ask(f"a{number}", "flood", left=3 + number) for number in range(6)),
            ask("b0", "calm", left=60, urgency="urgent"),
            ask("b1", "calm", left=70),
        ),
        "a0 a1 a2 a3 b0 a4 b1 a5",
    ),
    Case(
        "fifteen seconds are a moment, and not a millisecond more",
        (
            ask("a0", "flood", left=14.999),
            ask("a1", "flood", left=15),
            ask("a2", "flood", left=15.001),
            ask("a3", "flood", left=15.002),
            ask("b0", "calm", left=600),
        ),
        "a0 a1 a2 b0 a3",
    ),
    Case(
        "a deadline that is now is over",
        (ask("a", "bot1", left=0), ask("b", "bot2", left=0.001)),
        "b | a",
    ),
    Case(
        "a call that was let go waits no more, though its time is not over",
        (ask("a", "bot1", left=60, gone="replaced"), ask("b", "bot2")),
        "b | a",
    ),
    Case(
        "an urgency that nobody knows is as low as can be",
        (ask("a", "bot1", age=90, urgency="?"), ask("b", "bot2", age=80, urgency="low"), ask("c", "bot3", age=70)),
        "c a b",
    ),
)


def some(draw: random.Random, count: int) -> list[Queued]:
    """Any questions, with many that are equal in this or that."""

    def one(number: int) -> Queued:
        left = draw.choice((None, draw.choice((-3, 0, 4, 15, 16)), draw.uniform(-60, 600)))
        gone = draw.choice((None, None, None, "timeout", "gone"))
        return ask(
            f"q{number:04}",
            f"bot{draw.randrange(1 + count // 4)}",
            age=draw.choice((1, 1, 60, draw.uniform(0, 5000))),
            left=left,
            urgency=draw.choice(PRIORITIES),
            gone=gone,
        )

    made = [one(number) for number in range(count)]
    draw.shuffle(made)
    return made


def as_json(asked: Any) -> list[dict[str, Any]]:
    return [one._asdict() for one in asked]
