"""The players there are, by name: ours, those of other packages, and anybody's by its module."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.wording import MessageError, messages
from companion.lab.choice import Choice, Player, describe_error
from companion.lab.plan import BREADTH, Planner
from companion.lab.rollout import Level

__all__ = ["STRENGTHS", "Choice", "Player", "UnknownPlayer", "names", "player"]

message = messages("companion.lab")
GROUP = "silkroad.players"
"""Entry points by which packages of other people announce their players."""
STRENGTHS: tuple[str, ...] = ("easy", "middling", "strong")
"""The rivals at a table, the weakest first."""
PLAYOUTS = 12
"""Of the strong player, where a game has no levels of its own."""


class AtRandom:
    """Any action, each as likely as another."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))


OURS: dict[str, Callable[[], Player]] = {
    "random": AtRandom,
    "greedy": lambda: Planner(Level()),
    "easy": lambda: Planner(Level(blur=1.0)),
    "middling": Planner,
    "strong": lambda: Planner(Level(breadth=BREADTH, playouts=PLAYOUTS)),
}


class UnknownPlayer(MessageError, KeyError):  # noqa: N818 - named for what it is said of
    """No player of that name, or one that cannot be made."""


def names() -> tuple[str, ...]:
    """Ours, then those that other packages announce."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - OURS.keys())
    return (*OURS, *others)


def offered() -> tuple[str, ...]:
    """Players available at a table: the levels, then those of other packages."""
    return (*STRENGTHS, *(name for name in names() if name not in OURS))


def player(game: Any, name: str) -> Player:
    """Returns a player of this game: one of `names`, or anybody's, given as ``package.module:Name``. A game's
    evaluation may define the levels itself (``LEVELS``). Raises `UnknownPlayer`."""
    level = getattr(game, "LEVELS", {}).get(name)
    if level is not None:
        return Planner(level)
    ours = OURS.get(name)
    return ours() if ours is not None else _others(name)


def _others(name: str) -> Player:
    module, colon, attribute = name.partition(":")
    announced = {point.name: point for point in entry_points(group=GROUP)}
    unknown = UnknownPlayer(message("no_player", name=name, players=names()))
    if not (module and attribute if colon else name in announced):
        raise unknown
    try:
        made = getattr(importlib.import_module(module), attribute, None) if colon else announced[name].load()
        if made is None:
            raise unknown
        found: Player = made()
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            raise unknown from error
        raise UnknownPlayer(message("player_fails", name=name, why=describe_error(error))) from error
    except UnknownPlayer:
        raise
    except Exception as error:  # a stranger's module may raise anything
        raise UnknownPlayer(message("player_fails", name=name, why=describe_error(error))) from error
    return found
