"""Typed forms of JSON, made ready to be read one at a time.

msgspec looks through a type the first time that it reads one, and lets other threads run meanwhile; one that
reads the same type then finds it half looked through, and the process dies of that. Here whoever comes second waits.
"""

from __future__ import annotations

from threading import RLock
from typing import TypeVar

import msgspec

F = TypeVar("F")


def ready(form: F) -> F:
    """The same type, looked through: to be used wherever msgspec decodes or converts into one of our own."""
    if form not in _ready:
        with _looking:
            msgspec.json.Decoder(form)
            _ready.add(form)
    return form


_ready: set[object] = set()
_looking = RLock()
