"""What was spoken comes out of VoiceMode's log as exchanges, whatever else is in its files."""

import json
import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from voice_logs import NOON, PARIS, PROJECT, VoiceMode, record

from bellpull.conversation import folder
from bellpull.conversation.folder import VoiceModeFolder, base_folder

MINUTE = timedelta(minutes=1)


def test_the_last_exchanges_come_oldest_first(voice: VoiceMode) -> None:
    for number in range(8):
        voice.converse(f"question {number}", f"answer {number}", NOON - (8 - number) * MINUTE)
    assert voice.history() == [(f"question {number}", f"answer {number}") for number in (3, 4, 5, 6, 7)]
    assert voice.history(limit=1) == [("question 7", "answer 7")]
    assert voice.history(limit=0) == []


def test_an_exchange_is_as_old_as_its_last_word(voice: VoiceMode) -> None:
    voice.converse("Shall I?", "Yes", datetime(2026, 7, 21, 11, 59, tzinfo=PARIS))
    voice.converse("Done", None, datetime(2026, 7, 21, 12, 0, tzinfo=PARIS))
    assert [one.at for one in voice.folder.exchanges(PROJECT, 5)] == [
        "2026-07-21T09:59:04.000Z",
        "2026-07-21T10:00:00.000Z",
    ]


def test_history_goes_on_across_midnight_and_over_silent_days(voice: VoiceMode) -> None:
    voice.now = datetime(2026, 7, 21, 0, 2, tzinfo=PARIS)
    voice.converse("a month ago", None, voice.now - timedelta(days=30))
    voice.converse("too long ago", None, voice.now - timedelta(days=31))
    voice.log("tts", "before midnight", voice.now - 3 * MINUTE)
    voice.log("stt", "after midnight", voice.now - MINUTE)
    assert voice.history() == [("a month ago", None), ("before midnight", "after midnight")]


def test_whoever_travelled_west_still_sees_what_was_said_tomorrow(voice: VoiceMode) -> None:
    voice.converse("said in Tokyo", None, NOON + timedelta(days=1))
    assert voice.history() == [("said in Tokyo", None)]


def test_silence_is_no_reply_and_no_message(voice: VoiceMode) -> None:
    voice.converse("first", "[no speech detected]")
    voice.converse("second", "[empty]")
    voice.converse("third", "")
    voice.converse("", "an answer to nothing")
    voice.converse("fourth", "heard")
    assert voice.history() == [("first", None), ("second", None), ("third", None), ("fourth", "heard")]


def test_a_reply_belongs_to_the_message_before_it_in_its_own_conversation(voice: VoiceMode) -> None:
    voice.log("stt", "nobody asked")
    voice.log("tts", "told, not asked")
    voice.log("tts", "from one", conversation_id="conv_1")
    voice.log("tts", "from two", conversation_id="conv_2")
    voice.log("stt", "to one", conversation_id="conv_1")
    voice.log("stt", "to two", conversation_id="conv_2")
    voice.log("stt", "and one more thing", conversation_id="conv_2")
    assert voice.history() == [("told, not asked", None), ("from one", "to one"), ("from two", "to two")]


def test_the_answers_of_a_survey_are_nobody_elses(voice: VoiceMode) -> None:
    voice.log("tts", "I deleted nothing yet")
    voice.log("stt", "yes", metadata={"voice_mode_version": "8.12.0", "transport": "survey"})
    assert voice.history() == [("I deleted nothing yet", None)]


def test_other_projects_are_left_out_unless_all_are_asked_for(voice: VoiceMode) -> None:
    voice.converse("here", "yes", project_path=PROJECT + "/")
    voice.converse("beneath", "no", project_path=PROJECT + "/shed")
    voice.converse("nowhere", "no", project_path=None)
    assert voice.history() == [("here", "yes")]
    assert voice.history("/") == []
    assert [said for said, _ in voice.history(None)] == ["here", "beneath", "nowhere"]


def test_lines_that_bellpull_wrote_are_not_read_back(voice: VoiceMode) -> None:
    voice.log("notify_out", "typed question")
    voice.log("notify_in", "typed answer")
    assert voice.history() == []


@pytest.mark.parametrize("size", [1_000, 65_535, 65_536, 300_000])
def test_long_lines_are_read_whole(voice: VoiceMode, size: int) -> None:
    text = ("Grüße 🔔 " * size)[:size]
    voice.converse("before", "yes")
    raw = json.dumps(record("tts", text, voice.now), ensure_ascii=False).encode()
    voice.write(raw + b"\n")
    voice.log("stt", text[::-1])
    assert voice.history() == [("before", "yes"), (text, text[::-1])]


def test_times_with_a_z_an_offset_or_neither_are_told_apart(voice: VoiceMode) -> None:
    voice.log("tts", "third", timestamp="2026-07-21T11:00:03+02:00")
    voice.log("tts", "first", timestamp="2026-07-21T09:00:01Z")
    voice.log("tts", "second", timestamp="2026-07-21T03:00:02.123456-06:00")
    assert [said for said, _ in voice.history()] == ["first", "second", "third"]
    naive = datetime(2026, 7, 21, 11, 30)
    voice.log("tts", "by the machine's clock", timestamp=naive.isoformat())
    by_name = {one.message: one.at for one in voice.folder.exchanges(PROJECT, 5)}
    assert datetime.fromisoformat(by_name["by the machine's clock"]) == naive.astimezone(UTC)


def test_the_hour_that_comes_twice_in_autumn_keeps_its_order(voice: VoiceMode) -> None:
    summer = datetime(2026, 10, 25, 2, 50, tzinfo=PARIS)
    winter = datetime(2026, 10, 25, 2, 10, tzinfo=PARIS, fold=1)
    voice.now = winter + timedelta(hours=2)
    voice.converse("in summer time", None, summer)
    voice.converse("in winter time", None, winter)
    assert [said for said, _ in voice.history()] == ["in summer time", "in winter time"]


def test_records_of_other_versions_are_read(voice: VoiceMode) -> None:
    voice.converse("old", "yes", version=None, metadata=None)
    voice.converse("new", "no", version=4, metadata={"voice_requested": "blackadder"})
    assert voice.history() == [("old", "yes"), ("new", "no")]


def test_broken_lines_cost_only_themselves(voice: VoiceMode) -> None:
    voice.converse("one", "yes")
    for line in (b"", b"not JSON", b"[1, 2]", b"null", b'"text"', b"\xff\xfe\x00", b"[" * 100_000, b"{}", b"\r"):
        voice.write(line + b"\n")
    voice.log("tts", "without a time", timestamp=None)
    voice.log("tts", "at no time", timestamp="yesterday")
    voice.log("tts", "at a number", timestamp=1784628000)
    voice.log("tts", "before all time", timestamp="0001-01-01T00:00:00+14:00")
    voice.write(json.dumps(record("tts", "", NOON) | {"text": ["no", "text"]}).encode() + b"\n")
    voice.write(json.dumps(record("", "of an odd type", NOON) | {"type": {"tts": True}}).encode() + b"\n")
    voice.log("tts", "two", conversation_id=None)
    voice.log("stt", "also", conversation_id=None, timestamp=None)
    whole = json.dumps(record("stt", "this was never finished", NOON)).encode()
    voice.write(whole[: len(whole) // 2])
    assert voice.history() == [("one", "yes"), ("two", "also")]


def test_a_last_line_that_lacks_only_its_end_is_read(voice: VoiceMode) -> None:
    voice.write(json.dumps(record("tts", "hello", NOON)).encode())
    assert voice.history() == [("hello", None)]


def test_a_big_log_costs_no_more_than_its_end(voice: VoiceMode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MOST_BYTES", 200_000)
    voice.converse("too far back", "yes")
    voice.write(json.dumps(record("tts", "x" * 200_000, NOON)).encode() + b"\n")
    assert voice.history() == []
    voice.converse("near", "yes")
    assert voice.history() == [("near", "yes")]
    voice.write(b"x" * 300_000)
    assert voice.history() == []


def test_files_that_cannot_be_read_are_left_out(voice: VoiceMode) -> None:
    voice.converse("four days ago", "yes", NOON - timedelta(days=4))
    os.mkfifo(voice.file())
    voice.file(NOON - timedelta(days=1)).mkdir()
    voice.file(NOON - timedelta(days=2)).symlink_to(voice.logs / "nothing")
    voice.file(NOON - timedelta(days=3)).write_bytes(b"")
    assert voice.history() == [("four days ago", "yes")]


def test_without_voicemode_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    for base in (None, tmp_path / "voicemode"):
        absent = VoiceModeFolder(base)
        assert not absent.is_there()
        assert absent.exchanges(None, 5) == []
    (tmp_path / "file").touch()
    assert not VoiceModeFolder(tmp_path / "file").is_there()
    assert not (tmp_path / "voicemode").exists()


@pytest.mark.parametrize(
    ("setting", "variable", "base"),
    [
        ("", None, "/home/ada/.voicemode"),
        ("", "/data/voice", "/data/voice"),
        ("", "~/voice", "/home/ada/voice"),
        ("/mine", "/data/voice", "/mine"),
        ("~/mine", None, "/home/ada/mine"),
        ("off", "/data/voice", None),
    ],
)
def test_the_setting_wins_over_voicemodes_own_variable(
    setting: str, variable: str | None, base: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    found = base_folder(setting, {"VOICEMODE_BASE_DIR": variable} if variable else {})
    assert found == (base and Path(base))


def test_the_folder_is_in_the_home_of_the_environment(tmp_path: Path) -> None:
    assert base_folder("", {"HOME": str(tmp_path)}) == tmp_path / ".voicemode"
    assert base_folder("~/voice", {"HOME": str(tmp_path)}) == tmp_path / "voice"


values = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=3), max_size=2)
times = st.datetimes().map(lambda when: when.isoformat()) | st.datetimes(timezones=st.timezones()).map(str) | values
records = st.fixed_dictionaries(
    {},
    optional={
        "version": values,
        "timestamp": times,
        "conversation_id": st.sampled_from(["conv_1", "conv_2"]) | values,
        "type": st.sampled_from(["tts", "stt", "notify_out", "notify_in"]) | values,
        "text": st.text(max_size=20) | values,
        "project_path": st.just(PROJECT) | values,
        "metadata": values,
    },
)
lines = records.map(lambda one: json.dumps(one).encode()) | st.binary(max_size=40)
files = st.lists(lines, max_size=12).map(b"\n".join)


@given(files, files, st.integers(-1, 6), st.sampled_from([PROJECT, None]))
def test_whatever_is_in_the_files_reading_gives_at_most_what_was_asked_for(
    today: bytes, yesterday: bytes, limit: int, project: str | None
) -> None:
    with tempfile.TemporaryDirectory() as base:
        voice = VoiceMode(Path(base))
        voice.write(today)
        voice.write(yesterday, NOON - timedelta(days=1))
        assert len(voice.history(project, limit)) <= max(0, limit)
