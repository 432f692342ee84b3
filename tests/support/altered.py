"""Bellpull of another version: a copy of its sources in which a few constants are others."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support.hub import SOURCES, Hub


def altered(folder: Path, **constants: str | int) -> Path:
    """The sources, to be used as PYTHONPATH, with these constants of the package."""
    copy = folder / "-".join(("sources", *(f"{name}{value}" for name, value in constants.items())))
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    init = copy / "bellpull" / "__init__.py"
    text = init.read_text()
    for name, value in constants.items():
        text, count = re.subn(rf"^{name} = .*$", f"{name} = {value!r}", text, flags=re.M)
        assert count == 1, f"there is no {name}"
    init.write_text(text)
    return copy


class AlteredHub(Hub):
    def __init__(self, folder: Path, sources: Path, data_dir: Path) -> None:
        super().__init__(folder, {}, data_dir)
        self._sources = sources

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "PYTHONPATH": str(self._sources)}


@contextmanager
def running_altered(folder: Path, data_dir: Path, constants: Mapping[str, str | int]) -> Iterator[Hub]:
    """A hub of another version, in a data folder that may have had another one."""
    hub = AlteredHub(folder, altered(folder, **constants), data_dir)
    try:
        yield hub.start()
    finally:
        hub.close()
