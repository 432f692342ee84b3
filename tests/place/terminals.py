"""A tmux server of one test, people who are attached to it, and remote controls that only write down what they hear."""

import os
import pty
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from support.answers import until

ENVIRON = {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "SHELL": "/bin/sh"}


class Tmux:
    """`socket` None is the default server of its own TMUX_TMPDIR."""

    def __init__(self, folder: Path, socket: Path | None) -> None:
        self.environ = {**ENVIRON, "HOME": str(folder), "TMUX_TMPDIR": str(folder)}
        self._server = [] if socket is None else ["-S", str(socket)]
        self.socket = str(socket)

    def __call__(self, *words: str) -> str:
        command = ["tmux", "-f", "/dev/null", *self._server, *words]
        ended = subprocess.run(command, env=self.environ, capture_output=True, text=True, timeout=30)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout.strip()

    def session(self, name: str) -> str:
        """A new one, with its pane's number."""
        return self("new-session", "-d", "-s", name, "-P", "-F", "#{pane_id}", "-x", "80", "-y", "24", "cat")

    def window(self, session: str) -> str:
        """A new one behind the others, with its pane's number."""
        return self("new-window", "-d", "-t", f"{session}:", "-P", "-F", "#{pane_id}", "cat")

    def split(self, pane: str) -> str:
        """A new one beside this one, with its number."""
        return self("split-window", "-d", "-t", pane, "-P", "-F", "#{pane_id}", "cat")

    def told(self, pane: str, what: str) -> str:
        return self("display-message", "-p", "-t", pane, f"#{{{what}}}")

    def seen_by(self, client: str) -> str:
        """The pane that this client shows and types into."""
        return self("display-message", "-p", "-c", client, "-t", self._session_of(client), "#{pane_id}")

    def _session_of(self, client: str) -> str:
        rows = [line.split() for line in self("list-clients", "-F", "#{client_name} #{session_id}").splitlines()]
        return next(session for name, session in rows if name == client) + ":"

    def place(self, pane: str) -> dict[str, object]:
        return {"host": os.uname().nodename, "tmux": {"socket": self.socket, "pane": pane}}

    @contextmanager
    def attached(self, session: str) -> Iterator[str]:
        """A person at this session, by the name of their client."""
        master, slave = pty.openpty()
        name = os.ttyname(slave)
        command = ["tmux", *self._server, "attach", "-t", session]
        ends = {"stdin": slave, "stdout": slave, "stderr": slave}
        process = subprocess.Popen(command, env=self.environ, start_new_session=True, **ends)  # type: ignore[call-overload]
        os.close(slave)
        thread = threading.Thread(target=_drain, args=(master,), daemon=True)
        thread.start()
        try:
            until(
                lambda: name in self("list-clients", "-F", "#{client_name}").splitlines(), "nobody came to be attached"
            )
            yield name
        finally:
            process.kill()
            process.wait()
            thread.join(10)
            os.close(master)


def _drain(master: int) -> None:
    with suppress(OSError):  # everybody has gone
        while os.read(master, 65536):
            pass


@contextmanager
def tmux_server(folder: Path, socket: Path | None) -> Iterator[Tmux]:
    server = Tmux(folder, socket)
    server.session("first")
    try:
        yield server
    finally:
        with suppress(AssertionError):
            server("kill-server")


class Controls:
    """Programs of these names, alone on the path. Each notes its words; `failing` ones fail, `hanging` ones hang."""

    def __init__(self, folder: Path, *names: str, failing: tuple[str, ...] = (), hanging: tuple[str, ...] = ()) -> None:
        self._heard = folder / "heard.txt"
        programs = folder / "programs"
        programs.mkdir()
        for name in names:
            end = "exec /bin/sleep 60" if name in hanging else f"exit {int(name in failing)}"
            note = f'{{ printf "%s|" "${{0##*/}}" "$@" "$WEZTERM_UNIX_SOCKET"; echo; }} >> {self._heard}'
            (programs / name).write_text(f"#!/bin/sh\n{note}\n{end}\n")
            (programs / name).chmod(0o755)
        self.environ = {"PATH": str(programs)}

    @property
    def heard(self) -> list[list[str]]:
        if not self._heard.exists():
            return []
        return [line.removesuffix("|").split("|") for line in self._heard.read_text().splitlines()]
