"""What is counted in memory goes into the database about once a second, all of it in one transaction."""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from companion.tables.errors import StorageFailed
from companion.tables.storage.database import Database

SETTLE_SECONDS = 1.0
log = logging.getLogger(__name__)
Batch = TypeVar("Batch")
Found = TypeVar("Found")


class Part(Protocol[Batch, Found]):
    """Something that counts in memory."""

    def take(self) -> Batch:
        """What is to be settled; empty: nothing. It stays in memory until `settled`."""

    def put(self, connection: Connection, batch: Batch) -> Found:
        """Writes it, in the caller's transaction; what it gives back goes to `settled`."""

    def settled(self, found: Found) -> None:
        """The transaction is committed."""


class Settling:
    """A thread that settles its parts while there is something to settle; it starts with the first `begin`. Without
    `threads` somebody calls `settle` instead."""

    def __init__(self, database: Database, *parts: Part[Any, Any], threads: bool = True) -> None:
        self._database = database
        self._threads = threads
        self._parts = parts
        self._closed = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def begin(self) -> None:
        """From now on there may be something to settle."""
        if self._thread is not None or not self._threads:
            return
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = Thread(target=self._run, name="table-settling", daemon=True)
                self._thread.start()

    def settle(self) -> None:
        """Settles now. Raises `StorageFailed`; then all is kept for the next time."""
        batches = [(part, batch) for part in self._parts if (batch := part.take())]
        if not batches:
            return
        with self._database.writing() as connection:
            found = [(part, part.put(connection, batch)) for part, batch in batches]
        for part, what in found:
            part.settled(what)

    def close(self) -> None:
        """Settles a last time, and ends."""
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
            log.warning("settling: %s", error)
