"""Places that no single client can take all of: for streams, and for photographs that are read."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from companion.web.http.limits import network_of


class Places:
    """A number of places, and how many of them one address may take (0: all). Thread-safe."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most = most
        self._of_one = of_one
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def take(self, address: str | None) -> bool:
        """Takes a place. False: none is free for this address."""
        client = network_of(address or "")
        with self._lock:
            if self._taken.total() >= self._most:
                return False
            if client and self._of_one and self._taken[client] >= self._of_one:
                return False
            self._taken[client] += 1
            return True

    def leave(self, address: str | None) -> None:
        """Gives a place back."""
        client = network_of(address or "")
        with self._lock:
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]

    @property
    def taken(self) -> int:
        """How many places are taken."""
        with self._lock:
            return self._taken.total()
