"""The Surfaces of a hub that is one process: those whose sockets are open here."""

from collections.abc import Iterator
from contextlib import contextmanager

from bellpull.domain.surface import Surface


class MemorySurfaces:
    def __init__(self) -> None:
        self._shown: dict[object, Surface] = {}

    @contextmanager
    def show(self, surface: Surface) -> Iterator[None]:
        mark = object()
        self._shown[mark] = surface
        try:
            yield
        finally:
            del self._shown[mark]

    def all(self) -> list[Surface]:
        return list(self._shown.values())
