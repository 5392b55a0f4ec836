"""What watches over the workers: starts them again for a while when they keep ending, and says so."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import FrameType

GIVE_UP = 60.0
"""Seconds of workers that end again and again without having answered anybody, after which the server ends too."""
PAUSES = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each new start; the last one for all that follow."""
WELL = 30.0
"""Seconds without trouble after which all before is forgotten; so it is where a worker has answered."""
ANSWERED = "answered"
"""A file that workers make once they have answered somebody: as long as they do, the server goes on."""
FAILED = 1
"""Exit code of a server whose workers keep ending."""
LOG = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"told": {"class": "companion.web.serving.supervisor.Told"}},
    "loggers": {"_granian": {"handlers": ["told"], "level": "ERROR", "propagate": False}},
}
"""Granian's own words go to `Told`."""


class Told(logging.Handler):
    """Says what granian complains of, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(record.getMessage())


def say(text: str) -> None:
    """On standard error, whatever is logged."""
    print(f"companion: {text}", file=sys.stderr, flush=True)


def supervise(serve: Callable[[], None], folder: Path) -> None:
    """Has it serve until it is told to stop. When it gives its workers up, it is started again after a pause; for
    `GIVE_UP` seconds if none of them answers. Raises `SystemExit` after that.

    `folder` is where they say that they did.
    """
    answered = folder / ANSWERED
    first = None
    tries = 0
    while True:
        began = time.monotonic()
        try:
            serve()
        except SystemExit as end:
            if not end.code:
                raise
        else:
            return
        now = time.monotonic()
        if first is None or now - began > WELL or answered.exists():
            first, tries = now, 0
        answered.unlink(missing_ok=True)
        if now - first > GIVE_UP:
            say(f"the workers keep ending; given up after {GIVE_UP:.0f} seconds. What is above says why.")
            raise SystemExit(FAILED)
        pause = PAUSES[min(tries, len(PAUSES) - 1)]
        tries += 1
        say(f"the workers keep ending; all are started again in {pause:.0f} s")
        if _told_to_stop(pause):
            return


def _told_to_stop(seconds: float) -> bool:
    """Waits so long. True: it was told to stop meanwhile."""
    told = Event()

    def stop(number: int, frame: FrameType | None) -> None:
        told.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    return told.wait(seconds)


class Watchdog:
    """Tells systemd that the server is ready, and then that it is well for as long as it answers (``sd_notify``).

    Without ``NOTIFY_SOCKET`` it tells nobody.
    """

    def __init__(self, answers: Callable[[], bool]) -> None:
        self._answers = answers
        self._ended = Event()
        self._to = os.environ.get("NOTIFY_SOCKET", "")
        if self._to:
            Thread(target=self._run, name="watchdog", daemon=True).start()

    def end(self) -> None:
        """The server stops."""
        self._ended.set()
        self._tell("STOPPING=1")

    def _run(self) -> None:
        # Asked twice as often as systemd wants to hear; every second until it is ready.
        every = int(os.environ.get("WATCHDOG_USEC", "0")) / 2e6
        ready = False
        while not self._ended.is_set():
            if self._answers():
                if not ready:
                    self._tell("READY=1")
                    ready = True
                self._tell("WATCHDOG=1")
            if ready and not every:
                return
            self._ended.wait(every if ready else 1.0)

    def _tell(self, text: str) -> None:
        if not self._to:
            return
        address = "\0" + self._to[1:] if self._to.startswith("@") else self._to
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(text.encode(), address)
