"""“There is something new”: a hint to those who wait for a table. The log is the truth; a lost hint costs nothing."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections import Counter
from contextlib import closing
from threading import Condition, Event, Lock, Thread

from companion.tables.appending import CHANNEL
from companion.tables.errors import StorageFailed
from companion.tables.store import Store

POLL_SECONDS = 0.1
"""How often SQLite is asked whether another process has written; PostgreSQL tells by itself."""
LISTEN_SECONDS = 0.5
"""How long the PostgreSQL listener goes without looking whether it is to end."""
AGAIN_SECONDS = 1.0
"""How long to wait before asking a database again that did not answer."""
log = logging.getLogger(__name__)


class Hints:
    """Wakes threads that wait for a table's next entry, whichever thread or process wrote it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._newest: dict[str, int] = {}
        self._waiting: Counter[str] = Counter()
        self._conditions: dict[str, Condition] = {}
        self._wanted = Event()
        self._closed = Event()
        self._thread: Thread | None = None

    def told(self, code: str, seq: int) -> None:
        """Table `code` has entry `seq`."""
        with self._lock:
            condition = self._conditions.get(code)
            if condition is not None and seq > self._newest.get(code, 0):
                self._newest[code] = seq
                condition.notify_all()

    def wait(self, code: str, after: int, timeout: float) -> int:
        """Returns when the table has an entry after `after`, or after `timeout` seconds: its newest entry.

        A database that does not answer meanwhile is not complained of: whoever reads next will see it.
        """
        with self._lock:
            condition = self._conditions.setdefault(code, Condition(self._lock))
            self._waiting[code] += 1
            self._watch()
        try:
            # Asked after the condition stands, so an entry between the two cannot be missed.
            newest = self._newest_of(code)
            if newest > after:
                return newest
            with self._lock:
                if condition.wait_for(lambda: self._newest.get(code, 0) > after or self._closed.is_set(), timeout):
                    return max(self._newest.get(code, 0), newest)
            return self._newest_of(code)
        finally:
            with self._lock:
                self._waiting[code] -= 1
                if not self._waiting[code]:
                    del self._waiting[code], self._conditions[code]
                    self._newest.pop(code, None)
                    if not self._waiting:
                        self._wanted.clear()

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
            for condition in self._conditions.values():
                condition.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        self._wanted.set()
        if self._thread is None:
            path = self._store.database.path
            target = self._listen if path is None else self._poll
            self._thread = Thread(target=target, name="table-hints", daemon=True)
            self._thread.start()

    def _look(self) -> None:
        """Asks the database for what is waited for."""
        with self._lock:
            codes = list(self._waiting)
        for code, seq in self._store.newest(codes).items() if codes else ():
            self.told(code, seq)

    def _poll(self) -> None:
        """SQLite: the data version changes when any other connection has written."""
        seen = -1
        with closing(sqlite3.connect(f"{self._store.database.path}", check_same_thread=False)) as connection:
            while not self._closed.is_set():
                self._wanted.wait()
                try:
                    (version,) = connection.execute("PRAGMA data_version").fetchone()
                    if version != seen:
                        self._look()
                        seen = version
                except (sqlite3.Error, StorageFailed) as error:
                    log.warning("hints: %s", error)
                    time.sleep(AGAIN_SECONDS)
                self._closed.wait(POLL_SECONDS)

    def _listen(self) -> None:
        """PostgreSQL: every append notifies the channel."""
        import psycopg

        url = self._store.database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closed.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._look()
                    while not self._closed.is_set():
                        for hint in connection.notifies(timeout=LISTEN_SECONDS):
                            code, _, seq = hint.payload.partition(" ")
                            self.told(code, int(seq))
                            if self._closed.is_set():
                                break
            except (psycopg.Error, StorageFailed) as error:
                log.warning("hints: %s", error)
                self._closed.wait(AGAIN_SECONDS)
