"""Where each open question is at this desk, and since when. Pure; what that leads to is the board's to decide."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.desk.commands import Question
from bellpull.domain.question_order import in_order, queued

#: A question in the window, or in the line before it, is in the inbox as far as this goes.
BANNER, INBOX, HELD, SNOOZED, ANSWERED = "banner", "inbox", "held", "snoozed", "answered"
#: Its banner was closed by hand, and what that means is not decided yet.
CLOSED = "closed"


class Card(NamedTuple):
    question: Question
    place: str
    #: Since when it is there; of a snoozed one: until when.
    at: datetime
    #: It was shown once more already.
    reminded: bool = False
    #: It came back once after it was closed together with others.
    came_back: bool = False


class Places:
    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __getitem__(self, id: str) -> Card:
        return self._cards[id]

    def get(self, id: str) -> Card | None:
        return self._cards.get(id)

    def put(self, question: Question, place: str, at: datetime) -> None:
        known = self._cards.get(question["id"])
        card = known or Card(question, place, at)
        self._cards[question["id"]] = card._replace(question=question, place=place, at=at)

    def change(self, question: Question) -> None:
        """It is where it was, and something about it is new."""
        self._cards[question["id"]] = self._cards[question["id"]]._replace(question=question)

    def move(self, id: str, place: str, at: datetime) -> None:
        reminded = self._cards[id].reminded and place != SNOOZED
        self._cards[id] = self._cards[id]._replace(place=place, at=at, reminded=reminded)

    def take_off(self, id: str, now: datetime) -> None:
        """Its banner is gone, by the person's hand or by itself."""
        if id in self._cards and self._cards[id].place == BANNER:
            self.move(id, INBOX, now)

    def come_back(self, id: str) -> bool:
        """Whether it may: once is enough to show that nothing was lost."""
        before = self._cards[id]
        self._cards[id] = before._replace(came_back=True)
        return not before.came_back

    def remove(self, id: str) -> Card | None:
        return self._cards.pop(id, None)

    def which(self, wanted: Callable[[Card], bool]) -> list[str]:
        return [id for id, card in self._cards.items() if wanted(card)]

    def at(self, place: str) -> list[str]:
        return self.which(lambda card: card.place == place)

    def remind(self, now: datetime, after: timedelta, unseen: Callable[[Card], bool]) -> list[str]:
        """Those that were not seen for so long; each is named once."""

        def is_due(card: Card) -> bool:
            asked = card.question["kind"] != "show" and not card.reminded
            return asked and abs(now - card.at) >= after and unseen(card)

        due = self.which(is_due)
        for id in due:
            self._cards[id] = self._cards[id]._replace(reminded=True)
        return due

    def waiting(self, now: datetime) -> list[Question]:
        """Every open question, the first to answer first, no matter where it is."""
        asked = [card.question for card in self._cards.values() if card.question["kind"] != "show"]
        return in_order(asked, queued, now)
