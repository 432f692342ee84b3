"""A hub that runs but cannot be found: hub.json is lost or wrong, or it does not answer. Its lock gives it away."""

from __future__ import annotations

from pathlib import Path

from bellpull.domain import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bellpull.config import Config

LOCK_FILE = "bellpull.db.lock"
LOCKS = Path("/proc/self").parent / "locks"


def complain_of_lost_hub(config: Config) -> None:
    """Raise where a hub holds this data folder although it does not answer at the address that is known of it."""
    lock = config.data_dir / LOCK_FILE
    pid = holder_of(lock)
    if pid is None:
        return
    who = f" (process {pid})" if pid else ""
    sentence = f"A hub{who} holds {config.data_dir}, but cannot be found: it does not answer where hub.json says."
    hint = f"it may be starting or stopping; else end it: kill {pid}" if pid else f"see who it is: lsof {lock}"
    raise errors.Unavailable("hub_lost", sentence, hint)


def holder_of(lock: Path) -> int | None:
    """The process that holds the lock, 0 where it cannot be told, None where nobody does."""
    try:
        inode = lock.stat().st_ino
    except OSError:
        return None
    if not LOCKS.exists():
        return _told_by_lsof(lock) if _is_held(lock) else None
    # The table first: to try a free lock would refuse it to a hub that starts just now. And the try after it, because
    # the number of a file is unique on its own disk only.
    rows = [row.split() for row in LOCKS.read_text(encoding="ascii", errors="replace").splitlines()]
    pids = [row[4] for row in rows if len(row) > 5 and row[1] == "FLOCK" and row[5].endswith(f":{inode}")]
    if not pids or not _is_held(lock):
        return None
    return int(pids[0]) if pids[0].isdecimal() else 0


def _is_held(lock: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return False
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _told_by_lsof(lock: Path) -> int:
    import subprocess

    try:
        said = subprocess.run(["lsof", "-t", str(lock)], capture_output=True, text=True, timeout=10, check=False)  # noqa: S603, S607
    except (OSError, subprocess.SubprocessError):
        return 0
    first = said.stdout.split()[:1]
    return int(first[0]) if first and first[0].isdecimal() else 0
