"""The games that a phone may look back on: those it opened, sat at or watched. No logs are read for lists."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, func, or_, select, true

from companion.tables import errors
from companion.tables import schema as s
from companion.tables.game import GAMES, has_rules
from companion.tables.log import entries as e
from companion.tables.log.outline import Course, Finisher, course, decode_summary, folded
from companion.tables.log.transfer import replayed
from companion.tables.statistics import Finished, Statistics, statistics
from companion.tables.store import AnyRow, Store
from companion.tables.tokens import hashed, read_code

PAGE = 20
"""Games on a page."""
MINUTE = 60_000
_TABLE = s.game_table.c


class Wanted(Struct, frozen=True):
    """Which games: of one kind (empty: of all), with a player whose name has this in it (empty: anybody)."""

    game: str = ""
    player: str = ""


class Played(Struct, frozen=True):
    """A table in a list. `at` is when the game began, or else when the table was opened.

    `seats` are empty until the game has ended and its points are known.
    """

    code: str
    game: str
    at: int
    started_at: int | None
    ended_at: int | None
    moved_at: int
    actions: int
    closed: bool
    names: tuple[tuple[int, str], ...]
    """Of each chair that is taken its number and name; an empty name: nobody has named it."""
    decided_by: str
    seats: tuple[Finisher, ...]

    @property
    def minutes(self) -> int | None:
        """How many whole minutes the game took, at least one; none: it is not over, or nobody knows when it began."""
        if self.started_at is None or self.ended_at is None:
            return None
        return max(1, round((self.ended_at - self.started_at) / MINUTE))


class Games(Struct, frozen=True):
    """A page of games, the newest first."""

    games: tuple[Played, ...]
    total: int
    more: bool


class History:
    """Looks games up for a phone, by its token. A token that holds nothing sees nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self, token: str, wanted: Wanted, before: tuple[int, str] | None = None, most: int = PAGE) -> Games:
        """A page of games, or those that follow another one (its `at` and code)."""
        where = page = _fits(token, wanted)
        if before is not None:
            at, code = before
            page = and_(where, or_(_TABLE.played_at < at, and_(_TABLE.played_at == at, _TABLE.code > code)))
        found = self._find(page, most + 1)
        with self._store.database.reading() as connection:
            total = connection.execute(select(func.count()).where(where)).scalar_one()
        return Games(found[:most], total, len(found) > most)

    def listing(self) -> tuple[Played, ...]:
        """All tables of the database, the newest first."""
        return self._find(true(), None)

    def game(self, code: str, token: str) -> Played:
        """One game. Raises `NoSuchTable`, also where there is one that this phone was never at."""
        code = read_code(code)
        found = self._find(and_(_fits(token, Wanted()), _TABLE.code == code), 1)
        if not found:
            raise errors.NoSuchTable(code)
        return found[0]

    def course(self, code: str, token: str) -> Course:
        """How the points of a finished game came about. Raises `NoSuchTable` as `game` does."""
        log = self._store.log(self.game(code, token).code)
        first = log[0].body if log else None
        begun_here = isinstance(first, e.Opened) and first.game in GAMES and has_rules(first.game, first.rules)
        return course(replayed(log)) if begun_here else Course((), ())

    def statistics(self, token: str, wanted: Wanted) -> dict[str, Statistics]:
        """Of the finished games, by kind."""
        found: dict[str, list[Finished]] = {}
        for played in reversed(self._find(and_(_fits(token, wanted), _TABLE.ended_at.is_not(None)), None)):
            found.setdefault(played.game, []).append(Finished(played.minutes, played.actions, played.seats))
        return {game: statistics(games) for game, games in found.items()}

    def own_finished(self, token: str, game: str) -> list[tuple[Finisher, ...]]:
        """The seats of the finished games of one kind that this phone was at."""
        ended = and_(_fits(token, Wanted(game)), _TABLE.ended_at.is_not(None))
        return [played.seats for played in self._find(ended, None)]

    def codes(self, token: str) -> tuple[str, ...]:
        """The tables that this phone was at."""
        with self._store.database.reading() as connection:
            return tuple(connection.scalars(select(_TABLE.code).where(_fits(token, Wanted())).order_by(_TABLE.code)))

    def _find(self, where: ColumnElement[bool], limit: int | None) -> tuple[Played, ...]:
        query = select(s.game_table).where(where).order_by(_TABLE.played_at.desc(), _TABLE.code).limit(limit)
        with self._store.database.reading() as connection:
            return tuple(map(_played, connection.execute(query)))


def _fits(token: str, wanted: Wanted) -> ColumnElement[bool]:
    held = select(s.holder.c.code).where(s.holder.c.token_hash == hashed(token))
    where: ColumnElement[bool] = _TABLE.code.in_(held)
    if wanted.game:
        where = and_(where, _TABLE.game == wanted.game)
    if name := folded(wanted.player):
        where = and_(where, _TABLE.names.contains(name, autoescape=True))
    return where


def _played(row: AnyRow) -> Played:
    summary = decode_summary(row.summary)
    return Played(
        code=row.code,
        game=row.game,
        at=row.played_at,
        started_at=summary.started_at,
        ended_at=summary.ended_at,
        moved_at=row.moved_at,
        actions=summary.actions,
        closed=row.closed,
        names=tuple((chair, name) for chair, name in enumerate(summary.names) if name is not None),
        decided_by=summary.decided_by,
        seats=summary.seats,
    )
