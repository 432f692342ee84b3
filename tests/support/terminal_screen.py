"""A terminal of a test's own: a private tmux with one window, keys that are really typed, the screen that is seen."""

import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support.answers import PATIENCE, until

KEPT_VARIABLES = ("PATH", "TMPDIR")
#: What is shown when the program has ended, with its exit code.
ENDED = "ENDED:"


def find_tmux() -> str | None:
    return shutil.which("tmux")


class Terminal:
    def __init__(self, folder: Path, columns: int, rows: int) -> None:
        # The path of a socket has to be short, and pytest's folders are not.
        self.socket = str(folder / "tmux")
        self._columns, self._rows = columns, rows
        self._folder = folder

    def tmux(self, *words: str) -> str:
        command = [find_tmux() or "tmux", "-S", self.socket, "-f", os.devnull, *words]
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        environment |= {"LANG": "C.UTF-8", "HOME": str(self._folder), "TERM": "screen-256color"}
        return subprocess.run(
            command, env=environment, capture_output=True, check=True, timeout=PATIENCE, encoding="utf-8"
        ).stdout

    def run(self, command: list[str], variables: Mapping[str, str], folder: Path | None = None) -> None:
        """In a shell that stays and says how the program ended."""
        given = [f"{name}={value}" for name, value in variables.items()]
        line = f"{shlex.join(['env', *given, *command])}; echo {ENDED}$?; exec sleep 1000"
        size = ["-x", str(self._columns), "-y", str(self._rows)]
        where = ["-c", str(folder)] if folder else []
        self.tmux("new-session", "-d", *size, *where, line, ";", "set", "-g", "status", "off")

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: Enter, Escape, Up, C-c, a."""
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def paste(self, text: str) -> None:
        """As a terminal does it, in brackets where the program asked for them."""
        self.tmux("set-buffer", text)
        self.tmux("paste-buffer", "-p")

    def click(self, column: int, row: int) -> None:
        """The left button at a cell, counted from one, as a terminal tells it."""
        for end in "Mm":
            self.tmux("send-keys", "-l", f"\x1b[<0;{column};{row}{end}")

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Somebody looks at it, in a terminal around it."""
        ours, theirs = pty.openpty()
        command = [find_tmux() or "tmux", "-S", self.socket, "attach"]
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8"}
        process = subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        try:
            until(lambda: self.tmux("list-clients"), "somebody is attached")
            yield
        finally:
            process.kill()
            process.wait(PATIENCE)
            os.close(ours)

    @property
    def program(self) -> int:
        """The process that runs in the shell."""
        shell = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        (child,) = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(child)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """What comes meanwhile, it finds all at once."""
        os.kill(self.program, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.program, signal.SIGCONT)

    def screen(self) -> str:
        """Without what is blank at the end of lines."""
        return re.sub(r" +$", "", self.tmux("capture-pane", "-p"), flags=re.M)

    def coloured(self) -> str:
        """With the sequences that style."""
        return self.tmux("capture-pane", "-p", "-e", "-N")

    def sees(self, *texts: str, patience: float = PATIENCE) -> str:
        """Wait until all of them are on the screen; the screen then."""
        shown = [""]

        def there() -> bool:
            shown[0] = self.screen()
            return all(text in shown[0] for text in texts)

        try:
            until(there, "", patience)
        except AssertionError:
            raise AssertionError(f"never seen together: {texts}\n{shown[0]}") from None
        return shown[0]

    def sees_no(self, text: str) -> str:
        try:
            return until(lambda: "" if text in (shown := self.screen()) else shown, text)
        except AssertionError:
            raise AssertionError(f"still there: {text}\n{self.screen()}") from None

    def ends(self) -> int:
        """Wait until the program has ended; its exit code."""
        shown = self.sees(ENDED)
        found = re.search(rf"{ENDED}(\d+)", shown)
        assert found, shown
        return int(found[1])


@contextmanager
def terminal(folder: Path, columns: int, rows: int) -> Iterator[Terminal]:
    made = Terminal(folder, columns, rows)
    try:
        yield made
    finally:
        subprocess.run(
            [find_tmux() or "tmux", "-S", made.socket, "kill-server"],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
