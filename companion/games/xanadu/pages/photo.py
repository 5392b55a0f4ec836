"""A player's buildings in a photograph, with their numbers of workers; compared, or counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort
from msgspec import to_builtins
from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number as read_number
from companion.games.xanadu import components, phases
from companion.games.xanadu.names import SEAT_LETTERS, Card, format_card_number
from companion.games.xanadu.pages import parts
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.pages.zones import piled
from companion.games.xanadu.state import Building
from companion.games.xanadu.table import COUNTED, ROOM
from companion.sight.reading import NOTHING, Reading, Seen
from companion.web.photographs import ELSE, Label, Photographed, Shown, around, middle
from companion.web.table import photograph
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

WORKER: Final = "."
"""Before each worker in a reading: ``07.*.*``."""
LYING: Final = "-"
"""After the number of workers of a building that lies sideways."""
PLATE: Final = 5.5
"""How wide what is laid over a building is, in letters."""


class Buildings(Photographed[TableContext], frozen=True, kw_only=True):
    """Buildings by their numbers, one photograph at a time; the values are how many workers they have. The parts of
    cards that could not be read are no numbers."""

    most: int = 1

    def named(self, part: str) -> str:
        """Its number and its name."""
        if not part.isdecimal():
            return self.context.own_words.phrase("photo.unread")
        return parts.called(self.context, Card(int(part)))

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        if value == ELSE:
            return words.phrase("photo.by_number")
        if not part.isdecimal():
            return words.phrase("no_buildings")
        if value == NOTHING:
            return words.phrase("not_there")
        workers = _count_workers(value)
        return words.count("workers", workers) if workers else words.phrase("photo.no_worker")

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """Returns the photograph with numbers and workers over the buildings."""

        def label(one: Reading) -> Label:
            says = f"{one.part} · {one.value.count(WORKER)}" if one.part.isdecimal() else "?"
            return says, numbers.get(one.part, 0), middle(around(one))

        return photograph.draw_pieces(self.context, seen, label, PLATE)

    def too_many(self, most: int, count: int) -> Note:
        """Returns a note that a player cannot have so many buildings."""
        words = self.context.own_words
        return Note(words.phrase("photo.too_many", what=words.phrase("kind.final-sale"), n=most, m=count))


class Compared(Buildings, frozen=True, kw_only=True):
    """The buildings of a seat, compared with the table."""

    seat: Seat

    def believed(self) -> Mapping[str, str]:
        return {format_card_number(one.card): str(len(one.workers)) for one in self.context.position.city[self.seat]}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Cards in each place by the photograph, else by the app. An unnamed card stands for one that the app has and
        the photograph does not show, if there is one."""
        found = [one for shot in seen for one in shot.sighted.readings]
        if not found:
            raise PhotographError("no-marks", "no building is in it")
        unread = [one for one in found if not one.part.isdecimal()]
        missing = [part for part in self.believed() if part not in {one.part for one in found}]
        perhaps = self.context.own_words.phrase("photo.perhaps")
        return (
            *(self._shown(one) for one in found if one not in unread),
            *(Shown(part, NOTHING, NOTHING, True, perhaps=perhaps) for part in missing),
            *(Shown(one.part, ELSE, ELSE, False, area=around(one)) for one in unread if len(unread) > len(missing)),
        )

    def _shown(self, one: Reading) -> Shown:
        """Returns the reading of one place. A building that the app has elsewhere may belong to another player. One
        that is there by the app keeps its direction from the app."""
        state, workers, perhaps, lying = self.context.position, one.value.count(WORKER), "", ""
        if one.part not in self.believed():
            built_now = isinstance(state.now, phases.Play) and state.now.seat == self.seat
            lying = LYING if built_now and one.value.endswith(LYING) else ""
            owner = state.owner(Card(int(one.part)))
            if owner is not None:
                perhaps = self.context.own_words.phrase("photo.perhaps_beside", name=self.context.names[owner])
        second = str(one.second.count(WORKER))
        return Shown(one.part, f"{workers}{lying}", second, one.sure, perhaps=perhaps, area=around(one))

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """Returns the values to compare with: the app may have the card elsewhere."""
        name, app, *table = super().compared(part, values)
        elsewhere = values[0] == NOTHING and part.isdecimal() and parts.lies(self.context, Card(int(part)))
        return (name, elsewhere or app, *table)

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """Returns the changes. A building that comes here leaves its place in the app, as there is one card of each
        number."""
        state, read = self.context.position, {_building(part): value for part, value in values.items()}
        stood = {one.card: one for one in state.city[self.seat]}
        stand = dict(stood)
        for card in components.EDITIONS[state.options.edition]:
            value = read.get(card)
            if value == NOTHING:
                stand.pop(card, None)
            elif value is not None:
                here = stood.get(card, Building(card, sideways=value.endswith(LYING)))
                stand[card] = replace(here, workers=piled(here.workers, _count_workers(value)))
        come, changes = stand.keys() - stood.keys(), list[Change]()
        if come and len(stand) > state.limit:
            return self.too_many(state.limit, len(stand))
        for seat, city in enumerate(state.city):
            left = [*stand.values()] if seat == self.seat else [one for one in city if one.card not in come]
            if left != [*city]:
                changes.append(Change(f"players.{SEAT_LETTERS[seat]}.city", to_builtins(left)))
        if come & {*state.discard}:
            changes.append(Change("discard", [card for card in state.discard if card not in come]))
        return tuple(changes)

    def tapped(self, part: str) -> str:
        """Returns the page of all cards, to find the one that stands there; else that of the buildings, to correct
        workers."""
        stand = self.believed()
        return super().tapped(part) if part in stand else f"card/{self.id}-{len(stand)}"


class Counted(Buildings, frozen=True, kw_only=True):
    """The buildings of a player who counts, besides those already counted."""

    chair: int | None

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        return tuple(self._shown(one) for shot in seen for one in shot.sighted.readings)

    def _shown(self, one: Reading) -> Shown:
        """Returns the reading of a building; it is doubtful if it was counted with other workers, or by somebody else
        that this phone sees."""
        if not one.part.isdecimal():
            return Shown(one.part, ELSE, NOTHING, False, area=around(one))
        card, workers, second, sure = Card(int(one.part)), one.value.count(WORKER), one.second.count(WORKER), one.sure
        if card in (own := self._list_counted(self.chair)):
            second = own[card][1]
            sure = sure and second == workers
        others = (other for other in self.context.counts.counted if other != self.chair)
        names = (self.context.chair_name(other) for other in others if card in self._list_counted(other))
        return Shown(one.part, str(workers), str(second), sure, perhaps=next(names, ""), area=around(one))

    def choices(self, part: str, value: str) -> tuple[str, ...]:
        return (*map(str, range(components.ROWS + 1)), NOTHING) if part.isdecimal() else ()

    def entered(self, values: Mapping[str, str]) -> tuple[str, str] | Note:
        """Enters the buildings; the page of the count then says how many cards are left to type."""
        if self.chair is None:
            abort(404)
        counted, things = self._list_counted(self.chair), self._list_places(self.chair)
        free = [place for place in things if place not in {place for place, _ in counted.values()}]
        read = {_building(part): value for part, value in values.items() if part.isdecimal()}
        new = [card for card, value in read.items() if value != NOTHING and card not in counted]
        if len(new) > len(free):
            return self.too_many(len(things), len(things) - len(free) + len(new))
        places = {card: place for card, (place, _) in counted.items()} | dict(zip(new, free, strict=False))
        made = {
            places[card]: 0 if value == NOTHING else card * ROOM + _count_workers(value)
            for card, value in read.items()
            if card in places
        }
        left = sum(value == ELSE for value in values.values())
        return do("tally", chair=self.chair, things=made), f"{self.by_hand}{f'?left={left}' if left else ''}"

    def _list_places(self, chair: int) -> tuple[str, ...]:
        return tuple(thing for thing in self.context.counts.asked[chair] if thing != COUNTED)

    def _list_counted(self, chair: int | None) -> dict[int, tuple[str, int]]:
        """Returns the buildings that chairs have counted, as far as this phone sees them: owner's name and number of
        workers, by card."""
        own = {} if chair is None else self.context.counts.counted.get(chair, {})
        places = {thing: divmod(n, ROOM) for thing, n in own.items() if thing != COUNTED}
        return {card: (thing, workers) for thing, (card, workers) in places.items() if card in components.BUILDINGS}


def comparisons(context: TableContext) -> tuple[Compared, ...]:
    """Returns the buildings of each player. Cards on phones are not on the table."""
    seats = range(len(context.position.players)) if context.position.paper else ()
    return tuple(Compared(context=context, id=str(n), zone=str(n), whose=context.names[n], seat=Seat(n)) for n in seats)


def photographed(context: TableContext, item: str) -> Counted:
    """Returns the buildings of the player who counts."""
    return Counted(context=context, **photograph.find_entry(context, item))


def _building(part: str) -> Card:
    """Returns the building of a part; 400 if there is none."""
    card = read_number(part)
    return Card(card) if card is not None and card in components.BUILDINGS else abort(400)


def _count_workers(value: str) -> int:
    """Returns the number of workers in a value; 400 if the building has no room for them."""
    workers = read_number(value.removesuffix(LYING))
    return workers if workers is not None and workers <= components.ROWS else abort(400)
