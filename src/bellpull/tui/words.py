"""What only the terminal view says, in English and in French; the words of all surfaces are the domain's."""

from collections.abc import Mapping
from typing import NamedTuple


class TuiWords(NamedTuple):
    sessions: str
    notifications: str
    connecting: str
    live: str
    reconnecting: str
    nothing: str
    nothing_told: str
    nothing_found: str
    states: Mapping[str, str]
    now: str
    #: The fold over what nobody waits for any more.
    left: str
    unfold: str
    fold: str
    about_left: str
    #: What is on the right.
    of_many: str
    guessed: str
    likely: str
    tools: str
    todos: str
    on: str
    later: str
    sending: str
    not_answerable: str
    kept_text: str
    #: Labels of the text field.
    reply: str
    reply_hidden: str
    reject_why: str
    tell: str
    filter: str
    snooze: str
    confirm_dismiss: str
    confirm_leave: str
    confirm_drafts: str
    #: What is said at the bottom after something was done, or was not.
    too_new: str
    answered: str
    told_now: str
    told_later: str
    not_told: str
    acknowledged: str
    dismissed: str
    snoozed: str
    woken: str
    asked_there: str
    no_place: str
    no_question: str
    no_permission: str
    no_always: str
    no_text: str
    again_to_close: str
    gone: str
    #: The help line by mode, and the page of help.
    help: Mapping[str, str]
    keys: tuple[tuple[str, str], ...]
    help_title: str


def tui_words(language: str) -> TuiWords:
    return _FRENCH if language == "fr" else _ENGLISH


_ENGLISH = TuiWords(
    sessions="Sessions",
    notifications="Notifications",
    connecting="connecting…",
    live="live",
    reconnecting="reconnecting…",
    nothing="No agent has been seen yet. One is connected with: bellpull connect",
    nothing_told="No notifications.",
    nothing_found="Nothing matches the filter.",
    states={"working": "working", "idle": "idle", "waiting": "needs you", "ended": "ended"},
    now="now",
    left="{count} that nobody waits for any more",
    unfold="Enter shows them",
    fold="Enter hides them",
    about_left="Questions whose calls ended without an answer, and idle sessions that asked nothing else. They are "
    "open, and can be answered. Enter shows or hides them.",
    of_many="{place} of {count} · n: next",
    guessed="? This is a guess: {reason}",
    likely="? Likely: {reason}",
    tools="Running",
    todos="To do",
    on="on {host}",
    later="Put off until {time}. s takes that back.",
    sending="Your answer is on its way…",
    not_answerable="This cannot be answered from here; g goes to its terminal, t tells the agent something.",
    kept_text="What you typed is kept: t tells it to the agent instead.",
    reply="Reply",
    reply_hidden="Reply (not shown)",
    reject_why="Reject, because (Enter alone: without a reason)",
    tell="Tell {agent}",
    filter="Filter",
    snooze="Put off:  1 ten minutes   2 an hour   3 until tomorrow   Esc",
    confirm_dismiss="Dismiss all {count} notifications?  y yes   Esc",
    confirm_leave="An answer has not reached the hub yet.  y leave without it   Esc",
    confirm_drafts="What you typed was not sent.  y leave without it   Esc",
    too_new="Not taken: this question has only just come.",
    answered="Answered: {answer}",
    told_now="Told {agent}, and it is woken with it.",
    told_later="Told {agent}: it reads this with its next tool result.",
    not_told="Not told: {why}",
    acknowledged="Acknowledged.",
    dismissed="Dismissed.",
    snoozed="Put off until {time}.",
    woken="No longer put off.",
    asked_there="It was asked to show it.",
    no_place="Nothing is known of its terminal.",
    no_question="There is no question to answer here.",
    no_permission="This is no permission.",
    no_always="This cannot be allowed for always.",
    no_text="This is answered with one of the buttons.",
    again_to_close="Press d again to close it. That cannot be undone.",
    gone="Too late: {why}",
    help={
        "sessions": "j/k move  Tab notifications  t tell  s later  g jump  / filter  ? help  q quit",
        "fold": "Enter show or hide  j/k move  Tab notifications  / filter  ? help  q quit",
        "question": "Enter answer  1-9 press  w write  d close  t tell  s later  g jump  ? help",
        "choices": "Enter answer  1-9 press  d close  t tell  s later  g jump  ? help",
        "permission": "o once  A always  r reject…  d close  t tell  s later  g jump  ? help",
        "inbox": "a acknowledge  d dismiss  A,D all  t tell  / filter  ? help",
        "buttons": "←→ choose  Enter press  1-9 press  Esc back",
        "write": "Enter send  Ctrl-J new line  Esc back (what you typed is kept)",
        "filter": "Enter keep  Esc clear",
        "choose": "",
        "help": "any key closes this",
    },
    keys=(
        ("j k ↑ ↓", "the next, the one before; PgUp PgDn Home End"),
        ("Space J K", "scroll what is on the right"),
        ("Tab", "sessions, notifications"),
        ("Enter", "go to the answers; Esc comes back; open a fold"),
        ("1 … 9", "choose that option"),
        ("w", "write a reply"),
        ("o A", "allow once, allow always"),
        ("r", "reject, with a word why"),
        ("n p", "the session's next question, the one before"),
        ("t", "tell the agent something"),
        ("a", "acknowledge: seen, and it stays open"),
        ("d", "close without an answer, pressed twice; dismiss a notification"),
        ("s", "put off, in this view: ten minutes, an hour, tomorrow"),
        ("g", "go to its terminal"),
        ("A D", "in notifications: acknowledge all, dismiss all"),
        ("/", "filter; Esc clears it"),
        ("q Ctrl-C", "quit"),
    ),
    help_title="Keys",
)

_FRENCH = _ENGLISH._replace(
    sessions="Sessions",
    notifications="Notifications",
    connecting="connexion…",
    live="en direct",
    reconnecting="reconnexion…",
    nothing="Aucun agent n’a encore été vu. On en branche un avec : bellpull connect",
    nothing_told="Aucune notification.",
    nothing_found="Rien ne correspond au filtre.",
    states={"working": "travaille", "idle": "inactive", "waiting": "a besoin de vous", "ended": "terminée"},
    now="<1m",
    left="{count} que plus personne n’attend",
    unfold="Entrée les montre",
    fold="Entrée les cache",
    about_left="Des questions dont l’appel a pris fin sans réponse, et des sessions inactives qui n’en ont pas "
    "d’autres ; on peut encore y répondre. Entrée les montre ou les cache.",
    of_many="{place} sur {count} · n : suivante",
    guessed="? C’est une supposition : {reason}",
    likely="? Probablement : {reason}",
    tools="En cours",
    todos="À faire",
    on="sur {host}",
    later="Reportée jusqu’à {time}. s annule cela.",
    sending="Votre réponse est en route…",
    not_answerable="On ne peut pas y répondre d’ici ; g va à son terminal, t dit quelque chose à l’agent.",
    kept_text="Votre texte est gardé : t le dit à l’agent.",
    reply="Réponse",
    reply_hidden="Réponse (non montrée)",
    reject_why="Refuser, parce que (Entrée seule : sans raison)",
    tell="Dire à {agent}",
    filter="Filtre",
    snooze="Reporter :  1 dix minutes   2 une heure   3 à demain   Échap",
    confirm_dismiss="Effacer les {count} notifications ?  y oui   Échap",
    confirm_leave="Une réponse n’est pas encore arrivée au hub.  y quitter sans elle   Échap",
    confirm_drafts="Votre texte n’a pas été envoyé.  y quitter sans lui   Échap",
    too_new="Pas pris : cette question vient d’arriver.",
    answered="Répondu : {answer}",
    told_now="Dit à {agent}, qui est réveillé.",
    told_later="Dit à {agent}, qui le lira avec son prochain résultat.",
    not_told="Pas dit : {why}",
    acknowledged="Vue.",
    dismissed="Effacée.",
    snoozed="Reportée jusqu’à {time}.",
    woken="N’est plus reportée.",
    asked_there="On lui a demandé de le montrer.",
    no_place="On ne sait rien de son terminal.",
    no_question="Il n’y a pas de question ici.",
    no_permission="Ce n’est pas une permission.",
    no_always="On ne peut pas le permettre pour toujours.",
    no_text="On y répond avec un des boutons.",
    again_to_close="Appuyez encore une fois sur d pour la fermer. Cela ne s’annule pas.",
    gone="Trop tard : {why}",
    help={
        "sessions": "j/k choisir  Tab notifications  t dire  s reporter  g aller  / filtre  ? aide  q quitter",
        "fold": "Entrée montrer ou cacher  j/k choisir  Tab notifications  / filtre  ? aide  q quitter",
        "question": "Entrée répondre  1-9 bouton  w écrire  d fermer  t dire  s reporter  ? aide",
        "choices": "Entrée répondre  1-9 bouton  d fermer  t dire  s reporter  ? aide",
        "permission": "o une fois  A toujours  r refuser…  d fermer  t dire  s reporter  ? aide",
        "inbox": "a vue  d effacer  A,D toutes  t dire  / filtre  ? aide",
        "buttons": "←→ choisir  Entrée presser  1-9 presser  Échap retour",
        "write": "Entrée envoyer  Ctrl-J nouvelle ligne  Échap retour (le texte est gardé)",
        "filter": "Entrée garder  Échap effacer",
        "choose": "",
        "help": "une touche ferme ceci",
    },
    keys=(
        ("j k ↑ ↓", "la suivante, la précédente ; PgUp PgDn Début Fin"),
        ("Espace J K", "faire défiler la droite"),
        ("Tab", "sessions, notifications"),
        ("Entrée", "aller aux réponses ; Échap revient ; ouvrir un pli"),
        ("1 … 9", "choisir cette option"),
        ("w", "écrire une réponse"),
        ("o A", "permettre une fois, toujours"),
        ("r", "refuser, avec une raison"),
        ("n p", "la question suivante de la session, la précédente"),
        ("t", "dire quelque chose à l’agent"),
        ("a", "vue : elle reste ouverte"),
        ("d", "fermer sans réponse, pressée deux fois ; effacer une notification"),
        ("s", "reporter, dans cette vue : dix minutes, une heure, demain"),
        ("g", "aller à son terminal"),
        ("A D", "dans les notifications : toutes vues, toutes effacées"),
        ("/", "filtrer ; Échap efface le filtre"),
        ("q Ctrl-C", "quitter"),
    ),
    help_title="Touches",
)
