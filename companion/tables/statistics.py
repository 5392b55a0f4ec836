"""What many finished games of one kind say together: lengths, points, seats, players, and how points were made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean

from msgspec import Struct

from companion.engine.game import ScoreLine
from companion.tables.log.outline import Finisher, folded

BARS = 8
"""Bars of a histogram, at most."""
KINDS = 7
"""Kinds of points that are told one by one; what made fewest points is told as one kind."""
STEPS = (1, 2, 5)
"""What a bar of a histogram may be wide, times a power of ten."""


class Finished(Struct, frozen=True):
    """A finished game, as far as statistics go. `minutes` none: nobody knows when it began."""

    minutes: int | None
    actions: int
    seats: tuple[Finisher, ...]


class Spread(Struct, frozen=True):
    """Numbers in short. `deviation` is that of all of them, not an estimate from a sample."""

    number: int
    least: int
    mean: float
    most: int
    deviation: float


class Bar(Struct, frozen=True):
    """How many numbers lie from `low` to `high`, both included."""

    low: int
    high: int
    number: int


class Standing(Struct, frozen=True):
    """How a seat (`name` empty) or a player did."""

    name: str
    seat: int | None
    games: int
    wins: int
    points: Spread | None


class Made(Struct, frozen=True):
    """One kind of line, and how many points a player made by it in the mean; `lines` are one of each thing in it.

    What every player has a line for stands alone; other things (single cards, buildings) are told by
    their rule. No `lines`: all kinds that made fewest points.
    """

    lines: tuple[ScoreLine, ...]
    mean: float
    things: frozenset[str]

    def points(self, seat: Finisher) -> int:
        """What a seat made by it."""
        return sum(line.points for line in seat.lines if line.thing in self.things)


class Statistics(Struct, frozen=True):
    """Of games of one kind. Where nothing is known, there is none."""

    games: int
    minutes: Spread | None
    actions: Spread | None
    points: Spread | None
    bars: tuple[Bar, ...]
    lengths: tuple[Bar, ...]
    seats: tuple[Standing, ...]
    players: tuple[Standing, ...]
    made: tuple[Made, ...]


def statistics(games: Sequence[Finished]) -> Statistics:
    """All of it. Games in which nothing is worth points (solo ones, won or lost) have a length only."""
    scored = [game for game in games if any(line.worth for seat in game.seats for line in seat.lines)]
    points = [seat.total for game in scored for seat in game.seats]
    minutes = [game.minutes for game in games if game.minutes is not None]
    return Statistics(
        games=len(games),
        minutes=_spread(minutes),
        actions=_spread([game.actions for game in games if game.actions]),
        points=_spread(points),
        bars=histogram(points),
        lengths=histogram(minutes),
        seats=_by_seat(scored),
        players=_by_player(scored),
        made=made_by([seat for game in scored for seat in game.seats]),
    )


def _spread(numbers: Sequence[int]) -> Spread | None:
    if not numbers:
        return None
    mean = fmean(numbers)
    # `pstdev` is exact with fractions, and too slow for ten thousand games.
    deviation = sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
    return Spread(len(numbers), min(numbers), mean, max(numbers), deviation)


def histogram(numbers: Sequence[int]) -> tuple[Bar, ...]:
    """At most `BARS` bars of one width, a round number, from the least to the most."""
    if not numbers:
        return ()
    width = _width(min(numbers), max(numbers))
    counts: dict[int, int] = defaultdict(int)
    for number in numbers:
        counts[number // width] += 1
    return tuple(Bar(n * width, n * width + width - 1, counts[n]) for n in range(min(counts), max(counts) + 1))


def _width(least: int, most: int) -> int:
    scale = 1
    while True:
        for step in STEPS:
            width = step * scale
            if most // width - least // width < BARS:
                return width
        scale *= 10


def _by_seat(games: Iterable[Finished]) -> tuple[Standing, ...]:
    found: dict[int, list[Finisher]] = defaultdict(list)
    for game in games:
        for number, seat in enumerate(game.seats):
            found[number].append(seat)
    return tuple(_standing("", number, found[number]) for number in sorted(found))


def _by_player(games: Iterable[Finished]) -> tuple[Standing, ...]:
    """By name, however it was written; the most games first. Players without a name are not told apart."""
    found: dict[str, list[Finisher]] = defaultdict(list)
    for game in games:
        for seat in game.seats:
            if key := folded(seat.name):
                found[key].append(seat)
    standings = [_standing(seats[-1].name, None, seats) for seats in found.values()]
    return tuple(sorted(standings, key=lambda s: (-s.games, -s.wins, folded(s.name))))


def _standing(name: str, seat: int | None, seats: Sequence[Finisher]) -> Standing:
    return Standing(name, seat, len(seats), sum(s.won for s in seats), _spread([s.total for s in seats]))


def made_by(seats: Sequence[Finisher]) -> tuple[Made, ...]:
    """The kinds of lines by which these seats made points, the most first."""
    shared = set.intersection(*({line.thing for line in seat.lines} for seat in seats)) if seats else set()
    sums: dict[str, int] = defaultdict(int)
    things: dict[str, dict[str, ScoreLine]] = defaultdict(dict)
    for seat in seats:
        for line in seat.lines:
            kind = f"thing {line.thing}" if line.thing in shared else f"rule {line.rule}"
            sums[kind] += line.points
            things[kind].setdefault(line.thing, line)
    most = sorted(sums, key=lambda kind: -sums[kind])
    first, rest = most[:KINDS], most[KINDS:]
    made = [Made(tuple(things[kind].values()), sums[kind] / len(seats), frozenset(things[kind])) for kind in first]
    if rest:
        others = frozenset(thing for kind in rest for thing in things[kind])
        made.append(Made((), sum(sums[kind] for kind in rest) / len(seats), others))
    return tuple(made)
