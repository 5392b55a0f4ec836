"""What was asked of the press, as files: one folder for each order, which all server processes share.

An order is `order.json`, and a lock that is held while it is printed. Then it is `made.json` beside its files, or
`failed.json`. So whatever is killed, and when, the files say how things stand. The folder's name follows from what
is printed and from the press: the same order twice is one.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import quote, unquote_to_bytes

import msgspec
from msgspec import Struct

from companion.engine.msgspec_ready import ready
from companion.printing.kits import Offer, press_digest
from companion.printing.locks import is_held, lock
from companion.printing.options import Choice
from pnp.findings import Finding
from pnp.output.manifest import File

Kind = Literal["kit", "picture"]
Reason = Literal["kit", "option", "way", "slow", "large", "full", "crowded", "broken"]
"""Why nothing was printed: errors in the kit, an option it has not, nothing in it that could be shown so, too long, too
large, no room on the disk, others were waiting who had fewer orders, or the press ended in a way that it should not."""

KEY = re.compile(r"[0-9a-f]{20}")
ORDER, MADE, FAILED, PROGRESS, LOCK = "order.json", "made.json", "failed.json", "progress.json", "lock"
PICTURE, ZIP = "picture.png", "kit.zip"
FULL = (errno.ENOSPC, errno.EDQUOT)
"""How the system says that a disk has no more room."""


class Bounds(Struct, frozen=True, kw_only=True):
    """How much the press does for the pages. Seconds and bytes of memory and files are for one order; `kept…` for what
    was printed before: what was not fetched for longest goes first."""

    waiting: int = 24
    waiting_by_address: int = 4
    waiting_by_network: int = 12
    seconds: int = 300
    tries: int = 3
    memory_bytes: int = 2 * 1024**3
    file_bytes: int = 256 * 1024**2
    kept: int = 500
    kept_bytes: int = 1024**3
    kept_seconds: int = 30 * 24 * 3600


class Order(Struct, frozen=True, kw_only=True):
    """An order that waits or is printed. `by` is what the address that asked is known by, `wide` its wider network
    (empty: it has none): they go when the order is done."""

    kind: Kind
    choice: Choice
    folder: str
    """The kit's, percent-encoded: a path may hold bytes that are not UTF-8."""
    at: int
    """Nanoseconds since 1970: the queue's order."""
    by: str
    tries: int = 0
    wide: str = ""

    @property
    def who(self) -> str:
        """What counts as one guest in the queue."""
        return self.wide or self.by

    @property
    def kit(self) -> Path:
        """The folder as a path."""
        return Path(os.fsdecode(unquote_to_bytes(self.folder)))


class Printed(Struct, frozen=True):
    """A file that was printed, as the manifest tells of it, and its size in bytes."""

    file: File
    size: int


class Made(Struct, frozen=True, kw_only=True):
    """What came of an order. A picture has no files but itself. `zip_name` is what the archive of all is called;
    `codes` on the paper lead to the address of the choice."""

    choice: Choice
    title: dict[str, str] = {}
    build: str = ""
    files: tuple[Printed, ...] = ()
    zip_name: str = ""
    zip_size: int = 0
    warnings: tuple[Finding, ...] = ()
    codes: bool = False


class Failed(Struct, frozen=True, kw_only=True):
    """Why nothing came of an order, with the press's findings where it has any."""

    choice: Choice
    reason: Reason
    findings: tuple[Finding, ...] = ()


class Progress(Struct, frozen=True):
    """How far the press is: the share that is done, 0 to 1, and the file it is at."""

    share: float = 0.0
    file: str = ""


class Waiting(Struct, frozen=True):
    """An order that is not done: how many are before it, and how far it is if none is."""

    choice: Choice
    ahead: int
    printing: bool
    progress: Progress


class BusyError(Exception):
    """No more orders are taken now: there are too many altogether, or (`own`) from this address."""

    def __init__(self, *, own: bool) -> None:
        self.own = own
        super().__init__("too many orders wait")


T = TypeVar("T")


class Orders:
    """The orders in a folder. Any thread of any process may use it; methods raise OSError if the disk fails."""

    def __init__(self, folder: Path, bounds: Bounds) -> None:
        self.folder = folder
        self.bounds = bounds

    # Asking.

    def place(self, kind: Kind, choice: Choice, offer: Offer, by: str, wide: str = "") -> str:
        """The key of the order, which waits now if it was not there. What failed is tried again. Raises BusyError."""
        key = _key(kind, choice, offer)
        home = self.folder / key
        self.folder.mkdir(parents=True, exist_ok=True)
        with lock(self.folder / ".lock", wait=True):
            if isinstance(self.standing(key), Made | Waiting):
                return key
            self._check_room(kind, by, wide)
            self._evict()
            folder = quote(os.fsencode(offer.folder))
            order = Order(kind=kind, choice=choice, folder=folder, at=time.time_ns(), by=by, wide=wide)
            home.mkdir(exist_ok=True)
            for result in (MADE, FAILED):  # what failed before, or what another version wrote
                (home / result).unlink(missing_ok=True)
            write(home / ORDER, order)
        return key

    def _check_room(self, kind: Kind, by: str, wide: str) -> None:
        waiting = self.queue(kind)
        if by and sum(order.by == by for _, order in waiting) >= self.bounds.waiting_by_address:
            raise BusyError(own=True)
        if wide and sum(order.wide == wide for _, order in waiting) >= self.bounds.waiting_by_network:
            raise BusyError(own=True)
        if len(waiting) >= self.bounds.waiting:
            self._make_room(waiting, wide or by)

    def _make_room(self, waiting: list[tuple[str, Order]], who: str) -> None:
        """Where all places are taken, whoever has taken most of them gives the last one back to one who has fewer."""
        counts = Counter(order.who for _, order in waiting)
        most = max(counts.values())
        greedy = [key for key, order in waiting if counts[order.who] == most and not is_held(self.folder / key / LOCK)]
        if most < counts[who] + 2 or not greedy:
            raise BusyError(own=False)
        with self.taken(greedy[-1]) as taken:
            if taken is None:
                raise BusyError(own=False)
            self.end(greedy[-1], Failed(choice=taken[0].choice, reason="crowded"))

    def _evict(self) -> None:
        """Throws away what is too old, what is too much, and what became no order because the disk was full."""
        done = []
        for home in self.folder.iterdir():
            waits = (home / ORDER).exists()  # looked at first: it goes when there is a result
            result = next((path for path in (home / MADE, home / FAILED) if path.exists()), None)
            if result:
                with suppress(OSError):
                    done.append((result.stat().st_mtime, _bytes_in(home), home))
            elif not waits and KEY.fullmatch(home.name):
                shutil.rmtree(home, ignore_errors=True)
        count, total, bounds = len(done), sum(size for _, size, _ in done), self.bounds
        for at, size, home in sorted(done):
            if count < bounds.kept and total <= bounds.kept_bytes and time.time() - at <= bounds.kept_seconds:
                break
            shutil.rmtree(home, ignore_errors=True)
            count, total = count - 1, total - size

    # Looking.

    def standing(self, key: str) -> Made | Failed | Waiting | None:
        """How an order stands; None if there is no such order, or no longer."""
        if not KEY.fullmatch(key):
            return None
        home = self.folder / key
        done = read(home / MADE, Made) or read(home / FAILED, Failed)
        if done is not None:
            return done
        order = read(home / ORDER, Order)
        if order is None:
            return None
        ahead = next((n for n, (other, _) in enumerate(self.queue(order.kind)) if other == key), 0)
        progress = read(home / PROGRESS, Progress) or Progress()
        return Waiting(order.choice, ahead, is_held(home / LOCK), progress)

    def queue(self, kind: Kind) -> list[tuple[str, Order]]:
        """The orders that are not done, in their turn: everybody's oldest first, then everybody's second, and so on.

        So whoever orders much lets others come between.
        """
        found = list[tuple[str, Order]]()
        for path in self.folder.glob(f"*/{ORDER}"):
            order = read(path, Order)
            if order is not None and order.kind == kind:
                found.append((path.parent.name, order))
        found.sort(key=lambda item: item[1].at)
        nth: Counter[str] = Counter()
        turns = []
        for key, order in found:
            turns.append((nth[order.who], order.at, key, order))
            nth[order.who] += 1
        return [(key, order) for _, _, key, order in sorted(turns, key=lambda turn: turn[:3])]

    def fetch(self, key: str, name: str) -> Path | None:
        """A file that was made, to be sent; it is kept for longer by that. None: no such file."""
        made = self.standing(key)
        if not isinstance(made, Made) or name not in {PICTURE, ZIP, *(printed.file.path for printed in made.files)}:
            return None
        with suppress(OSError):
            (self.folder / key / MADE).touch()
        path = self.folder / key / name
        return path if path.is_file() else None

    # Printing.

    @contextmanager
    def taken(self, key: str) -> Iterator[tuple[Order, int] | None]:
        """An order to be printed, held by its lock, and the lock's descriptor; None if it is done or taken."""
        home = self.folder / key
        with lock(home / LOCK) as held:
            if held is not None and ((home / MADE).exists() or (home / FAILED).exists()):
                # Somebody was killed between the result and this.
                (home / ORDER).unlink(missing_ok=True)
            order = read(home / ORDER, Order) if held is not None else None
            yield None if order is None or held is None else (order, held)

    def begin(self, key: str, order: Order) -> None:
        """Clears away what an earlier try left half, and counts one."""
        home = self.folder / key
        _clear(home)
        write(home / ORDER, msgspec.structs.replace(order, tries=order.tries + 1))

    def end(self, key: str, result: Made | Failed) -> None:
        """The order is done. Of one that failed only the reason stays, which may need the room on a full disk."""
        home = self.folder / key
        if isinstance(result, Failed):
            _clear(home)
        write(home / (MADE if isinstance(result, Made) else FAILED), result)
        (home / ORDER).unlink(missing_ok=True)
        (home / PROGRESS).unlink(missing_ok=True)


def _clear(home: Path) -> None:
    """Throws away what was made of an order so far."""
    for path in home.iterdir():
        if path.name not in (ORDER, LOCK):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def _key(kind: Kind, choice: Choice, offer: Offer) -> str:
    said = msgspec.json.encode((kind, choice, offer.digest, press_digest()))
    return hashlib.sha256(said).hexdigest()[:20]


def _bytes_in(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def write(path: Path, value: Struct) -> None:
    """Writes a value beside its place and moves it there, so that readers see all of it or nothing. Raises OSError."""
    new = path.with_name(f".{path.name}-{time.monotonic_ns()}")
    try:
        new.write_bytes(msgspec.json.encode(value))
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def read(path: Path, kind: type[T]) -> T | None:
    """The value in a file; None if there is none that makes sense."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=ready(kind))
    except (OSError, msgspec.MsgspecError):
        return None
