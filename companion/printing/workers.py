"""Keeps the presses busy: a thread for each kind of order, as long as there are any."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from threading import Lock, Thread, current_thread

import msgspec

from companion.printing.locks import lock
from companion.printing.orders import FAILED, MADE, Failed, Kind, Order, Orders, Reason

PAUSE = 0.2
"""Seconds between two looks for the press to be free, while another process uses it."""


class Foreman:
    """Starts a press for each order in its turn. In every server process there is one; by file locks they print one kit
    and one picture at a time."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        self._busy: dict[Kind, Thread] = {}
        self._guard = Lock()

    def wake(self, kind: Kind) -> None:
        """There may be something to do."""
        with self._guard:
            if kind not in self._busy:
                self._busy[kind] = Thread(target=self._work, args=(kind,), name=f"press-{kind}", daemon=True)
                self._busy[kind].start()

    def _work(self, kind: Kind) -> None:
        try:
            while self._goes_on(kind):
                if not self._print_next(kind):
                    time.sleep(PAUSE)
        except OSError as error:
            print(f"printing: {error}", file=sys.stderr)
        finally:
            with self._guard:
                if self._busy.get(kind) is current_thread():
                    del self._busy[kind]

    def _goes_on(self, kind: Kind) -> bool:
        """Is there anything left? Whoever adds an order wakes us afterwards: he finds us gone, or we see it here."""
        with self._guard:
            if self._orders.queue(kind):
                return True
            del self._busy[kind]
            return False

    def _print_next(self, kind: Kind) -> bool:
        """Prints the oldest order; False if another process is printing one of its kind."""
        with lock(self._orders.folder / f".press-{kind}") as press:
            if press is None:
                return False
            for key, _ in self._orders.queue(kind):
                with self._orders.taken(key) as taken:
                    if taken is not None:
                        self._print(key, taken[0], (press, taken[1]))
                        return True
        return False

    def _print(self, key: str, order: Order, held: tuple[int, int]) -> None:
        bounds = self._orders.bounds
        if order.tries >= bounds.tries:
            self._orders.end(key, Failed(choice=order.choice, reason="broken"))
            return
        self._orders.begin(key, order)
        reason: Reason = "broken"
        # In a session of its own, Ctrl-C in the terminal stops the server first, and the press only with it.
        with subprocess.Popen(
            self._command(key), stdin=subprocess.DEVNULL, pass_fds=_inherited(held), start_new_session=True
        ) as press:
            try:
                press.wait(bounds.seconds)
            except subprocess.TimeoutExpired:
                press.kill()
                reason = "slow"
        home = self._orders.folder / key
        if not (home / MADE).exists() and not (home / FAILED).exists():
            self._orders.end(key, Failed(choice=order.choice, reason=reason))

    def _command(self, key: str) -> list[str]:
        bounds = msgspec.json.encode(self._orders.bounds).decode()
        folder = str(self._orders.folder.resolve())
        return [sys.executable, "-m", "companion.printing.press", folder, key, bounds, str(os.getpid())]


def _inherited(held: tuple[int, int]) -> tuple[int, ...]:
    """The locks that the press holds too, so that nobody prints an order again while it still runs."""
    return () if sys.platform == "win32" else held
