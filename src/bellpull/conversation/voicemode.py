"""The records of VoiceMode's log: what was spoken, read from them, and Bellpull's exchanges in the same form.

A record is one JSON object on a line. `tts` is what the assistant said, `stt` what the person said; Bellpull adds
`notify_out` and `notify_in`, and never reads those back. Not here: files and their dates (folder.py).
"""

import json
import secrets
import string
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bellpull import __version__
from bellpull.domain.answer_text import ACCEPTED, CANCELLED, DECLINED, DISMISSED, EMPTY, SHOWN
from bellpull.domain.exchange import VOICE, Exchange
from bellpull.domain.instant import Instant, instant
from bellpull.domain.question import Question

#: The version of the records that are written. Those that are read may be of any.
VERSION = 3
#: After a longer silence, or in another project, a new conversation begins.
GAP = timedelta(minutes=5)
#: Whose exchanges the spoken ones are.
SPEAKER = "voicemode"
#: What stands in the log where nothing was said.
SILENCE = ("", "[empty]", "[no speech detected]")
#: Outcomes as VoiceMode calls them. What is not here (withdrawn, expired) was no exchange.
RESULT_TYPES = {
    ACCEPTED: "success",
    DECLINED: "success",
    SHOWN: "success",
    EMPTY: "empty",
    DISMISSED: "dismissed",
    CANCELLED: "cancelled",
}

Record = dict[str, object]


class Turn(NamedTuple):
    """An exchange of Bellpull, as far as the log tells of it."""

    question_id: str
    at: Instant
    project: str | None
    message: str
    reply: str | None
    result_type: str


def parse(line: bytes) -> Record | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def spoken(records: Iterable[Record], project: str | None) -> Iterator[Exchange]:
    """The voice exchanges of a project, of all with None. Both records and exchanges come newest first."""
    replies: dict[object, tuple[str, datetime | None]] = {}
    for record in records:
        if project is not None and not _same_place(record.get("project_path"), project):
            continue
        talk = str(record.get("conversation_id"))
        text, at = _words(record), _time(record)
        if record.get("type") == "stt" and text and not _is_of_survey(record):
            replies[talk] = text, at
        elif record.get("type") == "tts":
            reply, replied_at = replies.pop(talk, (None, None))
            if text and (ended := replied_at or at):
                yield Exchange(instant(ended), SPEAKER, VOICE, text, reply, None)


def turn_of(question: Question) -> Turn | None:
    """None where there is nothing to tell: it is open, or was given up without a word from anybody."""
    result_type = RESULT_TYPES.get(question.outcome or "")
    if result_type is None or question.settled_at is None:
        return None
    ask = question.ask
    reply = None if ask.secret else question.choice or question.reply or None
    return Turn(question.id, question.settled_at, ask.project, ask.question, reply, result_type)


def lines_of(turn: Turn, when: datetime, conversation: str) -> bytes:
    """`when` is the turn's time on the wall clock."""
    said = [("notify_out", turn.message)]
    if turn.reply is not None:
        said.append(("notify_in", turn.reply))
    return "".join(_line(turn, when, conversation, type, text) for type, text in said).encode("ascii")


def conversation_of(turn: Turn, when: datetime, last: Record | None) -> str:
    """The one of the last record, if that is of the same project and the pause was short."""
    if last is not None and last.get("project_path") == turn.project:
        at, id = _time(last), last.get("conversation_id")
        if at is not None and isinstance(id, str) and abs(when - at) < GAP:
            return id
    random = "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(6))
    return f"conv_{when:%Y%m%d_%H%M%S}_{random}"


def tells_of(record: Record | None, turn: Turn) -> bool:
    metadata = record.get("metadata") if record else None
    return isinstance(metadata, dict) and metadata.get("question_id") == turn.question_id


def _line(turn: Turn, when: datetime, conversation: str, type: str, text: str) -> str:
    record = {
        "version": VERSION,
        "timestamp": when.isoformat(),
        "conversation_id": conversation,
        "type": type,
        "text": text,
        "project_path": turn.project,
        "metadata": {
            # VoiceMode's own reader refuses metadata without this field.
            "voice_mode_version": f"bellpull {__version__}",
            "mode": "notify",
            "result_type": turn.result_type,
            "question_id": turn.question_id,
        },
    }
    return json.dumps({name: value for name, value in record.items() if value is not None}) + "\n"


def _words(record: Record) -> str | None:
    text = record.get("text")
    return text if isinstance(text, str) and text.strip() not in SILENCE else None


def _is_of_survey(record: Record) -> bool:
    # The questions of a survey are not in the log: its answers would seem to belong to whatever was said before.
    metadata = record.get("metadata")
    return isinstance(metadata, dict) and metadata.get("transport") == "survey"


def _time(record: Record) -> datetime | None:
    """A time that names no offset is of this machine's clock."""
    written = record.get("timestamp")
    try:
        return datetime.fromisoformat(written).astimezone(UTC) if isinstance(written, str) else None
    except (ValueError, OverflowError, OSError):
        return None


def _same_place(path: object, project: str) -> bool:
    return isinstance(path, str) and (path.rstrip("/\\") or path) == (project.rstrip("/\\") or project)
