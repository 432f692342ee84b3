"""VoiceMode's log as VoiceMode writes it, and a clock for it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bellpull.conversation.folder import VoiceModeFolder

PARIS = ZoneInfo("Europe/Paris")
PROJECT = "/home/ada/garden"
NOON = datetime(2026, 7, 21, 12, 0, tzinfo=PARIS)


class VoiceMode:
    """A VoiceMode of this test: its folder, its clock, and what it says and hears."""

    def __init__(self, base: Path, now: datetime = NOON) -> None:
        self.base = base
        self.logs = base / "logs" / "conversations"
        self.logs.mkdir(parents=True)
        self.now = now
        self.folder = VoiceModeFolder(base, lambda: self.now.astimezone(UTC), PARIS)

    def file(self, when: datetime | None = None) -> Path:
        return self.logs / f"exchanges_{(when or self.now).astimezone(PARIS):%Y-%m-%d}.jsonl"

    def write(self, line: bytes, when: datetime | None = None) -> None:
        with self.file(when).open("ab") as file:
            file.write(line)

    def log(self, type: str, text: str, when: datetime | None = None, **fields: Any) -> None:
        """One line; where no time is given, a second after the one before."""
        if when is None:
            when = self.clock()
        self.write(json.dumps(record(type, text, when) | fields).encode() + b"\n", when)

    def converse(self, said: str, heard: str | None = None, when: datetime | None = None, **fields: Any) -> None:
        self.log("tts", said, when, **fields)
        if heard is not None:
            self.log("stt", heard, when and when + timedelta(seconds=4), **fields)

    def records(self, when: datetime | None = None) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file(when).read_bytes().splitlines()]

    def texts(self) -> list[str]:
        """What the log of today says, line by line."""
        return [one["text"] for one in self.records()] if self.file().is_file() else []

    def clock(self) -> datetime:
        """Every look at it is a second later."""
        self.now += timedelta(seconds=1)
        return self.now.astimezone(UTC)

    def history(self, project: str | None = PROJECT, limit: int = 5) -> list[tuple[str, str | None]]:
        exchanges = self.folder.exchanges(project, limit)
        assert all((one.agent_name, one.kind, one.outcome) == ("voicemode", "voice", None) for one in exchanges)
        assert [one.at for one in exchanges] == sorted(one.at for one in exchanges)
        return [(one.message, one.reply) for one in exchanges]


def record(type: str, text: str, when: datetime) -> dict[str, Any]:
    """As version 3 has it."""
    return {
        "version": 3,
        "timestamp": when.isoformat(),
        "conversation_id": "conv_20260721_115500_a1b2c3",
        "type": type,
        "text": text,
        "project_path": PROJECT,
        "audio_file": f"20260721_{type}.wav",
        "metadata": {"voice_mode_version": "8.12.0", "model": "tts-1", "transport": "local"},
    }
