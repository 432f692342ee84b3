"""A PulseAudio server of a test's own that plays to nobody, and what was played there."""

import subprocess
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin
from pathlib import Path

from support.answers import until
from support.desktop import Desktop, end, need_programs

RATE = 24_000
SINK = "bell"
#: Of 32767; what is below counts as silence.
AUDIBLE = 200


@dataclass
class Heard:
    """What came out of the speakers, once the recording has ended."""

    samples: "array[int]" = field(default_factory=lambda: array("h"))

    def sounding(self) -> "array[int]":
        """From the first audible sample to the last."""
        loud = [place for place, sample in enumerate(self.samples) if abs(sample) >= AUDIBLE]
        return self.samples[loud[0] : loud[-1] + 1] if loud else array("h")


class Pulse:
    """Made by `pulse`."""

    def __init__(self, desktop: Desktop, process: "subprocess.Popen[bytes]") -> None:
        self._desktop = desktop
        self._process = process

    @contextmanager
    def record(self) -> Iterator[Heard]:
        heard, file = Heard(), self._desktop.folder / "heard.raw"
        with file.open("wb") as written:
            form = ("--raw", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=20")
            parec = self._desktop.start("parec", "-d", f"{SINK}.monitor", *form, log="parec", stdout=written)
            try:
                until(lambda: _seconds(file), "the recording has begun")
                yield heard
                # What was played before now is in what comes within the next half second of sound.
                enough = _seconds(file) + 0.5
                until(lambda: _seconds(file) >= enough, "the recording goes on")
            finally:
                end(parec)
        recorded = file.read_bytes()
        heard.samples.frombytes(recorded[: len(recorded) // 2 * 2])

    def mute(self) -> None:
        self._desktop.run("pactl", "set-sink-mute", SINK, "1")

    def end(self) -> None:
        end(self._process)


def _seconds(file: Path) -> float:
    return file.stat().st_size / 2 / RATE


def strength(samples: "array[int]", frequency: float) -> float:
    """How much of this frequency is in the samples."""
    turn = 2 * pi * frequency / RATE
    across = sum(sample * cos(turn * place) for place, sample in enumerate(samples))
    down = sum(sample * sin(turn * place) for place, sample in enumerate(samples))
    return hypot(across, down) / max(1, len(samples))


def pulse(desktop: Desktop) -> Pulse:
    """A server for everything that is started on this desktop from now on."""
    need_programs("pulseaudio", "pactl", "parec", "paplay")
    folder = Path(desktop.environment["XDG_RUNTIME_DIR"]) / "pulse"
    folder.mkdir(mode=0o700, exist_ok=True)
    places = {"PULSE_RUNTIME_PATH": folder, "PULSE_STATE_PATH": folder, "PULSE_SERVER": f"unix:{folder / 'native'}"}
    desktop.environment |= {name: str(place) for name, place in places.items()}
    process = desktop.start(
        *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit", "--log-target=stderr"),
        *("-L", "module-native-protocol-unix"),
        *("-L", f"module-null-sink sink_name={SINK} rate={RATE} channels=1 format=s16le"),
    )
    until(lambda: SINK in desktop.run("pactl", "info", check=False), "the sound server is there")
    return Pulse(desktop, process)
