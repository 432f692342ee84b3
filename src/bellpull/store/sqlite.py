"""The Store in one SQLite file: one thread writes, a few read.

Writes that wait together share one commit, so durability is paid once for all of them, and one that fails undoes only
itself (transaction.py). Decisions run on the writer's thread inside that transaction, so none is overtaken by another.
"""

import asyncio
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeVar

from bellpull.domain.errors import Setup, StoreFull, Unavailable
from bellpull.hub.measured import COMMITS, Histogram
from bellpull.hub.ports import Reader, Writer
from bellpull.hub.turns import measured
from bellpull.store.limit import ended_after
from bellpull.store.listing import FOLDED
from bellpull.store.lock import DataLock
from bellpull.store.migrate import migrate
from bellpull.store.reading import SqliteReader
from bellpull.store.transaction import Transaction
from bellpull.store.writing import SqliteWriter

T = TypeVar("T")
#: What is to be decided, who waits for it, and whether it has to outlive the machine.
Waiting = tuple[Callable[[Writer], Any], asyncio.Future[Any], bool]

#: Larger groups gain nothing and make the first of them wait.
MOST_PER_COMMIT = 256
MOST_WAITING = 10_000
READERS = 4
SYNCED, UNSYNCED = "synchronous = FULL", "synchronous = NORMAL"
PRAGMAS = (
    "journal_mode = WAL",
    SYNCED,
    "fullfsync = ON",
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "journal_size_limit = 67108864",
    "secure_delete = ON",  # with FAST, pages that become free keep what they held: long secrets
)
#: SQLite needs a little room before the first write.
ROOM_TO_START = 1_000_000


class SqliteStore:
    """Opened on an event loop; `ring` is called there after each commit."""

    def __init__(self, path: Path, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Waiting] = []
        self._committing = False
        self._queue: queue.SimpleQueue[list[Waiting]] = queue.SimpleQueue()
        self._waiting = 0
        self._reading = 0
        self._closing = False
        self._path = path
        self.commit_seconds = Histogram(COMMITS)
        self._lock = DataLock(path.with_name(f"{path.name}.lock"))
        try:
            self._connection = _open(path)
        except BaseException:
            self._lock.release()
            raise
        self._transaction = Transaction(self._connection)
        self._writer = SqliteWriter(self._transaction)
        self._readers = ThreadPoolExecutor(READERS, "bellpull-read")
        self._idle_readers: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        for _ in range(READERS):
            self._idle_readers.put(_connect(path, read_only=True))
        self._glances = _connect(path, read_only=True)
        self._thread = threading.Thread(target=self._run, name="bellpull-write")
        self._thread.start()

    async def read(self, look: Callable[[Reader], T], *, seconds: float | None = None) -> T:
        self._need_open()
        self._reading += 1
        try:
            return await self._loop.run_in_executor(self._readers, measured(self._look), look, seconds)
        finally:
            self._reading -= 1

    async def glance(self, look: Callable[[Reader], T]) -> T:
        """On the loop's own thread: a row that is found by its key costs less than the way to another thread."""
        self._need_open()
        return _look(self._glances, look)

    async def write(self, decide: Callable[[Writer], T], *, synced: bool = True) -> T:
        self._need_open()
        if self._waiting >= MOST_WAITING:
            raise Unavailable("busy", "Too many writes are waiting.", "try again in a moment")
        done: asyncio.Future[T] = self._loop.create_future()
        if not self._gathered and not self._committing:
            self._loop.call_soon(self._hand_over, 0)
        self._gathered.append((measured(decide), done, synced))
        self._waiting += 1
        return await done

    def _need_open(self) -> None:
        if self._closing:
            raise Unavailable("stopping", "The hub is stopping.", "try again in a moment")

    def _hand_over(self, seen: int) -> None:
        """One group at a time, and as many in it as come: it waits for a turn of the loop that brings no more."""
        if seen < len(self._gathered) < MOST_PER_COMMIT:
            self._loop.call_soon(self._hand_over, len(self._gathered))
        elif self._gathered:
            self._committing = True
            self._queue.put(self._gathered[:MOST_PER_COMMIT])
            del self._gathered[:MOST_PER_COMMIT]

    def waiting(self) -> int:
        return self._waiting

    def reading(self) -> int:
        return self._reading

    def size(self) -> Mapping[str, int]:
        return {"data": _bytes_of(self._path), "wal": _bytes_of(self._path.with_name(f"{self._path.name}-wal"))}

    def free(self) -> int:
        return shutil.disk_usage(self._path.parent).free

    async def close(self) -> None:
        if self._closing:
            return
        self._closing = True
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []
        self._queue.put([])
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown()
        for _ in range(READERS):
            self._idle_readers.get().close()
        self._glances.close()
        self._connection.close()
        self._lock.release()

    def _look(self, look: Callable[[Reader], T], seconds: float | None) -> T:
        connection = self._idle_readers.get()
        try:
            return _look(connection, look, seconds)
        finally:
            self._idle_readers.put(connection)

    # The writer's thread

    def _run(self) -> None:
        while group := self._queue.get():
            outcomes = self._commit(group)
            self._loop.call_soon_threadsafe(self._settle, group, outcomes)

    def _commit(self, group: list[Waiting]) -> list[Any]:
        synced = any(synced for _, _, synced in group)
        try:
            if not synced:
                self._connection.execute(f"PRAGMA {UNSYNCED}")
            self._transaction.begin(alone=len(group) == 1)
            outcomes = [self._attempt(decide) for decide, _, _ in group]
            began = time.perf_counter()
            self._transaction.commit()
            self.commit_seconds.add(time.perf_counter() - began)
            if self._writer.wants_wipe:
                self._wipe()
        except Exception as error:  # the writer outlives whatever ends one transaction
            self._transaction.abandon()
            self._writer.forget()
            if len(group) == 1 or isinstance(error, sqlite3.OperationalError):
                return [Failed(error)] * len(group)  # a locked file, a full disk: nobody would fare better alone
            return [
                self._commit([item])[0] for item in group
            ]  # nothing was kept; alone, all but the guilty one will be
        finally:
            if not synced:
                self._connection.execute(f"PRAGMA {SYNCED}")
        return outcomes

    def _wipe(self) -> None:
        """What was erased stands in the write-ahead log until that is emptied. A reader may be in the way: then the
        next commit tries again."""
        with suppress(sqlite3.Error):  # what was committed stays so
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            self._writer.wants_wipe = bool(busy)

    def _attempt(self, decide: Callable[[Writer], Any]) -> Any:
        try:
            return self._transaction.attempt(lambda: decide(self._writer))
        except Exception as error:
            self._writer.forget()
            if not self._transaction.is_open:
                raise
            return Failed(error)

    def _settle(self, group: list[Waiting], outcomes: list[Any]) -> None:
        self._waiting -= len(group)
        for (_, done, _), outcome in zip(group, outcomes, strict=True):
            if done.done():
                continue
            if isinstance(outcome, Failed):
                done.set_exception(_explained(outcome.error))
            else:
                done.set_result(outcome)
        self._committing = False
        if self._gathered:
            self._loop.call_soon(self._hand_over, 0)
        self._ring()


class Failed:
    def __init__(self, error: Exception) -> None:
        self.error = error


def _look(connection: sqlite3.Connection, look: Callable[[Reader], T], seconds: float | None = None) -> T:
    try:
        connection.execute("BEGIN")
        try:
            with ended_after(connection, seconds):
                return look(SqliteReader(connection.execute))
        finally:
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise _explained(error) from error


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.touch(mode=0o600)
        with ExitStack() as on_failure:
            connection = _connect(path)
            on_failure.callback(connection.close)
            migrate(connection, path)
            on_failure.pop_all()
    except (sqlite3.Error, OSError) as error:
        if shutil.disk_usage(path.parent).free < ROOM_TO_START:
            sentence = f"There is no room on the disk of {path.parent}."
            raise Setup("data_unusable", sentence, "make room there and start again") from error
        sentence = f"The data file {path} cannot be used: {error}."
        raise Setup("data_unusable", sentence, "look into it with: bellpull doctor") from error
    return connection


def _connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5, cached_statements=256)
    try:
        for pragma in (*PRAGMAS, *(["query_only = ON"] if read_only else [])):
            connection.execute(f"PRAGMA {pragma}")
        connection.create_function(FOLDED, 1, str.casefold, deterministic=True)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _bytes_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _explained(error: Exception) -> Exception:
    """What the disk or the file did, as an error of ours; a mistake in our SQL stays what it is."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_ERROR or type(error) not in (sqlite3.OperationalError, sqlite3.DatabaseError):
        return error
    if code == sqlite3.SQLITE_FULL:
        return StoreFull("store_full", "There is no room left on the hub's disk.", "make room in the data folder")
    return Unavailable("store_unavailable", f"The hub cannot use its data file: {error}.", "see: bellpull doctor")
