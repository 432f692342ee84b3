"""Which notifications are shown, and which are folded: the same one again is counted, a storm becomes one summary, and
what came while it was quiet or while nobody listened is summed up afterwards. Pure; questions are the board's.

It decides by what the event says, so that a storm costs no request.
"""

from collections import deque
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bellpull.desk.commands import CloseBanner, Command, ShowBanner, ShowTold
from bellpull.desk.notifications import Banner
from bellpull.desk.quiet import URGENT
from bellpull.desk.words import DeskWords

SUMMARY = "summary"
#: The same again within this time is the same banner with a count.
SAME = timedelta(seconds=5)
MOST_BANNERS = 5
WITHIN = timedelta(seconds=10)
TITLES_IN_A_SUMMARY = 5
MOST_FOLDED = 5000
#: Why they are summed up: the names of the words that say so.
IN_A_ROW, WHILE_QUIET, WHILE_AWAY = "in_a_row", "while_quiet", "while_away"

Event = Mapping[str, Any]


class Shown(NamedTuple):
    id: str
    at: datetime
    times: int


class Telling:
    def __init__(self, words: DeskWords) -> None:
        self._words = words
        self._same: dict[tuple[str, str, str], Shown] = {}
        #: Shown with a count that is no longer right.
        self._recount: set[str] = set()
        self._banners: deque[datetime] = deque(maxlen=MOST_BANNERS)
        #: On the screen: whose each is.
        self._shown: dict[str, str] = {}
        #: The newest of them: a night may bring more than anybody would count.
        self._folded: deque[Event] = deque(maxlen=MOST_FOLDED)
        self._why = IN_A_ROW
        self._summary_due = False

    def told(self, event: Event, now: datetime, *, hold: bool) -> list[Command]:
        if hold and event["priority"] != URGENT:
            self._folded.append(event)
            self._why = WHILE_QUIET
            return []
        if self._is_repeated(event, now):
            return []
        if len(self._banners) == MOST_BANNERS and abs(now - self._banners[0]) < WITHIN and event["priority"] != URGENT:
            return self._fold(event)
        return [self._show(event, now)]

    def _is_repeated(self, event: Event, now: datetime) -> bool:
        """Counted now and shown with the clock: a thousand of them in a second are one banner."""
        before = self._same.get(_likeness(event))
        if before is None or abs(now - before.at) >= SAME:
            return False
        self._same[_likeness(event)] = Shown(before.id, now, before.times + 1)
        self._recount.add(before.id)
        return True

    def _show(self, event: Event, now: datetime) -> Command:
        id = event["notification_id"]
        self._banners.append(now)
        self._same = {like: shown for like, shown in self._same.items() if abs(now - shown.at) < SAME}
        self._same[_likeness(event)] = Shown(id, now, 1)
        self._shown[id] = event["agent_name"]
        return ShowTold(id, 1)

    def _fold(self, event: Event) -> list[Command]:
        """The first summary comes at once; later ones with the clock, so that a storm is not a storm of banners."""
        first = not self._folded
        self._folded.append(event)
        self._summary_due = not first
        return [self._summary()] if first else []

    def missed(self, events: list[Event], now: datetime, *, hold: bool) -> list[Command]:
        """What came while nobody listened."""
        if len(events) <= 1 or hold:
            return [command for event in events for command in self.told(event, now, hold=hold)]
        self._folded += events
        self._why = WHILE_AWAY
        return [self._summary()]

    def tick(self, now: datetime, *, hold: bool) -> list[Command]:
        again, self._recount = self._recount, set()
        return [
            *(ShowTold(shown.id, shown.times) for shown in self._same.values() if shown.id in again),
            *self._sum_up(now, hold),
        ]

    def _sum_up(self, now: datetime, hold: bool) -> list[Command]:
        calm = not self._banners or abs(now - self._banners[-1]) >= WITHIN
        if self._why == WHILE_QUIET:
            self._summary_due = bool(self._folded) and not hold
        if self._summary_due:
            self._summary_due = False
            return [self._summary()]
        if calm and not (self._why == WHILE_QUIET and self._folded):
            self._forget()
        return []

    def _summary(self) -> Command:
        why: str = getattr(self._words, self._why)
        shown = ShowBanner(summary(list(self._folded), why, self._words))
        if self._why != IN_A_ROW:
            self._forget()
        return shown

    def _forget(self) -> None:
        self._folded.clear()
        self._why = IN_A_ROW

    def gone(self, id: str) -> None:
        """Its banner is no longer there, and the next like it is a new one."""
        self._shown.pop(id, None)
        self._same = {like: shown for like, shown in self._same.items() if shown.id != id}

    def ended(self, id: str) -> list[Command]:
        """Somebody acknowledged or dismissed it, here or elsewhere."""
        self._folded = deque((event for event in self._folded if event["notification_id"] != id), MOST_FOLDED)
        was_shown = id in self._shown
        self.gone(id)
        return [CloseBanner(id)] if was_shown else []

    def cleared(self, agent_name: str) -> list[Command]:
        of_agent = [id for id, name in self._shown.items() if name == agent_name]
        self._folded = deque((event for event in self._folded if event["agent_name"] != agent_name), MOST_FOLDED)
        return [command for id in of_agent for command in self.ended(id)]

    def lost(self) -> None:
        """The server is gone, and all banners with it."""
        self._shown.clear()


def _likeness(event: Event) -> tuple[str, str, str]:
    return event["agent_name"], event["notification_type"], event["title"]


def summary(events: list[Event], why: str, words: DeskWords) -> Banner:
    lines = [f"{event['agent_name']}: {event['title']}" for event in events[:TITLES_IN_A_SUMMARY]]
    if len(events) > TITLES_IN_A_SUMMARY:
        lines.append(words.and_more.format(count=len(events) - TITLES_IN_A_SUMMARY))
    return Banner(SUMMARY, why, words.told(len(events)), "\n".join(lines), opens=words.open_inbox)
