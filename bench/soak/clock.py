"""The hub's clock, which can be put forward and back while the hub runs.

By a small library that is loaded before the C library (`clock.c`, compiled here): so it is the whole process whose
clock jumps, Python and SQLite alike. Without a C compiler, or where libraries cannot be put before others, there are no
jumps.
"""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
PROBE = "import time; print(int(time.time()))"
AHEAD = 1_000_000


class Clock:
    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock.offset"
        self._library = folder / "clock.so"
        self.offset = 0
        self.why_not = ""
        self.set(0)
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            self.why_not = "there is no C compiler"
            return
        command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(self._library), str(SOURCE), "-ldl"]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode:
            self.why_not = f"the C compiler says: {made.stderr.strip()[:200]}"
        elif not self._works():
            self.why_not = "a library cannot be put before others here"

    def _works(self) -> bool:
        self.set(AHEAD)
        ran = {
            name: subprocess.run([sys.executable, "-c", PROBE], env=env, capture_output=True, text=True).stdout
            for name, env in (("moved", self._variables()), ("true", {}))
        }
        self.set(0)
        return ran["moved"].strip().isdigit() and int(ran["moved"]) - int(ran["true"]) > AHEAD // 2

    def set(self, seconds: int) -> None:
        """At this moment, in whatever process looks at it."""
        self.offset = seconds
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("l", seconds))

    def environment(self) -> dict[str, str]:
        return {} if self.why_not else self._variables()

    def _variables(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "CLOCK_OFFSET": str(self._file)}
