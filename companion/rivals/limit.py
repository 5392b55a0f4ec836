"""An end to thoughts that have none: somebody's player may loop for ever, and others wait behind it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

AGAIN = 1.0
"""Seconds after which it is told again, should it have caught that as well."""


class TooLong(BaseException):
    """It has thought for too long. Not an `Exception`, which a player may catch for its own ends."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises `TooLong` in what lasts longer. Only in a program's main thread, and not on Windows: nothing else can be
    interrupted from outside."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
