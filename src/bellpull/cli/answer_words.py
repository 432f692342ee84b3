"""What `bellpull answer` says at the terminal, in English and in French; the words of all surfaces are the domain's."""

from __future__ import annotations


class AnswerWords:
    def __init__(
        self,
        choose: str,
        type: str,
        hidden: str,
        none_of_them: str,
        none_but_else: str,
        stays_open: str,
        more: str,
        too_late: str,
    ) -> None:
        self.choose = choose
        self.type = type
        self.hidden = hidden
        self.none_of_them = none_of_them
        self.none_but_else = none_but_else
        self.stays_open = stays_open
        self.more = more
        self.too_late = too_late


def answer_words(language: str) -> AnswerWords:
    return FRENCH if language == "fr" else ENGLISH


ENGLISH = AnswerWords(
    choose="Your choice (Enter leaves it open): ",
    type="Your reply; an empty line ends it (Enter alone leaves it open, /d dismisses it):",
    hidden="Your reply, which is not shown (Enter leaves it open): ",
    none_of_them="That is none of them.",
    none_but_else="That is none of them; to write something else, type o first.",
    stays_open="It stays open.",
    more="Open besides this one: {count}",
    too_late="Too late.",
)
FRENCH = AnswerWords(
    choose="Votre choix (Entrée la laisse ouverte) : ",
    type="Votre réponse ; une ligne vide la termine (Entrée seule la laisse ouverte, /d l’efface) :",
    hidden="Votre réponse, qui n’est pas montrée (Entrée la laisse ouverte) : ",
    none_of_them="Ce n’est aucun d’eux.",
    none_but_else="Ce n’est aucun d’eux ; pour écrire autre chose, tapez d’abord o.",
    stays_open="Elle reste ouverte.",
    more="Ouvertes à part celle-ci : {count}",
    too_late="Trop tard.",
)
