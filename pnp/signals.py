"""The signals that end a command."""

from __future__ import annotations

import signal
from collections.abc import Iterator

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, `kill`, and a terminal that is closed; not each system has all."""


def heeded() -> Iterator[int]:
    """Those that end this process; none that it was begun deaf to, as by `nohup` or in the background of a shell."""
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            yield number
