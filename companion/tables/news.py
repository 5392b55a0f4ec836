"""“There is something new”: wakes those who wait for a table, and knows who is here.

The database is the truth: a lost hint costs `CERTAIN_SECONDS`. Those who wait hold no connection and ask nothing. One
thread of each process looks for them: it asks SQLite every few milliseconds whether anybody has written, and
PostgreSQL notifies it. It also writes down which phones were heard of.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from threading import Condition, Event, Lock, Thread

from msgspec import Struct

from companion.tables.database import translate_errors
from companion.tables.errors import StorageFailed
from companion.tables.log.views import Presence
from companion.tables.phones import Phones
from companion.tables.store import CHANNEL, Store

POLL_SECONDS = 0.05
"""How often SQLite is asked whether another connection has written."""
CERTAIN_SECONDS = 2.0
"""How often the newest entries are asked for in any case, and who is here."""
LISTEN_SECONDS = 0.5
"""How long the PostgreSQL listener goes without looking whether it is to end."""
AGAIN_SECONDS = 1.0
"""How long to wait before asking a database again that did not answer."""
AWAKE = 15_000
"""Milliseconds after which a phone that was not heard of counts as asleep. It gives a sign every five seconds, and
another process notes it within five more."""
log = logging.getLogger(__name__)


def is_awake(heard: int, now: int) -> bool:
    """Was a phone heard of just now? A clock may have been set back since: what lies far ahead was long ago."""
    return abs(now - heard) < AWAKE


class News(Struct, frozen=True):
    """A table's newest entry that was heard of and its version (0: none), and who is awake at it, by chair."""

    seq: int = 0
    version: int = 0
    here: tuple[tuple[int, bool], ...] = ()

    def is_after(self, seen: News) -> bool:
        """Whether there is anything that was not seen."""
        return self.seq > seen.seq or (self.version, self.here) != (seen.version, seen.here)


class _Watched:
    """What is known of a table that somebody waits for."""

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.watchers = 0
        self.news = News()
        self.listeners: list[Callable[[], None]] = []


class Watch:
    """Somebody who waits for a table."""

    def __init__(self, watched: _Watched, closed: Event) -> None:
        self._watched = watched
        self._closed = closed

    @property
    def news(self) -> News:
        """The newest that is known now."""
        return self._watched.news

    @property
    def latest(self) -> News | None:
        """The newest that is known now. None: the tables are being closed."""
        return None if self._closed.is_set() else self._watched.news

    def wait(self, seen: News, timeout: float) -> News | None:
        """Returns `latest` when it tells more than was seen, or after `timeout` seconds."""
        watched = self._watched
        with watched.changed:
            watched.changed.wait_for(lambda: watched.news.is_after(seen) or self._closed.is_set(), timeout)
        return self.latest

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Has it called, by any thread, whenever `latest` changes; it must be quick. Call the answer to end that; it
        may be called once more even so."""
        with self._watched.changed:
            self._watched.listeners.append(listener)
        return partial(self._unlisten, listener)

    def _unlisten(self, listener: Callable[[], None]) -> None:
        with self._watched.changed:
            self._watched.listeners.remove(listener)


class Newsroom:
    """Wakes threads that wait for a table, whichever thread or process wrote to it.

    `now` tells the time in milliseconds; phones are noted in the database every `between` seconds. Without `threads`
    somebody calls `tend` from time to time.
    """

    def __init__(self, store: Store, phones: Phones, now: Callable[[], int], between: int, *, threads: bool) -> None:
        self._store = store
        self._phones = phones
        self._now = now
        self._between = between * 1000
        self._threads = threads
        self._lock = Lock()
        self._tables: dict[str, _Watched] = {}
        self._heard: dict[tuple[str, int], tuple[int, int]] = {}
        self._noted: dict[tuple[str, int], int] = {}
        self._closed = Event()
        self._thread: Thread | None = None

    # Waiting.

    def tell(self, code: str, version: int, seq: int) -> None:
        """Table `code` has that version and entry `seq`."""
        with self._lock:
            watched = self._tables.get(code)
            if watched is not None and version > watched.news.version:
                self._change(watched, News(max(seq, watched.news.seq), version, watched.news.here))

    @contextmanager
    def watching(self, code: str) -> Iterator[Watch]:
        """Somebody waits for news of a table in this block, and finds in `Watch.news` what there is already."""
        with self._lock:
            watched = self._tables.setdefault(code, _Watched(self._lock))
            watched.watchers += 1
        self._begin()
        try:
            # Asked after the table is watched, so an entry between the two cannot be missed.
            self.look(code)
            yield Watch(watched, self._closed)
        finally:
            with self._lock:
                watched.watchers -= 1
                if not watched.watchers:
                    del self._tables[code]

    def wait(self, code: str, after: int, timeout: float) -> int:
        """Returns when the table has an entry after `after`, or after `timeout` seconds: its newest entry.

        A database that does not answer meanwhile is not complained of: whoever reads next will see it.
        """
        with self.watching(code) as watch:
            end = time.monotonic() + timeout
            news = watch.latest
            while news is not None and news.seq <= after and (left := end - time.monotonic()) > 0:
                news = watch.wait(news, left)
            if watch.news.seq <= after:
                self.look(code)
            return watch.news.seq

    def look(self, code: str) -> None:
        try:
            for found, (version, seq) in self._store.newest([code]).items():
                self.tell(found, version, seq)
        except StorageFailed:
            pass

    def _change(self, watched: _Watched, news: News) -> None:
        """Those who wait look again. The caller has the lock."""
        watched.news = news
        watched.changed.notify_all()
        for listener in watched.listeners:
            listener()

    # Who is here.

    def heard(self, code: str, chair: int, seq: int) -> None:
        """The chair's phone is here and has read up to entry `seq`."""
        self._begin()
        with self._lock:
            self._heard[code, chair] = (seq, self._now())

    def presence(self, code: str, newest: int) -> tuple[Presence, ...]:
        """When the phone of each chair was last heard of, against the newest entry."""
        found = self._presences([code])[code]
        return tuple(Presence(chair, at, max(0, newest - seq)) for chair, (seq, at) in sorted(found.items()))

    def _presences(self, codes: list[str]) -> dict[str, dict[int, tuple[int, int]]]:
        """Exact for the phones of this process; for those of others as new as their last note in the database."""
        found = self._phones.presences(codes)
        with self._lock:
            for (code, chair), (seq, at) in self._heard.items():
                if code in found:
                    noted = found[code].get(chair, (0, 0))[1]
                    # A note that lies far ahead is from before a clock was set back.
                    if at >= noted or noted - at >= AWAKE:
                        found[code][chair] = (seq, at)
        return found

    # The thread.

    def tend(self) -> None:
        """Notes the phones that were heard of, and asks the database for what is waited for. Raises `StorageFailed`."""
        self.note_presences(self._between)
        with self._lock:
            codes = list(self._tables)
        if not codes:
            return
        for code, (version, seq) in self._store.newest(codes).items():
            self.tell(code, version, seq)
        here, now = self._presences(codes), self._now()
        with self._lock:
            for code, chairs in here.items():
                awake = tuple((chair, is_awake(at, now)) for chair, (_, at) in sorted(chairs.items()))
                watched = self._tables.get(code)
                if watched is not None and watched.news.here != awake:
                    self._change(watched, News(watched.news.seq, watched.news.version, awake))

    def note_presences(self, between: int = 0) -> None:
        """Writes down when phones were heard of, where the last note is as many milliseconds old, or from before a
        clock was set back. Phones that sleep are forgotten here. Raises `StorageFailed`; then all is kept."""
        with self._lock:
            old = {k: h for k, h in self._heard.items() if abs(h[1] - self._noted.get(k, 0)) >= max(1, between)}
        if old:
            self._phones.note_presences(old)
        now = self._now()
        with self._lock:
            self._noted |= {key: at for key, (_, at) in old.items()}
            for key, (_, at) in list(self._heard.items()):
                if not is_awake(at, now) and self._noted.get(key) == at:
                    del self._heard[key], self._noted[key]

    def close(self) -> None:
        """Wakes all who wait, for good, and ends the thread."""
        self._closed.set()
        with self._lock:
            for watched in self._tables.values():
                self._change(watched, watched.news)
            thread = self._thread
        if thread is not None:
            thread.join()

    def _begin(self) -> None:
        with self._lock:
            if self._threads and self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._run, name="table-news", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        follow = self._follow_sqlite if self._store.database.path is not None else self._follow_postgres
        while not self._closed.is_set():
            try:
                follow()
            except StorageFailed as error:
                log.warning("news: %s", error)
                self._closed.wait(AGAIN_SECONDS)

    def _follow_sqlite(self) -> None:
        """The data version changes when any other connection has written."""
        seen, due = None, 0.0
        path = str(self._store.database.path)
        with translate_errors(), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            while not self._closed.wait(POLL_SECONDS):
                version = connection.execute("PRAGMA data_version").fetchone()
                if version != seen or time.monotonic() >= due:
                    seen, due = version, time.monotonic() + CERTAIN_SECONDS
                    self.tend()

    def _follow_postgres(self) -> None:
        """Every command notifies the channel."""
        import psycopg  # only whoever stores in PostgreSQL has it

        url = self._store.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        due = 0.0
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                while not self._closed.is_set():
                    if time.monotonic() >= due:
                        self.tend()
                        due = time.monotonic() + CERTAIN_SECONDS
                    for hint in connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                        code, version, seq = hint.payload.split()
                        self.tell(code, int(version), int(seq))
        except psycopg.Error as error:
            raise StorageFailed(message=str(error)) from error
