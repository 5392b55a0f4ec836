"""Past games of a phone, and statistics of one kind of game, without reading logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Select, select

from companion.engine.annotations import ready
from companion.engine.game import ScoreLine, Sheet
from companion.tables import schema as s
from companion.tables.errors import TableError
from companion.tables.log.names import make_lookalike_key
from companion.tables.log.views import Finisher, Summary
from companion.tables.store import Store
from companion.tables.tokens import hashed, read_code

PAGE = 20
"""Games on a page."""
MINUTE = 60_000
_COLUMNS = (s.game_table.c.code, s.game_table.c.game, s.game_table.c.opened_at, s.game_table.c.summary)
_SUMMARY = msgspec.json.Decoder(ready(Summary))


class Played(Summary, frozen=True, kw_only=True):
    """A table in a list, with its summary. `at` is when the game began, otherwise when the table was opened."""

    code: str
    game: str
    at: int

    @property
    def minutes(self) -> int | None:
        """Duration of the game in whole minutes, at least one; None if it is not over, or its start is unknown."""
        if self.started_at is None or self.ended_at is None:
            return None
        return max(1, round((self.ended_at - self.started_at) / MINUTE))


class Games(Struct, frozen=True):
    """A page of games, the newest first."""

    games: tuple[Played, ...]
    total: int
    more: bool


@dataclass
class History:
    """Finds games for a phone, by its token. A token without a seat sees nothing."""

    store: Store

    def games(self, token: str, game: str = "", before: tuple[int, str] | None = None, most: int = PAGE) -> Games:
        """Returns a page of games of one kind (empty: all), or those after another one (its `at` and code)."""
        found = self._held(token, game)
        page = [one for one in found if before is None or (-one.at, one.code) > (-before[0], before[1])]
        return Games(tuple(page[:most]), len(found), len(page) > most)

    def listing(self) -> list[Played]:
        """Returns all tables of the database, newest first."""
        return self._find(select(*_COLUMNS))

    def game(self, code: str, token: str) -> Played:
        """Returns one game. Raises ``no_such_table``, also for a table where this phone never sat."""
        code = read_code(code)
        found = next((one for one in self._held(token) if one.code == code), None)
        if found is None:
            raise TableError("no_such_table", table=code)
        return found

    def statistics(self, token: str, game: str = "") -> dict[str, Statistics]:
        """Returns statistics of finished games, by kind: of one kind, or of all."""
        found: dict[str, list[Played]] = {}
        for played in reversed(self._held(token, game)):
            if played.ended_at is not None:
                found.setdefault(played.game, []).append(played)
        return {game: statistics(games) for game, games in found.items()}

    def _held(self, token: str, game: str = "") -> list[Played]:
        held = select(*_COLUMNS).join(s.holder).where(s.holder.c.token_hash == hashed(token))
        return self._find(held.where(s.game_table.c.game == game) if game else held)

    def _find(self, query: Select[Any]) -> list[Played]:
        found = (
            Played(code=code, game=game, at=summary.started_at or opened_at, **asdict(summary))
            for code, game, opened_at, text in self.store.database.fetch(query)
            for summary in [_SUMMARY.decode(text)]
        )
        return sorted(found, key=lambda one: (-one.at, one.code))


# Statistics.


class Spread(Struct, frozen=True):
    """Minimum, mean and maximum of some numbers."""

    least: int
    mean: float
    most: int


class Standing(Struct, frozen=True):
    """Results of a player."""

    name: str
    games: int
    wins: int
    points: Spread | None


class PointSource(Struct, frozen=True):
    """One kind of score line, and a player's mean points from it; `lines` are one of each thing in it.

    A thing for which every player has a line is separate; others (single cards, buildings) are grouped by rule.
    """

    lines: tuple[ScoreLine, ...]
    mean: float
    things: frozenset[str]

    def points(self, sheet: Sheet | Finisher) -> int:
        """Returns a seat's points from these lines."""
        return sum(line.points for line in sheet.lines if line.thing in self.things)


class Statistics(Struct, frozen=True):
    """Statistics for one kind of game. None for unknown values."""

    games: int
    minutes: Spread | None
    points: Spread | None
    players: tuple[Standing, ...]
    made: tuple[PointSource, ...]


def statistics(games: Sequence[Played]) -> Statistics:
    """Returns all statistics. Games without points (solo games, won or lost) only have a length.

    Players are grouped by name in any case, most games first. Unnamed players are not distinguished.
    """
    scored = [game for game in games if any(line.worth for seat in game.seats for line in seat.lines)]
    finishers = [seat for game in scored for seat in game.seats]
    by_name: dict[str, list[Finisher]] = defaultdict(list)
    for seat in finishers:
        if key := make_lookalike_key(seat.name):
            by_name[key].append(seat)
    players = [_standing(seats) for seats in by_name.values()]
    return Statistics(
        games=len(games),
        minutes=_spread([game.minutes for game in games if game.minutes is not None]),
        points=_spread([seat.total for seat in finishers]),
        players=tuple(sorted(players, key=lambda one: (-one.games, -one.wins, make_lookalike_key(one.name)))),
        made=made_by(finishers),
    )


def _spread(numbers: Sequence[int]) -> Spread | None:
    return Spread(min(numbers), fmean(numbers), max(numbers)) if numbers else None


def _standing(seats: Sequence[Finisher]) -> Standing:
    points = _spread([one.total for one in seats])
    return Standing(seats[-1].name, len(seats), sum(one.won for one in seats), points)


def point_sources(sheets: Sequence[Sheet | Finisher]) -> tuple[PointSource, ...]:
    """Returns the kinds of lines on these sheets, in their order."""
    shared = set.intersection(*({line.thing for line in sheet.lines} for sheet in sheets)) if sheets else set()
    kinds: dict[str, dict[str, ScoreLine]] = defaultdict(dict)
    for line in [line for sheet in sheets for line in sheet.lines]:
        kinds[f"thing {line.thing}" if line.thing in shared else f"rule {line.rule}"].setdefault(line.thing, line)
    found = [PointSource(tuple(lines.values()), 0.0, frozenset(lines)) for lines in kinds.values()]
    return tuple(replace(one, mean=sum(map(one.points, sheets)) / len(sheets)) for one in found)


def made_by(seats: Sequence[Finisher]) -> tuple[PointSource, ...]:
    """Returns the kinds of lines that gave these seats points, the most first."""
    return tuple(sorted(point_sources(seats), key=lambda one: -one.mean))
