"""What everybody was told by the hub, written down as it happened."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Ledger:
    #: What was told: the key of the create, and the ids that the hub gave for it.
    told: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    #: The key of the call, and the ids of its question.
    asked: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    #: The question, and what the person chose; only what the hub took.
    answered: dict[str, str] = field(default_factory=dict)
    #: The question, and each way in which its answer came to its agent: "call" or "nudge".
    reached: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    wrong_answers: list[str] = field(default_factory=list)
    #: The key of the nudge, and its ids.
    nudged: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    #: How often a nudge came to its agent; and how often it came again, with and without saying so.
    carried: Counter[str] = field(default_factory=Counter)
    marked: Counter[str] = field(default_factory=Counter)
    doubled: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    again: int = 0
    """Requests that were repeated, because the hub was away or went away."""
    broken: int = 0
    """Of these, because the line broke before the answer."""
    refused: Counter[str] = field(default_factory=Counter)
    waiting: set[str] = field(default_factory=set)
    """Agents whose call waits at this moment."""
    waited: list[int] = field(default_factory=list)
    """How many did, second by second, while the hub was there."""

    def carry(self, id: str, *, repeat: bool) -> bool:
        """Whether this is the first time."""
        if self.carried[id]:
            (self.marked if repeat else self.doubled)[id] += 1
        self.carried[id] += 1
        return self.carried[id] == 1

    def answer_came(self, question: str, way: str) -> None:
        self.reached[question].append(way)
