"""Paired differences between two arms: both play the same deals, so a difference comes from the change.

Intervals are those of Student's t for the mean of the paired differences, with Bonferroni's correction: with 95 %
probability all intervals of a comparison hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from msgspec import Struct

from companion.lab.measures import MISTAKES
from companion.lab.results import Results
from companion.lab.trial import Row

FEWEST = 6
"""Deals from which a difference can be told."""


class CompareError(Exception):
    """Two arms cannot be compared. The message says why."""


class Difference(Struct, frozen=True):
    """The mean difference of one number, second arm minus first arm. `bot` is empty for a number of the whole game."""

    question: str
    bot: str
    first: float
    second: float
    value: float
    low: float
    high: float

    @property
    def told(self) -> int:
        """1: more in the second arm; -1: less; 0: the interval contains both."""
        return (self.low > 0) - (self.high < 0)


class Comparison(Struct, frozen=True):
    """All differences between two arms, over this many pairs of games: those of one deal count as one case."""

    first: str
    second: str
    pairs: int
    differences: tuple[Difference, ...]


def compare(first: Results, arm: int, second: Results, other: int) -> Comparison:
    """Compares an arm with another one, of the same run or of another. Raises `CompareError`."""
    one, two = first.experiment, second.experiment
    a, b = one.arms[arm], two.arms[other]
    same = {
        "game": (one.game, two.game),
        "seed": (one.seed, two.seed),
        "seating": (one.seating, two.seating),
        "number of players": (a.players, b.players),
    }
    for name, (here, there) in same.items():
        if here != there:
            raise CompareError(f"{a.name} and {b.name} share no deals: the {name} is {here} and {there}")
    rows = {row.number: row for row in second.rows(other)}
    deals: dict[int, list[tuple[Row, Row]]] = {}
    for row in first.rows(arm):
        if row.number in rows:
            deals.setdefault(row.deal, []).append((row, rows[row.number]))
    if len(deals) < FEWEST:
        raise CompareError(f"{a.name} and {b.name} share {len(deals)} deals; {FEWEST} are needed")
    questions = _questions(sorted(set(a.bots) & set(b.bots)), set(a.bots) | set(b.bots), a.players)
    differences = (_difference(question, list(deals.values()), len(questions)) for question in questions)
    return Comparison(a.name, b.name, sum(map(len, deals.values())), tuple(differences))


class Question(NamedTuple):
    """A question to both arms; `number` is the answer of one game."""

    key: str
    bot: str
    number: Callable[[Row], float]


def _questions(both: Sequence[str], every: set[str], players: int) -> list[Question]:
    """Returns the questions to compare; `both`: bots of both arms, `every`: bots of either."""
    found = [Question("length", "", lambda row: sum(seat.decisions for seat in row.seats))]
    found += [Question("points", bot, partial(_points, bot)) for bot in both or [""]]
    if players > 1:
        if len(every) > 1:
            found += [Question("wins", bot, partial(_wins, bot)) for bot in both]
        found.append(Question("first", "", lambda row: row.seats[0].share))
        found.append(Question("changes", "", lambda row: row.changes))
    return found


def _points(bot: str, row: Row) -> float:
    return fmean(seat.points for seat in row.seats if seat.bot == bot or not bot)


def _wins(bot: str, row: Row) -> float:
    return sum(seat.share for seat in row.seats if seat.bot == bot)


def _difference(question: Question, deals: Sequence[Sequence[tuple[Row, Row]]], comparisons: int) -> Difference:
    """Returns the mean over deals; games of one deal are not independent, so each deal counts once."""
    befores = [fmean(question.number(before) for before, _ in pairs) for pairs in deals]
    afters = [fmean(question.number(after) for _, after in pairs) for pairs in deals]
    differences = [after - before for before, after in zip(befores, afters, strict=True)]
    value, count = fmean(differences), len(differences)
    half = student(1 - MISTAKES / (2 * comparisons), count - 1) * stdev(differences) / sqrt(count)
    return Difference(question.key, question.bot, fmean(befores), fmean(afters), value, value - half, value + half)


def student(probability: float, freedom: int) -> float:
    """Returns the quantile of Student's t distribution, by the Cornish-Fisher expansion; within 1 % from 5 degrees of
    freedom on, and too small below."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom**power) for power, term in enumerate(terms, 1))
