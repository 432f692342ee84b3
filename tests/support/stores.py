"""The stores that a hub runs on: what a store promises, and each verb of the hub, is tested over all of them."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import bellpull.store.sqlite as of_sqlite
from bellpull.hub.ports import Store
from bellpull.store.sqlite import SqliteStore

Ring = Callable[[], None]
#: Opens the data of this folder, on the loop that runs; `ring` is called there after each commit.
Opener = Callable[[Path, Ring], Store]


def sqlite(folder: Path, ring: Ring = lambda: None) -> SqliteStore:
    return SqliteStore(folder / "bellpull.db", ring)


STORES: dict[str, Opener] = {"sqlite": sqlite}

_SYNCED = {name: getattr(of_sqlite, name) for name in ("PRAGMAS", "SYNCED", "UNSYNCED")}


def wait_for_no_disk() -> None:
    """For hubs and stores of this process: no machine dies under them, and a process that is killed loses nothing that
    it has given to the system to write."""
    off = "synchronous = OFF"
    of_sqlite.PRAGMAS = tuple(off if one == _SYNCED["SYNCED"] else one for one in _SYNCED["PRAGMAS"])
    of_sqlite.SYNCED = of_sqlite.UNSYNCED = off


@contextlib.contextmanager
def synced() -> Iterator[None]:
    """As hubs of people do it."""
    for name, value in _SYNCED.items():
        setattr(of_sqlite, name, value)
    try:
        yield
    finally:
        wait_for_no_disk()
