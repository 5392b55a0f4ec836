"""Several kits at once: while one is waited for, the processes print the next."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.output.build import Built, build
from pnp.output.language_build import Progress
from pnp.sheet.options import Options

if TYPE_CHECKING:
    from pnp.output.presses import Presses

Print: TypeAlias = Callable[[Path, Progress], Built]


@contextmanager
def several(folders: Sequence[Path], options: Options, processes: int) -> Iterator[Print]:
    """What prints a kit of these folders, as `build` does and with its errors. With more than one process all are begun
    at once; those that nobody asked for when the block ends are given up."""
    if processes < 2:
        yield lambda folder, progress: build(folder, options, progress)
        return
    with ExitStack() as stack:
        presses = cache(partial(_presses, stack, processes))
        if len(folders) == 1:
            yield lambda folder, progress: _whole(folder, lambda: build(folder, options, progress, presses=presses))
            return
        told = {folder: _Told() for folder in folders}
        begun = {
            folder: presses().beside(partial(build, folder, options, told[folder], presses=presses)) for folder in told
        }

        def finished(folder: Path, progress: Progress) -> Built:
            told[folder].whom = progress
            return _whole(folder, begun[folder].result)

        yield finished


def _presses(stack: ExitStack, processes: int) -> Presses:
    """The processes, which end with the block; what they need is imported when the first kit needs them."""
    from pnp.output.presses import Presses

    return stack.enter_context(Presses(processes))


def _whole(folder: Path, work: Callable[[], Built]) -> Built:
    """What comes of work by several processes; raises OSError if one of them was ended from outside."""
    try:
        return work()
    except RuntimeError as error:
        from concurrent.futures.process import BrokenProcessPool

        if not isinstance(error, BrokenProcessPool):
            raise
        reason = "a process was ended while it printed: is there memory for so many? --processes 1 takes least"
        raise OSError(errno.ECHILD, reason, str(folder)) from None


class _Told:
    """Passes progress on to whom is waiting for it by now."""

    whom: Progress | None = None

    def __call__(self, name: str, done: float) -> None:
        if self.whom:
            self.whom(name, done)
