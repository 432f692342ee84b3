"""The chime as it comes out of the speakers, and systems without one."""

import asyncio
import io
import os
import shutil
import sys
import types
import wave
from array import array
from collections.abc import Mapping
from pathlib import Path

import pytest

from bellpull.desk import chime
from bellpull.desk.chime import Chime, players, wav
from support.answers import PATIENCE, until
from support.desktop import Desktop, need_programs
from support.sound import pulse, strength


def play(environment: Mapping[str, str], *kinds: str, platform: str = "linux") -> list[bool]:
    async def played() -> list[bool]:
        sounding = Chime(environment, platform)
        async with asyncio.timeout(PATIENCE):
            return [await sounding.play(kind) for kind in kinds]

    return asyncio.run(played())


def programs(folder: Path, **scripts: str) -> dict[str, str]:
    """An environment with these programs alone, each a line of shell."""
    folder.mkdir()
    for name, line in scripts.items():
        (folder / name.replace("_", "-")).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name.replace("_", "-")).chmod(0o755)
    return {"PATH": str(folder)}


def without(desktop: Desktop, folder: Path, *wanted: str) -> dict[str, str]:
    """The desktop's environment with these players alone."""
    folder.mkdir()
    for name in wanted:
        (folder / name).symlink_to(shutil.which(name) or name)
    return desktop.environment | {"PATH": str(folder)}


@pytest.mark.parametrize(("kind", "first", "second"), [("start", 800, 1000), ("end", 1000, 800)])
def test_the_chime_is_heard_as_two_tones_in_the_right_order(
    desktop: Desktop, kind: str, first: int, second: int
) -> None:
    speakers = pulse(desktop)
    with speakers.record() as heard:
        assert play(desktop.environment, kind) == [True]
    sound = heard.sounding()
    half = len(sound) // 2
    for part, loud, quiet in ((sound[:half], first, second), (sound[half:], second, first)):
        assert strength(part, loud) > 5 * strength(part, quiet)
        assert strength(part, loud) > 5 * strength(part, 600)


def test_the_speakers_are_silent_when_nothing_is_played_or_the_sound_is_off(desktop: Desktop) -> None:
    speakers = pulse(desktop)
    with speakers.record() as nothing:
        pass
    speakers.mute()
    with speakers.record() as muted:
        assert play(desktop.environment, "start") == [True]
    assert nothing.samples
    assert not nothing.sounding()
    assert not muted.sounding()


def test_without_a_sound_server_it_is_silent_and_no_error(desktop: Desktop, tmp_path: Path) -> None:
    need_programs("paplay")
    nowhere = without(desktop, tmp_path / "bin", "paplay") | {"PULSE_SERVER": f"unix:{tmp_path}/none"}
    assert play(nowhere, "start", "end") == [False, False]


def test_the_next_player_plays_when_one_fails(desktop: Desktop, tmp_path: Path) -> None:
    speakers = pulse(desktop)
    failing = programs(tmp_path / "failing", pw_play="exit 1")
    real = without(desktop, tmp_path / "real", "paplay")
    with speakers.record() as heard:
        assert play(real | {"PATH": f"{failing['PATH']}{os.pathsep}{real['PATH']}"}, "start") == [True]
    assert heard.sounding()


def test_the_file_is_as_agreed_and_the_two_chimes_mirror_each_other() -> None:
    with wave.open(io.BytesIO(wav("start"))) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, 24_000)
        samples = array("h", sound.readframes(sound.getnframes()))
    before, tones, after = samples[:2400], samples[2400:7200], samples[7200:]
    assert not any(before)
    assert not any(after)
    assert len(after) == 4800
    assert 2400 <= max(tones) <= 2458
    assert abs(tones[0]) < 50
    assert abs(tones[2400]) < 50
    assert wav("end")[44 + 2 * 2400 :][:4800] == wav("start")[44 + 2 * 4800 :][:4800]


def test_the_player_is_one_that_the_system_has(tmp_path: Path) -> None:
    some = programs(tmp_path / "some", aplay="exit 0", paplay="exit 0", afplay="exit 0")
    folder = some["PATH"]
    assert players(some, "linux") == [(f"{folder}/paplay",), (f"{folder}/aplay", "-q")]
    assert players(some, "darwin") == [(f"{folder}/afplay",)]
    assert players(some, "win32") == [("winsound",)]
    assert players({"PATH": str(tmp_path / "nothing")}, "linux") == []
    assert players(some, "plan9") == []


@pytest.mark.process
def test_a_player_gets_a_file_that_is_gone_afterwards(tmp_path: Path) -> None:
    copied, named = tmp_path / "copied.wav", tmp_path / "named"
    keeps = programs(tmp_path / "bin", afplay=f'/bin/cp "$1" {copied}; echo "$1" > {named}')
    assert play(keeps, "end", platform="darwin") == [True]
    assert copied.read_bytes() == wav("end")
    assert not Path(named.read_text().strip()).exists()


@pytest.mark.process
def test_a_player_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = tmp_path / "process"
    hangs = programs(tmp_path / "bin", aplay=f"echo $$ > {process}; exec /bin/sleep 600")
    monkeypatch.setattr(chime, "LONGEST", 2.0)
    assert play(hangs, "start") == [False]
    assert not Path(f"/proc/{process.read_text().strip()}").exists()


@pytest.mark.process
def test_playing_is_not_waited_for_and_stopping_leaves_no_process(tmp_path: Path) -> None:
    process = tmp_path / "process"
    hangs = programs(tmp_path / "bin", aplay=f"echo $$ > {process}; exec /bin/sleep 600")

    async def stopped() -> bool:
        sounding = Chime(hangs, "linux")
        task = sounding.play("start")
        assert not task.done()
        await asyncio.to_thread(until, lambda: process.exists() and process.read_text(), "the player runs")
        await sounding.stop()
        return task.cancelled()

    assert asyncio.run(stopped())
    assert not Path(f"/proc/{process.read_text().strip()}").exists()


def test_windows_plays_from_memory_and_a_failure_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def sound(content: bytes, flags: int) -> None:
        played.append((content, flags))
        if content == wav("end"):
            raise RuntimeError("Failed to play sound")

    fake = types.ModuleType("winsound")
    fake.PlaySound, fake.SND_MEMORY = sound, 4  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "winsound", fake)
    assert play({}, "start", "end", platform="win32") == [True, False]
    assert played == [(wav("start"), 4), (wav("end"), 4)]
