"""Which kind of file system holds a path, and whether SQLite's locks can be trusted there.

The system's own table of mounts is parsed here; reading it is the caller's business.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path, PurePath

OVER_THE_NETWORK = (
    "nfs",
    "nfs4",
    "cifs",
    "smb2",
    "smb3",
    "smbfs",
    "ncpfs",
    "afpfs",
    "afs",
    "coda",
    "webdav",
    "davfs",
    "fuse.davfs",
    "ceph",
    "glusterfs",
    "fuse.glusterfs",
    "lustre",
    "fuse.sshfs",
    "fuse.s3fs",
    "fuse.rclone",
)
OF_ANOTHER_SYSTEM = ("9p", "drvfs", "vboxsf", "vmhgfs", "fuse.vmhgfs-fuse", "prl_fs", "macfuse", "osxfuse")
UNSAFE = frozenset(OVER_THE_NETWORK + OF_ANOTHER_SYSTEM)
MACOS_LINE = re.compile(r"^.+? on (?P<place>/.*) \((?P<kind>[^,)]+)")
OCTAL = re.compile(r"\\([0-7]{3})")


def linux_mounts(table: str) -> list[tuple[str, str]]:
    """Place and kind of each mount in /proc/self/mounts, in its order."""
    rows = [line.split(" ") for line in table.splitlines()]
    return [(OCTAL.sub(lambda code: chr(int(code[1], 8)), row[1]), row[2]) for row in rows if len(row) > 2]


def macos_mounts(table: str) -> list[tuple[str, str]]:
    """Place and kind of each line that `mount` prints."""
    matches = [MACOS_LINE.match(line) for line in table.splitlines()]
    return [(match["place"], match["kind"]) for match in matches if match]


def kind_of(path: PurePath, mounts: Iterable[tuple[str, str]]) -> str | None:
    """The kind of the file system that holds `path`: the deepest mount above it, of those at one place the last."""
    above = [str(place) for place in (path, *path.parents)]
    best, kind = len(above), None
    for place, found in mounts:
        if place in above and above.index(place) <= best:
            best, kind = above.index(place), found
    return kind


def nearest_existing(path: Path) -> Path:
    """`path`, or the first folder above it that is there; symbolic links followed."""
    return next((place for place in (path, *path.parents) if place.exists()), path).resolve()
