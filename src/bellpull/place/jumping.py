"""The jump: the terminal of a session comes to the front on this machine, or a person is told where it is.

It runs tmux, Kitty's, WezTerm's and macOS's own remote controls and nothing else: never a shell, never a program that
the place names. Values are checked (`place`) before they become arguments, and a socket has to be this user's own; at
one of tmux the tmux program itself has to listen (`peer`).
"""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bellpull.place import tmux
from bellpull.place.peer import is_own_socket, listens_at
from bellpull.place.place import Place, checked
from bellpull.place.reading import hostname, is_alive

SECONDS = 2.0
NEEDED = ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TERM", "TMUX", "TMUX_PANE", "TMUX_TMPDIR")
ITERM2_SCRIPT = """
on run argv
    if application "iTerm2" is not running then error "not running"
    tell application "iTerm2"
        repeat with oneWindow in windows
            repeat with oneTab in tabs of oneWindow
                repeat with oneSession in sessions of oneTab
                    if unique id of oneSession is item 1 of argv then
                        select oneWindow
                        tell oneTab to select
                        tell oneSession to select
                        activate
                        return
                    end if
                end repeat
            end repeat
        end repeat
    end tell
    error "no such session"
end run
"""


class Jumped(NamedTuple):
    done: bool
    where: str  # a sentence for people, also when it was not done


def jump(place: Mapping[str, Any], environ: Mapping[str, str]) -> Jumped:
    """Blocks, for some seconds at most. What runs inside tmux is looked for there only: the variables of the terminal
    around it are those of whoever started tmux, perhaps days ago."""
    where = checked(place)
    if where.host != hostname():
        return Jumped(False, str(where))
    if where.tmux:
        return _to_pane(where, environ)
    if _kitty(where, environ) or _wezterm(where, environ) or _iterm2(where, environ):
        return Jumped(True, str(where))
    return _to_tty(where, environ) or Jumped(False, str(where))


def _to_pane(where: Place, environ: Mapping[str, str]) -> Jumped:
    socket, pane = where.tmux or ("", "")
    program = shutil.which("tmux", path=environ.get("PATH"))
    if program is None:
        return Jumped(False, str(where))
    if not is_own_socket(socket):
        return Jumped(False, f"{where}: that tmux has ended")
    if not listens_at(socket, program):
        return Jumped(False, f"{where}: no tmux listens there")
    server = _tmux(program, ["-S", socket], environ)
    panes = server.panes()
    if panes is None:
        return Jumped(False, f"{where}: that tmux does not answer")
    shown_in = [each for each in panes if each.pane == pane]
    if not shown_in:
        return Jumped(False, f"{where}: that pane is gone")
    return _select(server, shown_in, where, inside=tmux.socket_of(environ) == socket)


def _to_tty(where: Place, environ: Mapping[str, str]) -> Jumped | None:
    """Whoever told no pane may still sit in one of the default tmux server. A terminal's name is used again when its
    process has ended."""
    program = shutil.which("tmux", path=environ.get("PATH"))
    if program is None or where.tty is None or (where.pid is not None and not is_alive(where.pid)):
        return None
    server = _tmux(program, [], environ)
    shown_in = [each for each in server.panes() or [] if each.tty == where.tty]
    return _select(server, shown_in, where, inside=bool(tmux.socket_of(environ))) if shown_in else None


def _select(server: tmux.Server, shown_in: Sequence[tmux.Pane], where: Place, inside: bool) -> Jumped:
    done = server.select(shown_in, inside)
    pane = shown_in[0].pane
    told = str(where) if where.tmux else f"tmux pane {pane} {where}"
    if done is None:
        return Jumped(False, f"{told}: nobody is attached to it; attach with: {server.attach_command(pane)}")
    return Jumped(done, told if done else f"{told}: tmux refused")


def _tmux(program: str, server: list[str], environ: Mapping[str, str]) -> tmux.Server:
    """A client gives its whole environment away: it gets what it needs, and no keys."""
    needed = {name: environ[name] for name in NEEDED if name in environ}
    return tmux.Server(server, lambda words: _run([program, *server, *words], needed))


def _kitty(where: Place, environ: Mapping[str, str]) -> bool:
    if where.kitty is None:
        return False
    listen_on, window = where.kitty
    if listen_on.startswith("unix:/") and not is_own_socket(listen_on.removeprefix("unix:")):
        return False
    words = ["@", "--to", listen_on, "focus-window", "--match", f"id:{window}"]
    return _does("kitten", words, environ) or _does("kitty", words, environ)


def _wezterm(where: Place, environ: Mapping[str, str]) -> bool:
    if where.wezterm is None:
        return False
    socket, pane = where.wezterm
    words = ["cli", "--no-auto-start", "activate-pane", "--pane-id", pane]
    return is_own_socket(socket) and _does("wezterm", words, {**environ, "WEZTERM_UNIX_SOCKET": socket})


def _iterm2(where: Place, environ: Mapping[str, str]) -> bool:
    return where.iterm2 is not None and _does("osascript", ["-e", ITERM2_SCRIPT, where.iterm2], environ)


def _does(name: str, words: list[str], environ: Mapping[str, str]) -> bool:
    program = shutil.which(name, path=environ.get("PATH"))
    return program is not None and _run([program, *words], environ) is not None


def _run(command: list[str], environ: Mapping[str, str]) -> str | None:
    """What it printed; None if it failed or took too long."""
    null, pipe = subprocess.DEVNULL, subprocess.PIPE
    try:
        ended = subprocess.run(  # noqa: S603
            command, env=dict(environ), stdin=null, stdout=pipe, stderr=null, timeout=SECONDS
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return ended.stdout.decode(errors="replace") if ended.returncode == 0 else None
