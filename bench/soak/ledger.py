"""What the hub acknowledged to whom and what was read by whom, written down outside of the processes that are killed.

Everything has a key of ours, which is in its text: tools name no ids. An agent has read something as soon as it is in
the pipe of its process: then whoever listens has it, even if the process dies.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

ASK_KEY = re.compile(r"\b[a-z]+-\d+\.\d+-ask-\d+\b")
TELL_KEY = re.compile(r"\b[a-z]+-\d+\.\d+-tell-\d+\b")
NUDGE_KEY = re.compile(r"\bnudge-\d+-\d+\b")

CALL, AWAIT, NUDGE = "call", "await_answer", "nudge"
ACCEPTED, REFUSED, UNKNOWN = "accepted", "refused", "unknown"
DISMISSED = "(dismissed)"


class Reader(NamedTuple):
    """Who reads: an agent's process, in one of its lives."""

    agent: str
    life: int


class Read(NamedTuple):
    """One copy of something at its agent. `marked`: it says that it may be a repeat."""

    by: Reader
    way: str
    marked: bool
    said: str
    at: float


class Attempt(NamedTuple):
    """What a person answered, by which surface, and what they were told."""

    person: str
    via: str
    said: str
    told: str


class Nudged(NamedTuple):
    agent: str
    teller: str
    number: int


@dataclass
class Ledger:
    #: What was told, asked and nudged: the key, and the ids that the hub gave for it; none while nobody was told.
    told: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    asked: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    nudged: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    nudges: dict[str, Nudged] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    attempts: defaultdict[str, list[Attempt]] = field(default_factory=lambda: defaultdict(list))
    #: By the key of the question, or of the nudge.
    answers_read: defaultdict[str, list[Read]] = field(default_factory=lambda: defaultdict(list))
    nudges_read: defaultdict[str, list[Read]] = field(default_factory=lambda: defaultdict(list))
    #: The keys of nudges in the order in which each agent read them for the first time.
    order: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    #: The question that a process waited for when it was killed, or whose result came only in part.
    cut_short: defaultdict[str, list[Reader]] = field(default_factory=lambda: defaultdict(list))
    #: Calls over HTTP that got no whole answer, by agent.
    lost_calls: Counter[str] = field(default_factory=Counter)
    deaths: dict[Reader, float] = field(default_factory=dict)
    #: Things that speak against the hub by themselves: the claim, and what was seen.
    wrong: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    #: What would speak against it, and is known: in words, and how often.
    let_pass: Counter[str] = field(default_factory=Counter)
    #: Refusals and errors that agents and people were told, by their words.
    refused: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def read_answer(self, key: str, by: Reader, way: str, said: str, *, marked: bool) -> None:
        self.answers_read[key].append(Read(by, way, marked, said, monotonic()))

    def read_nudge(self, key: str, by: Reader, *, marked: bool) -> None:
        if not self.nudges_read[key]:
            self.order[by.agent].append(key)
        self.nudges_read[key].append(Read(by, NUDGE, marked, "", monotonic()))

    def against(self, claim: str, what: str) -> None:
        self.wrong[claim].append(what)


class Disturbances:
    """When somebody could not speak or act: the hub was away, a line stalled, a process was stopped."""

    def __init__(self) -> None:
        self._spans: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self._open: dict[str, float] = {}

    def begin(self, who: str) -> None:
        self._open.setdefault(who, monotonic())

    def end(self, who: str) -> None:
        if (began := self._open.pop(who, None)) is not None:
            self._spans[who].append((began, monotonic()))

    def add(self, who: str, began: float) -> None:
        self._spans[who].append((began, monotonic()))

    def calm(self, whose: Iterable[str], since: float, until: float) -> float:
        """How many seconds of that time none of them was disturbed."""
        spans = [span for who in whose for span in self._spans[who]]
        spans += [(self._open[who], until) for who in whose if who in self._open]
        calm, at = 0.0, since
        for began, ended in sorted(spans):
            calm += max(min(began, until) - at, 0.0)
            at = max(at, min(ended, until))
        return calm + max(until - at, 0.0)
