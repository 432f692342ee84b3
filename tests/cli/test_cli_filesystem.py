"""Which file system holds a path, from the tables of Linux and macOS."""

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bellpull.cli.filesystem import UNSAFE, kind_of, linux_mounts, macos_mounts, nearest_existing

LINUX = """\
/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
server:/export /home nfs4 rw 0 0
/dev/sdb1 /home/ada/local ext4 rw 0 0
//nas/share /mnt/two\\040words cifs rw 0 0
tmpfs /tmp tmpfs rw 0 0
C:\\134 /mnt/c 9p rw,aname=drvfs 0 0
overlay /over overlay rw 0 0
ada@host: /over fuse.sshfs rw 0 0
"""
MACOS = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//ada@nas/share on /Volumes/My (old) share (smbfs, nodev, nosuid, mounted by ada)
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/bellpull", "ext4"),
        ("/home/ada", "nfs4"),
        ("/home/ada/local/bellpull", "ext4"),
        ("/home/ada/localized", "nfs4"),
        ("/homestead", "ext4"),
        ("/mnt/two words/x", "cifs"),
        ("/mnt/c/Users", "9p"),
        ("/over/x", "fuse.sshfs"),
        ("/", "ext4"),
    ],
)
def test_linux_says_which_file_system_holds_a_path(path: str, kind: str) -> None:
    assert kind_of(PurePosixPath(path), linux_mounts(LINUX)) == kind


@pytest.mark.parametrize(("path", "kind"), [("/Users/ada", "apfs"), ("/Volumes/My (old) share/x", "smbfs")])
def test_macos_says_which_file_system_holds_a_path(path: str, kind: str) -> None:
    assert kind_of(PurePosixPath(path), macos_mounts(MACOS)) == kind


def test_file_systems_that_cannot_lock_are_unsafe_and_local_ones_are_not() -> None:
    assert {"nfs", "nfs4", "cifs", "9p", "fuse.sshfs", "vboxsf", "drvfs", "smbfs"} <= UNSAFE
    assert not {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "apfs", "hfs", "ntfs"} & UNSAFE


@given(st.text())
def test_a_table_that_makes_no_sense_is_no_table(text: str) -> None:
    for mounts in (linux_mounts(text), macos_mounts(text)):
        kind_of(PurePosixPath("/home/ada"), mounts)


def test_a_folder_that_is_not_there_is_judged_by_the_one_above(tmp_path: Path) -> None:
    assert nearest_existing(tmp_path / "not" / "there") == tmp_path.resolve()
