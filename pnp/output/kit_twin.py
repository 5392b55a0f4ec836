"""A twin for the one kit of a build: it reads the kit, and what else its sheets need, while this process imports what
prints; then it measures the ink of the faces, and writes what is kept of the rows.

A command begins it before the command line is read: until it is told which kit, it imports what reads kits. So this
module imports little.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from select import select
from types import TracebackType
from typing import IO, TYPE_CHECKING, cast

from pnp.memos import take
from pnp.output.twins import Twin, has_twins

if TYPE_CHECKING:
    from pnp.output.cache import Counts
    from pnp.output.ink_taken import InkTaken
    from pnp.output.read_kits import Besides, ReadKit
    from pnp.sheet.options import Options


class KitTwin(Twin["ReadKit | Besides"]):
    """Is told the kit, then asked for it once, and then, if it was told how that will be printed, for what else it has
    of it."""

    def __init__(self) -> None:
        asked, asking = os.pipe()
        with ExitStack() as failed:
            self._told = False
            self._due: int | None = None
            """How much of what was asked for it has still to hand over."""
            self._asking = failed.enter_context(os.fdopen(asking, "wb"))
            with os.fdopen(asked, "rb") as pipe:
                super().__init__(partial(_work, pipe, self._asking))
            failed.pop_all()

    def tell(self, folder: Path, cache: bool) -> None:
        """Tells it which kit to read, if it was not told yet, and whether what was kept of it counts."""
        if not self._told:
            self._told = True
            self._say((folder, cache))

    def ask(self, options: Options | None) -> None:
        """Tells it how that kit will be printed, if it was not told yet; None: nothing but the kit is asked for."""
        if not self._asking.closed:
            self._say(options)
            self._asking.close()
            self._due = 1 if options is None else 2

    def _say(self, what: object) -> None:
        with suppress(BrokenPipeError):  # of one that has ended, `read` tells
            pickle.dump(what, self._asking)
            self._asking.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._asking.close()
        if kind is None and self._due == 0:  # what it keeps for another time is soon kept
            self._pipe.read()
        super().__exit__(kind, error, at)

    def result(self) -> ReadKit | Besides:
        """As of any twin, one thing less of what is due."""
        found = super().result()
        self._due = self._due and self._due - 1
        return found

    def read(self) -> ReadKit:
        """What it has read, which need not be read again; of a kit with errors there is no more."""
        from pnp.output.read_kits import ReadKit

        found = self.result()
        assert isinstance(found, ReadKit)
        take(found.memos)
        return found

    def inks(self) -> tuple[InkTaken, Counts]:
        """The ink of the kit, if it can be printed, and what the cache of that counted."""
        return self._besides.inks

    def rows(self) -> list[bytes]:
        """The kit's rows, as its archive has them."""
        return self._besides.rows

    @cached_property
    def _besides(self) -> Besides:
        from pnp.output.read_kits import Besides

        found = self.result()
        assert isinstance(found, Besides)
        return found


_waiting: list[KitTwin] = []
"""One that nobody has asked for what it read yet, if there is one."""


@contextmanager
def begun_ahead() -> Iterator[None]:
    """In the block, a twin waits to be told its kit, if there is a core for it."""
    if has_twins() and len(os.sched_getaffinity(0)) > 1:
        import_values()
        with suppress(OSError):  # where no process can be begun, the build says so
            _waiting.append(KitTwin())
    try:
        yield
    finally:
        dismiss()


def import_values() -> None:
    """Imports msgspec, but not what it asks for where somebody has installed it: all that the press has of
    typing_extensions, Python has, and they take longer to import than msgspec."""
    name = "typing_extensions"
    if name in sys.modules:
        return
    cast("dict[str, object]", sys.modules)[name] = None  # as Python marks what is not there
    try:
        import msgspec  # noqa: F401 - to be there
    finally:
        del sys.modules[name]


def read_ahead(folder: Path, *, cache: bool) -> None:
    """Has a twin that waits read the kit that will be printed, if it was not printed before; `cache`: what was kept of
    it counts."""
    for twin in _waiting:
        twin.tell(folder, cache)


def ask_ahead(folder: Path, options: Options) -> None:
    """Has one that waits go on with how that kit will be printed."""
    for twin in _waiting:
        twin.tell(folder, options.cache)
        twin.ask(options)


def kit_twin(folder: Path, options: Options, *, kit_alone: bool = False) -> KitTwin:
    """The twin that waits, or else a new one, for this kit, and unless that alone is asked for, for what else its
    sheets need."""
    twin = _waiting.pop() if _waiting else KitTwin()
    twin.tell(folder, options.cache)
    twin.ask(None if kit_alone else options)
    return twin


def dismiss() -> None:
    """Ends one that nobody needs."""
    while _waiting:
        with _waiting.pop():
            pass


def _work(asked: IO[bytes], asking: IO[bytes]) -> Iterator[ReadKit | Besides]:
    asking.close()  # else it would wait for itself once the other has ended
    import pnp.output.kept_kits
    from pnp.output.read_kits import work

    if not select([asked], [], [], 0)[0]:  # there is time for what reads nearly any kit that is not known
        import pnp.check.unused
        import pnp.face.words.rect
        import pnp.face.words.text  # noqa: F401 - to be there when it is told

    folder, cache = pickle.load(asked)
    yield from work(folder, cache, partial(pickle.load, asked))
