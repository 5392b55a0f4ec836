"""Rivals that search a little, and as much on any machine: for experiments that must end today.

PYTHONPATH=docs/lab companion lab run docs/lab/xanadu-searching.toml
"""

from __future__ import annotations

from companion.lab.search import Searcher

FOREVER = 1e9


class Searching(Searcher):
    """So many play-outs for each choice, however long they take: the same seed plays the same game."""

    PLAYOUTS = 60

    def __init__(self) -> None:
        super().__init__(self.PLAYOUTS, FOREVER)


class Glancing(Searching):
    """A third of that, for games in which a play-out takes long."""

    PLAYOUTS = 20
