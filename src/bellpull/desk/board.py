"""What is shown where: questions as banners or in the window, and what is put off. It decides and does not act.

Each method takes what happened and returns the commands that follow, in order. A question that is nowhere on the
screen is still in the menu, and is shown once more after a while. Notifications are `telling`'s, the window `windows`'.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bellpull.desk import cards
from bellpull.desk.asked import is_awaited, is_to_show
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
)
from bellpull.desk.notifications import Can, Closed, Expired, Found, Happening, Lost, Opened, Pressed, Replied
from bellpull.desk.quiet import URGENT, Quiet, tomorrow
from bellpull.desk.telling import SUMMARY, Event, Telling
from bellpull.desk.windows import Windows
from bellpull.desk.words import DeskWords
from bellpull.domain.words import Words

#: Where a question is that is not in the window or the line before it.
BANNER, INBOX, HELD, SNOOZED, ANSWERED = "banner", "inbox", "held", "snoozed", "answered"
#: A server that shows notifications and dies is usually started again by its desktop.
SERVER_BACK = timedelta(seconds=5)


class Card(NamedTuple):
    question: Question
    place: str
    #: Since when it is there; of a snoozed one: until when.
    at: datetime
    #: It was shown once more already.
    reminded: bool = False


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
        self._cards: dict[str, Card] = {}
        self._windows = Windows()
        self._died: set[str] = set()
        self._telling = Telling(settings.desk_words)
        self._snoozed_told: dict[str, datetime] = {}
        #: Told as a question: one that is asked is opened in the very next event.
        self._perhaps_asked: Event | None = None
        self._lost_at: datetime | None = None

    def equip(self, can: Can | None, *, has_window: bool) -> None:
        """With what this desktop has to show things with."""
        self._can, self._has_window = can, has_window

    # What the hub says.

    def opened(self, question: Question, now: datetime) -> list[Command]:
        """A new question, or a call waits for one again."""
        self._perhaps_asked = None
        id = question["id"]
        if not is_to_show(question, now):
            return []
        known = self._cards.get(id)
        if known is not None and (id in self._windows or known.place == BANNER):
            self._cards[id] = known._replace(question=question)
            return self._windows.changed(question, now)
        self._cards[id] = Card(question, INBOX, now, known is not None and known.reminded)
        return self._present(id, now, newer=True)

    def all_open(self, questions: Iterable[Question], now: datetime) -> list[Command]:
        """What is open after the desk or the hub was away: the new is shown, the settled disappears."""
        listed = {question["id"]: question for question in questions}
        gone = [id for id, card in self._cards.items() if id not in listed and card.question["kind"] != "show"]
        commands = [command for id in gone for command in self.settled(id, None, None)]
        for id, question in listed.items():
            if id in self._cards:
                self._cards[id] = self._cards[id]._replace(question=question)
                commands += self._windows.changed(question, now)
            elif (until := self._snoozed_told.pop(id, now)) > now:
                self._cards[id] = Card(question, SNOOZED, until)
            else:
                self._cards[id] = Card(question, INBOX, now)
                commands += self._present(id, now, newer=False)
        return commands

    def settled(self, id: str, outcome: str | None, via: str | None) -> list[Command]:
        card = self._cards.pop(id, None)
        if card is None:
            return []
        known = self._settings.words
        said = (known.settled.get(outcome or "", ""), known.via.get(via or "", ""))
        closing: list[Command] = [CloseBanner(id)] if card.place == BANNER else []
        return closing + self._windows.settled(id, " ".join(part for part in said if part))

    def released(self, id: str, reason: str, now: datetime) -> list[Command]:
        """Its caller waits no longer."""
        card = self._cards.get(id)
        if card is None or reason == "failed":
            return []
        question = {**card.question, "waiting_until": None, "released": reason}
        self._cards[id] = card._replace(question=question)
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
        told = [event for event in events if event["notification_id"] not in self._cards]
        return self._telling.missed(told, now, hold=self.quiet.holds(now))

    def notification_ended(self, id: str, status: str) -> list[Command]:
        self._snoozed_told.pop(id, None)
        card = self._cards.get(id)
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
            case Opened(key):
                self._put_by(key, now)
                return [OpenInbox()]
            case Closed(key):
                return self._closed(key, now)
            case Expired(key):
                self._put_by(key, now)
        return []

    def _pressed(self, key: str, button: str, now: datetime) -> list[Command]:
        if button in cards.SNOOZES:
            return self.snooze(key, cards.SNOOZES[button], now)
        if button == cards.LATER:
            return self._ask_when(key)
        if button == cards.WRITE:
            return self.choose(key, now)
        card = self._cards.get(key)
        return [] if card is None else self._answer(key, card.question["buttons"][int(button)]["answer"], now)

    def _ask_when(self, key: str) -> list[Command]:
        card = self._cards.get(key)
        if card is None or self._can is None:
            return [ShowTold(key, 1, asks_when=True)]
        shown = cards.banner(card.question, self._can, self._settings.desk_words, awaited=True)
        return [ShowBanner(cards.snoozing(shown, self._settings.desk_words))]

    def _closed(self, key: str, now: datetime) -> list[Command]:
        if key in self._cards:
            return self._answer(key, {"outcome": "dismissed"}, now)
        self._telling.gone(key)
        return [] if key == SUMMARY else [Acknowledge(key)]

    def _answer(self, id: str, answer: Mapping[str, str], now: datetime, *, chimes: bool = False) -> list[Command]:
        self._telling.gone(id)
        if id not in self._cards:
            return []
        self._cards[id] = self._cards[id]._replace(place=ANSWERED, at=now)
        return [SendAnswer(id, answer, chimes)]

    def refused(self, id: str, now: datetime) -> None:
        """The hub did not take the answer, and the question is open."""
        if id in self._cards:
            self._cards[id] = self._cards[id]._replace(place=INBOX, at=now)

    def _put_by(self, key: str, now: datetime) -> None:
        """Its banner is gone, by the person's hand or by itself."""
        self._telling.gone(key)
        card = self._cards.get(key)
        if card is not None and card.place == BANNER:
            self._cards[key] = card._replace(place=INBOX, at=now)

    def choose(self, id: str, now: datetime) -> list[Command]:
        """The person wants this one: it goes before the others, though not over what is being typed."""
        card = self._cards.get(id)
        if card is None:
            return []
        self._put_by(id, now)
        closing: list[Command] = [CloseBanner(id)] if card.place == BANNER else []
        return closing + (self._windows.want_first(card.question) if self._has_window else [OpenInbox()])

    def snooze(self, id: str, wait: int | str, now: datetime) -> list[Command]:
        until = tomorrow(now) if wait == "tomorrow" else now + timedelta(seconds=int(wait))
        card = self._cards.get(id)
        if card is None:
            self._snoozed_told[id] = until
            self._telling.gone(id)
            return []
        self._cards[id] = card._replace(place=SNOOZED, at=until, reminded=False)
        return [CloseBanner(id)] if card.place == BANNER else []

    def snoozed(self) -> dict[str, datetime]:
        """For the next life of the desk."""
        asked = {id: card.at for id, card in self._cards.items() if card.place == SNOOZED}
        return {**self._snoozed_told, **asked}

    def remember(self, snoozed: Mapping[str, datetime]) -> None:
        """From the last one."""
        self._snoozed_told.update(snoozed)

    def quiet_until(self, until: datetime | None) -> None:
        self.quiet = self.quiet._replace(until=until)

    def disturb(self, why: str | None) -> None:
        self.quiet = self.quiet._replace(disturb=why)

    def waiting(self) -> list[Question]:
        """Every open question, oldest first, wherever it is."""
        asked = [card.question for card in self._cards.values() if card.question["kind"] != "show"]
        return sorted(asked, key=lambda question: str(question["opened_at"]))

    # What the window says.

    def window_touched(self) -> None:
        self._windows.touched()

    def window_ended(self, result: Mapping[str, Any], now: datetime) -> list[Command]:
        """With a result: an answer, later, or neither, because it was told to go or its time was up."""
        question, following = self._windows.ended(result, now)
        id = question["id"] if question is not None else ""
        card = self._cards.get(id)
        if card is None:
            return following
        self._cards[id] = card._replace(place=INBOX, at=now)
        if result.get("later") is not None:
            return self.snooze(id, result["later"], now) + following
        if result.get("answer") is not None:
            chimes = card.question["look"]["chime_enabled"] and "outcome" not in result["answer"]
            return self._answer(id, result["answer"], now, chimes=chimes) + following
        if card.question["kind"] == "show":
            del self._cards[id]
        return following

    def window_died(self, reason: str, now: datetime) -> list[Command]:
        """Without one: it is opened once more, then reported."""
        question = self._windows.current
        if question is not None and question["id"] in self._cards and question["id"] not in self._died:
            self._died.add(question["id"])
            return self._windows.again()
        question, following = self._windows.ended({}, now)
        if question is None or question["id"] not in self._cards:
            return following
        return [ReportFailure(question, reason), *following]

    # Where a question goes, and what time does.

    def _present(self, id: str, now: datetime, *, newer: bool) -> list[Command]:
        """Show it, unless it is to be quiet. `newer`: it was asked just now."""
        question = self._cards[id].question
        awaited = is_awaited(question, now)
        if self.quiet.holds(now) and question["urgency"] != URGENT and not awaited:
            self._cards[id] = self._cards[id]._replace(place=HELD, at=now)
            return []
        as_banner = question["kind"] == "choice" or not (newer or awaited)
        if (as_banner or not self._has_window) and self._can is not None and self._can.buttons:
            return self._show_banner(id, self._can, now)
        if not self._has_window:
            return []
        return self._windows.want(question, now, newer=newer and question["kind"] != "choice")

    def _show_banner(self, id: str, can: Can, now: datetime) -> list[Command]:
        card = self._cards[id]
        self._cards[id] = card._replace(place=BANNER, at=now)
        awaited = is_awaited(card.question, now)
        return [ShowBanner(cards.banner(card.question, can, self._settings.desk_words, awaited=awaited))]

    def _lost(self, now: datetime) -> None:
        self._can, self._lost_at = None, now
        self._telling.lost()

    def _found(self, can: Can, now: datetime) -> list[Command]:
        """What was on the screen when the last server died is shown again."""
        self._can, self._lost_at = can, None
        lost = [id for id, card in self._cards.items() if card.place == BANNER]
        return [command for id in lost for command in self._show_banner(id, can, now)]

    def tick(self, now: datetime) -> list[Command]:
        commands = self._telling.tick(now, hold=self.quiet.holds(now))
        if self._lost_at is not None and now - self._lost_at >= SERVER_BACK:
            self._lost_at = None
            commands += self._again(now, lambda card: card.place == BANNER)
        commands += self._again(now, lambda card: card.place == SNOOZED and card.at <= now)
        if not self.quiet.holds(now):
            commands += self._again(now, lambda card: card.place == HELD)
        return commands + self._remind(now) + self._snoozed_again(now)

    def _again(self, now: datetime, which: Callable[[Card], bool]) -> list[Command]:
        due = [id for id, card in self._cards.items() if which(card) and id not in self._windows]
        return [command for id in due for command in self._present(id, now, newer=False)]

    def _remind(self, now: datetime) -> list[Command]:
        """What nobody answered, and what is no longer seen, is shown once more."""
        remind = self._settings.remind

        def is_due(card: Card) -> bool:
            unseen = card.place == INBOX or (
                card.place == BANNER and self._can is not None and not self._can.expiry_told
            )
            return unseen and not card.reminded and remind is not None and now - card.at >= remind

        due = [id for id, card in self._cards.items() if is_due(card) and card.question["kind"] != "show"]
        for id in due:
            self._cards[id] = self._cards[id]._replace(reminded=True)
        return self._again(now, lambda card: card.question["id"] in due)

    def _snoozed_again(self, now: datetime) -> list[Command]:
        due = [id for id, until in self._snoozed_told.items() if until <= now]
        for id in due:
            del self._snoozed_told[id]
        return [ShowTold(id, 1) for id in due]
