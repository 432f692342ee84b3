"""What people or the world tell an agent: it enters the agent's context as `<notification source="…">`.

A nudge is claimed by one carrier for the time of a lease, written, confirmed. A lease that runs out makes it pending
again, and then it may have been read: it says `repeat="true"`.
"""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bellpull.domain.answer_text import answer_text
from bellpull.domain.errors import Invalid, TooLarge
from bellpull.domain.instant import Instant
from bellpull.domain.question import Question

#: A carrier writes and confirms within milliseconds; after this it has died.
LEASE = timedelta(seconds=10)
#: If the carrier says so: it learns later whether it was read.
LONGEST_LEASE = timedelta(seconds=60)
#: A longer answer is cut: clients cut the results that they find too long, and at their end is the nudge.
LONGEST_ANSWER = 16_000
#: So much of the question reminds its agent what was asked.
REMINDER = 200
#: A carrier with less room than this takes nothing; in more, the first nudge is cut where it is too long.
LEAST_ROOM = 500
LONGEST = {"source": 64, "label": 200, "dedup_key": 200, "session": 200}
USER = "user"

# What could open or close a tag of ours, and what looks like the escape of it, so that each can be read as it was said;
# everything else stays as it is: code stays code.
# Marks that nobody sees may stand anywhere in the tag: to a reader it is one all the same.
_UNSEEN = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0"
)
TAG_BEGINS = rf"[\s/{_UNSEEN}]*" + f"[{_UNSEEN}]*".join("notification") + r"\b"
_TAG = re.compile(rf"(?:<|&((?:amp;)*lt;))(?={TAG_BEGINS})", re.IGNORECASE)
_IN_ATTRIBUTE = {'"': "&quot;", "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_ESCAPES = str.maketrans(_IN_ATTRIBUTE)


class NudgeDraft(NamedTuple):
    """What somebody tells an agent. `dedup_key`: of those with the same one, only the newest stays pending."""

    source: str
    message: str
    label: str | None = None
    dedup_key: str | None = None
    session: str | None = None


class Nudge(NamedTuple):
    id: str
    agent_name: str
    #: None: whichever session of the agent comes first.
    session: str | None
    source: str
    label: str | None
    message: str
    question_id: str | None
    created_at: Instant
    by: str | None = None
    dedup_key: str | None = None
    lease_until: Instant | None = None
    carrier: str | None = None
    repeat: bool = False
    handed_at: Instant | None = None
    handed_via: str | None = None
    #: How often it was said under its dedup key before anybody read it.
    times: int = 1
    #: The session of the carrier that has it, or had it last.
    handed_session: str | None = None

    def is_leased(self, now: Instant) -> bool:
        return self.lease_until is not None and self.lease_until > now

    def as_of(self, now: Instant) -> "Nudge":
        """One whose carrier did not confirm in time may have been read."""
        lapsed = self.lease_until is not None and self.lease_until <= now
        return self._replace(repeat=True, lease_until=None) if lapsed else self


def check(draft: NudgeDraft, longest: int) -> None:
    """`longest`: of a message, in bytes."""
    if not draft.message.strip():
        raise Invalid("message_required", "A nudge needs a message")
    if "\0" in draft.message:
        raise Invalid("invalid_message", "message: must not contain the NUL character")
    if len(draft.message.encode()) > longest:
        raise TooLarge("nudge_too_long", f"Message too long (max {longest} bytes)", "say where the rest is")
    for field, most in LONGEST.items():
        value = getattr(draft, field)
        if value is not None and not (0 < len(value) <= most and value.isprintable() and value.strip()):
            raise Invalid(f"invalid_{field}", f"{field}: must be 1 to {most} printable characters")
    if not draft.source.isascii():  # of other letters some look like those of "user"
        raise Invalid("invalid_source", "source: must be ASCII characters", "other letters can go into the label")


def create(draft: NudgeDraft, *, id: str, agent_name: str, by: str, now: Instant, replaces: Nudge | None) -> Nudge:
    """`replaces`: the pending one with the same dedup key. The newest text wins, and says how often it was said."""
    source, message, label, dedup_key, session = draft
    times = 1 if replaces is None else replaces.times + 1
    return Nudge(id, agent_name, session, source, label, message, None, now, by=by, dedup_key=dedup_key, times=times)


def xml(nudge: Nudge) -> str:
    given = {
        "source": nudge.source,
        "label": nudge.label,
        "question": nudge.question_id,
        "repeat": "true" if nudge.repeat else None,
    }
    attributes = "".join(f' {name}="{value.translate(_ESCAPES)}"' for name, value in given.items() if value is not None)
    often = f"\n(said {nudge.times} times; this is the latest)" if nudge.times > 1 else ""
    return f"<notification{attributes}>\n{_TAG.sub(_escaped, nudge.message)}{often}\n</notification>"


def late_answer(question: Question, *, id: str, now: Instant, session: str | None = None) -> Nudge:
    """The answer to a question whose caller has stopped waiting: for the session that asked, where it is known to be
    there, else for whichever of the agent comes next."""
    ask = question.ask
    text = answer_text(ask.kind, question.outcome or "", question.choice, question.reply)
    if len(text) > LONGEST_ANSWER and not ask.secret:  # a secret one could not be read again
        text = f"{text[:LONGEST_ANSWER]}\n… (cut; await_answer with this question's id gives all of it)"
    message = f"Your question: {_reminder(ask.question)}\n{text}"
    return Nudge(id, question.agent_name, session, USER, None, message, question.id, now, question.by)


def claim(
    pending: Sequence[Nudge], carrier: str, now: Instant, until: Instant, limit: int | None, max_chars: int | None
) -> list[Nudge]:
    """The first ones that fit, leased to the carrier; the very first also where it has to be cut (`fitted`), else it
    would hold up all others. Order is kept: behind one that another carrier has, none goes."""
    taken: list[Nudge] = []
    room = max_chars
    for nudge in pending:
        size = len(xml(nudge)) + 2
        too_long = room is not None and size > room
        if nudge.is_leased(now) or len(taken) == limit or (too_long and (taken or (room or 0) < LEAST_ROOM)):
            break
        room = None if room is None else room - size
        taken.append(nudge.as_of(now)._replace(lease_until=until, carrier=carrier))
        if too_long:
            break
    return taken


def is_claimable(pending: Sequence[Nudge], now: Instant) -> bool:
    """Whether any session could take something now: each of them has to begin with what came first."""
    met: set[str] = set()
    for one in pending:
        if one.session not in met and not one.is_leased(now):
            return True
        if one.session is None:  # whatever comes behind it waits for it
            return False
        met.add(one.session)
    return False


def fitted(nudge: Nudge, max_chars: int | None) -> Nudge:
    """As much of it as a carrier has room for."""
    over = 0 if max_chars is None else len(xml(nudge)) + 2 - max_chars
    if over <= 0:
        return nudge
    note = f"\n… (cut; all of it: bellpull trail {nudge.agent_name})"
    cut = nudge._replace(message=nudge.message[: max(len(nudge.message) - over - len(note), 0)] + note)
    # What had to be escaped is longer than it looks.
    return cut if len(xml(cut)) + 2 <= (max_chars or 0) else nudge._replace(message=note.strip())


def _escaped(tag: re.Match[str]) -> str:
    return f"&amp;{tag[1]}" if tag[1] else "&lt;"


def _reminder(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= REMINDER else line[: REMINDER - 1] + "…"
