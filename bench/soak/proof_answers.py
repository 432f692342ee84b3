"""What became of answers: one for each question, the one that its person was told of, and at its agent unmarked once at
most. The exceptions, each counted:

- A process wrote an answer and was killed before it could confirm that: the answer comes again as a nudge. It is let
  pass only if, from the write to the kill, there was less than a second in which hub, line and process were there.
- A library's agent was killed in the very call that the library had confirmed, and before it said so.
- Over HTTP: `proof.Excuses`.
"""

from collections import Counter

from bench.soak.ledger import ACCEPTED, REFUSED, Disturbances, Ledger, Read
from bench.soak.lives import HUB
from bench.soak.proof import OVER_HTTP, Claim, Excuses, described
from bench.soak.store import Kept, Question

CONFIRM_SECONDS = 1.0
KILLED_BEFORE_CONFIRM = "answers unmarked for the second time: killed between write and confirmation"
KILLED_IN_CALL = "answers that a library's agent took with it: killed in the call that had them"


def decided_claim(kept: Kept, ledger: Ledger) -> Claim:
    wrong: list[str] = []
    told: Counter[str] = Counter()
    for key, questions in kept.asked.items():
        told.update(one.told for one in ledger.attempts[key])
        for question in questions:
            wrong += [f"{key}: {words}" for words in _misjudged(key, question, ledger)]
    figures = ", ".join(f"{count:,} {name}" for name, count in told.most_common())
    return Claim("each question has one answer, that of the person who was told so", figures, wrong)


def _misjudged(key: str, question: Question, ledger: Ledger) -> list[str]:
    attempts = ledger.attempts[key]
    taken = [one for one in attempts if one.told == ACCEPTED]
    if question.outcome is None:
        return ["still open"]
    if question.said is None:
        known = question.outcome == "withdrawn" and (key in ledger.withdrawn or key in ledger.cut_short)
        return [] if known and not taken else [f"settled as {question.outcome}; attempts: {attempts}"]
    same = [one for one in attempts if (one.person, one.via, one.said) == (question.by, question.via, question.said)]
    wrong = [] if same else [f"{question.said!r} by {question.by} via {question.via}: nobody said so: {attempts}"]
    if len(taken) > 1 or (taken and taken[0] not in same):
        wrong.append(f"taken were {taken}, kept is {question.said!r} by {question.by}")
    if same and all(one.told == REFUSED for one in same):
        wrong.append(f"{question.by} was refused, and their answer is kept")
    return wrong


def reached_claim(kept: Kept, ledger: Ledger, disturbances: Disturbances, excuses: Excuses) -> Claim:
    wrong: list[str] = []
    for key, questions in kept.asked.items():
        for question in questions:
            if question.said is not None:
                judge = _Judge(key, question, kept, ledger, disturbances, excuses)
                wrong += [f"{key} ({question.id}): {words}" for words in judge.wrong()]
    reads = [one for found in ledger.answers_read.values() for one in found]
    ways = Counter(one.way for one in reads if not one.marked)
    figures = ", ".join(f"{count:,} by {way}" for way, count in ways.most_common())
    figures += f"; {sum(one.marked for one in reads):,} copies marked as repeats"
    return Claim("every answer came to its agent, unmarked once at most", figures, wrong)


class _Judge:
    """Of one answer."""

    def __init__(
        self,
        key: str,
        question: Question,
        kept: Kept,
        ledger: Ledger,
        disturbances: Disturbances,
        excuses: Excuses,
    ) -> None:
        self._key = key
        self._question = question
        self._late = kept.late.get(question.id)
        self._reads = ledger.answers_read[key]
        self._ledger = ledger
        self._disturbances = disturbances
        self._excuses = excuses

    def wrong(self) -> list[str]:
        wrong = [
            f"{one.by.agent} read {one.said!r}, kept is {self._question.said!r}"
            for one in self._reads
            if one.said != self._question.said or one.by.agent != self._question.agent
        ]
        if self._question.handed_at is None:
            wrong.append(f"not handed; read: {described(self._reads)}")
        elif not self._reads and not self._is_gone(self._question.handed_at):
            wrong.append(f"handed by {self._late.handed_via if self._late else 'a call'}, and never read")
        unmarked = [one for one in self._reads if not one.marked]
        if len(unmarked) > 1 and not self._is_excused(unmarked):
            wrong.append(f"read again without a mark: {described(self._reads)}{self._deaths()}")
        return wrong

    def _is_gone(self, handed_at: str) -> bool:
        cut = [one.agent for one in self._ledger.cut_short[self._key]]
        by_call = self._late is None or self._late.handed_at is None
        if any(agent.startswith("library") for agent in cut) and by_call:
            self._excuses.counts[KILLED_IN_CALL] += 1
            return True
        agent = self._question.agent
        if agent.startswith("http") and (cut if by_call else self._late and self._late.handed_via == OVER_HTTP):
            self._excuses.over_http(agent, handed_at, "answers")
            return True
        return False

    def _is_excused(self, unmarked: list[Read]) -> bool:
        for one in unmarked[:-1]:
            died = self._ledger.deaths.get(one.by)
            if died is None or died < one.at:
                return False
            if self._disturbances.calm((HUB, one.by.agent), one.at, died) >= CONFIRM_SECONDS:
                return False
        self._excuses.counts[KILLED_BEFORE_CONFIRM] += 1
        return True

    def _deaths(self) -> str:
        first = self._reads[0].at
        found = {one.by: self._ledger.deaths[one.by] for one in self._reads if one.by in self._ledger.deaths}
        return "".join(f"; life {by.life} was killed at {at - first:+.2f} s" for by, at in found.items())
