"""A place that may be acted upon: every value has the one form that it can have, or is left out.

A place comes over the wire from whoever reported it, and its values become arguments of programs and words on a
person's terminal. What does not look exactly like a pane, a window or a socket is as good as not told.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

_NUMBER = r"\d{1,9}"
#: In letters of any script, since home folders have people's names.
_PATH = r"/[\w.,:@+=~% /-]{1,200}"
_HOST = re.compile(r"[\w.-]{1,255}")
_TTY = re.compile(r"/dev/(pts/\d{1,7}|tty[\w.-]{1,30})", re.ASCII)
_SOCKET = re.compile(_PATH)
_PANE = re.compile(f"%{_NUMBER}", re.ASCII)
_WINDOW = re.compile(_NUMBER, re.ASCII)
_LISTEN_ON = re.compile(rf"unix:(@[\w.-]{{1,100}}|{_PATH})|tcp:(localhost|127\.0\.0\.1|\[::1\]):\d{{1,5}}")
_UUID = "-".join(f"[0-9A-Fa-f]{{{digits}}}" for digits in (8, 4, 4, 4, 12))
_SESSION = re.compile(rf"(?:w\d{{1,5}}t\d{{1,5}}p\d{{1,5}}:)?({_UUID})", re.ASCII)
_HIGHEST_PID = 1 << 31


class Place(NamedTuple):
    host: str | None = None
    pid: int | None = None
    tty: str | None = None
    tmux: tuple[str, str] | None = None  # socket, pane
    kitty: tuple[str, str] | None = None  # where it listens, window
    wezterm: tuple[str, str] | None = None  # socket, pane
    iterm2: str | None = None

    def __str__(self) -> str:
        """For people: `tmux pane %3 on laptop, /dev/pts/4, process 123`."""
        shown = " ".join(filter(None, (self._shown_in(), f"on {self.host}" if self.host else "")))
        process = f"process {self.pid}" if self.pid else ""
        return ", ".join(filter(None, (shown, self.tty, process))) or "an unknown place"

    def _shown_in(self) -> str:
        if self.tmux:
            return f"tmux pane {self.tmux[1]}"
        if self.kitty:
            return f"Kitty window {self.kitty[1]}"
        if self.wezterm:
            return f"WezTerm pane {self.wezterm[1]}"
        return f"iTerm2 session {self.iterm2}" if self.iterm2 else ""


def checked(told: Mapping[str, Any]) -> Place:
    """What of it is well-formed."""
    pid = told.get("pid")
    iterm2 = _SESSION.fullmatch(_inner(told, "iterm2", "session"))
    return Place(
        host=_matching(_HOST, told.get("host")),
        pid=pid if type(pid) is int and 0 < pid < _HIGHEST_PID else None,
        tty=_matching(_TTY, told.get("tty")),
        tmux=_pair(told, "tmux", ("socket", _SOCKET), ("pane", _PANE)),
        kitty=_pair(told, "kitty", ("listen_on", _LISTEN_ON), ("window", _WINDOW)),
        wezterm=_pair(told, "wezterm", ("socket", _SOCKET), ("pane", _WINDOW)),
        iterm2=iterm2[1] if iterm2 else None,
    )


def _pair(
    told: Mapping[str, Any], name: str, first: tuple[str, re.Pattern[str]], second: tuple[str, re.Pattern[str]]
) -> tuple[str, str] | None:
    one = _matching(first[1], _inner(told, name, first[0]))
    other = _matching(second[1], _inner(told, name, second[0]))
    return (one, other) if one and other else None


def _inner(told: Mapping[str, Any], name: str, field: str) -> str:
    inner = told.get(name)
    value = inner.get(field) if isinstance(inner, Mapping) else None
    if type(value) is int and value >= 0:
        return str(value) if value < _HIGHEST_PID else ""
    return value if isinstance(value, str) else ""


def _matching(pattern: re.Pattern[str], value: Any) -> str | None:
    return value if isinstance(value, str) and pattern.fullmatch(value) else None
