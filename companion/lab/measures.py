"""What many games say about a design, as numbers. Intervals are those of Wilson, at 95 %."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import Any

from msgspec import Struct

from companion.engine.study import Kind, Study, study_of
from companion.lab.experiment import Arm, Experiment
from companion.lab.trial import Row

Z = 1.959964
"""Of the normal distribution, for 95 %."""


class Share(Struct, frozen=True):
    """A part of so many cases, and where the true one lies."""

    value: float
    low: float
    high: float
    cases: int


class Spread(Struct, frozen=True):
    """Numbers in short: the middle half lies from `lower` to `upper`."""

    least: float
    lower: float
    median: float
    upper: float
    most: float
    mean: float


class Luck(Struct, frozen=True):
    """Of all difference between winning and losing: what the players make, what the deal of a seat makes, the rest."""

    players: float
    deal: float
    rest: float


class Rung(Struct, frozen=True):
    """How often one bot did better than another at the same table; a tie is half."""

    bot: str
    other: str
    better: Share


class Thing(Struct, frozen=True):
    """What was counted of one thing. `rate`: of the kind that this one is a share of, where there was one for each;
    `wins`: the victories of seats that did it."""

    thing: str
    times: int
    of: int
    rate: Share | None
    wins: Share | None


class Counts(Struct, frozen=True):
    """One kind of thing, all that there are, in the game's order."""

    kind: Kind
    things: tuple[Thing, ...]


class Measures(Struct, frozen=True):
    """All of one arm."""

    arm: Arm
    games: int
    actions: Spread
    decisions: Spread
    """Of one player."""
    minutes: tuple[float, ...]
    """Of each game, if a person thinks as long as the experiment says."""
    points: tuple[int, ...]
    """Of every seat of every game."""
    ahead: Spread
    """Points of a winner."""
    behind: Spread
    """Points of the last."""
    seats: tuple[Share, ...]
    changes: tuple[int, ...]
    """Of the lead, in each game."""
    settled: Spread
    half: Share | None
    """How often whoever was ahead alone at half time won; none: nobody ever was."""
    crowned: Share
    ladder: tuple[Rung, ...]
    luck: Luck | None
    endings: tuple[tuple[str, int], ...]
    counts: tuple[Counts, ...]
    seconds: float
    """Of one core, for a game."""


def wilson(wins: float, cases: int) -> Share:
    """A share of cases. Raises `ValueError` of none."""
    if cases <= 0:
        raise ValueError("a share of no cases")
    value = wins / cases
    middle = value + Z * Z / (2 * cases)
    half = Z * sqrt(value * (1 - value) / cases + Z * Z / (4 * cases * cases))
    scale = 1 + Z * Z / cases
    return Share(value, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale), cases)


def spread(numbers: Iterable[float]) -> Spread:
    """Numbers in short; between two of them a quarter lies in proportion. Raises `ValueError` of none."""
    found = sorted(numbers)
    if not found:
        raise ValueError("a spread of no numbers")

    def at(part: float) -> float:
        place = part * (len(found) - 1)
        low = int(place)
        high = min(low + 1, len(found) - 1)
        return found[low] + (found[high] - found[low]) * (place - low)

    return Spread(found[0], at(0.25), at(0.5), at(0.75), found[-1], fmean(found))


def measures(experiment: Experiment, arm: int, rows: Sequence[Row], game: Any) -> Measures:
    """Of the games of one arm, at least one."""
    of, study = experiment.arms[arm], study_of(game)
    points = [[seat.points for seat in row.seats] for row in rows]
    return Measures(
        of,
        len(rows),
        spread(row.actions for row in rows),
        spread(seat.decisions for row in rows for seat in row.seats),
        tuple(sum(seat.decisions for seat in row.seats) * experiment.pace / 60 for row in rows),
        tuple(n for game in points for n in game),
        spread(max(game) for game in points),
        spread(min(game) for game in points),
        tuple(wilson(sum(row.seats[seat].share for row in rows), len(rows)) for seat in range(of.players)),
        tuple(row.lead.changes for row in rows),
        spread(row.lead.settled for row in rows),
        _half(rows),
        wilson(sum(row.lead.crowned for row in rows), len(rows)),
        ladder(rows),
        luck(rows, of.players) if experiment.seating == "swapped" else None,
        tuple(Counter(row.ending for row in rows).most_common()),
        tuple(_counts(kind, rows, study, game) for kind in study.KINDS),
        fmean(row.seconds for row in rows),
    )


def _half(rows: Sequence[Row]) -> Share | None:
    """Of those who were ahead alone."""
    alone = [row.seats[row.lead.half[0]].share for row in rows if len(row.lead.half) == 1]
    return wilson(sum(alone), len(alone)) if alone and len(rows[0].seats) > 1 else None


def ladder(rows: Sequence[Row]) -> tuple[Rung, ...]:
    """Each two different bots that met, the better one first."""
    met: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in rows:
        for a, b in combinations(row.seats, 2):
            if a.bot != b.bot:
                a, b = sorted((a, b), key=lambda seat: seat.bot)
                met[a.bot, b.bot].append(0.5 if a.share == b.share else float(a.share > b.share))
    found = []
    for (bot, other), better in met.items():
        share = wilson(sum(better), len(better))
        if share.value < 0.5:
            bot, other, share = other, bot, wilson(len(better) - sum(better), len(better))
        found.append(Rung(bot, other, share))
    return tuple(sorted(found, key=lambda rung: -rung.better.value))


def luck(rows: Sequence[Row], players: int) -> Luck | None:
    """Parts of the variance of victories, from deals that were played once with each bot on each seat; none: too few.

    What bots make is the variance of their means. What a deal makes for a seat is that between the same seats of the
    same deals, less what would differ anyway (the one-way random model). The rest is later chance, and how others play.
    """
    deals: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        deals[row.deal].append(row)
    whole = [group for group in deals.values() if len(group) == players]
    if len(whole) < 2 or players < 2:
        return None
    bots: dict[str, list[float]] = defaultdict(list)
    for group in whole:
        for row in group:
            for seat in row.seats:
                bots[seat.bot].append(seat.share)
    means = {bot: fmean(shares) for bot, shares in bots.items()}
    every = [share for shares in bots.values() for share in shares]
    mean, count = fmean(every), len(every)
    total = sum((share - mean) ** 2 for share in every) / count
    if not total:
        return None
    made = sum(len(bots[bot]) * (means[bot] - mean) ** 2 for bot in bots) / count
    groups = [
        [row.seats[seat].share - means[row.seats[seat].bot] for row in group]
        for group in whole
        for seat in range(players)
    ]
    between = players * sum(fmean(group) ** 2 for group in groups) / (len(groups) - 1)
    within = sum((n - fmean(group)) ** 2 for group in groups for n in group) / (len(groups) * (players - 1))
    deal = min(max(0.0, (between - within) / players), total - made)
    return Luck(made / total, deal / total, (total - made - deal) / total)


def _counts(kind: Kind, rows: Sequence[Row], study: Study, game: Any) -> Counts:
    times: Counter[str] = Counter()
    of: Counter[str] = Counter()
    wins: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for one in row.counts:
            if one.kind == kind.of:
                of[one.thing] += one.times
            if one.kind == kind.id:
                times[one.thing] += one.times
                if one.seat >= 0:
                    wins[one.thing].append(row.seats[one.seat].share)
    told: Mapping[str, Sequence[float]] = wins if kind.wins and len(rows[0].seats) > 1 else {}
    absent = study.absent(game, kind.id, len(rows[0].seats))
    things = (name for name in study.things(game, kind.id) if name not in absent)
    return Counts(kind, tuple(_thing(name, times, of, told) for name in things))


def _thing(name: str, times: Mapping[str, int], of: Mapping[str, int], wins: Mapping[str, Sequence[float]]) -> Thing:
    done, could = times.get(name, 0), of.get(name, 0)
    shares = wins.get(name, ())
    return Thing(
        name,
        done,
        could,
        wilson(done, could) if could >= done > 0 or could > done else None,
        wilson(sum(shares), len(shares)) if shares else None,
    )
