"""Workers for chunks: this process, several of this machine, or those of a Dask scheduler on many machines.

Each takes chunks as they are needed and brings games as they come. A process that dies costs its chunk only, which
another one plays.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from companion.lab.chunk import Chunk, ChunkError, played
from companion.lab.trial import Row

Crew = Callable[[Iterable[Chunk]], Iterator[list[Row]]]
AHEAD = 2
"""Chunks that are out for each process, so that none waits for the next."""
TRIES = 3
"""How often a chunk is begun whose process dies: more is no accident."""


def alone(chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
    """One after the other, in this process."""
    return map(played, chunks)


def local(processes: int) -> Crew:
    """So many processes of this machine."""
    return alone if processes == 1 else lambda chunks: _local(chunks, processes)


def _local(chunks: Iterable[Chunk], processes: int) -> Iterator[list[Row]]:
    chosen = ((chunk, 1) for chunk in chunks)
    lost: list[_Begun] = []
    while True:
        pool, out = _pool(processes), dict[Future[list[Row]], _Begun]()
        try:
            while True:
                for begun in islice(chain(_popped(lost), chosen), AHEAD * processes - len(out)):
                    lost.append(begun)  # as long as a pool that is broken has not refused it
                    future = pool.submit(played, begun[0])
                    out[future] = lost.pop()
                if not out:
                    return
                for future in wait(out, return_when=FIRST_COMPLETED).done:
                    yield future.result()
                    del out[future]
        except BrokenProcessPool:
            lost += [(chunk, tries + 1) for chunk, tries in out.values()]
        finally:
            _end(pool)
        if any(tries > TRIES for _, tries in lost):
            raise ChunkError(f"a process died {TRIES} times over the same games")


_Begun = tuple[Chunk, int]
"""A chunk, and how often it was begun."""


def _popped(lost: list[_Begun]) -> Iterator[_Begun]:
    while lost:
        yield lost.pop()


def _pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, get_context("spawn"), _begun)


def _begun() -> None:
    """A process of the pool: Ctrl-C is its parent's matter, and it ends when that is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "begun by a pool"

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends a pool at once, and what is still at work on games that nobody waits for."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def distributed(address: str) -> Crew:
    """The processes of a Dask scheduler, such as ``tcp://192.168.0.5:8786``. Raises `OSError`: it does not answer."""
    client = import_module("distributed").Client(address, timeout=10)
    return lambda chunks: _distributed(chunks, client)


def _distributed(chunks: Iterable[Chunk], client: Any) -> Iterator[list[Row]]:
    dask = import_module("distributed")

    def sent() -> Any:
        return [client.submit(played, chunk, pure=False) for chunk in islice(waiting, 1)]

    waiting = iter(chunks)
    with client:
        client.wait_for_workers(1, timeout=60)
        room = AHEAD * max(1, sum(client.nthreads().values()))
        done = dask.as_completed([future for _ in range(room) for future in sent()])
        for future in done:
            for more in sent():
                done.add(more)
            try:
                yield future.result()
            except dask.KilledWorker as error:
                raise ChunkError(f"workers died again and again over the same games: {error}") from None
            future.release()
