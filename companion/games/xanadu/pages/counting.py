"""Score only: what stands in front of a player with its covered rows."""

from __future__ import annotations

from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages.address import DIGITS, Aim, aim
from companion.games.xanadu.pages.houses import House, drawn
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.table import ROOM
from companion.web.table import photograph
from companion.web.widgets import Key, do


def standings(context: TableContext, chair: int, places: tuple[str, ...]) -> dict[str, object]:
    """The buildings that a chair has counted so far, and the ten digits that add another: the first one typed leads to
    an address, the second one puts the building down with no row covered."""
    counted = context.counts.counted.get(chair, {})
    # A program may count what there is not; its place is free on the page, and being ready is refused.
    taken = {place: value for place in places if _stands(value := counted.get(place, 0))}
    free = next((place for place in places if place not in taken), None)
    wish = aim(context)
    typed = wish.number if len(wish.number) < DIGITS else ""
    return {
        "standing": [_standing(context, chair, place, value) for place, value in taken.items()],
        "aim": Aim(typed),
        "digits": [_digit(chair, free, typed, str(digit % 10)) for digit in range(1, 11)],
        "full": free is None,
        "path": f"{context.home}/tally/{chair}",
        "photo": f"{context.home}/{photograph.PAGE}/{chair}" if photograph.offered(context.view.game) else "",
        "left": number(context.wishes.get("left", "")) or 0,
    }


def _stands(value: int) -> bool:
    number, covered = divmod(value, ROOM)
    return number in components.BUILDINGS and covered <= components.ROWS


def _standing(context: TableContext, chair: int, place: str, value: int) -> tuple[House, list[Key], Key]:
    """A building with a key for each number of covered rows, and one that takes it out again."""
    number, covered = divmod(value, ROOM)
    words, house = context.own_words, drawn(context, Card(number), covered)

    def counts(value: int) -> str:
        return do("tally", chair=chair, things={place: value})

    said = [words.phrase("covered_said", name=house.name, n=str(n)) for n in range(components.ROWS + 1)]
    keys = [Key(str(n), counts(number * ROOM + n), on=n == covered, said=one) for n, one in enumerate(said)]
    return house, keys, Key("", counts(0), said=words.phrase("not_standing", name=house.name))


def _digit(chair: int, place: str | None, typed: str, digit: str) -> Key:
    if not typed or place is None:
        return Key(digit, digit)
    number = int(typed + digit)
    there = number in components.BUILDINGS
    return Key(digit, do("tally", chair=chair, things={place: number * ROOM if there else 0}), off=not there)
