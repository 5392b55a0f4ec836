"""``/healthz``: can the database be read and written, and soon?"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late

from flask import Flask, Response

from companion.tables import TableError, Tables

SECONDS = 2.0
"""How long the database may take."""
GOOD_SECONDS = 0.25
"""How long a good answer is given again: each takes a write, and anybody may ask."""


class Probe:
    """One question to the database at a time: while one is unanswered, whoever asks next waits for the same."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lock = threading.Lock()
        self._asked: Future[None] | None = None
        self._good = -GOOD_SECONDS

    def answers(self, seconds: float) -> bool:
        """Has the database answered within so many seconds?"""
        if time.monotonic() - self._good < GOOD_SECONDS:
            return True
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._ask, args=(self._asked,), daemon=True).start()
            asked = self._asked
        try:
            asked.result(seconds)
        except (Late, TableError):
            return False
        return True

    def _ask(self, asked: Future[None]) -> None:
        try:
            self._tables.probe()
        except BaseException as error:  # whatever it is, it is the answer
            asked.set_exception(error)
        else:
            self._good = time.monotonic()
            asked.set_result(None)


def init_app(app: Flask, tables: Tables) -> None:
    """Adds the address."""
    probe = Probe(tables)
    app.add_url_rule("/healthz", "healthz", lambda: _answer(probe))


def _answer(probe: Probe) -> Response:
    if probe.answers(SECONDS):
        return Response("ok\n", mimetype="text/plain")
    return Response("the database does not answer\n", 503, mimetype="text/plain")
