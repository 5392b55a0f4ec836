"""Several kits at once: while one is waited for, the processes print the next. What was printed before is not printed
again."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pnp.output.built import Built, Written
from pnp.output.kept_builds import KeptBuild
from pnp.output.kit_twin import KitTwin, dismiss, kit_twin
from pnp.output.twins import ENDED, has_twins
from pnp.sheet.options import Options

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pnp.output.language_build import Progress
    from pnp.output.presses import Presses

Print: TypeAlias = "Callable[[Path, Progress], Built]"


@contextmanager
def several(folders: Sequence[Path], options: Options, processes: int) -> Iterator[Print]:
    """What prints a kit of these folders, as `build` does and with its errors. With more than one process all that were
    not printed before are begun at once; those that nobody asked for when the block ends are given up."""
    before = {folder: KeptBuild(folder, options) for folder in folders}
    unknown = [folder for folder in before if not before[folder].known]
    with ExitStack() as stack:
        presses = (
            cache(partial(_presses, stack, processes, len(unknown))) if processes > 1 and not options.only else None
        )
        alone = processes > 1 and len(unknown) == 1 and has_twins()
        if not alone:
            dismiss()

        def made(folder: Path, progress: Progress) -> Built:
            twin = stack.enter_context(kit_twin(folder, options)) if alone and folder in unknown else None
            return before[folder].built(partial(_build, folder, options, progress, processes, presses, twin))

        told: dict[Path, _Told] = {}
        begun: dict[Path, Future[Built]] = {}
        if presses and len(unknown) > 1:
            told = {folder: _Told() for folder in unknown}
            begun = {folder: presses().beside(partial(made, folder, told[folder])) for folder in unknown}

        def printed(folder: Path, progress: Progress) -> Built:
            if folder not in begun:
                return _whole(partial(made, folder, progress))
            told[folder].whom = progress
            return _whole(begun[folder].result)

        yield printed


def _build(
    folder: Path,
    options: Options,
    progress: Progress,
    processes: int,
    presses: Callable[[], Presses] | None,
    twin: KitTwin | None,
    written: Written,
) -> Built:
    """Builds a kit; what prints is imported when there is one to be built, which a twin may be reading meanwhile."""
    from pnp.output.build import build

    return build(folder, options, progress, processes=processes, presses=presses, twin=twin, written=written)


def _presses(stack: ExitStack, processes: int, kits: int) -> Presses:
    """The processes, which end with the block; what they need is imported when the first kit needs them."""
    import pnp.output.build  # noqa: F401 - here, not in the threads that wait for the processes
    from pnp.output.presses import Presses

    return stack.enter_context(Presses(processes, kits))


def _whole(work: Callable[[], Built]) -> Built:
    """What comes of work by several processes; raises OSError if one of them was ended from outside."""
    try:
        return work()
    except RuntimeError as error:
        from concurrent.futures.process import BrokenProcessPool

        if not isinstance(error, BrokenProcessPool):
            raise
        raise OSError(errno.ECHILD, ENDED) from None


class _Told:
    """Passes progress on to whom is waiting for it by now."""

    whom: Progress | None = None

    def __call__(self, name: str, done: float) -> None:
        if self.whom:
            self.whom(name, done)
