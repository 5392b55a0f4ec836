"""The start of a log: the first entries of a new table, and those of a table for the same people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.game import OptionError
from companion.tables.errors import TableError, message
from companion.tables.game import GAMES, check_options, table_game
from companion.tables.log import entries as e
from companion.tables.log.table import Table


def make_first_entry(
    game: str,
    options: Mapping[str, str | int],
    chairs: int | Sequence[str] | None,
    language: str,
    settings: e.Settings,
    commitment: str,
) -> e.Open:
    """Returns the entry that opens a table (see `Tables.open`). Raises ``bad_options``."""
    if game not in GAMES:
        raise TableError("bad_options", message=message("other", what=tuple(GAMES), given=game))
    offered = table_game(game)
    keys = offered.CHAIRS[:chairs] if isinstance(chairs, int | None) else tuple(chairs)
    number = chairs if isinstance(chairs, int) else len(keys)
    if number not in range(1, len(offered.CHAIRS) + 1) or not set(keys) <= set(offered.CHAIRS):
        raise TableError("bad_options", message=message("unfit"))
    try:
        check_options(offered, options)
        offered.new(options, tuple(range(number)), 0)
    except OptionError as error:
        raise TableError("bad_options", message=error.what) from error
    return e.Open(game, offered.rules.RULES, dict(options), keys, language, settings, commitment)


def list_seat_entries(table: Table, commitment: str) -> tuple[e.Body, ...]:
    """Returns the entries of a new table on which everybody has the same chair as on this one."""
    was = table.opened
    first = e.Open(was.game, was.rules, was.options, was.chairs, was.language, table.settings, commitment)
    bodies: list[e.Body] = [first]
    for chair in table.chairs:
        if chair.held:
            bodies.append(e.TakeSeat(chair.number, chair.name or None, chair.language))
        elif chair.rival:
            bodies.append(e.SeatRival(chair.number, chair.rival, chair.name))
        elif chair.taken:
            bodies.append(e.NameSeat(chair.number, chair.name or None, chair.language))
    return tuple(bodies)


def next_start(table: Table) -> e.Start:
    """Returns how the next game starts: players and latecomers, the left neighbour of the last starter first."""
    started = next((s.body for s in table.line if isinstance(s.body, e.Start)), None)
    before = started.chairs[started.first] if started else table.players[0]
    chairs = tuple(chair.number for chair in table.chairs if chair.taken or chair.number in table.players)
    left = next((chair for chair in chairs if chair > before), chairs[0])
    return e.Start(chairs, chairs.index(left))
