"""How long a run is, who takes part, and how often what happens to them."""

from dataclasses import dataclass, field

RATES = {
    "hub": 7.0,
    "hub stop": 1.2,
    "shim": 10.0,
    "wrap": 5.0,
    "library": 5.0,
    "http": 5.0,
    "desk": 2.0,
    "window": 1.0,
    "freeze hub": 1.5,
    "freeze others": 3.0,
    "clock": 1.5,
    "disk": 0.8,
    "backup": 0.7,
}
"""How often a minute, on average. The first eight end a process: 36 a minute."""


@dataclass(frozen=True)
class Plan:
    seconds: float = 600.0
    seed: int = 1
    shims: int = 5
    http: int = 2
    wraps: int = 2
    library: int = 2
    askers: int = 4
    tellers: int = 2
    nudgers: int = 6
    sockets: int = 8
    desk: bool = True
    rates: dict[str, float] = field(default_factory=lambda: dict(RATES))
