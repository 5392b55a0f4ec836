"""Several kits at once: while one is waited for, the processes print the next."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from pnp.output.build import Built, build
from pnp.output.language_build import Progress
from pnp.sheet.options import Options

Print: TypeAlias = Callable[[Path, Progress], Built]


@contextmanager
def several(folders: Sequence[Path], options: Options, processes: int) -> Iterator[Print]:
    """What prints a kit of these folders, as `build` does and with its errors. With more than one process all are begun
    at once; those that nobody asked for when the block ends are given up."""
    if processes < 2:
        yield lambda folder, progress: build(folder, options, progress)
        return
    from concurrent.futures.process import BrokenProcessPool

    from pnp.output.presses import Presses

    with Presses(processes) as presses:
        told = {folder: _Told() for folder in folders}
        begun = {
            folder: presses.beside(partial(build, folder, options, told[folder], presses=presses)) for folder in told
        }

        def finished(folder: Path, progress: Progress) -> Built:
            told[folder].whom = progress
            try:
                return begun[folder].result()
            except BrokenProcessPool:
                reason = "a process was ended while it printed: is there memory for so many? --processes 1 takes least"
                raise OSError(errno.ECHILD, reason, str(folder)) from None

        yield finished


class _Told:
    """Passes progress on to whom is waiting for it by now."""

    whom: Progress | None = None

    def __call__(self, name: str, done: float) -> None:
        if self.whom:
            self.whom(name, done)
