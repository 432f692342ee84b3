"""What the terminal view shows, without drawing it: two lists, what is typed, what is said at the bottom. Pure: clocks
are arguments. What keys mean is `pressing.py`'s."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import count
from typing import Any

from bellpull.domain.words import Words
from bellpull.tui.guard import Guard
from bellpull.tui.inbox import Inbox
from bellpull.tui.sessions import Question, Sessions
from bellpull.tui.settled import Settled, sentence
from bellpull.tui.words import TuiWords

SESSIONS, INBOX = "sessions", "inbox"
#: What keys go to: the lists; the buttons; the text field for a reply, a reason, a nudge, the filter; a choice below.
BROWSE, BUTTONS, WRITE, REJECT, TELL, FILTER = "browse", "buttons", "write", "reject", "tell", "filter"
SNOOZE, CONFIRM, LEAVING, HELP = "snooze", "confirm", "leaving", "help"
TYPING = (WRITE, REJECT, TELL, FILTER)
PERMISSION = "permission"
#: How long something is said at the bottom.
NOTICE_SECONDS = 6.0
DISMISSED = {"outcome": "dismissed"}
#: The key that closes a question if it is pressed twice within so long.
CLOSE = "d"
CLOSING_SECONDS = 4.0

Draft = tuple[str, str]


class View:
    def __init__(
        self, words: Words, own: TuiWords, monotonic: Callable[[], float], clock: Callable[[], datetime]
    ) -> None:
        self.words = words
        self.own = own
        self._monotonic = monotonic
        self.clock = clock
        self.sessions = Sessions()
        self.inbox = Inbox()
        self.guard = Guard()
        self.tab = SESSIONS
        self.mode = BROWSE
        self.button = 0
        self.drafts: dict[Draft, str] = {}
        self.connected = False
        self.was_connected = False
        self.why_lost = ""
        self.url = ""
        #: Questions whose answer is on its way.
        self.sending: set[str] = set()
        self._notice: tuple[str, float] | None = None
        #: The question that is closed with one more press, and when the first one was.
        self._closing: tuple[str, float] | None = None
        self._first_seen: dict[str, float] = {}
        self._last_shown: str | None = None
        self._target: tuple[str, str | None] = ("", None)

    @property
    def now(self) -> float:
        return self._monotonic()

    # What the hub says.

    def take_watch(self, watch: Mapping[str, Any]) -> None:
        self.sessions.take_watch(watch, self.now, self.clock())
        self.arrived()

    def take_questions(self, questions: Iterable[Question]) -> None:
        """All that are open."""
        self.sessions.questions = {str(one["id"]): one for one in questions}
        self.arrived()

    def take_question(self, question: Question) -> None:
        self.sessions.questions[str(question["id"])] = question
        self.arrived()

    def settle(self, question: Question) -> None:
        """It was answered, here or elsewhere."""
        id = str(question["id"])
        known = self.sessions.questions.pop(id, None)
        if known is not None and id not in self.sessions.settled:
            whole = {**known, **question}
            said = sentence(self.words, whole)
            self.sessions.settled[id] = Settled(whole, self.sessions.entry_of(id), said, self.now)
        self.sending.discard(id)
        if id != self.sessions.held or not self.draft:
            self._end_typing(id)
        self.refresh()

    def _end_typing(self, id: str) -> None:
        if self.sessions.question_id == id and self.mode in (BUTTONS, WRITE, REJECT):
            self.browse()

    def refresh(self) -> None:
        """Time has passed."""
        self.sessions.arrange(self.now, self.clock())
        self.arrived()

    def arrived(self) -> None:
        """After anything but a key of this person: what is now shown anew takes no key yet."""
        for id in self.sessions.questions:
            self._first_seen.setdefault(id, self.now)
        if self._shown() != self._last_shown:
            self._last_shown = self._shown()
            self.button = 0
            self.guard.appeared(self.now)
            if self.mode == BUTTONS:
                self.browse()

    def moved(self) -> None:
        """After a key that shows something else: only what is really new takes no key yet."""
        self._last_shown = shown = self._shown()
        self.button = 0
        self.keep_open()
        if shown in self._first_seen:
            self.guard.appeared(self._first_seen[shown])

    def _shown(self) -> str | None:
        wait = self.sessions.wait
        return self.sessions.question_id or (wait.key if wait else None)

    # What can be done with what is shown.

    @property
    def question(self) -> Question | None:
        """The open question on the right."""
        if self.tab != SESSIONS or self.sessions.question_id in self.sessions.settled:
            return None
        return self.sessions.question

    @property
    def buttons(self) -> list[tuple[str, Mapping[str, str]]]:
        found = self.question["buttons"] if self.question else []
        return [(str(one["label"]), one["answer"]) for one in found]

    @property
    def button_keys(self) -> list[str]:
        """Of each button. Options are numbered; closing is not, because an answer has no undo."""
        numbers = count(1)
        return [CLOSE if answer == DISMISSED else str(next(numbers)) for _, answer in self.buttons]

    @property
    def is_armed(self) -> bool:
        """Whether keys reach the question yet."""
        return self.guard.left(self.now) == 0

    @property
    def takes_text(self) -> bool:
        question = self.question
        return question is not None and (question["kind"] == "text" or bool(question["free_text"]))

    @property
    def is_permission(self) -> bool:
        return self.question is not None and self.question["kind"] == PERMISSION

    @property
    def is_secret(self) -> bool:
        return bool(self.question and self.question["secret"])

    # Closing, which takes two presses.

    def ask_to_close(self) -> None:
        self._closing = (str(self.sessions.question_id), self.now)

    def keep_open(self) -> None:
        self._closing = None

    @property
    def asks_to_close(self) -> bool:
        """Whether one more press closes the question on the right."""
        if self._closing is None or self.question is None or self.mode != BROWSE:
            return False
        id, at = self._closing
        return id == self.sessions.question_id and self.now - at < CLOSING_SECONDS

    # What is typed.

    @property
    def draft_key(self) -> Draft | None:
        """Whose text is in the field; None where there is no field."""
        if self.mode == FILTER:
            return (FILTER, self.tab)
        if self.mode == TELL:
            return (TELL, self._target[1] or self._target[0])
        if self.mode == REJECT or (self.mode in (WRITE, BROWSE, BUTTONS) and self._has_field):
            return (REJECT if self.mode == REJECT else WRITE, self.sessions.question_id or "")
        return None

    @property
    def _has_field(self) -> bool:
        """Beside buttons only when something is typed there, or was."""
        if self.mode == WRITE or self.question is None or self.is_permission:
            return self.mode == WRITE
        left = self.drafts.get((WRITE, str(self.question["id"])))
        return self.question["kind"] == "text" or (self.takes_text and bool(left))

    @property
    def draft(self) -> str:
        key = self.draft_key
        return self.drafts.get(key, "") if key else ""

    @property
    def has_drafts(self) -> bool:
        return any(text.strip() for (purpose, _), text in self.drafts.items() if purpose != FILTER)

    def type(self, text: str) -> None:
        key = self.draft_key
        if key is None:
            return
        self.drafts[key] = text
        if self.mode == FILTER:
            self.lister.filter = text
            self.lister.refilter()
            self.moved()

    @property
    def lister(self) -> Sessions | Inbox:
        return self.sessions if self.tab == SESSIONS else self.inbox

    def browse(self) -> None:
        self.mode, self.sessions.held = BROWSE, None

    def hold(self, mode: str) -> None:
        """Somebody begins to type: what they type for stays in sight."""
        self.mode, self.sessions.held = mode, self.sessions.question_id

    def tell_to(self, agent_name: str, session: str | None) -> None:
        """What was typed for a question that is settled by now is not lost: it becomes what is told."""
        left = self._left_over(session)
        self._target, self.mode = (agent_name, session), TELL
        key = (TELL, session or agent_name)
        self.drafts[key] = self.drafts.get(key) or left

    def _left_over(self, session: str | None) -> str:
        ids = [id for id, one in self.sessions.settled.items() if one.entry in (session, self.sessions.selected)]
        found = [self.drafts.pop((purpose, id), "") for id in ids for purpose in (WRITE, REJECT)]
        return "\n".join(filter(None, found))

    @property
    def target(self) -> tuple[str, str | None]:
        return self._target

    # What is said at the bottom.

    def say(self, text: str) -> None:
        self._notice = (text, self.now)

    def hush(self) -> None:
        self._notice = None

    @property
    def notice(self) -> str:
        if self.asks_to_close:
            return self.own.again_to_close
        if self._notice is None or self.now - self._notice[1] > NOTICE_SECONDS:
            return ""
        return self._notice[0]

    def lost(self, why: str) -> None:
        self.connected, self.why_lost = False, why
