"""VoiceMode's folder of logs: one file for each day of the local calendar.

VoiceMode is there when the folder is there; nobody here makes it. Everything here blocks: call it in a thread.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta, tzinfo
from itertools import islice
from pathlib import Path

from bellpull.conversation.lines import Budget, append, open_to_append, read_from_end, read_open_from_end
from bellpull.conversation.voicemode import Record, Turn, conversation_of, lines_of, parse, spoken, tells_of
from bellpull.domain.exchange import Exchange, latest
from bellpull.hub.clocks import utc_now

DAYS_BACK = 30
#: What one look back may read: five exchanges are far less, unless another project fills the log.
MOST_BYTES = 4 * 1024 * 1024
DAY = timedelta(days=1)


class VoiceModeFolder:
    """`base` is VoiceMode's own folder, None for never; `zone` that of the wall clock, None for this machine's."""

    def __init__(self, base: Path | None, clock: Callable[[], datetime] = utc_now, zone: tzinfo | None = None) -> None:
        self._logs = base / "logs" / "conversations" if base else None
        self._clock = clock
        self._zone = zone

    def is_there(self) -> bool:
        try:
            return self._logs is not None and self._logs.is_dir()
        except OSError:  # we may not even look
            return False

    def exchanges(self, project: str | None, limit: int) -> list[Exchange]:
        """The last ones that were spoken, oldest first. What cannot be read is left out."""
        if limit <= 0 or not self.is_there():
            return []
        newest_first = list(islice(spoken(self._records(), project), limit))
        return latest(reversed(newest_first), limit)

    def append(self, turn: Turn) -> None:
        """Unless the log ends with it: then it was written just before a hub died. Raises OSError."""
        when = datetime.fromisoformat(turn.at).astimezone(self._zone)
        with open_to_append(self._file(when.date())) as file:
            last = _first(read_open_from_end(file, Budget(MOST_BYTES)))
            if tells_of(last, turn):
                return
            if last is None:
                last = self._last_of(when.date() - DAY)
            append(file, lines_of(turn, when, conversation_of(turn, when, last)))

    def _records(self) -> Iterator[Record]:
        """Newest first. It begins with tomorrow: whoever travels west has already written then."""
        budget = Budget(MOST_BYTES)
        tomorrow = self._clock().astimezone(self._zone).date() + DAY
        for back in range(DAYS_BACK + 2):
            with suppress(OSError):
                yield from _parsed(read_from_end(self._file(tomorrow - back * DAY), budget))

    def _last_of(self, day: date) -> Record | None:
        with suppress(OSError):
            return _first(read_from_end(self._file(day), Budget(MOST_BYTES)))
        return None

    def _file(self, day: date) -> Path:
        if self._logs is None:
            raise FileNotFoundError("VoiceMode is turned off")
        return self._logs / f"exchanges_{day.isoformat()}.jsonl"


def base_folder(setting: str, environ: Mapping[str, str]) -> Path | None:
    """VoiceMode's own folder: as `voicemode_dir` says, else as VoiceMode itself finds it. None: turned off."""
    if setting.lower() == "off":
        return None
    named = Path(setting or environ.get("VOICEMODE_BASE_DIR") or "~/.voicemode")
    home = environ.get("HOME")
    if home and named.parts[:1] == ("~",):
        return Path(home, *named.parts[1:])
    try:
        return named.expanduser()
    except RuntimeError:  # nobody has a home here
        return None


def _parsed(lines: Iterator[bytes]) -> Iterator[Record]:
    return filter(None, map(parse, lines))


def _first(lines: Iterator[bytes]) -> Record | None:
    return next(_parsed(lines), None)
