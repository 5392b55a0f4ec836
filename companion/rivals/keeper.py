"""Runs the process that plays for bots, beside a server. Nothing else needs it."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import get_context
from threading import Event, Thread
from types import TracebackType

from companion.rivals.process import Rivals
from companion.tables import Limits, open_tables

PAUSE = 5.0
"""Seconds before the process is started again, should it end."""
LOOK = 0.5
"""Seconds between two looks whether it is still there."""
NICE = 10
"""Its lower priority: who answers taps comes first."""


class Keeper:
    """Runs the process while this is entered, from the first `call` on. Without `players` it never runs."""

    def __init__(self, database: str, players: tuple[str, ...]) -> None:
        self._database, self._players = database, players
        self._called, self._ended = Event(), Event()
        self._thread = Thread(target=self._run, name="rivals", daemon=True)

    def call(self) -> None:
        """A bot sits at a table, so the process is needed. By any thread."""
        self._called.set()

    def __enter__(self) -> Keeper:
        if self._players:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        self._called.set()
        if self._players:
            self._thread.join()

    def _run(self) -> None:
        self._called.wait()
        apart = get_context("spawn")  # a fork would copy locks that other threads hold
        while not self._ended.is_set():
            process = apart.Process(target=play, args=(self._database, self._players, os.getpid()), daemon=True)
            process.start()
            while process.is_alive() and not self._ended.wait(LOOK):
                pass
            if self._ended.is_set():
                process.terminate()
            process.join()
            self._ended.wait(PAUSE)


def play(database: str, players: tuple[str, ...], parent: int) -> None:
    """What the process does, until the program that started it is gone."""
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
