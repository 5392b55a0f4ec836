"""A run: all games of an experiment that are not kept yet, in chunks, each kept as soon as it is there.

Workers take chunks as they are needed and bring games as they come: this process, several of this machine, or those of
a Dask scheduler on many machines.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread

from companion.engine.registry import game
from companion.lab.chunk import Chunk, play_chunk
from companion.lab.results import Results
from companion.lab.trial import Row, TrialError

Crew = Callable[[Iterable[Chunk]], Iterator[list[Row]]]
SIZE = 4
"""Games of a chunk: what a power cut costs each process at most, and what it waits for at the end."""
VARIED = 20
"""Games of a chunk with a varied kit: it starts a process of its own, which takes a second."""
TRIES = 3
"""Deaths of processes in a row, without a chunk between them, after which it is no accident."""
AHEAD = 2
"""Chunks that are out for each process, so that none waits for the next."""


def run(results: Results, crew: Crew, advance: Callable[[list[Row]], None]) -> None:
    """Plays the games that are missing. Calls `advance` with every chunk once it is kept. A process that dies costs the
    chunks that were out, which are played again. Raises `TrialError`."""
    died = 0
    while died < TRIES:
        try:
            for rows in crew(_missing(results)):
                results.add(rows)
                advance(rows)
                died = 0
        except BrokenProcessPool:
            died += 1
        else:
            return
    raise TrialError(f"a process died {TRIES} times over the same games")


def _missing(results: Results) -> Iterator[Chunk]:
    experiment, rules = results.experiment, game(results.experiment.game).RULES
    for number, arm in enumerate(experiment.arms):
        done, size = results.done(number), VARIED if arm.kit else SIZE
        left = tuple(one for one in range(arm.games) if one not in done)
        for start in range(0, len(left), size):
            yield Chunk(experiment, number, left[start : start + size], rules)


def alone(chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
    """Yields the games of each chunk, played in this process."""
    return map(play_chunk, chunks)


def local(processes: int) -> Crew:
    """Returns a pool of processes on this machine. If one dies, all end with `BrokenProcessPool`."""

    def play(chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
        pool = ProcessPoolExecutor(processes, get_context("spawn"), _start)
        try:
            yield from _results(pool, chunks, AHEAD * processes)
        finally:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()  # it may be at work on games that nobody waits for

    return alone if processes == 1 else play


def _start() -> None:
    """Prepares a process of the pool: its parent handles Ctrl-C, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "started by a pool"

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def distributed(address: str) -> Crew:
    """Returns the workers of a Dask scheduler, such as ``tcp://192.168.0.5:8786``. Raises `OSError` if it does not
    answer."""
    dask = import_module("distributed")
    client = dask.Client(address, timeout=10)

    def play(chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
        with client:
            client.wait_for_workers(1, timeout=60)
            try:
                yield from _results(client.get_executor(pure=False), chunks, AHEAD * sum(client.nthreads().values()))
            except dask.KilledWorker as error:
                raise TrialError(f"workers died again and again over the same games: {error}") from None

    return play


def _results(executor: Executor, chunks: Iterable[Chunk], ahead: int) -> Iterator[list[Row]]:
    """Yields the games of chunks as they are played, with up to `ahead` chunks submitted at once."""
    out: set[Future[list[Row]]] = set()
    for chunk in chunks:
        out.add(executor.submit(play_chunk, chunk))
        if len(out) >= ahead:
            done, out = wait(out, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    yield from (future.result() for future in as_completed(out))
