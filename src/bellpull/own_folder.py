"""Whose a data folder is. Its owner can put another `owner.key` and another `hub.json` there, so that a hub would obey
them and programs would send them their keys: it has to be one's own, or root's, who can do all that anyway."""

from __future__ import annotations

import os
import sys

from bellpull.domain.errors import Setup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

ROOT = 0


def need_own(folder: Path) -> None:
    """Raises Setup for one that is there and another account's."""
    if sys.platform == "win32":
        return
    try:
        owner = folder.stat().st_uid
    except OSError:  # it is not there, or cannot be looked at: who uses it says so
        return
    if owner not in (os.geteuid(), ROOT):
        sentence = f"The data folder {folder} belongs to {_name(owner)}, who could read and replace your keys there."
        raise Setup("folder_of_another", sentence, f"choose one of your own: --data-dir; or: chown -R $USER {folder}")


def _name(uid: int) -> str:
    import pwd

    try:
        return f"the account {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"the account with the number {uid}"
