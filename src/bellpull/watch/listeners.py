"""Who listens where, read from what the system prints: pure, and whatever makes no sense is skipped.

It knows Linux's tables of sockets and the fields of `lsof`. Opening files and running programs is the part of
`discovery` and `owner`, and whether an OpenCode server answers there is found out by who asks it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

#: The binary; its name in older npm packages; as Nix wraps it; as the desktop program brings it along.
NAMES = frozenset(("opencode", ".opencode", ".opencode-wrapped", "opencode-cli"))
LOWEST_PORT, HIGHEST_PORT = 1025, 65534
_LISTENS = "0A"
_LINK = re.compile(r"socket:\[(\d+)\]")
_PORT = re.compile(r"\d{1,5}")


class Found(NamedTuple):
    url: str
    pid: int | None


class Listens(NamedTuple):
    address: IPv4Address | IPv6Address
    port: int


def is_opencode(words: Sequence[str]) -> bool:
    """By a process's words: `opencode serve`, or `node --flag …/bin/opencode serve`."""
    if not words:
        return False
    script = next((word for word in words[1:] if not word.startswith("-")), "")
    return not NAMES.isdisjoint((_last_part(words[0]), _last_part(script)))


def _last_part(path: str) -> str:
    return path.rpartition("/")[2]


def listeners(table: Iterable[str]) -> dict[str, str]:
    """Address of each listening socket by its inode, from /proc/net/tcp or /proc/net/tcp6."""
    fields = (line.split() for line in table if _LISTENS in line)
    rows = ((row[9], _told_in_hex(row[1])) for row in fields if len(row) > 9 and row[3] == _LISTENS)
    return {inode: url for inode, url in rows if url is not None}


def _told_in_hex(local: str) -> str | None:
    address, _, port = local.partition(":")
    try:
        return url_of(_address(bytes.fromhex(address)), int(port, 16))
    except ValueError:
        return None


def _address(told: bytes) -> IPv4Address | IPv6Address:
    """The kernel prints each 32 bits as the number that they are on a little endian machine."""
    return ip_address(b"".join(told[start : start + 4][::-1] for start in range(0, len(told), 4)))


def url_of(address: IPv4Address | IPv6Address, port: int) -> str | None:
    """Where a listener is reached from its own machine; None if that is nowhere that counts."""
    address = _plain(address)
    if not LOWEST_PORT <= port <= HIGHEST_PORT:
        return None
    if isinstance(address, IPv4Address):
        return f"http://{'127.0.0.1' if address.is_unspecified else address}:{port}"
    # Reaching a link-local address takes the name of its link, which no table tells.
    return None if address.is_link_local else f"http://[{'::1' if address.is_unspecified else address}]:{port}"


def accounts(table: Iterable[str]) -> Iterator[tuple[Listens, int]]:
    """Whose each listening socket is, by the number of the account, from /proc/net/tcp or /proc/net/tcp6."""
    for row in (line.split() for line in table if _LISTENS in line):
        if len(row) > 7 and row[3] == _LISTENS:
            address, _, port = row[1].partition(":")
            try:
                yield Listens(_plain(_address(bytes.fromhex(address))), int(port, 16)), int(row[7])
            except ValueError:
                continue


def asked_for(asked: Listens, listens: Listens) -> bool:
    """Whether a connection to the first may be taken by the second: who listens everywhere in IPv6 may do so in IPv4
    too."""
    if asked.port != listens.port:
        return False
    everywhere = listens.address.is_unspecified and listens.address.version >= asked.address.version
    return everywhere or listens.address == _plain(asked.address)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An IPv4 address that is written as one of IPv6 is what it is."""
    return getattr(address, "ipv4_mapped", None) or address


def held(links: Iterable[str], sockets: Mapping[str, str]) -> Iterator[str]:
    """The addresses at which a process listens, by what its descriptors are."""
    for link in links:
        socket = _LINK.fullmatch(link)
        if socket is not None and socket[1] in sockets:
            yield sockets[socket[1]]


def printed_by_lsof(output: str) -> list[Found]:
    """From `lsof -F pcn`: a line for each field, the process's before its sockets'."""
    pid: int | None = None
    found = []
    for line in output.splitlines():
        kind, value = line[:1], line[1:]
        if kind == "p":
            pid = int(value) if value.isascii() and value.isdigit() else None
        elif kind == "n" and pid is not None and (url := _told_by_lsof(value)) is not None:
            found.append(Found(url, pid))
    return once(found)


def printed_names(output: str) -> Iterator[Listens]:
    """The addresses in what `lsof -F` printed, of all accounts. It does not say in which family `*` is."""
    for line in output.splitlines():
        if line[:1] == "n" and (listens := _read_name(line[1:])) is not None:
            yield listens
            if line[1:2] == "*":
                yield listens._replace(address=IPv6Address(0))


def _told_by_lsof(name: str) -> str | None:
    listens = _read_name(name)
    return None if listens is None else url_of(*listens)


def _read_name(name: str) -> Listens | None:
    host, _, port = name.rpartition(":")
    if not (port.isascii() and _PORT.fullmatch(port)):
        return None
    try:
        address = ip_address("0.0.0.0" if host == "*" else host.strip("[]"))  # noqa: S104 - it is read
    except ValueError:
        return None
    return Listens(_plain(address), int(port))


def once(found: Iterable[Found]) -> list[Found]:
    """Each address once: a child may hold its parent's socket, and the parent, which is older, comes first."""
    first: dict[str, Found] = {}
    for each in sorted(found, key=lambda one: one.pid or 0):
        first.setdefault(each.url, each)
    return sorted(first.values(), key=lambda one: (one.pid or 0, one.url))
