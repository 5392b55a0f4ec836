"""Writes the presence of phones, which is kept in memory, into the database about once a second."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread

from sqlalchemy.exc import IntegrityError

from companion.tables.errors import StorageFailed
from companion.tables.storage.database import Database
from companion.tables.storage.presence import Attendance

SETTLE_SECONDS = 1.0
log = logging.getLogger(__name__)


class Settling:
    """A thread that writes what has changed, from the first `begin` on. Without `threads` somebody calls `settle`."""

    def __init__(self, database: Database, attendance: Attendance, *, threads: bool = True) -> None:
        self._database = database
        self._attendance = attendance
        self._threads = threads
        self._closed = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Starts the thread, unless it runs."""
        if self._thread is not None or not self._threads:
            return
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._run, name="table-settling", daemon=True)
                self._thread.start()

    def settle(self) -> None:
        """Writes now. Raises `StorageFailed`; then all is kept for the next time."""
        if batch := self._attendance.take():
            with self._database.writing() as connection:
                self._attendance.put(connection, batch)
            self._attendance.settled(batch)

    def close(self) -> None:
        """Writes a last time and ends the thread."""
        self._closed.set()
        with self._lock:
            if self._thread is not None:
                self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(SETTLE_SECONDS):
            self._attempt()
        self._attempt()

    def _attempt(self) -> None:
        try:
            self.settle()
        except (StorageFailed, IntegrityError) as error:
            log.warning("presence is not stored: %s", error)
