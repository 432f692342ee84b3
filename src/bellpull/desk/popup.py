"""The window as its parent sees it: a process that gets a question and ends with a line. What the window shows and
does is `window`'s."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

#: A process that was told to end does so within this, or has a reason not to.
END_SECONDS = 1.0
PROBE_SECONDS = 20.0
#: The exit code of a window that found no display.
NO_DISPLAY = 3
LONGEST_LINE = 4 * 1024 * 1024
COMMAND = (sys.executable, "-P", "-m", "bellpull.desk.window")

Line = dict[str, Any]


class Popup:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._complaint = asyncio.create_task(_last_line(process.stderr))

    @classmethod
    async def open(cls, environ: Mapping[str, str]) -> "Popup":
        """Start it. It shows nothing before it was told what."""
        pipe = asyncio.subprocess.PIPE
        # A session of its own: Ctrl-C in the terminal of the desk is not for what somebody types here.
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=dict(environ),
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        return cls(process)

    async def tell(self, line: Mapping[str, Any]) -> None:
        """A window that is gone hears nothing, which is no error: that it is gone shows in `lines`."""
        if self._process.stdin is None:
            return
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            await self._process.stdin.drain()

    async def lines(self) -> AsyncIterator[Line]:
        """What it says, until it ends."""
        if self._process.stdout is None:
            return
        async for raw in self._process.stdout:
            with contextlib.suppress(ValueError):
                line = json.loads(raw)
                if isinstance(line, dict):
                    yield line

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def code(self) -> int:
        """With which it ended."""
        return await self._process.wait()

    async def reason(self) -> str:
        """Why it died, in its own last words."""
        code = await self.code()
        said = await self._complaint
        return said or (f"the window's process ended with signal {-code}" if code < 0 else f"exit code {code}")

    async def end(self) -> None:
        """Let go: an untouched window ends, one that is typed in stays with its person."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        self.close()

    def close(self) -> None:
        """Close its pipes now: asyncio would do it at the end of the program, when there is no loop any more, and
        complain. A process that still runs outlives us. asyncio has no word for that: what it closes it kills, unless
        it has forgotten whom."""
        transport: Any = self._process._transport  # type: ignore[attr-defined]
        transport._proc = None
        transport.close()
        self._complaint.cancel()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), END_SECONDS)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self.close()


async def probe(environ: Mapping[str, str]) -> Line | str:
    """What a window could do here, or why there can be none."""
    said, reason, _ = await _probed(environ)
    return said or reason


async def has_display(environ: Mapping[str, str]) -> bool:
    """Whether there is a display, though a window may fail for other reasons."""
    _, _, code = await _probed(environ)
    return code != NO_DISPLAY


async def _probed(environ: Mapping[str, str]) -> tuple[Line | None, str, int]:
    popup = await Popup.open(environ)
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await popup.tell({"probe": True, "message": ""})
            said = [line async for line in popup.lines()]
            return said[0] if said else None, await popup.reason(), await popup.code()
    except TimeoutError:
        await popup.kill()
        return None, f"no window within {PROBE_SECONDS:.0f} seconds", 1
    finally:
        popup.close()


async def _last_line(stream: asyncio.StreamReader | None) -> str:
    last = ""
    if stream is not None:
        async for line in stream:
            last = line.decode("utf-8", "replace").strip()[:200] or last
    return last
