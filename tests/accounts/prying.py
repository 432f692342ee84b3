"""Somebody of another account who tries to get at what is not theirs: `prying.py UID`, asked by lines.

Each question is `[verb, argument, …]`; the answer is what came of it, or the name of the system's refusal.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from support.other_account import become, questions, say

MOST = 1 << 20


def read(path: str) -> str:
    return Path(path).read_bytes()[:MOST].decode("latin-1")


def entries(path: str) -> list[str]:
    return sorted(each.name for each in Path(path).iterdir())


def make(path: str) -> str:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    return "made"


def overwrite(path: str) -> str:
    os.close(os.open(path, os.O_WRONLY))
    return "opened"


def remove(path: str) -> str:
    Path(path).unlink()
    return "removed"


def signal(pid: int) -> str:
    os.kill(pid, 0)
    return "may be signalled"


def link(path: str) -> str:
    return str(Path(path).readlink())


def talk(host: str, port: int, text: str) -> str:
    """What comes back for these bytes over TCP, until the other end closes or is silent."""
    with socket.create_connection((host, port), 10) as line:
        return _said(line, text)


def talk_unix(path: str, text: str) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(10)
        line.connect("\0" + path[1:] if path.startswith("@") else path)
        return _said(line, text)


def _said(line: socket.socket, text: str) -> str:
    line.sendall(text.encode("latin-1"))
    line.settimeout(1)
    said = b""
    try:
        while len(said) < MOST and (piece := line.recv(65536)):
            said += piece
    except TimeoutError:
        pass
    return said.decode("latin-1")


VERBS: dict[str, Callable[..., object]] = {
    one.__name__: one for one in (read, entries, make, overwrite, remove, signal, link, talk, talk_unix)
}


def attempt(verb: str, *given: object) -> object:
    try:
        return VERBS[verb](*given)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, type(error).__name__)


def main(uid: str) -> None:
    become(int(uid))
    for verb, *given in questions():
        say(attempt(verb, *given))


if __name__ == "__main__":
    main(*sys.argv[1:])
