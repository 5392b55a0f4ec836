"""A run: all games of an experiment that are not kept yet, in chunks, each kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool

from companion.engine.registry import game
from companion.lab.chunk import Chunk
from companion.lab.processes import Crew
from companion.lab.results import Results
from companion.lab.trial import Row, TrialError

SIZE = 4
"""Games of a chunk: what a power cut costs each process at most, and what it waits for at the end."""
VARIED = 20
"""Games of a chunk with a varied kit: it starts a process of its own, which takes a second."""
TRIES = 3
"""Deaths of processes in a row, without a chunk between them, after which it is no accident."""


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
