"""Places that no single guest can take all of: for bodies on their way, for streams, for large answers."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from companion.tables.storage.rate_limits import networks_of

OF_A_SITE = 2
"""The /48 that one customer of IPv6 is given has so many times the places of an address."""


class Places:
    """So many places in all, and so many of them for one address; `of_one` 0: addresses are not bounded."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most = most
        self._of_one = of_one
        self._lock = Lock()
        self._taken: Counter[str] = Counter()
        self._all = 0

    def take(self, address: str | None) -> bool:
        """Takes a place, if there is one for this address."""
        networks = _networks(address) if self._of_one else ()
        with self._lock:
            if self._all >= self._most:
                return False
            if any(self._taken[network] >= self._of_one * times for network, times in networks):
                return False
            self._all += 1
            self._taken.update(network for network, _ in networks)
            return True

    def leave(self, address: str | None) -> None:
        """Gives it back."""
        networks = _networks(address) if self._of_one else ()
        with self._lock:
            self._all -= 1
            for network, _ in networks:
                self._taken[network] -= 1
                if not self._taken[network]:
                    del self._taken[network]


def _networks(address: str | None) -> tuple[tuple[str, int], ...]:
    """The networks that an address counts for, and how many times the places of one address each has. None for this
    machine itself."""
    own, site = networks_of(address)
    return tuple((network, times) for network, times in ((own, 1), (site, OF_A_SITE)) if network)
