"""One tmux server: its panes, who looks at them, and the words that bring somebody to one.

How tmux is run is not its part. It says to tmux only what tmux has said before: its own numbers and names.
"""

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

_PANES = "#{pane_id} #{window_id} #{session_id} #{pane_tty}"
_CLIENTS = "#{client_activity} #{session_id} #{client_name}"
_PANE = re.compile(r"(%\d+) (@\d+) (\$\d+) (/\S+)", re.ASCII)
_CLIENT = re.compile(r"(\d+) (\$\d+) ([^-\s]\S*)", re.ASCII)


class Pane(NamedTuple):
    pane: str
    window: str
    session: str  # a window may be shown in several: then there is one of these for each
    tty: str

    @property
    def target(self) -> str:
        return f"{self.session}:{self.window}.{self.pane}"


class Client(NamedTuple):
    active_at: int
    session: str
    name: str


class Server:
    def __init__(self, words: Sequence[str], run: Callable[[list[str]], str | None]) -> None:
        self._words = words  # that choose it: -S and its socket, or none
        self._run = run

    def panes(self) -> list[Pane] | None:
        """None if it does not answer."""
        told = self._run(["list-panes", "-a", "-F", _PANES])
        return None if told is None else [Pane(*row) for row in _PANE.findall(told)]

    def select(self, shown_in: Sequence[Pane], inside: bool) -> bool | None:
        """Somebody who is attached comes to see this pane; None if nobody is, but then whoever attaches will."""
        clients = self._clients()
        client = _whom_to_bring(clients, {each.session for each in shown_in}, inside)
        pane = next((each for each in shown_in if client and each.session == client.session), shown_in[0])
        words = [["select-window", "-t", pane.target], ["select-pane", "-t", pane.target]]
        if client and client.session != pane.session:
            words.append(["switch-client", "-c", client.name, "-t", pane.target])
        done = all(self._run(each) is not None for each in words)
        return done if client or not done else None

    def attach_command(self, pane: str) -> str:
        return shlex.join(["tmux", *self._words, "attach", "-t", pane])

    def _clients(self) -> list[Client]:
        told = self._run(["list-clients", "-F", _CLIENTS]) or ""
        rows = (_CLIENT.fullmatch(line) for line in told.splitlines())
        return [Client(int(row[1]), row[2], row[3]) for row in rows if row]


def _whom_to_bring(clients: Sequence[Client], sessions: set[str], inside: bool) -> Client | None:
    """Who was active last is who pressed the key, if that was inside this tmux. If it was elsewhere and somebody looks
    at the session already, nobody is taken away from another one."""
    there = [client for client in clients if client.session in sessions]
    candidates = clients if inside or not there else there
    return max(candidates, key=lambda client: client.active_at, default=None)


def socket_of(environ: Mapping[str, str]) -> str:
    """Of the server inside which a program with this environment runs."""
    return environ.get("TMUX", "").rsplit(",", 2)[0]
