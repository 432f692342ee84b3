"""Who says that something changed: the system, by way of watchfiles, on threads of its own.

It is a doorbell: what comes are paths that were touched, in no order, some of them twice. What happened to them is for
`tree` to see. A folder that was removed is watched again when it is back.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from queue import Full, Queue

from bellpull.domain.errors import BellpullError, Setup
from bellpull.sources.words import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    Touched = set[str] | BellpullError

#: Milliseconds: a piece is handed on after the first pause, and at the latest after the second; how bursts are settled
#: is decided elsewhere.
STEP, PIECE, LOOK_AROUND = 50, 200, 250
#: Pieces that wait; beyond, watchfiles itself gathers them.
MOST_WAITING = 256
ABSENT_SECONDS = 0.5
START_SECONDS = 60.0
#: How watchfiles ends over a name that is no text: then everything is looked at, and it is begun anew.
NO_TEXT = "Unable to decode path"


class Watching:
    """Puts touched paths, or what prevents it from going on, into `inbox` while the block lasts."""

    def __init__(self, folders: Sequence[str], shallow: Sequence[str], inbox: Queue[Touched]) -> None:
        self._inbox = inbox
        self._stop = threading.Event()
        self._ready: list[threading.Event] = []
        self._threads = []
        for paths, recursive in ((folders, True), (shallow, False)):
            if paths:
                ready = threading.Event()
                self._ready.append(ready)
                arguments = (paths, recursive, ready)
                self._threads.append(threading.Thread(target=self._run, args=arguments, daemon=True))

    def __enter__(self) -> Watching:
        for thread in self._threads:
            thread.start()
        for ready in self._ready:
            ready.wait(START_SECONDS)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(ABSENT_SECONDS * 4)

    def _run(self, paths: Sequence[str], recursive: bool, ready: threading.Event) -> None:
        try:
            while not self._stop.is_set():
                try:
                    for touched in self._watched(paths, recursive):
                        ready.set()
                        self._put(touched)
                except RuntimeError as error:
                    if NO_TEXT not in str(error):
                        raise
                self._await(paths)
                self._put(set(paths))
        except Exception as error:  # the thread's boundary: whoever reads the inbox ends with it
            self._put(_cannot(error, paths))
        finally:
            ready.set()

    def _watched(self, paths: Sequence[str], recursive: bool) -> Iterator[set[str]]:
        """Until one of the folders is gone or another than it was."""
        from watchfiles import watch

        places = [_place(path) for path in paths]
        there = [path for path, place in zip(paths, places, strict=True) if place is not None]
        watched = watch(
            *there,
            watch_filter=None,
            debounce=PIECE,
            step=STEP,
            rust_timeout=LOOK_AROUND,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
            recursive=recursive,
            ignore_permission_denied=True,
        )
        for changes in watched:
            yield {path for _, path in changes}
            if [_place(path) for path in paths] != places:
                return

    def _await(self, paths: Sequence[str]) -> None:
        while not self._stop.is_set() and not any(_place(path) for path in paths):
            self._stop.wait(ABSENT_SECONDS)

    def _put(self, touched: Touched) -> None:
        while touched and not self._stop.is_set():
            try:
                return self._inbox.put(touched, timeout=ABSENT_SECONDS)
            except Full:
                continue
        return None


def _place(path: str) -> tuple[int, int] | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _cannot(error: Exception, paths: Sequence[str]) -> BellpullError:
    places = ", ".join(shown(path) for path in paths)
    said = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    hint = "follow fewer or smaller folders, or raise the system's limit of watches (fs.inotify.max_user_watches)"
    return Setup("cannot_watch", f"The system does not let us watch {places}: {shown(said).rstrip('.')}.", hint)
