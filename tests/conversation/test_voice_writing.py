"""Bellpull's exchanges stand in VoiceMode's log as VoiceMode would have written them, and as whole lines."""

import json
import os
import re
import stat
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from voice_logs import NOON, PARIS, PROJECT, VoiceMode, record

from bellpull import __version__
from bellpull.conversation import lines
from bellpull.conversation.lines import open_to_append
from bellpull.conversation.voicemode import turn_of
from bellpull.domain.asking import Ask
from bellpull.domain.instant import instant
from bellpull.domain.question import Question

ID = "notif_0123456789abcdef"
MINUTE = timedelta(minutes=1)


def question(kind: str = "text", when: datetime = NOON, id: str = ID, **settled: Any) -> Question:
    """A settled one; `secret` and `project` are what was asked, the rest is how it ended."""
    asked = {name: settled.pop(name) for name in ("secret", "project") if name in settled}
    ask = Ask("Name", "How shall it be called?", kind, **({"project": PROJECT} | asked))
    life = {"outcome": "accepted", "settled_at": instant(when)} | settled
    return Question(id, "gardener", ask, instant(when - MINUTE), None, instant(when + MINUTE), **life)


def write(voice: VoiceMode, asked: Question) -> None:
    turn = turn_of(asked)
    assert turn is not None
    voice.folder.append(turn)


def test_a_typed_reply_is_two_lines_of_voicemodes_form(voice: VoiceMode) -> None:
    write(voice, question(reply="Grüße 🔔\nsecond line"))
    first, second = voice.file().read_bytes().splitlines()
    assert b'"text": "Gr\\u00fc\\u00dfe \\ud83d\\udd14\\nsecond line"' in second
    told = json.loads(first)
    assert list(told) == ["version", "timestamp", "conversation_id", "type", "text", "project_path", "metadata"]
    assert re.fullmatch(r"conv_20260721_120000_[a-z0-9]{6}", told["conversation_id"])
    assert told == {
        "version": 3,
        "timestamp": "2026-07-21T12:00:00+02:00",
        "conversation_id": told["conversation_id"],
        "type": "notify_out",
        "text": "How shall it be called?",
        "project_path": PROJECT,
        "metadata": {
            "voice_mode_version": f"bellpull {__version__}",
            "mode": "notify",
            "result_type": "success",
            "question_id": ID,
        },
    }
    assert json.loads(second) == told | {"type": "notify_in", "text": "Grüße 🔔\nsecond line"}


@pytest.mark.parametrize(
    ("kind", "settled", "result_type", "heard"),
    [
        ("text", {"reply": "Rose"}, "success", ["Rose"]),
        ("choice", {"choice": "Yes, merge"}, "success", ["Yes, merge"]),
        ("choice", {"outcome": "declined", "choice": "No"}, "success", ["No"]),
        ("text", {"outcome": "empty"}, "empty", []),
        ("text", {"outcome": "dismissed"}, "dismissed", []),
        ("choice", {"outcome": "cancelled"}, "cancelled", []),
        ("show", {"outcome": "shown"}, "success", []),
        ("text", {"secret": True, "reply": "sk-1234"}, "success", []),
        ("choice", {"secret": True, "choice": "The blue one"}, "success", []),
    ],
)
def test_each_outcome_has_its_result_type_and_a_secret_stays_one(
    voice: VoiceMode, kind: str, settled: dict[str, Any], result_type: str, heard: list[str]
) -> None:
    write(voice, question(kind, **settled))
    written = voice.records()
    assert [one["type"] for one in written] == ["notify_out", *["notify_in" for _ in heard]]
    assert [one["text"] for one in written[1:]] == heard
    assert {one["metadata"]["result_type"] for one in written} == {result_type}


@pytest.mark.parametrize("outcome", ["withdrawn", "expired", None])
def test_a_question_without_an_answer_is_no_exchange(outcome: str | None) -> None:
    assert turn_of(question(outcome=outcome)) is None
    assert turn_of(question(settled_at=None)) is None


def test_an_exchange_without_a_project_names_none(voice: VoiceMode) -> None:
    write(voice, question(project=None, reply="yes"))
    assert not any("project_path" in one for one in voice.records())


def test_a_conversation_goes_on_for_five_minutes_in_its_project(voice: VoiceMode) -> None:
    voice.log("tts", "hello", NOON - 5 * MINUTE + timedelta(seconds=1), conversation_id="conv_voice")
    write(voice, question(reply="hi"))
    write(voice, question(when=NOON + 4 * MINUTE, id="second", reply="again"))
    write(voice, question(when=NOON + 9 * MINUTE, id="third", reply="later"))
    write(voice, question(when=NOON + 9 * MINUTE, id="fourth", project="/elsewhere", reply="there"))
    ids = [one["conversation_id"] for one in voice.records()]
    assert ids[:5] == ["conv_voice"] * 5
    assert ids[5] == ids[6] != ids[7] == ids[8]
    assert len(set(ids)) == 3


def test_a_conversation_goes_on_over_midnight(voice: VoiceMode) -> None:
    midnight = datetime(2026, 7, 21, 0, 0, tzinfo=PARIS)
    voice.log("stt", "x" * 70_000, midnight - MINUTE, conversation_id="conv_night")
    write(voice, question(when=midnight + MINUTE, reply="still here"))
    assert [one["conversation_id"] for one in voice.records(midnight)] == ["conv_night"] * 2


@pytest.mark.parametrize("fields", [{"timestamp": "soon"}, {"timestamp": None}, {"conversation_id": 7}])
def test_a_last_record_that_says_too_little_begins_a_new_conversation(voice: VoiceMode, fields: dict[str, Any]) -> None:
    voice.log("tts", "hello", **fields)
    write(voice, question(reply="hi"))
    assert str(voice.records()[-1]["conversation_id"]).startswith("conv_20260721_120000_")


@pytest.mark.parametrize(
    ("when", "day", "written"),
    [
        ("2026-07-21T21:59:59.500Z", "2026-07-21", "2026-07-21T23:59:59.500000+02:00"),
        ("2026-07-21T22:00:00.000Z", "2026-07-22", "2026-07-22T00:00:00+02:00"),
        ("2026-10-25T00:30:00.000Z", "2026-10-25", "2026-10-25T02:30:00+02:00"),
        ("2026-10-25T01:30:00.000Z", "2026-10-25", "2026-10-25T02:30:00+01:00"),
        ("2027-01-01T22:59:00.000Z", "2027-01-01", "2027-01-01T23:59:00+01:00"),
    ],
)
def test_file_and_time_are_those_of_the_wall_clock_when_it_was_settled(
    voice: VoiceMode, when: str, day: str, written: str
) -> None:
    write(voice, question(settled_at=when))
    (line,) = (voice.logs / f"exchanges_{day}.jsonl").read_text().splitlines()
    assert json.loads(line)["timestamp"] == written


def test_a_line_that_somebody_left_unfinished_is_ended_first(voice: VoiceMode) -> None:
    voice.log("tts", "hello", NOON - MINUTE, conversation_id="conv_voice")
    unfinished = json.dumps(record("stt", "half", NOON)).encode()[:40]
    voice.write(unfinished)
    write(voice, question(reply="whole"))
    first, second, *ours = voice.file().read_bytes().splitlines()
    assert (json.loads(first)["text"], second) == ("hello", unfinished)
    assert [json.loads(line)["conversation_id"] for line in ours] == ["conv_voice"] * 2


def test_the_same_exchange_twice_in_a_row_is_written_once(voice: VoiceMode) -> None:
    for _ in range(2):
        write(voice, question(reply="once"))
    assert len(voice.records()) == 2


def test_a_new_file_is_its_owners_alone_and_an_old_one_keeps_its_rights(voice: VoiceMode) -> None:
    write(voice, question())
    assert stat.S_IMODE(voice.file().stat().st_mode) == 0o600
    voice.file().chmod(0o644)
    write(voice, question(id="second"))
    assert stat.S_IMODE(voice.file().stat().st_mode) == 0o644


def test_a_lock_that_stays_taken_and_a_file_that_is_none_are_errors(
    voice: VoiceMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "ATTEMPTS", 1)
    with open_to_append(voice.file()), pytest.raises(OSError):
        write(voice, question())
    assert voice.records() == []
    voice.file().unlink()
    os.mkfifo(voice.file())
    with pytest.raises(OSError, match="not a plain file"):
        write(voice, question())


FULL_DISK = """
import resource, sys
from pathlib import Path
from bellpull.conversation.folder import VoiceModeFolder
from bellpull.conversation.voicemode import Turn

resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
turn = Turn("once", "2026-07-21T10:00:00.000Z", "/p", "question", "reply", "success")
try:
    VoiceModeFolder(Path(sys.argv[1])).append(turn)
except OSError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
VoiceModeFolder(Path(sys.argv[1])).append(turn)
"""


def run(*command: str) -> "subprocess.Popen[bytes]":
    environment = {"PYTHONPATH": str(Path(lines.__file__).parents[2]), "PATH": os.environ["PATH"], "TZ": "UTC"}
    return subprocess.Popen([sys.executable, "-c", *command], env=environment, stdout=subprocess.PIPE)


@pytest.mark.process
def test_a_disk_that_filled_in_the_middle_of_a_line_costs_only_that_line(voice: VoiceMode) -> None:
    printed, _ = run(FULL_DISK, str(voice.base)).communicate(timeout=60)
    assert b"no room for a whole line" in printed
    half, *whole = voice.file().read_bytes().splitlines()
    assert len(half) == 100
    assert [json.loads(line)["text"] for line in whole] == ["question", "reply"]


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from bellpull.conversation.folder import VoiceModeFolder
from bellpull.conversation.voicemode import Turn

base, name, size = sys.argv[1:]
for number in range(15):
    id, text = f"{name}-{number}", name * int(size)
    VoiceModeFolder(Path(base)).append(Turn(id, "2026-07-21T10:00:00.000Z", "/p", text, text, "success"))
"""
#: As VoiceMode does it: no lock.
SPEAKER = """
import json, sys
from pathlib import Path

for number in range(150):
    with Path(sys.argv[1]).open("a") as file:
        file.write(json.dumps({"type": "tts", "text": f"spoken {number}"}) + chr(10))
"""


@pytest.mark.process
def test_programs_that_write_at_once_leave_whole_lines_side_by_side(voice: VoiceMode) -> None:
    writers = [(WRITER, str(voice.base), name, size) for name, size in (("a", "10"), ("b", "3000"), ("c", "70000"))]
    running = [run(*command) for command in [*writers, (SPEAKER, str(voice.file()))]]
    assert [process.communicate(timeout=60) and process.returncode for process in running] == [0, 0, 0, 0]
    records = voice.records()  # every line is JSON
    assert [one["text"] for one in records if one["type"] == "tts"] == [f"spoken {number}" for number in range(150)]
    ours = [(one["metadata"]["question_id"], one["type"]) for one in records if one["type"] != "tts"]
    assert len(ours) == 3 * 15 * 2
    for name in "abc":
        ids = [id for id, type in ours if type == "notify_out" and id.startswith(name)]
        assert ids == [f"{name}-{number}" for number in range(15)]
    outs = [(one, following) for one, following in pairwise(records) if one["type"] == "notify_out"]
    assert all(one | {"type": "notify_in"} == following for one, following in outs)


@given(st.text(min_size=1), st.text(min_size=1), st.text(max_size=20))
def test_any_text_comes_out_of_the_log_as_it_went_in(message: str, reply: str, project: str) -> None:
    asked = question(reply=reply, project=project)
    asked = asked._replace(ask=asked.ask._replace(question=message))
    with tempfile.TemporaryDirectory() as base:
        voice = VoiceMode(Path(base))
        write(voice, asked)
        assert [(one["text"], one["project_path"]) for one in voice.records()] == [(message, project), (reply, project)]
