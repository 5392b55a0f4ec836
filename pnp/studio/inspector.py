"""Looks at a kit that take longer than a page may wait, in a process of their own."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Inspector(Generic[Found]):
    """Does `work` whenever it is asked to, and calls `found` with what came of it; what is asked meanwhile is one look
    more, the last one."""

    def __init__(self, work: Callable[..., Found], found: Callable[[int, Found], None]) -> None:
        self._work = work
        self._found = found
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._busy = False
        self._ended = False
        self._asked = 0
        self._arguments: tuple[object, ...] = ()

    def look(self, number: int, *arguments: object) -> None:
        """Asks for a look; the number comes back with what is found."""
        with self._lock:
            self._asked, self._arguments = number, arguments
            begun = None if self._busy or self._ended else self._begin()
        self._follow(number, begun)

    def stop(self) -> None:
        """Ends the process, whatever it is at."""
        with self._lock:
            pool, self._pool, self._ended = self._pool, None, True
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - else the pool waits for its work
                process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def _begin(self) -> Future[Found]:
        if self._pool is None:
            # Begun anew rather than forked: this process has threads.
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_quiet)
        self._busy = True
        return self._pool.submit(self._work, *self._arguments)

    def _follow(self, number: int, begun: Future[Found] | None) -> None:
        """Hears what comes of a look. Not under the lock: of what is done already it is told at once."""
        if begun is not None:
            begun.add_done_callback(lambda done: self._done(number, done))

    def _done(self, number: int, done: Future[Found]) -> None:
        with self._lock:
            if self._ended:
                return
            self._busy = False
            if isinstance(done.exception(), BrokenProcessPool):
                self._pool = None
            asked = self._asked
            begun = self._begin() if asked != number else None
        if begun is not None:
            self._follow(asked, begun)
        elif not done.cancelled() and done.exception() is None:
            self._found(number, done.result())


def _quiet() -> None:
    """Leaves Ctrl-C to the process that began this one, and the machine to the page."""
    if hasattr(os, "nice"):
        os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess | None) -> None:
    """Ends this process when the one that began it is gone, however that ended."""
    if parent is not None:
        parent.join()
        os._exit(0)
