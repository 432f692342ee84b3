"""Tells an agent what a checker finds anew and what is gone, whenever files have changed.

What is there at the start is the beginning, and not told unless wanted. A checker that fails without finding anything
is told once and changes nothing of what is known. A run that is overtaken by changes is ended and begun anew.
"""

from __future__ import annotations

from queue import Empty
from time import monotonic

from bellpull.domain.errors import BellpullError
from bellpull.sources.burst import Debounce
from bellpull.sources.checker import Checked, Run
from bellpull.sources.command import CannotRun
from bellpull.sources.ending import how, name_of
from bellpull.sources.findings import Finding, compare, message, parse
from bellpull.sources.follow import IDLE_SECONDS, PARTING_SECONDS
from bellpull.sources.restraint import Restraint
from bellpull.sources.tail import Tail
from bellpull.sources.words import JOINER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from queue import Queue
    from typing import NoReturn

    from bellpull.sources.interrupts import Interrupts
    from bellpull.sources.teller import Teller
    from bellpull.sources.tree import Tree
    from bellpull.sources.watching import Touched

NOTHING = "nothing new, nothing gone"


class Known:
    """What the agent knows of a checker's findings. Pure: what a run left in, what is to be said out."""

    def __init__(self, name: str, *, all: bool) -> None:
        self._name = name
        self._findings: list[Finding] | None = [] if all else None
        self._failing = False

    def hear(self, checked: Checked) -> str | None:
        findings = parse(checked.out + b"\n" + checked.err)
        if checked.code != 0 and not findings:
            return self._failed(checked)
        before, self._findings = self._findings, findings
        said = None if before is None else message(compare(before, findings))
        if not self._failing:
            return said
        self._failing = False
        otherwise = NOTHING if before is not None else f"{len(findings)} to begin with"
        return f"{self._name} works again: {said or otherwise}"

    def _failed(self, checked: Checked) -> str | None:
        if self._failing:
            return None
        self._failing = True
        tail = Tail()
        tail.feed(0, checked.err or checked.out)
        return f"{self._name} failed: {how(checked.code)}\n{tail.text()}".rstrip("\n")


class Diagnosing:
    """`told` is called with each message that the hub has, `note` with what only whoever looks on needs to know."""

    def __init__(
        self,
        command: Sequence[str],
        tree: Tree,
        inbox: Queue[Touched | Run],
        teller: Teller,
        interrupts: Interrupts,
        *,
        all: bool,
        told: Callable[[str], None],
        note: Callable[[str], None],
    ) -> None:
        self._command = command
        self._tree = tree
        self._inbox = inbox
        self._teller = teller
        self._interrupts = interrupts
        self._told = told
        self._note = note
        self._name = name_of(command)
        self._known = Known(self._name, all=all)
        self._debounce = Debounce()
        self._restraint = Restraint()
        self._run: Run | None = None
        self._runs = 0
        self._checked: Checked | None = None
        self._telling = ""
        self._suspected = self._reported = False

    def run(self) -> NoReturn:
        """Until it is interrupted, or something prevents it."""
        while True:
            if self._next() == 0:
                self._begin()
            self._hear(self._wait())
            if self._teller.attempt() is not None:
                self._told(self._telling)
            if self._checked is not None and self._teller.free:
                self._report(self._checked)

    def _next(self) -> float | None:
        """Seconds until the checker runs again."""
        now = monotonic()
        due = self._restraint.left(now)
        return None if due is None else max(due, self._debounce.left(now) or 0.0)

    def _wait(self) -> float:
        moments = [self._next(), self._teller.left(), IDLE_SECONDS]
        return max(min(moment for moment in moments if moment is not None), 0.001)

    def _begin(self) -> None:
        self._debounce.clear()
        self._restraint.begin()
        self._runs += 1
        try:
            self._run = Run(self._command, self._inbox.put)
        except CannotRun as error:
            if self._runs == 1:
                raise
            self._checked = Checked(error.exit_code, b"", error.sentence.encode("utf-8", "replace"))
            self._restraint.end(monotonic())

    def _hear(self, seconds: float) -> None:
        try:
            with self._interrupts.waiting():
                heard = self._inbox.get(timeout=seconds)
        except Empty:
            return
        if isinstance(heard, BellpullError):
            raise heard
        if isinstance(heard, Run):
            self._ended(heard)
        else:
            self._touched(heard)

    def _touched(self, paths: set[str]) -> None:
        concerned = self._tree.concerned(paths)
        if concerned and (happenings := self._tree.settle(concerned)):
            now = monotonic()
            self._debounce.touch(now)
            there = {happening.path for happening in happenings if happening.verb != "created"}
            overtaken = self._restraint.touch(there, now)
            if overtaken and self._run is not None:
                self.stop()
                self._restraint.end(monotonic())
            self._say_if_suspicious()

    def _ended(self, run: Run) -> None:
        if run is not self._run:
            return  # it came to its end just when it was overtaken
        self._run = None
        self._checked = run.checked()
        self._restraint.end(monotonic())
        self._say_if_suspicious()

    def _say_if_suspicious(self) -> None:
        if self._restraint.suspicious and not self._suspected:
            self._suspected = True
            self._note(f"{self._name} seems to change files itself: what it changes soon no longer starts it again")

    def _report(self, checked: Checked) -> None:
        self._checked = None
        said = self._known.hear(checked)
        if said is not None:
            self._telling = said
            # There may be several checkers.
            if self._teller.tell(said, label=self._name.replace(JOINER, "")) is not None:
                self._told(said)
        elif not self._reported:
            self._note(f"{self._name}: {len(parse(checked.out + checked.err))} to begin with")
        self._reported = True

    def stop(self) -> None:
        if self._run is not None:
            self._run.stop()
            self._run = None

    def finish(self) -> bool:
        """End what runs, and tell what is left to tell if the hub is there. Whether nothing is left."""
        self.stop()
        if not self._teller.free and self._teller.persist(PARTING_SECONDS) is not None:
            self._told(self._telling)
        return self._teller.free
