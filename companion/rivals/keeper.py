"""Runs the process that plays for bots, beside a server. Nothing else needs it."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from threading import Lock

from companion.rivals.process import Rivals
from companion.tables import Limits, open_tables

PAUSE = 5.0
"""Seconds before the process is started again, should it end."""
NICE = 10
"""Its lower priority: who answers taps comes first."""


class Keeper:
    """Runs the process while this is entered, from the first `call` on. Without `players` it never runs."""

    def __init__(self, database: str, players: tuple[str, ...]) -> None:
        self._arguments = (database, players, os.getpid())
        self._players = players
        self._lock = Lock()
        self._process: SpawnProcess | None = None
        self._started = 0.0
        self._ended = False

    def call(self) -> None:
        """Starts the process if it does not run, after a bot took a seat. Thread-safe."""
        with self._lock:
            running = self._process is not None and self._process.is_alive()
            if running or self._ended or not self._players or time.monotonic() < self._started + PAUSE:
                return
            # A fork would copy locks that other threads hold.
            self._process = get_context("spawn").Process(target=play, args=self._arguments, daemon=True)
            self._process.start()
            self._started = time.monotonic()

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.terminate()
                self._process.join()


def play(database: str, players: tuple[str, ...], parent: int) -> None:
    """Runs the main loop of the process until its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; who started it ends it
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(NICE)

    def stop(seconds: float) -> bool:
        time.sleep(seconds)
        return os.getppid() != parent

    tables = open_tables(database, Limits(rivals=players))
    try:
        Rivals(tables).run(stop)
    finally:
        tables.close()
