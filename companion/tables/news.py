"""Wakes waiters for news of a table, and tracks the presence of phones.

The database is the truth: a lost notification costs `CERTAIN_SECONDS`. One thread of each process polls SQLite, or
listens to PostgreSQL. It also stores the presence of phones.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from threading import Condition, Event, Lock, Thread
from weakref import WeakValueDictionary

from msgspec import Struct

from companion.tables.errors import StorageFailed
from companion.tables.log.views import Presence
from companion.tables.store import CHANNEL, Store
from companion.tables.tokens import read_code

POLL_SECONDS = 0.1
"""How often SQLite is asked for the tables that are watched."""
CERTAIN_SECONDS = 2.0
"""How often the newest entries are asked for in any case, and who is here."""
LISTEN_SECONDS = 0.5
"""How long the PostgreSQL listener goes without looking whether it is to end."""
NOTE_SECONDS = 5.0
"""How often a phone's presence is written down."""
AGAIN_SECONDS = 1.0
"""How long to wait before asking a database again that did not answer."""
AWAKE = 15_000
"""Milliseconds after which a phone that was not heard of counts as asleep. It gives a sign every five seconds, and
another process notes it within five more."""
log = logging.getLogger(__name__)


def is_awake(heard: int, now: int) -> bool:
    """Returns whether a phone was present just now. If the clock was set back since, a time far ahead counts as long
    ago."""
    return abs(now - heard) < AWAKE


class News(Struct, frozen=True):
    """A table's newest known entry and version (0: none), and the present phones by chair."""

    seq: int = 0
    version: int = 0
    here: tuple[tuple[int, bool], ...] = ()

    def is_after(self, seen: News) -> bool:
        """Returns whether there is anything new."""
        return self.seq > seen.seq or (self.version, self.here) != (seen.version, seen.here)


class Watch:
    """The news of a table, as long as somebody waits for it."""

    def __init__(self, lock: Lock, closed: Event) -> None:
        self.news = News()
        self._changed = Condition(lock)
        self._closed = closed

    @property
    def latest(self) -> News | None:
        """Returns the newest news. None: the tables are being closed."""
        return None if self._closed.is_set() else self.news

    def wait(self, seen: News, timeout: float) -> None:
        """Waits at most `timeout` seconds for news after those seen."""
        with self._changed:
            self._changed.wait_for(lambda: self.news.is_after(seen) or self._closed.is_set(), timeout)

    def change(self, news: News) -> None:
        """Wakes the waiters. The caller holds the lock."""
        self.news = news
        self._changed.notify_all()


class Newsroom:
    """Wakes threads that wait for a table, whichever thread or process wrote to it.

    `now` returns the time in milliseconds. Without `threads` the caller calls `tend` periodically.
    """

    def __init__(self, store: Store, now: Callable[[], int], *, threads: bool) -> None:
        self._store = store
        self._now = now
        self._threads = threads
        self._lock = Lock()
        self._watches: WeakValueDictionary[str, Watch] = WeakValueDictionary()
        self._heard: dict[tuple[str, int], tuple[int, int]] = {}
        """Phones that are not yet written down, by code and chair: the entry that each had read, and when."""
        self._noted = 0.0
        self._closed = Event()
        self._thread: Thread | None = None

    # Waiting.

    def tell(self, code: str, version: int, seq: int) -> None:
        """Reports that table `code` has that version and entry `seq`."""
        with self._lock:
            watch = self._watches.get(code)
            if watch is not None and version > watch.news.version:
                watch.change(News(max(seq, watch.news.seq), version, watch.news.here))

    def watch(self, code: str) -> Watch:
        """Returns the news of a table, to wait for more repeatedly without cost to the database."""
        code = read_code(code)
        with self._lock:
            watch = self._watches.setdefault(code, Watch(self._lock, self._closed))
        self._begin()
        # Read after the watch has begun, so an entry between the two cannot be missed. A database that does not answer
        # is asked again by the thread.
        with suppress(StorageFailed):
            self.look(code)
        return watch

    def wait(self, code: str, after: int, timeout: float) -> int:
        """Waits at most `timeout` seconds for an entry after `after`. Returns the newest entry; 0 for an unknown table,
        or if the database does not answer. Only a hint: `Tables.view_for` and `log_for` return what is new."""
        watch, end = self.watch(code), time.monotonic() + timeout
        while (news := watch.latest) and news.seq <= after and (left := end - time.monotonic()) > 0:
            watch.wait(news, left)
        if watch.news.seq <= after:
            with suppress(StorageFailed):
                self.look(read_code(code))
        return watch.news.seq

    def look(self, *codes: str) -> None:
        """Reads the versions of these tables. Raises `StorageFailed`."""
        for code, (version, seq) in self._store.newest(codes).items() if codes else ():
            self.tell(code, version, seq)

    # Presence.

    def heard(self, code: str, chair: int, seq: int) -> None:
        """Records that the chair's phone is present and has read up to entry `seq`."""
        self._begin()
        with self._lock:
            self._heard[code, chair] = (seq, self._now())

    def presence(self, code: str, newest: int) -> tuple[Presence, ...]:
        """Returns when the phone of each chair was last present, against the newest entry."""
        found = self._presences((code,))[code]
        return tuple(Presence(chair, at, max(0, newest - seq)) for chair, (seq, at) in sorted(found.items()))

    def _presences(self, codes: Collection[str]) -> dict[str, dict[int, tuple[int, int]]]:
        """Exact for the phones of this process; for others as of their last note in the database."""
        with self._lock:
            unstored = dict(self._heard)  # read first: what is stored meanwhile is in either
        found = self._store.presences(codes)
        for (code, chair), heard in unstored.items():
            if code in found:
                found[code][chair] = heard
        return found

    def note_presences(self) -> None:
        """Stores presences. Raises `StorageFailed`."""
        with self._lock:
            heard = dict(self._heard)
            self._noted = time.monotonic()
        if heard:
            self._store.note_presences(heard)
            with self._lock:
                self._heard = {key: value for key, value in self._heard.items() if heard.get(key) != value}

    # The thread.

    def tend(self) -> None:
        """Stores presences, and reads the watched tables. Raises `StorageFailed`."""
        if time.monotonic() - self._noted >= NOTE_SECONDS:
            self.note_presences()
        codes = self._watched()
        if not codes:
            return
        self.look(*codes)
        here, now = self._presences(codes), self._now()
        with self._lock:
            for code, chairs in here.items():
                awake = tuple((chair, is_awake(at, now)) for chair, (_, at) in sorted(chairs.items()))
                watch = self._watches.get(code)
                if watch is not None and watch.news.here != awake:
                    watch.change(News(watch.news.seq, watch.news.version, awake))

    def _watched(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._watches)

    def close(self) -> None:
        """Wakes all waiters for good, and ends the thread."""
        self._closed.set()
        with self._lock:
            for watch in self._watches.values():
                watch.change(watch.news)
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
                due = 0.0
                for _ in follow():
                    if time.monotonic() >= due:
                        self.tend()
                        due = time.monotonic() + CERTAIN_SECONDS
            except StorageFailed as error:
                log.warning("news: %s", error)
                self._closed.wait(AGAIN_SECONDS)

    def _follow_sqlite(self) -> Iterator[None]:
        """Other processes write to the same file."""
        while not self._closed.wait(POLL_SECONDS):
            self.look(*self._watched())
            yield

    def _follow_postgres(self) -> Iterator[None]:
        """Every command notifies the channel."""
        import psycopg  # only whoever stores in PostgreSQL has it

        url = self._store.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                while not self._closed.is_set():
                    for hint in connection.notifies(timeout=LISTEN_SECONDS, stop_after=1):
                        code, version, seq = hint.payload.split()
                        self.tell(code, int(version), int(seq))
                    yield
        except psycopg.Error as error:
            raise StorageFailed(message=str(error)) from error
