"""Score only: what stands in front of a player with its covered rows."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages.address import DIGITS, Aim, aim
from companion.games.xanadu.pages.houses import House, drawn
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.table import ROOM
from companion.web.table import photograph
from companion.web.widgets import Key, do


class Standing(Struct, frozen=True):
    """A building that was counted: a key for each number of covered rows, one that takes it out again."""

    house: House
    keys: tuple[Key, ...]
    gone: Key


class Standings(Struct, frozen=True):
    """The buildings counted so far. `keys` are the ten digits: with the first of two typed, they add the building
    (the others lead to an address). `full`: no more are allowed."""

    standing: tuple[Standing, ...]
    aim: Aim
    keys: tuple[Key, ...]
    adds: bool
    full: bool
    path: str
    photo: str
    """Where they are photographed; empty: photographs are not read here."""
    left: int
    """Cards of a photograph that are still to be typed."""


def standings(context: TableContext, chair: int, places: tuple[str, ...]) -> Standings:
    """The buildings of a chair, with what adds another."""
    counted = context.counts.counted.get(chair, {})
    # A program may count what there is not; its place is free on the page, and being ready is refused.
    taken = {place: value if _stands(value) else 0 for place in places for value in (counted.get(place, 0),)}
    free = next((place for place, value in taken.items() if not value), None)
    wish = aim(context)
    typed = wish.number if len(wish.number) < DIGITS else ""
    return Standings(
        standing=tuple(_standing(context, chair, place, value) for place, value in taken.items() if value),
        aim=Aim(typed),
        keys=tuple(_digit(context, chair, free, typed, str(digit % 10)) for digit in range(1, 11)),
        adds=bool(typed),
        full=free is None,
        path=f"{context.home}/tally/{chair}",
        photo=f"{context.home}/{photograph.PAGE}/{chair}" if photograph.offered(context.view.game) else "",
        left=number(context.wishes.get("left", "")) or 0,
    )


def _stands(value: int) -> bool:
    number, covered = divmod(value, ROOM)
    return number in components.BUILDINGS and covered <= components.ROWS


def _standing(context: TableContext, chair: int, place: str, value: int) -> Standing:
    number, covered = divmod(value, ROOM)
    house = drawn(context, Card(number), covered)
    words = context.own_words
    keys = tuple(
        Key(
            str(n),
            do("tally", chair=chair, things={place: number * ROOM + n}),
            on=n == covered,
            said=words.phrase("covered_said", name=house.name, n=str(n)),
        )
        for n in range(components.ROWS + 1)
    )
    gone = Key("", do("tally", chair=chair, things={place: 0}), said=words.phrase("not_standing", name=house.name))
    return Standing(house, keys, gone)


def _digit(context: TableContext, chair: int, place: str | None, typed: str, digit: str) -> Key:
    """A digit: the second one puts the building down, with no row covered."""
    number = int(typed + digit)
    if not typed or place is None:
        return Key(digit, digit)
    there = number in components.BUILDINGS
    return Key(digit, do("tally", chair=chair, things={place: number * ROOM if there else 0}), off=not there)
