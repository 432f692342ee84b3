"""Where each open question is at this desk, and since when. Pure; what that leads to is the board's to decide."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from bellpull.desk.commands import Question

#: A question in the window, or in the line before it, is in the inbox as far as this goes.
BANNER, INBOX, HELD, SNOOZED, ANSWERED = "banner", "inbox", "held", "snoozed", "answered"


class Card(NamedTuple):
    question: Question
    place: str
    #: Since when it is there; of a snoozed one: until when.
    at: datetime
    #: It was shown once more already.
    reminded: bool = False


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
        self._cards[question["id"]] = Card(question, place, at, known is not None and known.reminded)

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
            return asked and now - card.at >= after and unseen(card)

        due = self.which(is_due)
        for id in due:
            self._cards[id] = self._cards[id]._replace(reminded=True)
        return due

    def waiting(self) -> list[Question]:
        """Every open question, oldest first, wherever it is."""
        asked = [card.question for card in self._cards.values() if card.question["kind"] != "show"]
        return sorted(asked, key=lambda question: str(question["opened_at"]))
