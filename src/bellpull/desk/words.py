"""What people read at the desk alone, in English and in French. Words in braces are filled in by whoever shows them."""

from collections.abc import Mapping
from typing import NamedTuple


class DeskWords(NamedTuple):
    later: str
    in_ten_minutes: str
    in_an_hour: str
    tomorrow: str
    reply: str
    refuse: str
    choose: str
    open: str
    open_inbox: str
    quiet_for_an_hour: str
    quiet_until: str
    quit: str
    nothing_waits: str
    one_waits: str
    many_wait: str
    not_connected: str
    one_told: str
    many_told: str
    while_quiet: str
    while_away: str
    in_a_row: str
    and_more: str
    not_sent: str
    no_longer_there: str
    no_window: str
    answer_on_the_page: str
    you: str
    #: How a question's options are reached where they are not drawn, by the mouse button.
    choosing: Mapping[str, str]
    other_desk: str
    not_brought: str
    other_version: str

    def waiting(self, count: int) -> str:
        if count == 0:
            return self.nothing_waits
        return self.one_waits if count == 1 else self.many_wait.format(count=count)

    def told(self, count: int) -> str:
        return self.one_told if count == 1 else self.many_told.format(count=count)


def desk_words(language: str) -> DeskWords:
    return _FRENCH if language == "fr" else _ENGLISH


_ENGLISH = DeskWords(
    later="Later…",
    in_ten_minutes="In 10 minutes",
    in_an_hour="In an hour",
    tomorrow="Tomorrow",
    reply="Reply…",
    refuse="Reject, because…",
    choose="Choose…",
    open="Open",
    open_inbox="Open inbox",
    quiet_for_an_hour="Quiet for an hour",
    quiet_until="Quiet until {time}",
    quit="Quit",
    nothing_waits="Nothing waits for you",
    one_waits="1 question waits for you",
    many_wait="{count} questions wait for you",
    not_connected="The hub is not running",
    one_told="1 notification",
    many_told="{count} notifications",
    while_quiet="While it was quiet",
    while_away="While you were away",
    in_a_row="Many at once",
    and_more="and {count} more",
    not_sent="Your answer was not sent",
    no_longer_there="The question is no longer there.",
    no_window="A question’s window cannot be opened",
    answer_on_the_page="Answer it in the inbox.",
    you="You",
    choosing={"left": "Click to choose", "middle": "Middle click to choose", "right": "Right click to choose"},
    other_desk="at another desk",
    not_brought="It is here",
    other_version="Hub {hub}, this desk {desk}: restart the older one",
)

_FRENCH = DeskWords(
    later="Plus tard…",
    in_ten_minutes="Dans 10 minutes",
    in_an_hour="Dans une heure",
    tomorrow="Demain",
    reply="Répondre…",
    refuse="Refuser, parce que…",
    choose="Choisir…",
    open="Ouvrir",
    open_inbox="Ouvrir la boîte",
    quiet_for_an_hour="Silence pendant une heure",
    quiet_until="Silence jusqu’à {time}",
    quit="Quitter",
    nothing_waits="Rien ne vous attend",
    one_waits="1 question vous attend",
    many_wait="{count} questions vous attendent",
    not_connected="Le hub ne tourne pas",
    one_told="1 notification",
    many_told="{count} notifications",
    while_quiet="Pendant le silence",
    while_away="Pendant votre absence",
    in_a_row="Beaucoup à la fois",
    and_more="et {count} de plus",
    not_sent="Votre réponse n’a pas été envoyée",
    no_longer_there="La question n’existe plus.",
    no_window="La fenêtre d’une question ne s’ouvre pas",
    answer_on_the_page="Répondez dans la boîte.",
    you="Vous",
    choosing={
        "left": "Cliquez pour choisir",
        "middle": "Clic du milieu pour choisir",
        "right": "Clic droit pour choisir",
    },
    other_desk="sur un autre bureau",
    not_brought="C’est ici",
    other_version="Hub {hub}, ce bureau {desk} : redémarrez l’ancien",
)
