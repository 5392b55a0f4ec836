"""What bots come to at a table of so many: a small file that a run makes, for whoever looks back on own games.

It lies as ``lab.json`` in the package with the words of a game's pages; a game without one is told of without it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from companion.lab.measures import measures, spread
from companion.lab.results import Results

FILE = "lab.json"


class Norm(Struct, frozen=True):
    """Points at tables of so many players, all bots of one kind, by the rules as they are printed: the middle half of
    all seats of all games lies from `lower` to `upper`."""

    players: int
    bot: str
    games: int
    lower: int
    median: int
    upper: int


def norms(results: Results, game: object) -> tuple[Norm, ...]:
    """Those of a run's arms with one kind of bot and nothing varied, one for each number of players."""
    found: dict[int, Norm] = {}
    for number, arm in enumerate(results.experiment.arms):
        rows = list(results.rows(number))
        if not rows or arm.house or arm.kit or len(set(arm.bots)) > 1:
            continue
        points = spread(measures(results.experiment, number, rows, game).points)
        if points.most > 0:
            middle = (round(points.lower), round(points.median), round(points.upper))
            found.setdefault(arm.players, Norm(arm.players, arm.bots[0], len(rows), *middle))
    return tuple(found[players] for players in sorted(found))


def written(found: tuple[Norm, ...]) -> str:
    """The text of the file."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


@cache
def known(package: str) -> tuple[Norm, ...]:
    """What stands in the file of a package; nothing where there is none. Raises `ValueError`: it is no such file."""
    file = files(package).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=tuple[Norm, ...]) if file.is_file() else ()


def norm(package: str, players: int) -> Norm | None:
    """That of a table of so many; none: there is none."""
    return next((one for one in known(package) if one.players == players), None)
