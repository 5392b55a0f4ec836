"""Processes that print side by side: each kit by itself, or each of its languages, and what ink it takes.

Languages are printed apart where there are more processes than kits. Together they take a third less work: most of what
the second one shows has been read, packed and drawn for the first. Ink is measured by whoever has laid out the faces
while further kits wait, and apart once a process would have nothing to do.
"""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import msgspec

from pnp.face.layout import Layout
from pnp.findings import Findings
from pnp.kit import Kit
from pnp.output.cache import Counts, user_cache
from pnp.output.ink_cover import ink_of
from pnp.output.ink_taken import InkTaken
from pnp.output.kept_drawings import keep_drawings
from pnp.output.language_build import LanguageBuild, Made
from pnp.output.pieces import Archive
from pnp.output.twins import has_twins
from pnp.sheet.options import Options
from pnp.sheet.selection import Selection
from pnp.signals import heeded

T = TypeVar("T")
MOST_KITS = 8
"""Kits that are read and waited for at a time; they wait for the same processes."""


class Share(msgspec.Struct, frozen=True):
    """What a process brings of some languages of a kit: what each adds to the manifest, what was found, what is on the
    faces (packed), what the cache counted, and the ink of the components if it has measured that, too."""

    made: list[Made]
    findings: Mapping[str, Findings]
    faces: bytes
    counts: Counts
    taken: InkTaken | None


class Printing(msgspec.Struct, frozen=True):
    """A kit that is being printed: the shares of its languages, in their order, and its ink, with what the cache
    counted, unless the first share or somebody else brings it."""

    languages: list[Future[Share]]
    ink: Future[tuple[InkTaken, Counts]] | None


class Presses:
    """Processes that print. With the block they end, finished or not."""

    def __init__(self, processes: int, kits: int) -> None:
        """So many `processes` for so many kits.

        They begin at once: on Linux as copies of this one, which has no other threads yet; elsewhere they come of a
        server that has imported the press once, or each imports it."""
        served = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context("fork" if has_twins() else served)
        context.set_forkserver_preload([__name__])
        self._pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=gc.get_threshold())
        self._pool.submit(int)  # with the first work the copies are made
        self._waiting = ThreadPoolExecutor(MOST_KITS)
        self._processes, self._kits = processes, kits
        self._begun = itertools.count(1)

    def __enter__(self) -> Presses:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is not None:
            for process in multiprocessing.active_children():  # the pool itself would wait for what they have begun
                process.terminate()
        self._waiting.shutdown(cancel_futures=True)
        self._pool.shutdown(cancel_futures=True)

    def beside(self, work: Callable[[], T]) -> Future[T]:
        """Begins the build of a kit while others are under way."""
        return self._waiting.submit(work)

    def printing(self, kit: Kit, options: Options, selection: Selection, stage: Path, *, with_ink: bool) -> Printing:
        """Begins to print the languages of a kit into a folder, and to measure the ink of its components, if nobody
        else does."""
        languages = options.printed_languages(kit.languages)
        apart = self._processes > self._kits
        others_wait = self._kits > max(next(self._begun), self._processes)
        together = [(language,) for language in languages] if apart else [languages]
        printed = [
            self._pool.submit(_languages, kit, some, options, selection, stage, others_wait) for some in together
        ]
        apart_ink = with_ink and not others_wait
        return Printing(printed, self._pool.submit(ink_of, kit, options, selection) if apart_ink else None)


def _begin(*threshold: int) -> None:
    """In a process: a signal ends it, and what it has begun, without a word; who began it has the words, and takes it
    along, however it ends. Circles of values are looked for as often as there."""
    gc.set_threshold(*threshold)
    gc.freeze()
    for number in heeded():
        signal.signal(number, _end)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is one of its processes
    parent.join()
    _end(signal.SIGTERM)


def _end(number: int, _frame: object = None) -> None:
    for process in multiprocessing.active_children():
        process.terminate()
    os._exit(128 + number)


def _languages(
    kit: Kit, languages: Sequence[str], options: Options, selection: Selection, stage: Path, with_ink: bool
) -> Share:
    cache, archive = user_cache(options.cache), Archive(kit)
    keep_drawings(cache)
    found: dict[str, Findings] = {}
    made: list[Made] = []
    first: Layout | None = None
    for language in languages:
        run = LanguageBuild(kit, language, options, selection, lambda *_: None)
        made.append(run.write(stage, cache, archive))
        found[language] = run.findings
        first = first or run.layout
    taken = None
    if with_ink:
        taken, counts = ink_of(kit, options, selection, first)
        cache.count(counts)
    return Share(made, found, archive.packed(), cache.counts, taken)
