"""What is read once a process, and can be handed to another, which need not read it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

T = TypeVar("T")
Asked = TypeVarTuple("Asked")

Memos: TypeAlias = "Mapping[tuple[str, tuple[object, ...]], Any]"
"""What was found, by the function that found it, and what it was asked."""

MOST = 8_192
"""Of all together; the oldest are forgotten."""

_known: dict[tuple[str, tuple[object, ...]], Any] = {}
_writing = Lock()


def once(read: Callable[[*Asked], T]) -> Callable[[*Asked], T]:
    """A function that reads what nobody has read before. What it is asked, and what it finds, can be pickled; an error
    is not kept."""
    name = f"{read.__module__}.{read.__qualname__}"

    @wraps(read)
    def known_or_read(*asked: *Asked) -> T:
        key = name, asked
        if key in _known:
            with suppress(KeyError):  # it may be forgotten by now
                kept: T = _known[key]
                return kept
        found = read(*asked)
        take({key: found})
        return found

    return known_or_read


def known() -> Memos:
    """All that is known by now."""
    return dict(_known)


def take(memos: Memos) -> None:
    """Takes what another process knows."""
    with _writing:
        _known.update(memos)
        while len(_known) > MOST:
            del _known[next(iter(_known))]
