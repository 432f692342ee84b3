"""Where the numbers come from: they mean nothing without it."""

import os
import platform
import resource
import sqlite3
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("uvicorn", "uvloop", "fastapi", "websockets")
OF_THE_HUB = ("uvicorn", "uvloop", "httptools", "websockets")


def facts(folder: Path, packages: Sequence[str] = PACKAGES) -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}, {versions}; data on {file_system(folder)}"
    )


def load() -> str:
    return " ".join(f"{average:.2f}" for average in os.getloadavg())


def busy_elsewhere() -> float:
    """Seconds of processor time used since the machine started by others than this run and what it has ended."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return (sum(ticks) - idle) / os.sysconf("SC_CLK_TCK") - sum(each.ru_utime + each.ru_stime for each in own)


def file_system(folder: Path) -> str:
    """On tmpfs a durable commit costs nothing, so the ratios would be another thing."""
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    around = [(len(point), kind) for point, kind in mounts if folder.resolve().is_relative_to(point)]
    return max(around)[1]
