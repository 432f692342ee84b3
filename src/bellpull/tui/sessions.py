"""The list of sessions: which there are, which is selected, what of it is shown, what was put off. Pure.

The selection is a session, not a line: it stays where it is when the order changes. A question that somebody types an
answer to stays in sight, whatever becomes of it (`hold`).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from bellpull.domain.markup import plain
from bellpull.domain.question_order import LEFT, Queued, elsewhere, group_of, queued
from bellpull.tui.entries import (
    FOLD,
    PERMISSION,
    QUESTION,
    SESSION,
    Entry,
    Said,
    Wait,
    arranged,
    folded,
    grouped,
    groups_of,
    matching,
)
from bellpull.tui.lines import shown
from bellpull.tui.settled import FOLD_SECONDS, TOLD_SECONDS, Settled
from bellpull.tui.titles import title_of

Question = Mapping[str, Any]

#: So much of a question is looked at for its first line.
LOOKED_AT = 2000


class Sessions:
    def __init__(self) -> None:
        self.watch: Said = {}
        self.questions: dict[str, Question] = {}
        self.settled: dict[str, Settled] = {}
        #: What the filter finds; and the lines of it that are not folded away.
        self.found: list[Entry] = []
        self.shown: list[Entry] = []
        self.filter = ""
        self.selected: str | None = None
        #: Which wait of the selected entry is on the right.
        self._wait: str | None = None
        self.held: str | None = None
        self._all: list[Entry] = []
        self._current: list[list[Entry]] = []
        #: What nobody waits for any more, and what somebody chose for the fold over it.
        self._left: set[str] = set()
        self._fold_open: bool | None = None
        self._later: dict[str, tuple[datetime, frozenset[str]]] = {}
        self._place = 0

    @property
    def left_out(self) -> int:
        """Open questions that are too many to be shown."""
        return int(self.watch.get("left_out", 0))

    def take_watch(self, watch: Said, now: float, clock: datetime) -> None:
        self.watch = watch
        self._current = groups_of(watch)
        self.arrange(now, clock)

    def arrange(self, now: float, clock: datetime) -> None:
        """The list anew; what was put off comes back when its time has come, or when it asks something else."""
        self.settled = {id: one for id, one in self.settled.items() if now - one.at < TOLD_SECONDS or id == self.held}
        current = arranged(self._current, self._queued, clock)
        self._forget_later(current, clock)
        listed = [self._with_text(self._with_later(entry)) for entry in current]
        groups = grouped(self._with_folding(listed, now))
        self._left = {entry.key for group in groups if self._is_left(group, clock) for entry in group}
        self._fold_open = self._fold_open if self._left else None
        groups.sort(key=lambda group: group[0].later is not None)
        self._all = [entry for group in groups for entry in group]
        self.refilter()

    def refilter(self) -> None:
        self.found = matching(self._all, self.filter)
        kept = {key for key in (self.selected, self.held) if key is not None}
        # Who looks for something looks under the fold, too.
        filtered = bool(self.filter.strip())
        self.shown = self.found if filtered else folded(self.found, self._left, self._fold_open, kept)
        self._keep_selection()

    def turn_fold(self) -> bool:
        """Open what is folded or fold it, if the fold is selected."""
        if self.entry is None or self.entry.kind != FOLD:
            return False
        self._fold_open = not self.entry.is_open
        self.refilter()
        return True

    def _queued(self, wait: Wait) -> Queued:
        known = self._known(wait.question_id or "")
        return elsewhere(wait.agent_name, wait.since) if known is None else queued(known)

    def _known(self, id: str) -> Question | None:
        """A question as it is, or as it was when it was settled a moment ago."""
        return self.settled[id].question if id in self.settled else self.questions.get(id)

    def _is_left(self, group: list[Entry], clock: datetime) -> bool:
        """A session that works stays: it is there for more than what it asked."""
        root = group[0]
        if root.later is not None or any(entry.busy for entry in group):
            return False
        if root.settled is not None:
            return self._is_let_go(root.key, clock)
        return bool(root.waits) and all(
            wait.kind != PERMISSION and not wait.is_guess and self._is_let_go(wait.question_id, clock)
            for wait in root.waits
        )

    def _is_let_go(self, question_id: str | None, clock: datetime) -> bool:
        known = self._known(question_id or "")
        return known is not None and group_of(queued(known), clock) == LEFT

    def _forget_later(self, current: list[Entry], clock: datetime) -> None:
        asked = {entry.key: _asked(entry) for entry in current}
        self._later = {
            key: (until, asks)
            for key, (until, asks) in self._later.items()
            if until > clock and asked.get(key, frozenset()) <= asks and key in asked
        }

    def _with_later(self, entry: Entry) -> Entry:
        found = self._later.get(entry.key)
        return entry if found is None else entry._replace(later=found[0])

    def _with_text(self, entry: Entry) -> Entry:
        """Of a question without a session: how it begins, where its title does not say that already."""
        if entry.kind != QUESTION or entry.key not in self.questions:
            return entry
        return entry._replace(reason=_beginning(str(self.questions[entry.key]["question"]), entry.title))

    def _with_folding(self, current: list[Entry], now: float) -> list[Entry]:
        """Questions without a session fold away only after it was seen what became of them; until then they stay in
        their place."""
        there = {entry.key for entry in current}
        places = {entry.key: place for place, entry in enumerate(self._all)}
        for id, one in self.settled.items():
            stays = now - one.at < FOLD_SECONDS or id == self.held
            if one.entry == id and id not in there and stays:
                current.insert(places.get(id, 0), _folded(one))
        return current

    # Which one.

    @property
    def entry(self) -> Entry | None:
        return next((entry for entry in self.shown if entry.key == self.selected), None)

    @property
    def place(self) -> int:
        return self._place

    def move(self, by: int) -> None:
        if self.shown:
            self.select(self.shown[max(0, min(self._place + by, len(self.shown) - 1))].key)

    def select(self, key: str) -> None:
        if key != self.selected:
            self._wait = None
        self.selected = key
        self._keep_selection()

    def _keep_selection(self) -> None:
        keys = [entry.key for entry in self.shown]
        if self.selected in keys:
            self._place = keys.index(self.selected)
        else:
            self._place = max(0, min(self._place, len(keys) - 1))
            if self.selected is None and keys[:1] == [FOLD] and len(keys) > 1:
                self._place = 1  # nobody has chosen anything yet: the fold itself says nothing
            self.selected, self._wait = (keys[self._place] if keys else None), None
        self._wait = wait.key if (wait := self.wait) else None

    # What of it.

    @property
    def wait(self) -> Wait | None:
        waits = self.entry.waits if self.entry else ()
        return next((wait for wait in waits if wait.key == self._wait), waits[0] if waits else None)

    def turn(self, by: int) -> None:
        """To another wait of the same entry."""
        waits = self.entry.waits if self.entry else ()
        if waits:
            place = next((index for index, wait in enumerate(waits) if wait.key == self._wait), 0)
            self._wait = waits[(place + by) % len(waits)].key

    @property
    def question_id(self) -> str | None:
        """The question on the right: the one that is held, else the one that is waited for."""
        if self.held is not None:
            return self.held
        if self.entry is not None and self.entry.settled is not None:
            return self.entry.key
        return self.wait.question_id if self.wait else None

    @property
    def question(self) -> Question | None:
        id = self.question_id
        if id in self.settled:
            return self.settled[id].question
        return self.questions.get(id) if id is not None else None

    @property
    def waiting_count(self) -> int:
        """As the hub counts them (`waiting_count`): agents of which no session is known count as one."""
        waiting = (one for one in self.found if one.is_waiting and not (one.depth or one.is_guess))
        return len({one.key if one.kind == SESSION else f"agent {one.agent_name}" for one in waiting})

    def settled_of(self, key: str) -> list[Settled]:
        return [one for one in self.settled.values() if one.entry == key]

    def entry_of(self, question_id: str) -> str:
        """The entry that a question belongs to; sub-agents' are also their root's, and the root is what is shown."""
        for entry in self._all:
            if any(wait.question_id == question_id for wait in entry.waits):
                return entry.key
        return question_id

    def placed(self) -> Entry | None:
        """Whose terminal the selected one has: a sub-agent has that of its root."""
        entry = self.entry
        if entry is None or entry.kind != SESSION or entry.place:
            return entry if entry and entry.kind == SESSION else None
        return next((one for one in self._all if one.key == entry.said.get("parent")), None)

    def put_off(self, until: timedelta, clock: datetime) -> datetime | None:
        if self.entry is None:
            return None
        self._later[self.entry.key] = (clock + until, _asked(self.entry))
        return clock + until

    def take_back(self) -> bool:
        return self._later.pop(self.selected or "", None) is not None


@lru_cache(maxsize=512)
def _beginning(text: str, title: str) -> str:
    lines = (" ".join(shown(line).split()) for line in plain(text[:LOOKED_AT]).splitlines())
    return next((line for line in lines if line and line != title), "")


def _asked(entry: Entry) -> frozenset[str]:
    return frozenset(wait.key for wait in entry.waits)


def _folded(settled: Settled) -> Entry:
    question = settled.question
    return Entry(
        key=str(question["id"]),
        kind=QUESTION,
        depth=0,
        title=title_of(question),
        agent_name=shown(question.get("agent_name")),
        state="",
        since=str(question.get("settled_at") or ""),
        reason=settled.sentence,
        settled=settled.sentence,
    )
