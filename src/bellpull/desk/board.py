"""What is shown where: questions as banners or in the window, and what is put off. It decides and does not act.

Each method takes what happened and returns the commands that follow, in order. A question that is nowhere on the
screen is still in the menu, and is shown once more after a while. Notifications are `telling`'s, the window `windows`'.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from bellpull.desk import cards
from bellpull.desk.asked import has_buttons, is_awaited, is_to_show
from bellpull.desk.commands import (
    Acknowledge,
    CloseBanner,
    Command,
    OpenInbox,
    Question,
    ReportFailure,
    SendAnswer,
    ShowBanner,
    ShowTold,
    TickAfter,
)
from bellpull.desk.notifications import Banner, Can, Closed, Expired, Found, Happening, Lost, Opened, Pressed, Replied
from bellpull.desk.places import ANSWERED, BANNER, CLOSED, HELD, INBOX, SNOOZED, Card, Places
from bellpull.desk.quiet import URGENT, Quiet, tomorrow
from bellpull.desk.telling import SUMMARY, Event, Telling
from bellpull.desk.windows import Windows
from bellpull.desk.words import DeskWords
from bellpull.domain.quiet_hours import Hours
from bellpull.domain.words import Words

#: A server that shows notifications and dies is usually started again by its desktop.
SERVER_BACK = timedelta(seconds=5)
#: Where *Later* was there is another button now: the second click of two was not meant for it.
TWO_CLICKS = timedelta(seconds=0.5)
#: Nobody closes two banners by hand so fast. One click that closes all of them does, and answers none.
TOGETHER = timedelta(milliseconds=150)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Settings(NamedTuple):
    words: Words
    desk_words: DeskWords
    #: After so long a question that nobody answered is shown again; None: never.
    remind: timedelta | None = timedelta(minutes=5)


class Board:
    def __init__(self, settings: Settings, quiet: Quiet) -> None:
        self.quiet = quiet
        self._settings = settings
        self._can: Can | None = None
        self._has_window = True
        self._places = Places()
        self._windows = Windows()
        self._died: set[str] = set()
        self._telling = Telling(settings.desk_words)
        #: Notifications that are to come again; after a restart questions too, until the hub has named them.
        self._snoozed: dict[str, datetime] = {}
        #: Told as a question: one that is asked is opened in the very next event.
        self._perhaps_asked: Event | None = None
        self._lost_at: datetime | None = None
        self._asked_when: dict[str, datetime] = {}
        #: What was closed by hand, each within a moment of the one before, and when the last of it was.
        self._closes: list[str] = []
        self._closed_at = LONG_AGO

    def equip(self, can: Can | None, *, has_window: bool) -> None:
        """With what this desktop has to show things with."""
        self._can, self._has_window = can, has_window

    def waiting(self, now: datetime) -> list[Question]:
        return self._places.waiting(now)

    # What the hub says.

    def opened(self, question: Question, now: datetime) -> list[Command]:
        """A new question, or a call waits for one again."""
        self._perhaps_asked = None
        id = question["id"]
        if not is_to_show(question, now):
            return []
        if id in self._windows or (id in self._places and self._places[id].place in (BANNER, CLOSED)):
            self._places.change(question)
            return self._windows.changed(question, now)
        self._places.put(question, INBOX, now)
        return self._present(id, now, newer=True)

    def all_open(self, questions: Iterable[Question], now: datetime) -> list[Command]:
        """What is open after the desk or the hub was away: the new is shown, the settled disappears."""
        listed = {question["id"]: question for question in questions}
        gone = self._places.which(lambda card: card.question["id"] not in listed and card.question["kind"] != "show")
        commands = [command for id in gone for command in self.settled(id, None, None)]
        for id, question in listed.items():
            if id in self._places:
                self._places.change(question)
                commands += self._windows.changed(question, now)
            elif (until := self._snoozed.pop(id, now)) > now:
                self._places.put(question, SNOOZED, until)
            else:
                self._places.put(question, INBOX, now)
                commands += self._present(id, now, newer=False)
        return commands

    def settled(self, id: str, outcome: str | None, via: str | None) -> list[Command]:
        card = self._places.remove(id)
        if card is None:
            return []
        known = self._settings.words
        where = self._settings.desk_words.other_desk if via == "desk" else known.via.get(via or "", "")
        said = (known.settled.get(outcome or "", ""), where)
        closing: list[Command] = [CloseBanner(id)] if card.place == BANNER else []
        return closing + self._windows.settled(id, " ".join(part for part in said if part))

    def released(self, id: str, reason: str, now: datetime) -> list[Command]:
        """Its caller waits no longer."""
        card = self._places.get(id)
        if card is None or reason == "failed":
            return []
        question = {**card.question, "waiting_until": None, "released": reason}
        self._places.change(question)
        return self._windows.changed(question, now)

    def told(self, event: Event, now: datetime) -> list[Command]:
        commands = self.next_event(now)
        if event["notification_type"] == "question":
            self._perhaps_asked = event
            return commands
        return commands + self._telling.told(event, now, hold=self.quiet.holds(now))

    def next_event(self, now: datetime) -> list[Command]:
        """A question that was told and not opened at once is only told."""
        event, self._perhaps_asked = self._perhaps_asked, None
        return [] if event is None else self._telling.told(event, now, hold=self.quiet.holds(now))

    def missed(self, events: Iterable[Event], now: datetime) -> list[Command]:
        told = [event for event in events if event["notification_id"] not in self._places]
        return self._telling.missed(told, now, hold=self.quiet.holds(now))

    def notification_ended(self, id: str, status: str) -> list[Command]:
        self._snoozed.pop(id, None)
        card = self._places.get(id)
        if card is None:
            return self._telling.ended(id)
        ends = status == "dismissed" or card.question["kind"] == "show"
        return self.settled(id, status, None) if ends else []

    def cleared(self, agent_name: str) -> list[Command]:
        return self._telling.cleared(agent_name)

    # What the person does.

    def happened(self, happening: Happening, now: datetime) -> list[Command]:
        """To a banner, or to the server that shows them."""
        match happening:
            case Lost():
                self._lost(now)
            case Found(can):
                return self._found(can, now)
            case Pressed(key, button):
                return self._pressed(key, button, now)
            case Replied(key, text):
                return self._answer(key, {"text": text}, now)
            case Closed(key):
                return self._closed(key, now)
            case Opened(key):
                return self._opened(key, now)
            case Expired(key):
                self._put_by(key, now)
        return []

    def _pressed(self, key: str, button: str, now: datetime) -> list[Command]:
        if button in cards.SNOOZES and abs(now - self._asked_when.get(key, LONG_AGO)) >= TWO_CLICKS:
            return self.snooze(key, cards.SNOOZES[button], now)
        if button == cards.LATER or button in cards.SNOOZES:
            self._asked_when[key] = now
            return self._ask_when(key)
        if button == cards.WRITE:
            return self.choose(key, now)
        card = self._places.get(key)
        return [] if card is None else self._answer(key, card.question["buttons"][int(button)]["answer"], now)

    def _ask_when(self, key: str) -> list[Command]:
        card, words = self._places.get(key), self._settings.desk_words
        if card is None or self._can is None:
            return [ShowTold(key, 1, asks_when=True)]
        return [ShowBanner(cards.snoozing(cards.banner(card.question, self._can, words, awaited=True), words))]

    def _opened(self, key: str, now: datetime) -> list[Command]:
        if key in self._places:
            return self.choose(key, now)
        self._telling.gone(key)
        return [OpenInbox()]

    def _closed(self, key: str, now: datetime) -> list[Command]:
        """Told to the hub a moment later, if no other is closed meanwhile. If the desk ends before, the question stays
        open."""
        before = self._end_closes(now)
        self._closes.append(key)
        self._closed_at = now
        if key in self._places:
            self._places.move(key, CLOSED, now)
            return [*before, TickAfter(TOGETHER)]
        self._telling.gone(key)
        return before if key == SUMMARY else [*before, Acknowledge(key)]

    def _end_closes(self, now: datetime) -> list[Command]:
        # A clock that was put back must not hold them for an hour.
        if timedelta(0) <= now - self._closed_at < TOGETHER:
            return []
        closes, self._closes = self._closes, []
        held = self._places.at(CLOSED)
        if len(closes) > 1:
            return [command for id in held for command in self._come_back(id, now)]
        if self._can is not None and not self._can.body_click:
            return [command for id in held for command in self.choose(id, now)]
        return [command for id in held for command in self._answer(id, {"outcome": "dismissed"}, now)]

    def _come_back(self, id: str, now: datetime) -> list[Command]:
        if self._places.come_back(id):
            return self._present(id, now, newer=False)
        self._places.move(id, INBOX, now)
        return []

    def _put_by(self, key: str, now: datetime) -> None:
        self._telling.gone(key)
        self._places.take_off(key, now)

    def _answer(self, id: str, answer: Mapping[str, str], now: datetime, *, chimes: bool = False) -> list[Command]:
        if id not in self._places:
            return []
        self._places.move(id, ANSWERED, now)
        return [SendAnswer(id, answer, chimes, self._places[id].question["secret"])]

    def refused(self, id: str, now: datetime) -> list[Command]:
        """The hub did not take the answer: the question is still there to be answered."""
        if id not in self._places:
            return []
        self._places.move(id, INBOX, now)
        return self._present(id, now, newer=False)

    def not_shown(self, key: str, now: datetime) -> list[Command]:
        """The server did not take its banner, or is too slow: a question goes to the window."""
        self._telling.gone(key)
        card = self._places.get(key)
        if card is None or card.place != BANNER:
            return []
        self._places.move(key, INBOX, now)
        return self._windows.want(card.question, now) if self._has_window else []

    def say(self, key: str, title: str, message: str, now: datetime) -> list[Command]:
        """Something that the desk itself has to tell."""
        if self._can is not None:
            opens = self._settings.desk_words.open_inbox
            return [ShowBanner(Banner(key, "Bellpull", title, message, opens=opens))]
        if not self._has_window:
            return []
        notice = cards.notice(key, title, message, now)
        self._places.put(notice, INBOX, now)
        return self._windows.want(notice, now)

    def choose(self, id: str, now: datetime) -> list[Command]:
        """The person wants this one: it goes before the others, though not over what is being typed."""
        card = self._places.get(id)
        if card is None:
            return []
        closing = self._off_screen(id, INBOX, now)
        return closing + (self._windows.want_first(card.question) if self._has_window else [OpenInbox()])

    def _off_screen(self, id: str, place: str, at: datetime) -> list[Command]:
        shown = self._places[id].place == BANNER
        self._places.move(id, place, at)
        return [CloseBanner(id)] if shown else []

    def snooze(self, id: str, wait: int | str, now: datetime) -> list[Command]:
        until = tomorrow(now) if wait == "tomorrow" else now + timedelta(seconds=int(wait))
        if id in self._places:
            return self._off_screen(id, SNOOZED, until)
        self._snoozed[id] = until
        self._telling.gone(id)
        return []

    def snoozed(self) -> dict[str, datetime]:
        """For the next life of the desk."""
        return {**self._snoozed, **{id: self._places[id].at for id in self._places.at(SNOOZED)}}

    def remember(self, snoozed: Mapping[str, datetime]) -> None:
        """From the last one."""
        self._snoozed.update(snoozed)

    def keep_hours(self, hours: Hours | None, now: datetime) -> list[Command]:
        """The person's quiet hours are others now: what they held back may be due."""
        self.quiet = self.quiet._replace(hours=hours)
        return self.tick(now)

    def quiet_until(self, until: datetime | None) -> None:
        self.quiet = self.quiet._replace(until=until)

    def disturb(self, why: str | None) -> None:
        self.quiet = self.quiet._replace(disturb=why)

    # What the window says.

    def window_touched(self) -> None:
        self._windows.touched()

    def window_ended(self, result: Mapping[str, Any], now: datetime) -> list[Command]:
        """With a result: an answer, later, or neither, because it was told to go or its time was up."""
        question, following = self._windows.ended(result, now)
        if question is None or question["id"] not in self._places:
            return following
        id = question["id"]
        if result.get("later") is not None:
            return self.snooze(id, result["later"], now) + following
        if result.get("answer") is not None:
            chimes = question["look"]["chime_enabled"] and "outcome" not in result["answer"]
            return self._answer(id, result["answer"], now, chimes=chimes) + following
        self._places.move(id, INBOX, now)
        if question["kind"] == "show":
            self._places.remove(id)
        return following

    def window_died(self, reason: str, now: datetime) -> list[Command]:
        """Without one: it is opened once more, then reported."""
        question = self._windows.current
        if question is not None and question["id"] in self._places and question["id"] not in self._died:
            self._died.add(question["id"])
            return self._windows.again()
        question, following = self._windows.ended({}, now)
        if question is None or question["id"] not in self._places:
            return following
        return [ReportFailure(question, reason), *following]

    # Where a question goes, and what time does.

    def _present(self, id: str, now: datetime, *, newer: bool) -> list[Command]:
        """Show it, unless it is to be quiet. `newer`: it was asked just now."""
        question = self._places[id].question
        awaited = is_awaited(question, now)
        if self.quiet.holds(now) and question["urgency"] != URGENT and not awaited:
            self._places.move(id, HELD, now)
            return []
        as_banner = has_buttons(question) or not (newer or awaited)
        can = self._can
        if can is not None and ((as_banner and can.asks) or (can.buttons and not self._has_window)):
            return self._show_banner(id, can, now)
        self._places.move(id, INBOX, now)
        if not self._has_window:
            return []
        return self._windows.want(question, now, newer=newer and not has_buttons(question))

    def _show_banner(self, id: str, can: Can, now: datetime) -> list[Command]:
        question = self._places[id].question
        self._places.move(id, BANNER, now)
        awaited = is_awaited(question, now)
        return [ShowBanner(cards.banner(question, can, self._settings.desk_words, awaited=awaited))]

    def _lost(self, now: datetime) -> None:
        """A server that ends may take its banners away as if a person had closed them: that answers nothing."""
        for id in self._places.at(CLOSED):
            self._places.move(id, BANNER, now)
        self._closes.clear()
        self._can, self._lost_at = None, now
        self._telling.lost()

    def _found(self, can: Can, now: datetime) -> list[Command]:
        """What was on the screen when the last server died is shown again."""
        self._can, self._lost_at = can, None
        shown = self._places.at(BANNER)
        if self._has_window and not can.asks:
            return [command for id in shown for command in self._present(id, now, newer=False)]
        shown += [question["id"] for question in self._windows.leave_line()]
        return [command for id in shown for command in self._show_banner(id, can, now)]

    def tick(self, now: datetime) -> list[Command]:
        commands = self._end_closes(now) + self._telling.tick(now, hold=self.quiet.holds(now))
        due = self._places.which(lambda card: card.place == SNOOZED and card.at <= now)
        if self._lost_at is not None and abs(now - self._lost_at) >= SERVER_BACK:
            self._lost_at = None
            due += self._places.at(BANNER)
        if not self.quiet.holds(now):
            due += self._places.at(HELD)
        if self._settings.remind is not None:
            due += self._places.remind(now, self._settings.remind, self._is_unseen)
        again = [command for id in due for command in self._present(id, now, newer=False)]
        return commands + again + self._told_again(now)

    def _is_unseen(self, card: Card) -> bool:
        """A server that does not tell of expiry may have taken a banner away long ago."""
        blind = self._can is not None and not self._can.expiry_told
        hidden = card.place == INBOX or (blind and card.place == BANNER)
        return hidden and card.question["id"] not in self._windows

    def _told_again(self, now: datetime) -> list[Command]:
        due = [id for id, until in self._snoozed.items() if until <= now]
        for id in due:
            del self._snoozed[id]
        return [ShowTold(id, 1) for id in due]
