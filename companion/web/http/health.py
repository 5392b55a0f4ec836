"""``/healthz``: whether the database can be read and written within two seconds."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from flask import Flask, Response

from companion.tables import TableError, Tables

SECONDS = 2.0
"""How long the database may take."""


class Probe:
    """Reads and writes the database in a thread. Requests that come meanwhile wait for the same result."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lock = threading.Lock()
        self._running: Future[None] | None = None

    def run(self, timeout: float) -> bool:
        """Whether the database answered within so many seconds."""
        with self._lock:
            if self._running is None or self._running.done():
                self._running = Future()
                threading.Thread(target=self._probe, args=(self._running,), name="health", daemon=True).start()
            running = self._running
        try:
            running.result(timeout)
        except (FutureTimeout, TableError):
            return False
        return True

    def _probe(self, result: Future[None]) -> None:
        try:
            self._tables.probe()
        except BaseException as error:  # the waiting requests raise it
            result.set_exception(error)
        else:
            result.set_result(None)


def init_app(app: Flask, tables: Tables) -> None:
    """Adds the address."""
    probe = Probe(tables)

    @app.get("/healthz")
    def healthz() -> Response:
        if probe.run(SECONDS):
            return Response("ok\n", mimetype="text/plain")
        return Response("the database does not answer\n", 503, mimetype="text/plain")
