"""The one window of the desk and the questions that wait for it. Pure: it decides, the presenter opens and closes.

A newer typed question or message takes the place of a window that nobody has typed in, and the call of the one before
is released as replaced. A window that somebody types in stays, whatever it is told: that is the window's own promise,
so it is told all the same. A question with buttons waits in line, and one that made way for it comes back. Of those in
line the first to answer is next (`question_order.py`).
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bellpull.desk.asked import has_buttons, is_awaited, is_to_show, seconds_left
from bellpull.desk.commands import Command, OpenWindow, Question, Release, TellWindow
from bellpull.domain.question_order import in_order, queued


class Windows:
    def __init__(self) -> None:
        self.current: Question | None = None
        self._touched = False
        #: It was asked to make way, and is to be shown again after.
        self._comes_back = False
        self._line: list[Question] = []
        #: Of these it is settled that they come next, before all others in line: the ids.
        self._next_up: set[str] = set()
        #: How often each agent has had the window since somebody was in line.
        self._had: Counter[str] = Counter()

    def __contains__(self, id: str) -> bool:
        return self.is_current(id) or any(question["id"] == id for question in self._line)

    def is_current(self, id: str) -> bool:
        return self.current is not None and self.current["id"] == id

    def want(self, question: Question, now: datetime, *, newer: bool = False) -> list[Command]:
        """`newer`: it was asked just now with a window of its own, which is to be seen at once."""
        if self.current is None:
            return self._open(question)
        self._drop(question["id"])
        if not newer:
            self._line.append(question)
            return []
        if self._touched:
            self._line.append(question)
            return self._replace_current(now)
        overtaken = self._overtake(now)
        self._to_front(question)
        return self._replace_current(now) + overtaken

    def _to_front(self, question: Question, place: int = 0) -> None:
        self._line.insert(place, question)
        self._next_up.add(question["id"])

    def _overtake(self, now: datetime) -> list[Command]:
        """What was about to take the window's place has been replaced before anybody saw it."""
        overtaken = [question for question in self._line if question["kind"] == "text" and is_awaited(question, now)]
        for question in overtaken:
            self._drop(question["id"])
        return [Release(question["id"], "replaced") for question in overtaken]

    def want_first(self, question: Question) -> list[Command]:
        """The person has chosen this one."""
        if self.current is None:
            return self._open(question)
        if self.is_current(question["id"]):
            return [TellWindow({"front": True})]
        self._drop(question["id"])
        self._to_front(question)
        return [TellWindow({"front": True})] if self._touched else self._make_way()

    def _replace_current(self, now: datetime) -> list[Command]:
        current = self.current
        if current is not None and current["kind"] == "text" and is_awaited(current, now):
            self.current = {**current, "waiting_until": None, "released": "replaced"}
            return [TellWindow({"moved_on": True}), Release(current["id"], "replaced")]
        return [] if self._touched else self._make_way()

    def _make_way(self) -> list[Command]:
        current = self.current
        self._comes_back = current is not None and current["state"] == "open" and not current["released"]
        return [TellWindow({"close": True})]

    def _open(self, question: Question, *, plain: bool = False) -> list[Command]:
        self.current, self._touched, self._comes_back = question, False, False
        self._had[question["agent_name"]] += 1
        return [OpenWindow(question, plain)]

    def leave_line(self) -> list[Question]:
        """Questions with buttons that wait for the window: there are banners for them again."""
        leaving = [question for question in self._line if has_buttons(question)]
        for question in leaving:
            self._drop(question["id"])
        return leaving

    def changed(self, question: Question, now: datetime) -> list[Command]:
        """Its call waits again, or waits no longer."""
        self._line = [question if other["id"] == question["id"] else other for other in self._line]
        if not self.is_current(question["id"]):
            return []
        self.current = question
        if is_awaited(question, now):
            return [TellWindow({"seconds": seconds_left(question, now)})]
        return [TellWindow({"moved_on": True})] if question["released"] else []

    def settled(self, id: str, words: str) -> list[Command]:
        self._drop(id)
        if self.current is None or not self.is_current(id):
            return []
        self.current, self._comes_back = {**self.current, "state": "settled"}, False
        return [TellWindow({"settled": words})]

    def touched(self) -> None:
        self._touched = True

    def ended(self, result: Mapping[str, Any], now: datetime) -> tuple[Question | None, list[Command]]:
        """The question whose window it was, and what comes next."""
        question, self.current = self.current, None
        if question is None or result.get("why") not in ("told", "timeout"):
            return question, self._next(now)
        if self._comes_back:
            self._to_front(question, 1)
        elif is_awaited(question, now):
            self._to_front(question)  # a call waits for it again since it was told to go
        return question, self._next(now)

    def again(self) -> list[Command]:
        """Once more the same, as plainly as can be drawn."""
        return [] if self.current is None else self._open(self.current, plain=True)

    def _next(self, now: datetime) -> list[Command]:
        self._line = [question for question in self._line if is_to_show(question, now)]
        if not self._line:
            self._had.clear()
            return []
        settled = [question for question in self._line if question["id"] in self._next_up]
        question = settled[0] if settled else in_order(self._line, queued, now, self._had)[0]
        self._drop(question["id"])
        return self._open(question)

    def _drop(self, id: str) -> None:
        self._line = [question for question in self._line if question["id"] != id]
        self._next_up.discard(id)
