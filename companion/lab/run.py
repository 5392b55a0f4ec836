"""A run: all games of an experiment that are not kept yet, in chunks, each kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.registry import game
from companion.lab.chunk import Chunk
from companion.lab.experiment import Experiment
from companion.lab.processes import Crew
from companion.lab.results import Results
from companion.lab.trial import Row

SPAN = 4.0
"""Seconds that a chunk should take: what a power cut costs at most, and long beside sending it."""
LARGEST = 500
"""Games of a chunk, at most."""
PART = 8
"""Of what is left a chunk is one in so many at most: the last ones are small, so that no process waits long for another
that has begun a large one."""
APART = 20
"""Games of a varied kit, at least: a process apart costs a second for each chunk."""


def run(results: Results, crew: Crew, told: Callable[[list[Row]], None]) -> None:
    """Plays what is left. `told` hears of every chunk after it was kept. Raises `ChunkError`."""
    chunks = _Chunks(results)
    for rows in crew(iter(chunks)):
        results.add(rows)
        chunks.took(rows)
        told(rows)


class _Chunks:
    """Divides what is left: one game at first, more once it is known how long one takes."""

    def __init__(self, results: Results) -> None:
        self._experiment: Experiment = results.experiment
        self._left = [
            (arm, [number for number in range(of.games) if number not in done])
            for arm, of in enumerate(results.experiment.arms)
            for done in (results.done(arm),)
        ]
        self._seconds = dict[int, float]()

    def __iter__(self) -> Iterator[Chunk]:
        rules = game(self._experiment.game).RULES
        for arm, numbers in self._left:
            while numbers:
                size = self._size(arm)
                taken, numbers[:size] = tuple(numbers[:size]), []
                yield Chunk(self._experiment, arm, taken, rules)

    def took(self, rows: list[Row]) -> None:
        """Learns from games that were played."""
        if rows:
            self._seconds[rows[0].arm] = sum(row.seconds for row in rows) / len(rows)

    def _size(self, arm: int) -> int:
        least = APART if self._experiment.arms[arm].kit else 1
        known = self._seconds.get(arm)
        if known is None:
            return least
        left = sum(len(numbers) for _, numbers in self._left)
        return max(least, min(LARGEST, int(SPAN / max(known, 1e-6)), left // PART))
