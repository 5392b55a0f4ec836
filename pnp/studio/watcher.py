"""Notices saves of kit files; `pnp check --watch` needs nothing else of the studio."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from watchfiles import watch

from pnp.kit.folder import stamps


def watch_saves(*folders: Path, stop: threading.Event | None = None) -> Iterator[None]:
    """Yields after each save of a file of these kits, until `stop` is set. Raises KeyboardInterrupt in the main thread.

    The stamps of files are compared twice a second as well, so that a save is not lost that came before the first
    event, or for which a network drive sends none.
    """
    known = [stamps(folder) for folder in folders]
    for _ in watch(
        *folders,
        stop_event=stop,
        debounce=200,
        step=20,
        rust_timeout=500,
        yield_on_timeout=True,
        raise_interrupt=True,
    ):
        now = [stamps(folder) for folder in folders]
        if now != known:
            known = now
            yield
