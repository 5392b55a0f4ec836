"""Time for tests of tables."""

from __future__ import annotations


class Clock:
    """A clock that only tests move. Seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now
