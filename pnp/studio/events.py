"""What open pages are told at once: a stream of events for each of them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

HEARTBEAT = 15.0
"""Seconds after which a stream says something, so that neither end takes the other for gone."""
WAITING = 100
"""Events that a page may be behind; one that is further behind has gone to sleep and asks anew when it wakes."""


class Events:
    """The streams of all open pages."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: set[queue.Queue[str]] = set()

    def tell(self, event: str, data: str) -> None:
        """Tells all pages something."""
        with self._lock:
            pages = list(self._pages)
        for page in pages:
            if page.qsize() < WAITING:
                page.put(f"event: {event}\ndata: {data}\n\n")

    def stream(self, first: str) -> Iterator[str]:
        """What one page is told from now on; at first, what is."""
        page: queue.Queue[str] = queue.Queue()
        with self._lock:
            self._pages.add(page)
        try:
            yield f"retry: 500\nevent: here\ndata: {first}\n\n"
            while True:
                try:
                    yield page.get(timeout=HEARTBEAT)
                except queue.Empty:
                    yield ": still here\n\n"
        finally:
            with self._lock:
                self._pages.discard(page)
