"""“There is something new”: a hint to those who wait for a table. The log is the truth; a lost hint costs little.

Those who wait hold no connection and ask nothing. One thread of each process looks for them: SQLite it asks
every few milliseconds whether another process has written, PostgreSQL notifies it. Every `CERTAIN_SECONDS` it
asks for the newest entry of each table that is waited for, whatever hints it had, and who is here.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.tables.errors import StorageFailed
from companion.tables.storage.presence import Attendance
from companion.tables.storage.store import Store
from companion.tables.storage.writer import CHANNEL

if TYPE_CHECKING:
    # Only whoever stores in PostgreSQL has it.
    from psycopg import Connection

POLL_SECONDS = 0.02
"""How often SQLite is asked whether another process has written."""
CERTAIN_SECONDS = 2.0
"""How often the newest entries are asked for in any case, and who is here."""
LISTEN_SECONDS = 0.5
"""How long the PostgreSQL listener goes without looking whether it is to end."""
AGAIN_SECONDS = 1.0
"""How long to wait before asking a database again that did not answer."""
NOBODY = (-1, False)
"""A chair that there is not: who is here seems to change, until it is looked at anew."""
log = logging.getLogger(__name__)


class News(Struct, frozen=True):
    """A table's newest entry that was heard of (0: none), and who is awake at it: chair to whether it is."""

    seq: int
    here: tuple[tuple[int, bool], ...]


class _Watched:
    """What is known of a table that somebody waits for."""

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.watchers = 0
        self.news = News(0, ())
        self.listeners: list[Callable[[], None]] = []

    def wake(self) -> tuple[Callable[[], None], ...]:
        """Those who wait look again. The caller has the lock, and calls the listeners when it has given it back."""
        self.changed.notify_all()
        return tuple(self.listeners)


class Watch:
    """Somebody who waits for a table."""

    def __init__(self, watched: _Watched, closed: Event) -> None:
        self._watched = watched
        self._closed = closed

    @property
    def news(self) -> News:
        """The newest that is known now."""
        return self._watched.news

    def wait(self, seen: News, timeout: float) -> News | None:
        """Returns when there is an entry after the one seen, or who is here has changed, or after `timeout`
        seconds: the newest. None: the tables are being closed."""
        watched = self._watched
        with watched.changed:
            watched.changed.wait_for(
                lambda: watched.news.seq > seen.seq or watched.news.here != seen.here or self._closed.is_set(), timeout
            )
        return self.latest

    @property
    def latest(self) -> News | None:
        """The newest that is known now. None: the tables are being closed."""
        return None if self._closed.is_set() else self._watched.news

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Has it called, by any thread, whenever `latest` changes; it must be quick. Call the answer to end that; it
        may be called once more even so."""
        watched = self._watched
        with watched.changed:
            watched.listeners.append(listener)
        return partial(self._unlisten, listener)

    def _unlisten(self, listener: Callable[[], None]) -> None:
        with self._watched.changed:
            self._watched.listeners.remove(listener)


class Hints:
    """Wakes threads that wait for a table's next entry, whichever thread or process wrote it."""

    def __init__(self, store: Store, attendance: Attendance, now: Callable[[], int], *, threads: bool = True) -> None:
        self._store = store
        self._attendance = attendance
        self._now = now
        self._threads = threads
        self._lock = Lock()
        self._tables: dict[str, _Watched] = {}
        self._wanted = Event()
        self._closed = Event()
        self._thread: Thread | None = None

    def told(self, code: str, seq: int) -> None:
        """Table `code` has entry `seq`."""
        with self._lock:
            watched = self._tables.get(code)
            if watched is None or seq <= watched.news.seq:
                return
            watched.news = News(seq, watched.news.here)
            listeners = watched.wake()
        _call(listeners)

    def stirred(self, code: str) -> None:
        """Something at a table has changed that is no entry, such as who asks for a seat: in this process those who
        wait look again."""
        with self._lock:
            watched = self._tables.get(code)
            if watched is None:
                return
            watched.news = News(watched.news.seq, (*watched.news.here, NOBODY))
            listeners = watched.wake()
        _call(listeners)

    @contextmanager
    def watching(self, code: str) -> Iterator[Watch]:
        """Somebody waits for news of a table in this block, and finds in `Watch.news` what there is already."""
        with self._lock:
            watched = self._tables.setdefault(code, _Watched(self._lock))
            watched.watchers += 1
            self._begin()
        try:
            # Asked after the table is watched, so an entry between the two cannot be missed.
            self.told(code, self._newest_of(code))
            yield Watch(watched, self._closed)
        finally:
            with self._lock:
                watched.watchers -= 1
                if not watched.watchers:
                    del self._tables[code]
                    if not self._tables:
                        self._wanted.clear()

    def wait(self, code: str, after: int, timeout: float) -> int:
        """Returns when the table has an entry after `after`, or after `timeout` seconds: its newest entry.

        A database that does not answer meanwhile is not complained of: whoever reads next will see it.
        """
        with self.watching(code) as watch:
            end = time.monotonic() + timeout
            news: News | None = watch.news
            while news is not None and news.seq <= after and (left := end - time.monotonic()) > 0:
                news = watch.wait(News(after, news.here), left)
            newest = watch.news.seq
        return newest if newest > after else self._newest_of(code)

    def _newest_of(self, code: str) -> int:
        try:
            return self._store.newest([code]).get(code, 0)
        except StorageFailed:
            return 0

    def close(self) -> None:
        """Wakes all who wait, and ends the watching thread."""
        self._closed.set()
        self._wanted.set()
        with self._lock:
            listeners = [listener for watched in self._tables.values() for listener in watched.wake()]
        _call(listeners)
        if self._thread is not None:
            self._thread.join()

    def _begin(self) -> None:
        self._wanted.set()
        if self._thread is None and self._threads:
            path = self._store.database.path
            target = self._listen if path is None else self._poll
            self._thread = Thread(target=target, name="table-hints", daemon=True)
            self._thread.start()

    def look(self) -> None:
        """Asks the database for what is waited for, and who is here."""
        with self._lock:
            codes = list(self._tables)
        if not codes:
            return
        for code, seq in self._store.newest(codes).items():
            self.told(code, seq)
        here = self._attendance.awake(codes, self._now())
        listeners: list[Callable[[], None]] = []
        with self._lock:
            for code, chairs in here.items():
                watched = self._tables.get(code)
                if watched is not None and watched.news.here != chairs:
                    watched.news = News(watched.news.seq, chairs)
                    listeners += watched.wake()
        _call(listeners)

    def _poll(self) -> None:
        """SQLite: the data version changes when any other connection has written."""
        while not self._closed.is_set():
            try:
                with closing(sqlite3.connect(f"{self._store.database.path}", isolation_level=None)) as connection:
                    self._follow(connection)
            except (sqlite3.Error, StorageFailed) as error:
                log.warning("hints: %s", error)
                self._closed.wait(AGAIN_SECONDS)

    def _follow(self, connection: sqlite3.Connection) -> None:
        """Reads each new entry's number as it comes. Rows that were deleted may hide some; those are found in time."""
        (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM event").fetchone()
        seen, due = -1, 0.0
        while not self._closed.is_set():
            self._wanted.wait()
            if time.monotonic() >= due:
                self.look()
                due = time.monotonic() + CERTAIN_SECONDS
            (version,) = connection.execute("PRAGMA data_version").fetchone()
            if version != seen:
                seen = version
                rows = connection.execute('SELECT rowid, "table", seq FROM event WHERE rowid > ?', (last,)).fetchall()
                for _, code, seq in rows:
                    self.told(code, seq)
                last = max((row[0] for row in rows), default=last)
            self._closed.wait(POLL_SECONDS)

    def _listen(self) -> None:
        """PostgreSQL: every append notifies the channel."""
        import psycopg

        url = self._store.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closed.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._hear(connection)
            except (psycopg.Error, StorageFailed) as error:
                log.warning("hints: %s", error)
                self._closed.wait(AGAIN_SECONDS)

    def _hear(self, connection: Connection[tuple[object, ...]]) -> None:
        due = 0.0
        while not self._closed.is_set():
            if time.monotonic() >= due:
                self.look()
                due = time.monotonic() + CERTAIN_SECONDS
            for payload in self._payloads(connection):
                code, _, seq = payload.partition(" ")
                self.told(code, int(seq))
                if self._closed.is_set() or time.monotonic() >= due:
                    break

    def _payloads(self, connection: Connection[tuple[object, ...]]) -> Iterator[str]:
        return (hint.payload for hint in connection.notifies(timeout=LISTEN_SECONDS))


def _call(listeners: Iterable[Callable[[], None]]) -> None:
    for listener in listeners:
        listener()
