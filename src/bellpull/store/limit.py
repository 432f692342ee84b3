"""An end for looks that may take long: a word that is nowhere is looked for in every row that there is."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bellpull.domain.errors import Invalid

#: An interruption that comes between two statements is for none of them.
AGAIN_SECONDS = 0.05


@contextmanager
def ended_after(connection: sqlite3.Connection, seconds: float | None) -> Iterator[None]:
    """What the connection is asked for meanwhile is refused when the time is up. From a thread of its own: a function
    that SQLite calls now and then would have to wait for the interpreter each time."""
    if seconds is None:
        yield
        return
    done = threading.Event()
    watch = threading.Thread(target=_interrupt, args=(connection, seconds, done), name="bellpull-limit", daemon=True)
    watch.start()
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        sentence = f"The search was cut off after {seconds:g} seconds"
        raise Invalid("search_too_long", sentence, "look among fewer: one agent, a status, a type") from None
    finally:
        done.set()
        watch.join()  # what the connection is asked for next is not to be interrupted


def _interrupt(connection: sqlite3.Connection, seconds: float, done: threading.Event) -> None:
    if done.wait(seconds):
        return
    connection.interrupt()
    while not done.wait(AGAIN_SECONDS):
        connection.interrupt()
