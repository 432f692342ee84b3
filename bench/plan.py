"""How long and how often: the whole run stays under six minutes, the quick one under three."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Plan:
    rounds: int
    """Turns of echo, seed-style and hub."""
    seconds: float
    """Length of one server's turn."""
    many_rows: int
    few_rows: int = 1_000
    questions: int
    """Lists and counts asked of each hub."""
    sockets: int = 1_000
    publishes: int
    """Events sent to all sockets, in each round."""
    stall_rounds: int
    answer_turns: int
    """Turns of a few commits and a few answers, in each round."""
    waiting: int = 10_000
    starts: int
    """Starts of `bellpull mcp` and of the bare loop, in turns."""
    desk_turns: int
    """Turns of windows and clicks, each beside what it is compared to, in each round."""
    wrapped_calls: int
    """Calls of a server alone, behind `bellpull wrap` and behind a proxy on the SDK, in turns."""
    watch_seconds: float
    """How long the watch is left alone."""
    watch_turns: int
    """Permissions that are asked for and given."""
    idle_sockets: int = 2_000
    waiting_calls: int
    wrong_keys: int
    """Turns of guesses of a key, and of a signature."""
    wrong_logins: int
    """Turns of a name that nobody has and one that somebody has, with a wrong password."""


WHOLE = Plan(
    rounds=6,
    seconds=1.5,
    many_rows=1_000_000,
    questions=400,
    publishes=10,
    stall_rounds=6,
    answer_turns=20,
    starts=40,
    desk_turns=5,
    wrapped_calls=3_000,
    watch_seconds=60.0,
    watch_turns=100,
    waiting_calls=5_000,
    wrong_keys=6_000,
    wrong_logins=200,
)
QUICK = Plan(
    rounds=3,
    seconds=0.8,
    many_rows=200_000,
    questions=150,
    publishes=6,
    stall_rounds=3,
    answer_turns=10,
    starts=20,
    desk_turns=7,
    wrapped_calls=1_000,
    watch_seconds=50.0,
    watch_turns=30,
    waiting_calls=3_000,
    wrong_keys=2_000,
    wrong_logins=60,
)
