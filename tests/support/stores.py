"""The stores that a hub runs on: what a store promises, and each verb of the hub, is tested over all of them."""

from collections.abc import Callable
from pathlib import Path

from bellpull.hub.ports import Store
from bellpull.store.sqlite import SqliteStore

Ring = Callable[[], None]
#: Opens the data of this folder, on the loop that runs; `ring` is called there after each commit.
Opener = Callable[[Path, Ring], Store]


def sqlite(folder: Path, ring: Ring = lambda: None) -> SqliteStore:
    return SqliteStore(folder / "bellpull.db", ring)


STORES: dict[str, Opener] = {"sqlite": sqlite}
