"""Answers that go on for as long as there are news."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator


class Pushed(ABC):
    """The body of such an answer.

    Any WSGI server iterates it, which holds a thread for as long. A server with an event loop (`gateway`) holds
    none: it asks `take` what there is to say, and again when the listener is called. One thread at a time asks.
    """

    every: float
    """Seconds after which `take` is asked though nothing has happened."""

    @abstractmethod
    def __iter__(self) -> Iterator[bytes]:
        """What there is to say, waiting for it."""

    @abstractmethod
    def take(self, *, silent: bool) -> bytes | None:
        """What there is to say now. None: it is over. `silent`: nothing was said for `every` seconds.

        It waits for nobody, neither the database nor the disk.
        """

    @abstractmethod
    def settle(self) -> bool:
        """What follows from what was taken and may wait for the database, in a thread. False: it is over."""

    @property
    @abstractmethod
    def unsettled(self) -> bool:
        """Is there anything to settle?"""

    @abstractmethod
    def listen(self, listener: Callable[[], None]) -> None:
        """Has it called whenever there may be something to take; by any thread, until `close`."""

    @abstractmethod
    def close(self) -> None:
        """Nobody listens any more."""
