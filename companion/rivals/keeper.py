"""Keeps the rivals' process running beside a server that has rivals at its tables, and needs it for nothing else."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from types import TracebackType

from companion.rivals.process import Rivals
from companion.tables import Limits, open_tables

PAUSE = 5.0
"""Seconds before it is started again, should it end."""
LOOK = 0.5
"""Seconds between two looks whether it is called, and then whether it is still there."""
NICE = 10
"""How far it steps back for whoever answers taps."""


class Keeper:
    """While it is entered, the process runs from when there is a file `called`. `players` are those that may be seated;
    without any there is none."""

    def __init__(self, database: str, players: tuple[str, ...], called: Path) -> None:
        self._database, self._players, self._called = database, players, called
        self._ended = Event()
        self._thread = Thread(target=self._run, name="rivals", daemon=True)

    def __enter__(self) -> Keeper:
        if self._players:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        if self._players:
            self._thread.join()

    def _run(self) -> None:
        while not self._called.exists():
            if self._ended.wait(LOOK):
                return
        apart = get_context("spawn")  # a fork would take the threads' locks along as they stand
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is told to all; who started it ends it
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
