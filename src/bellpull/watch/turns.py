"""Whose turn it is: the agents for whom something may be pending, and when each is looked after next.

Pure: the time is an argument, in seconds of a clock that only goes forward. A ring is answered at once, but not more
often than every second while looking has been in vain; without a ring the pauses grow.
"""

from dataclasses import dataclass

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 60.0


@dataclass
class Turn:
    name: str
    due: float
    #: When the first ring came since nothing was pending, or since it was in vain.
    heard: float
    pause: float = SHORTEST_PAUSE
    #: Looked after in vain, last at this time.
    in_vain: float | None = None
    rings: int = 1


class Turns:
    def __init__(self) -> None:
        self._turns: dict[str, Turn] = {}

    def ring(self, name: str, now: float) -> None:
        """Something became pending, or may have."""
        turn = self._turns.get(name)
        if turn is None:
            self._turns[name] = Turn(name, now, now)
            return
        turn.rings += 1
        turn.pause = SHORTEST_PAUSE
        if turn.in_vain is None:
            turn.due = min(turn.due, now)
        else:
            turn.due = min(turn.due, max(now, turn.in_vain + SHORTEST_PAUSE))
            turn.heard = now

    def ring_all(self, now: float) -> None:
        for name in self._turns:
            self.ring(name, now)

    def due(self, now: float) -> list[Turn]:
        return [turn for turn in self._turns.values() if turn.due <= now]

    def next(self) -> float | None:
        """When somebody is due; None while nothing is pending for anybody."""
        return min((turn.due for turn in self._turns.values()), default=None)

    def over(self, turn: Turn, rings: int) -> None:
        """Nothing was pending when it had rung so often."""
        if turn.rings == rings:
            self._turns.pop(turn.name, None)

    def later(self, turn: Turn, now: float) -> None:
        """It was in vain. The next pause is twice as long."""
        turn.in_vain = now
        turn.due = now + turn.pause
        turn.pause = min(turn.pause * 2, LONGEST_PAUSE)

    def again(self, turn: Turn, at: float) -> None:
        turn.due = at
        turn.in_vain = None
