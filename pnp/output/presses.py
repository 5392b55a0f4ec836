"""Processes that print side by side: each language of a kit by itself, and what ink it takes, as cores are free; and
that help the one that prints a large deck."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import ParamSpec, TypeVar

import msgspec

from pnp.findings import Findings
from pnp.kit import Kit
from pnp.output.cache import Counts, user_cache
from pnp.output.ink_cover import ink_of
from pnp.output.language_build import LanguageBuild, Made
from pnp.output.manifest import InkCover
from pnp.output.pieces import Archive
from pnp.output.twins import has_twins
from pnp.sheet.options import Options
from pnp.sheet.selection import Selection

T = TypeVar("T")
P = ParamSpec("P")
MOST_KITS = 8
"""Kits that are read and waited for at a time; they wait for the same processes."""


class Share(msgspec.Struct, frozen=True):
    """What a process brings of one language: its part of the manifest, what was found, what is on the faces (packed),
    and what the cache counted."""

    made: Made
    findings: Findings
    faces: bytes
    counts: Counts


class Presses:
    """So many processes, begun when they are first needed. With the block they end, finished or not."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()
        self._waiting = ThreadPoolExecutor(MOST_KITS)

    def __enter__(self) -> Presses:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool and kind is not None:
            for process in multiprocessing.active_children():  # the pool itself would wait for what they have begun
                process.terminate()
        self._waiting.shutdown(cancel_futures=True)
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def beside(self, work: Callable[[], T]) -> Future[T]:
        """Begins the build of a kit while others are under way."""
        self._started(self._processes)
        return self._waiting.submit(work)

    def language(self, kit: Kit, language: str, options: Options, selection: Selection, stage: Path) -> Future[Share]:
        """Prints a language of a kit into a folder."""
        return self._started(self._processes).submit(_language, kit, language, options, selection, stage)

    def ink(self, kit: Kit, options: Options, selection: Selection) -> Future[tuple[dict[str, InkCover], Counts]]:
        """Measures the ink of a kit's components."""
        return self._started(self._processes).submit(ink_of, kit, options, selection)

    def helper(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Has something done while this process works on, too: by one less than there may be."""
        return self._started(max(1, self._processes - 1)).submit(work, *arguments, **named)

    def _started(self, processes: int) -> ProcessPoolExecutor:
        """So many processes, unless there are some. On Linux they are copies of this one, made while it has no other
        threads; elsewhere they come of a server that has imported the press once, or each imports it."""
        with self._lock:
            if self._pool is None:
                ways = multiprocessing.get_all_start_methods()
                served = "forkserver" if "forkserver" in ways else "spawn"
                context = multiprocessing.get_context("fork" if has_twins() else served)
                context.set_forkserver_preload([__name__])
                self._pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=gc.get_threshold())
                self._pool.submit(int)  # with the first work all copies are made
            return self._pool


def _begin(*threshold: int) -> None:
    """In a process: a signal ends it, and what it has begun, without a word; who began it has the words. Circles of
    values are looked for as often as there."""
    gc.set_threshold(*threshold)
    gc.freeze()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)


def _end(number: int, _frame: object) -> None:
    for process in multiprocessing.active_children():
        process.terminate()
    os._exit(128 + number)


def _language(kit: Kit, language: str, options: Options, selection: Selection, stage: Path) -> Share:
    cache, archive = user_cache(options.cache), Archive(kit)
    run = LanguageBuild(kit, language, options, selection, lambda *_: None)
    made = run.write(stage, cache, archive)
    return Share(made, run.findings, archive.packed(), cache.counts)
