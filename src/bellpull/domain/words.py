"""What people read on every surface, in English and in French. Words that only the page has are the page's own.

Not what agents read: those sentences are contracts and have one language, except for the one that a contract gives in
two (`question_sent`). Words in braces are filled in by whoever shows the sentence.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Words(NamedTuple):
    language: str
    ok: str
    close: str
    #: The same where an option is called *Close* itself.
    close_unanswered: str
    yes: str
    no: str
    something_else: str
    send: str
    cancel: str
    dismiss: str
    #: The contract's message of a question that is not waited for.
    question_sent: str
    no_open_questions: str
    asked_by: str
    #: Whether the agent waits: it does, it stopped, it never did; nobody does, and nobody reads a late answer.
    waiting: str
    moved_on: str
    not_waiting: str
    kept: str
    your_reply: str
    #: What became of a question, by outcome; and by which surface, to be said after it.
    settled: Mapping[str, str]
    via: Mapping[str, str]


def words(language: str) -> Words:
    return _FRENCH if language == "fr" else _ENGLISH


def nobody_waits(said: Words, question: Mapping[str, Any]) -> str:
    """What is said of an open question, as the hub shows it, for which no call waits."""
    look = question.get("look") or {}
    if not look.get("listens", True):  # a hub of an earlier version does not say it
        return said.kept
    return said.moved_on if question["released"] or question.get("waiting_until") else said.not_waiting


def language_of(setting: str, environ: Mapping[str, str]) -> str:
    """The language that is set; `auto` asks the environment as programs of the terminal do."""
    if setting != "auto":
        return "fr" if setting == "fr" else "en"
    named = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, named), "")
    return "fr" if locale.replace(".", "_").replace("-", "_").split("_")[0].lower() == "fr" else "en"


_ENGLISH = Words(
    language="en",
    ok="OK",
    close="Close",
    close_unanswered="Close without answering",
    yes="Yes",
    no="No",
    something_else="Something else…",
    send="Send",
    cancel="Cancel",
    dismiss="Dismiss",
    question_sent="Question sent",
    no_open_questions="No open questions",
    asked_by="asked by {agent}",
    waiting="The agent is waiting: {time} left",
    moved_on="The agent has moved on; your answer will still reach it",
    not_waiting="The agent goes on working; your answer will reach it",
    kept="Nobody is waiting; your answer is kept",
    your_reply="Your reply",
    settled={
        "accepted": "Answered",
        "declined": "Answered",
        "dismissed": "Closed",
        "cancelled": "Cancelled",
        "empty": "Answered",
        "shown": "Shown",
        "withdrawn": "Withdrawn",
        "expired": "It was open too long",
    },
    via={
        "desk": "at the desk",
        "page": "on the page",
        "tui": "in the terminal",
        "cli": "on the command line",
        "rest": "over REST",
        "client": "(it was settled in the coding tool)",
    },
)

_FRENCH = Words(
    language="fr",
    ok="OK",
    close="Fermer",
    close_unanswered="Fermer sans répondre",
    yes="Oui",
    no="Non",
    something_else="Autre chose…",
    send="Envoyer",
    cancel="Annuler",
    dismiss="Effacer",
    question_sent="Question envoyee",
    no_open_questions="Aucune question en attente",
    asked_by="posée par {agent}",
    waiting="L’agent attend encore {time}",
    moved_on="L’agent a continué sans attendre ; votre réponse lui parviendra quand même",
    not_waiting="L’agent poursuit son travail ; votre réponse lui parviendra",
    kept="Personne n’attend ; votre réponse est conservée",
    your_reply="Votre réponse",
    settled={
        "accepted": "Répondu",
        "declined": "Répondu",
        "dismissed": "Fermée",
        "cancelled": "Annulée",
        "empty": "Répondu",
        "shown": "Montré",
        "withdrawn": "Retirée",
        "expired": "Elle est restée ouverte trop longtemps",
    },
    via={
        "desk": "sur le bureau",
        "page": "sur la page",
        "tui": "dans le terminal",
        "cli": "en ligne de commande",
        "rest": "par REST",
        "client": "(réglée dans l’outil)",
    },
)
