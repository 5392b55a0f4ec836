"""Work that a copy of this process does meanwhile: what is there by then need not be imported, read or handed over for
it, and it is begun in a millisecond."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from types import TracebackType
from typing import Generic, NoReturn, Self, TypeVar

from pnp.signals import heeded

ENDED = "a process was ended while it printed: is there memory for so many? --processes 1 takes least"

ROOM = 1024 * 1024
"""Bytes: what Linux lets everybody have."""

T = TypeVar("T")


def begun(work: Callable[[], T], ends: ExitStack) -> Callable[[], T]:
    """Has work begun by a twin, which ends with `ends` at the latest; what is returned waits for what comes of it."""
    return ends.enter_context(Twin(partial(_once, work))).result


def _once(work: Callable[[], T]) -> Iterator[T]:
    yield work()


def has_twins() -> bool:
    """Whether a copy of this process would be whole: threads are not copied, nor what they hold given back. On Windows
    there are no copies; on macOS the system's own libraries forbid them."""
    return sys.platform == "linux" and threading.active_count() == 1


class Twin(Generic[T]):
    """A copy of this process that does some work, a part after the other, and ends; with the `with` block, finished or
    not."""

    def __init__(self, work: Callable[[], Iterator[T]]) -> None:
        reading, writing = _pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(reading)
            _work(work, writing)
        os.close(writing)
        self._pipe = os.fdopen(reading, "rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pipe.close()
        os.kill(self._process, signal.SIGKILL)  # it is there until it is waited for, if only by its number
        os.waitpid(self._process, 0)

    def result(self) -> T:
        """What came of the next part of the work; raises what that raised, and OSError if the twin was ended from
        outside."""
        try:
            done, found = pickle.load(self._pipe)
        except (EOFError, pickle.UnpicklingError):
            raise OSError(errno.ECHILD, ENDED) from None
        if not done:
            raise found
        result: T = found
        return result


def _pipe() -> tuple[int, int]:
    """A pipe with room for a kit, so that who writes into it can go on before anybody reads."""
    import fcntl  # there are no twins where there is no such thing

    reading, writing = os.pipe()
    with suppress(OSError):  # the system gives less to who has many
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, ROOM)
    return reading, writing


def _work(work: Callable[[], Iterator[object]], writing: int) -> NoReturn:
    """In the twin. A signal ends it without a word; who began it has the words."""
    for number in heeded():
        signal.signal(number, signal.SIG_DFL)
    try:
        with os.fdopen(writing, "wb") as pipe:
            try:
                for found in work():
                    pipe.write(pickle.dumps((True, found)))
                    pipe.flush()
            except Exception as error:
                pipe.write(pickle.dumps((False, error)))
    finally:
        os._exit(0)  # not as the command itself ends, with what it has to put away
