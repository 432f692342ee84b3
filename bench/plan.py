"""How long and how often: the whole run stays under five minutes, the quick one under ninety seconds."""

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
    idle_sockets: int = 2_000


WHOLE = Plan(rounds=3, seconds=3.0, many_rows=1_000_000, questions=400, publishes=15, stall_rounds=8)
QUICK = Plan(rounds=2, seconds=1.0, many_rows=200_000, questions=150, publishes=8, stall_rounds=4)
