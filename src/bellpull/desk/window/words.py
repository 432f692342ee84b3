"""Words that only the reply window says, in English and in French. What every surface says is in `domain.words`."""

from typing import NamedTuple


class WindowWords(NamedTuple):
    #: Under the field where there is nothing more important to say.
    keys: str
    hidden_keys: str
    #: In the empty field.
    your_reply: str
    hidden_hint: str
    closes_in: str
    #: After what became of the question elsewhere.
    text_not_sent: str
    stopped: str
    copy: str


def window_words(language: str) -> WindowWords:
    return _FRENCH if language == "fr" else _ENGLISH


_ENGLISH = WindowWords(
    keys="Enter sends\nShift+Enter: new line",
    hidden_keys="Enter sends\nWhat you type is hidden",
    your_reply="Your reply…",
    hidden_hint="Hidden while you type…",
    closes_in="Closes in {time}",
    text_not_sent="Your text was not sent.",
    stopped="Bellpull has stopped; copy your text before you close",
    copy="Copy",
)

_FRENCH = WindowWords(
    keys="Entrée : envoyer\nMaj+Entrée : à la ligne",
    hidden_keys="Entrée : envoyer\nLa saisie reste masquée",
    your_reply="Votre réponse…",
    hidden_hint="Masquée pendant la saisie…",
    closes_in="Se ferme dans {time}",
    text_not_sent="Votre texte n’a pas été envoyé.",
    stopped="Bellpull s’est arrêté ; copiez votre texte avant de fermer",
    copy="Copier",
)
