"""What values settings take: each kind in words, and as the function that reads one or raises ValueError.

Not here: which settings there are (`config`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

#: What a hub must be told before it sends keys beyond this machine without TLS.
WITHOUT_TLS = "keys can be read on the way"


class Kind:
    """What values a setting takes: in words, and as the function that reads one or raises ValueError."""

    def __init__(self, words: str, read: Callable[[object], object]) -> None:
        self.words = words
        self.read = read


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.strip().isprintable():
        raise ValueError
    return value.strip()


def _host(value: object) -> str:
    host = _line(value)
    if not host or any(mark in host for mark in " /@"):
        raise ValueError
    return host


def _url(value: object) -> str:
    url = _line(value)
    if url and not url.lower().startswith(("http://", "https://")):
        raise ValueError
    return url.rstrip("/")


def _urls(value: object) -> tuple[str, ...]:
    """With the password that one may carry; `off` is none of them, because an empty variable is an unset one."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)):
        raise ValueError
    return () if list(parts) == ["off"] else tuple(_server_url(part) for part in parts if part != "")


def _server_url(value: object) -> str:
    from urllib.parse import urlsplit

    url = _url(value)
    parts = urlsplit(url)
    if not parts.hostname or " " in url or "@" in parts.path or parts.query or parts.fragment or parts.port == 0:
        raise ValueError
    return url


def _folder(value: object) -> Path:
    if isinstance(value, str):
        value = Path(_line(value) or "?\0")
    if not isinstance(value, Path) or "\0" in str(value):
        raise ValueError
    return value


def _names(value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)):
        raise ValueError
    return tuple(_host(part).lower() for part in parts if part != "")


def _tools(value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)):
        raise ValueError
    return tuple(name for name in map(_line, parts) if name)


def one_of(words: tuple[str, ...]) -> Kind:
    def read(value: object) -> str:
        word = _line(value).lower()
        if word not in words:
            raise ValueError
        return word

    return Kind("one of " + ", ".join(words), read)


def _switch(value: object) -> bool:
    word = str(value).strip().lower()
    if isinstance(value, (bool, str)) and word in ("true", "false"):
        return word == "true"
    raise ValueError


def whole(least: int, most: int) -> Kind:
    def read(value: object) -> int:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError
        return value

    return Kind(f"a whole number from {least} to {most}", read)


def _hours(value: object) -> str:
    """`22:00-07:00`, or nothing."""
    from bellpull.domain.quiet_hours import hours_of

    hours = _line(value)
    hours_of(hours)
    return hours


def _path_of_file(value: object) -> str:
    path = _line(value)
    return str(Path(path).expanduser().absolute()) if path else ""


def _networks(value: object) -> tuple[str, ...]:
    import ipaddress

    return tuple(str(ipaddress.ip_network(name)).removesuffix("/32").removesuffix("/128") for name in _tools(value))


def _words(value: object) -> str:
    said = _line(value)
    if said not in ("", WITHOUT_TLS):
        raise ValueError
    return said


HOST = Kind("a host name or an address", _host)
URL = Kind("an address that begins with http:// or https://", _url)
URLS = Kind(
    "addresses that begin with http:// or https:// (a list in the file, with commas in the variable), or off", _urls
)
SECRET = Kind("one line of text", _line)
FOLDER = Kind("the path of a folder", _folder)
NAMES = Kind("host names (a list in the file, with commas in the variable)", _names)
SWITCH = Kind("true or false", _switch)
QUIET_HOURS = Kind("two times of the day, 22:00-07:00", _hours)
PATH = Kind("the path of a folder, or off", _line)
COMMAND = Kind("a command in one line", _line)
TOOLS = Kind("names of tools (a list in the file, with commas in the variable)", _tools)
FILE = Kind("the path of a file", _path_of_file)
NETWORKS = Kind("addresses or networks, 10.0.0.0/8 (a list in the file, with commas in the variable)", _networks)
AGREED = Kind(f"the words: {WITHOUT_TLS}", _words)
