"""Rows of buildings: which would give what a card lacks, and whose worker stands on which."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from companion.engine.correction import Corrected
from companion.engine.game import AnyEffect, Seat
from companion.games.xanadu import effects as did
from companion.games.xanadu.effects import Built, WorkerPlaced
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages.buildings import House, Site, houses
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.tables import Line
from companion.web.table.frame import entries

MOST = 200
"""Entries that are read at once on the way back."""


class Source(Struct, frozen=True):
    """A building whose lowest free row would give what is missing: whose it is, and what that does to its price."""

    house: House
    title: str
    then: str


def sources(context: TableContext, state: State, site: Site) -> tuple[Source, ...]:
    """The rows that would give what `site` lacks, own ones first, then clockwise."""
    first = site.seat or Seat(0)
    found = []
    for i in range(len(state.players)):
        owner = Seat((first + i) % len(state.players))
        for house in houses(context, state, owner, site):
            if house.gives and house.key is not None:
                found.append(_source(context, house, owner, site))
    return tuple(found)


def _source(context: TableContext, house: House, owner: Seat, site: Site) -> Source:
    words = context.own_words
    own = owner == site.seat
    title = house.name if own else words.phrase("of_building", name=context.names[owner], building=house.name)
    return Source(house, title, house.worth)


def placed(context: TableContext, card: Card, covered: int) -> dict[int, Seat]:
    """Who has put the workers on the rows of a building, as far as the log tells; those that were entered or set right
    are nobody's."""
    found: dict[int, Seat] = {}
    for line in _backwards(context):
        for effect in reversed(line.effects):
            if isinstance(effect, WorkerPlaced) and effect.building == card and effect.row <= covered:
                found.setdefault(effect.row, effect.seat)
            if _appeared(effect, card):
                return found
        if len(found) == covered or _set_anew(line, context, card):
            return found
    return found


def _backwards(context: TableContext) -> Iterator[Line]:
    """What counts of the log, the newest first."""
    end = context.view.seq
    while end > 0:
        begin = max(0, end - MOST)
        yield from (line for line in reversed(entries(context, begin, end)) if line.moment and not line.undone)
        end = begin


def _appeared(effect: AnyEffect, card: Card) -> bool:
    """Did the building come into play by this?"""
    return (isinstance(effect, Built) and effect.card == card) or (
        isinstance(effect, did.StartRevealed) and card in effect.cards
    )


def _set_anew(line: Line, context: TableContext, card: Card) -> bool:
    """Were the workers of the building, or all of the position, set by hand?"""
    if line.kind == "position":
        return True
    state = line.state
    owner = state.owner(card) if isinstance(state, State) else None
    if owner is None:
        return False
    path = f"players.{SEAT_LETTERS[owner]}.city"
    return any(
        change.path.startswith(path)
        for effect in line.effects
        if isinstance(effect, Corrected)
        for change in effect.changes
    )
