"""The players there are, by name: ours, those of other packages, and anybody's by its module."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from companion.engine.message import MessageError, messages
from companion.lab.choice import Choice, Player
from companion.lab.greedy import AtRandom, Greedy
from companion.lab.plan import Planner
from companion.lab.search import Searcher

__all__ = ["STRENGTHS", "Choice", "Player", "UnknownPlayer", "names", "player"]

message = messages("companion.lab")
GROUP = "silkroad.players"
"""Entry points by which packages of other people announce their players."""
BLUR = 1.0
"""Points by which the easy player misjudges each choice, unless a game measures that otherwise."""
PLAYOUTS, SECONDS = 1500, 1.5
"""Of the strong player, for each choice: whichever comes first."""
STRENGTHS: tuple[str, ...] = ("easy", "middling", "strong")
"""The rivals at a table, the weakest first."""
OURS: dict[str, Callable[[], Player]] = {
    "random": AtRandom,
    "greedy": Greedy,
    "easy": lambda: Greedy(BLUR),
    "middling": Planner,
    "strong": lambda: Searcher(PLAYOUTS, SECONDS),
}


class UnknownPlayer(MessageError, KeyError):  # noqa: N818 - named for what it is said of
    """No player of that name."""


def names() -> tuple[str, ...]:
    """Ours, then those that other packages announce."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - OURS.keys())
    return (*OURS, *others)


def offered() -> tuple[str, ...]:
    """Those to seat at a table: the strengths, then what other packages announce."""
    return (*STRENGTHS, *(name for name in names() if name not in OURS))


def player(game: Any, name: str) -> Player:
    """A player of this game: one of `names`, or ``package.module:Name`` of anybody's. Raises `UnknownPlayer`."""
    made: Any = OURS.get(name)
    if made is None:
        module, colon, attribute = name.partition(":")
        announced = {point.name: point for point in entry_points(group=GROUP)}
        try:
            made = getattr(importlib.import_module(module), attribute) if colon else announced[name].load()
        except (ImportError, AttributeError, KeyError, ValueError) as error:
            raise UnknownPlayer(message("no_player", name=name, players=names())) from error
    found: Player = made()
    return found
