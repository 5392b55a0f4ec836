"""What waits for files of a kit to be saved: it looks at them ten times a second."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from pnp.kit.stamps import stamps

INTERVAL = 0.1
"""Seconds between two looks; one at our largest kit takes six thousandths of a second."""
SETTLED = 0.02
"""Seconds in which nothing more is written: an editor empties a file before it fills it."""


class Watcher:
    """Looks at a folder in a thread of its own, and calls `saved` as soon as something was written and has settled."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._saved = saved
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(5)

    def _watch(self) -> None:
        known = stamps(self._folder)
        while not self._ended.wait(INTERVAL):
            now = stamps(self._folder)
            if now == known:
                continue
            while not self._ended.wait(SETTLED) and (later := stamps(self._folder)) != now:
                now = later
            known = now
            self._saved()


def after_saves(folders: Sequence[Path], look: Callable[[], object]) -> None:
    """Calls `look` after each save in one of the folders, until Ctrl-C."""
    saves: queue.SimpleQueue[None] = queue.SimpleQueue()
    watchers = [Watcher(folder, lambda: saves.put(None)) for folder in folders]
    for watcher in watchers:
        watcher.start()
    try:
        while True:
            saves.get()
            while not saves.empty():  # what was saved meanwhile is one look
                saves.get()
            look()
    except KeyboardInterrupt:
        pass
    finally:
        for watcher in watchers:
            watcher.stop()
