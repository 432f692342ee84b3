"""The chime: two short tones, rising when a window appears, falling when a reply was sent.

Made here as a small sound file and played by a program that the system has, in the background. A system without one,
or without sound, stays silent: a chime is never worth an error or a wait. Whether it is wanted is decided elsewhere.
"""

import asyncio
import io
import math
import shutil
import struct
import tempfile
import wave
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

RATE = 24_000
AMPLITUDE = 0.075
SILENCE_BEFORE = 0.1
SILENCE_AFTER = 0.2
TONE = 0.1
FADE = 0.01
TONES = {"start": (800, 1000), "end": (1000, 800)}
#: A chime lasts half a second; what takes longer than this hangs.
LONGEST = 5.0

# The sound servers' own players first: those know the volume and the output that the person has chosen.
_PLAYERS = {
    "linux": (("pw-play",), ("paplay",), ("aplay", "-q"), ("canberra-gtk-play", "-f")),
    "darwin": (("afplay",),),
}
_WINSOUND = ("winsound",)


@lru_cache
def wav(kind: str) -> bytes:
    """The chime of this kind, start or end, as a sound file."""
    tones = b"".join(_tone(frequency) for frequency in TONES[kind])
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(_silence(SILENCE_BEFORE) + tones + _silence(SILENCE_AFTER))
    return file.getvalue()


def _tone(frequency: int) -> bytes:
    length, fade = round(TONE * RATE), FADE * RATE
    loudness = (min(1.0, place / fade, (length - 1 - place) / fade) for place in range(length))
    samples = (
        round(32767 * AMPLITUDE * loud * math.sin(2 * math.pi * frequency * place / RATE))
        for place, loud in enumerate(loudness)
    )
    return struct.pack(f"<{length}h", *samples)


def _silence(seconds: float) -> bytes:
    return bytes(2 * round(seconds * RATE))


def players(environ: Mapping[str, str], platform: str) -> list[tuple[str, ...]]:
    """The commands that are tried, in their order, without the file."""
    if platform == "win32":
        return [_WINSOUND]
    known = ((shutil.which(name, path=environ.get("PATH")), options) for name, *options in _PLAYERS.get(platform, ()))
    return [(found, *options) for found, options in known if found]


class Chime:
    def __init__(self, environ: Mapping[str, str], platform: str) -> None:
        self._environ = dict(environ)
        self._platform = platform
        self._playing: set[asyncio.Task[bool]] = set()

    def play(self, kind: str) -> asyncio.Task[bool]:
        """Begin to play and come back at once. The task never fails; it says whether a player took the chime."""
        task = asyncio.create_task(self._play(wav(kind)))
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)
        return task

    async def stop(self) -> None:
        """Silence, and no process left."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def _play(self, sound: bytes) -> bool:
        try:
            async with asyncio.timeout(LONGEST):
                if self._platform == "win32":
                    return await asyncio.to_thread(_play_on_windows, sound)
                return await self._play_file(sound)
        except (OSError, TimeoutError):
            return False

    async def _play_file(self, sound: bytes) -> bool:
        with tempfile.NamedTemporaryFile(prefix="bellpull-chime-", suffix=".wav") as file:
            file.write(sound)
            file.flush()
            # The first may be there without the server that it plays to.
            for command in players(self._environ, self._platform):
                if await self._ran(*command, file.name):
                    return True
        return False

    async def _ran(self, *command: str) -> bool:
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, env=self._environ
            )
        except OSError:
            return False
        try:
            return await process.wait() == 0
        except asyncio.CancelledError:
            await _end(process)
            raise


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _play_on_windows(sound: bytes) -> bool:
    import winsound

    try:
        winsound.PlaySound(sound, winsound.SND_MEMORY)  # type: ignore[attr-defined,unused-ignore]
    except RuntimeError:
        return False
    return True
