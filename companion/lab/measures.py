"""Measures of many games, split by bot.

Intervals of shares are Wilson's at 95 %, corrected by Bonferroni: those of one table all hold together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import NormalDist, fmean
from typing import Any

from msgspec import Struct

from companion.engine.study import Kind, Study, study_of
from companion.lab.experiment import Arm, Experiment
from companion.lab.trial import Row

MISTAKES = 0.05
"""How often one of the intervals of a table may miss."""
LEADS = 2
"""Shares in the table of who is ahead."""


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
    """Shares of the variance of victories: players, deals, and the rest."""

    players: float
    deal: float
    rest: float


class Rung(Struct, frozen=True):
    """How often one bot did better than another at the same table; a tie is half."""

    bot: str
    other: str
    better: Share


class Thing(Struct, frozen=True):
    """Counts of one thing. `rate`: its share of its kind, where there was one for each;
    `wins`: the victories of seats that did it."""

    thing: str
    times: int
    of: int
    rate: Share | None
    wins: Share | None


class Counts(Struct, frozen=True):
    """One kind of thing, all that there are, in the game's order; of one bot, or of the whole game (empty)."""

    kind: Kind
    bot: str
    things: tuple[Thing, ...]


class BotMeasures(Struct, frozen=True):
    """Results of one bot. `wins` is its share of a victory for each seat it had."""

    bot: str
    points: Spread
    decisions: Spread
    wins: Share


class Measures(Struct, frozen=True):
    """All of one arm."""

    arm: Arm
    games: int
    actions: Spread
    decisions: Spread
    """Of all players of a game."""
    bots: tuple[BotMeasures, ...]
    seats: tuple[Share, ...]
    changes: Spread
    """Of the lead, in each game."""
    settled: Spread
    half: Share | None
    """How often whoever was ahead alone at half time won; none: nobody ever was."""
    crowned: Share
    ladder: tuple[Rung, ...]
    luck: Luck | None
    endings: tuple[tuple[str, int], ...]
    counts: tuple[Counts, ...]


def wilson(wins: float, cases: int, shares: int = 1) -> Share:
    """A share of cases, as one of so many shares in a table. Raises `ValueError` of no cases."""
    if cases <= 0:
        raise ValueError("a share of no cases")
    z = NormalDist().inv_cdf(1 - MISTAKES / (2 * shares))
    value = wins / cases
    middle = value + z * z / (2 * cases)
    half = z * sqrt(value * (1 - value) / cases + z * z / (4 * cases * cases))
    scale = 1 + z * z / cases
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
    """Measures of the games of one arm, at least one."""
    of, study = experiment.arms[arm], study_of(game)
    bots = tuple(dict.fromkeys(of.bots))
    return Measures(
        of,
        len(rows),
        spread(row.actions for row in rows),
        spread(sum(seat.decisions for seat in row.seats) for row in rows),
        tuple(_bot(bot, rows, len(bots)) for bot in bots),
        tuple(wilson(sum(row.seats[seat].share for row in rows), len(rows), of.players) for seat in range(of.players)),
        spread(row.lead.changes for row in rows),
        spread(row.lead.settled for row in rows),
        _half(rows),
        wilson(sum(row.lead.crowned for row in rows), len(rows), LEADS),
        ladder(rows),
        luck(rows, of.players) if experiment.seating == "swapped" else None,
        tuple(Counter(row.ending for row in rows).most_common()),
        tuple(counts for kind in study.KINDS for counts in _split(kind, rows, study, game, bots)),
    )


def _bot(bot: str, rows: Sequence[Row], bots: int) -> BotMeasures:
    seats = [seat for row in rows for seat in row.seats if seat.bot == bot]
    wins = wilson(sum(seat.share for seat in seats), len(seats), bots)
    return BotMeasures(bot, spread(seat.points for seat in seats), spread(seat.decisions for seat in seats), wins)


def _half(rows: Sequence[Row]) -> Share | None:
    """Share of half-time leaders, of those ahead alone, who won."""
    alone = [row.seats[row.lead.half[0]].share for row in rows if len(row.lead.half) == 1]
    return wilson(sum(alone), len(alone), LEADS) if alone and len(rows[0].seats) > 1 else None


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
        share = wilson(sum(better), len(better), len(met))
        if share.value < 0.5:
            bot, other, share = other, bot, wilson(len(better) - sum(better), len(better), len(met))
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


def _split(kind: Kind, rows: Sequence[Row], study: Study, game: Any, bots: Sequence[str]) -> list[Counts]:
    """The counts of a kind by bot, or of the whole game, where there is one bot or seats did nothing of it."""
    seated = any(one.seat >= 0 for row in rows for one in row.counts if one.kind == kind.id)
    return [_counts(kind, rows, study, game, bot) for bot in (bots if seated and len(bots) > 1 else [""])]


def _counts(kind: Kind, rows: Sequence[Row], study: Study, game: Any, bot: str) -> Counts:
    times: Counter[str] = Counter()
    of: Counter[str] = Counter()
    wins: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        for one in row.counts:
            if bot and one.seat >= 0 and row.seats[one.seat].bot != bot:
                continue
            if one.kind == kind.of:
                of[one.thing] += one.times
            if one.kind == kind.id:
                times[one.thing] += one.times
                if one.seat >= 0:
                    wins[one.thing].append(row.seats[one.seat].share)
    won: Mapping[str, Sequence[float]] = wins if kind.wins and len(rows[0].seats) > 1 else {}
    absent = study.absent(game, kind.id, len(rows[0].seats))
    things = [name for name in study.things(game, kind.id) if name not in absent]
    return Counts(kind, bot, tuple(_thing(name, times, of, won, len(things)) for name in things))


def _thing(
    name: str,
    times: Mapping[str, int],
    of: Mapping[str, int],
    wins: Mapping[str, Sequence[float]],
    things: int,
) -> Thing:
    done, could = times.get(name, 0), of.get(name, 0)
    shares = wins.get(name, ())
    return Thing(
        name,
        done,
        could,
        wilson(done, could, things) if could >= done > 0 or could > done else None,
        wilson(sum(shares), len(shares), things) if shares else None,
    )
