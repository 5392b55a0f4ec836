"""Measures of many games.

Intervals of shares are Wilson's at 95 %, corrected by Bonferroni: those of one table all hold together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, quantiles
from typing import Any, NamedTuple

from msgspec import Struct

from companion.lab.study import Kind, study_of
from companion.lab.trial import NOBODY, Row

MISTAKES = 0.05
"""How often one of the intervals of a table or a comparison may miss."""


class Share(Struct, frozen=True):
    """A part of so many cases, and where the true one lies."""

    value: float
    low: float
    high: float
    cases: int


class Spread(NamedTuple):
    """Numbers in short: the middle half lies from `lower` to `upper`."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


class Thing(Struct, frozen=True):
    """Counts of one thing. `rate`: its share of its kind, where there was one for each;
    `wins`: the victories of seats that did it."""

    thing: str
    times: int
    of: int
    rate: Share | None
    wins: Share | None


def wilson(wins: float, cases: int, shares: int = 1) -> Share:
    """Returns a share of cases with its Wilson interval, as one of so many shares in a table. Raises `ValueError` for
    no cases."""
    if cases <= 0:
        raise ValueError("a share of no cases")
    z = NormalDist().inv_cdf(1 - MISTAKES / (2 * shares))
    value = wins / cases
    middle = value + z * z / (2 * cases)
    half = z * sqrt(value * (1 - value) / cases + z * z / (4 * cases * cases))
    scale = 1 + z * z / cases
    return Share(value, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale), cases)


def spread(numbers: Iterable[float]) -> Spread:
    """Numbers in short, at least one."""
    found = sorted(numbers)
    lower, median, upper = quantiles(found if len(found) > 1 else 2 * found, method="inclusive")
    return Spread(found[0], lower, median, upper, found[-1])


def half_time(rows: Sequence[Row]) -> Share | None:
    """Returns how often the sole leader at half time won; None if nobody ever led alone."""
    wins = [row.seats[row.half].share for row in rows if row.half != NOBODY]
    return wilson(sum(wins), len(wins)) if wins else None


def things(game: Any, kind: Kind, rows: Sequence[Row], bot: str = "") -> tuple[Thing, ...]:
    """Counts of a kind, of all things there are, in the game's order; `bot`: of its seats alone, and of nobody's."""
    times, of, wins = Counter[str](), Counter[str](), defaultdict[str, list[float]](list)
    players, study = len(rows[0].seats), study_of(game)
    for row in rows:
        for one in row.counts:
            if bot and one.seat != NOBODY and row.seats[one.seat].bot != bot:
                continue
            if one.kind == kind.of:
                of[one.thing] += one.times
            if one.kind == kind.id:
                times[one.thing] += one.times
                if one.seat != NOBODY and kind.wins and players > 1:
                    wins[one.thing].append(row.seats[one.seat].share)
    absent = study.absent(game, kind.id, players)
    names = [name for name in study.things(game, kind.id) if name not in absent]
    found = []
    for name in names:
        done, could, shares = times[name], of[name], wins[name]
        rate = wilson(done, could, len(names)) if could >= done and could else None
        won = wilson(sum(shares), len(shares), len(names)) if shares else None
        found.append(Thing(name, done, could, rate, won))
    return tuple(found)
