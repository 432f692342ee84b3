"""How fast the demo goes, and when it is over. Every pause of an agent is made here, so that all of
them end at once."""

from threading import Event
from time import monotonic


class Over(Exception):
    """The demo has ended while an agent was in the middle of something."""


class Pace:
    """A moment is the unit of the scripts; `patience` is how long an agent waits for a person, and `length` how long
    the whole lasts. All in seconds."""

    def __init__(self, moment: float, patience: float, length: float) -> None:
        self.moment = moment
        self.patience = patience
        self.length = length
        self._began = monotonic()
        self._over = Event()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return monotonic() - self._began

    @property
    def left(self) -> float:
        return self.length - self.seconds

    def begin(self) -> None:
        self._began = monotonic()

    def pass_by(self, moments: float) -> None:
        """Let so many moments pass. Raises Over when the demo has ended."""
        if self._over.wait(moments * self.moment):
            raise Over

    def check(self) -> None:
        self.pass_by(0)

    def end(self) -> None:
        self._over.set()


def usual() -> Pace:
    return Pace(moment=1.0, patience=45.0, length=120.0)


def fast() -> Pace:
    return Pace(moment=0.02, patience=1.0, length=0.0)
