"""A player's buildings as photographs show them beside what the app has: which stand there, with how many workers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from flask import abort

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.sightings import Sighting, joined, shots, workers_said
from companion.games.xanadu.pages.turn import lies
from companion.games.xanadu.pages.zones import city_form, numbers, piled
from companion.games.xanadu.state import Play, State
from companion.sight.reading import Seen
from companion.web.photographs import ELSE, NOTHING, AnyComparison, Comparison, Difference, Shown, around
from companion.web.table.frame import show
from companion.web.widgets import Note
from pnp.camera import PhotographError

LYING: Final = "-"
"""After the number of workers of a building that lies sideways."""
PLATE: Final = 5.5
"""How wide what is laid over a building is, in letters."""


def comparisons(context: TableContext) -> tuple[AnyComparison, ...]:
    """The buildings of each player. What phones hold lies on no table."""
    state = context.position
    return tuple(_houses(context, Seat(seat)) for seat in range(len(state.players))) if state.paper else ()


def _houses(context: TableContext, seat: Seat) -> Houses:
    number = str(int(seat))
    whose = context.names[seat]
    return Houses(context=context, id=number, zone=number, whole=False, whose=whose, seat=seat)


class Houses(Comparison[TableContext], frozen=True, kw_only=True):
    """The buildings of a seat, by their numbers; the values are how many workers they have."""

    seat: Seat

    def believed(self) -> Mapping[str, str]:
        return {labels.number(one.card): str(len(one.workers)) for one in self.context.position.players[self.seat].city}

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        """Cards in each place by the photographs, else by the app. An unnamed card stands for one that the app has and
        no photograph shows, if there is one."""
        found, believed = joined(seen), self.believed()
        if not found:
            raise PhotographError("no-marks", "no building is in it")
        named = [one for one in found if one.card is not None]
        unnamed = [one for one in found if one.card is None]
        missing = [part for part in believed if part not in {one.key for one in named}]
        words = self.context.own_words
        perhaps = words.phrase("photo.perhaps")
        several = max((sum(other.shot == one.shot for other in unnamed) for one in unnamed), default=0)
        return (
            *(self._shown(one, one.key in believed) for one in named),
            *(Shown(part, NOTHING, NOTHING, sure=True, perhaps=perhaps) for part in missing),
            *(_unread(one) for one in unnamed if several > len(missing)),
        )

    def _shown(self, one: Sighting, known: bool) -> Shown:
        """Reading of one place. A building that the app has elsewhere may belong to another player. One that is there
        by the app stands as that has it, upright or not."""
        state = self.context.position
        owner = None if known or one.card is None else state.owner(one.card)
        built_now = isinstance(state.now, Play) and state.now.seat == self.seat
        lying = LYING if one.sideways and built_now and not known else ""
        perhaps = ""
        if owner is not None:
            perhaps = self.context.own_words.phrase("photo.perhaps_beside", name=self.context.names[owner])
        area = around(one.reading)
        return Shown(
            one.key,
            f"{one.workers}{lying}",
            str(one.second),
            one.reading.sure,
            perhaps=perhaps,
            area=area,
            shot=one.shot,
        )

    def named(self, part: str) -> str:
        """Its number and its name."""
        card = _card(part)
        if card is None:
            return self.context.own_words.phrase("photo.unread")
        return f"{labels.number(card)} {labels.name(self.context, card)}"

    def difference(self, part: str, app: str, table: str) -> Difference:
        """Difference of a part; the app may have the card elsewhere."""
        card = _card(part)
        here = "" if app != NOTHING or card is None else lies(self.context, self.context.position, card)
        there = self.called(part, table)
        return Difference(self.named(part), here or self.called(part, app), there)

    def called(self, part: str, value: str) -> str:
        """Name of a value; an unnamed card may also be none."""
        words = self.context.own_words
        if _card(part) is None:
            return words.phrase("no_buildings")
        return words.phrase("not_there") if value == NOTHING else workers_said(self.context, _workers(value))

    def changes(self, values: Mapping[str, str]) -> tuple[Change, ...] | Note:
        """A building that comes here is taken from where the app has it: there is one card of each number."""
        state, letter = self.context.position, SEAT_LETTERS[self.seat]
        read = _in_edition(state, values)
        stood = city_form(state, self.seat)
        stand = {form["card"]: form for form in stood}
        for card, value in read.items():
            if value == NOTHING:
                stand.pop(card, None)
            else:
                stand[card] = _form(state, card, value, stand.get(card))
        come = stand.keys() - {form["card"] for form in stood}
        if come and len(stand) > state.limit:
            words = self.context.own_words
            return Note(
                words.phrase(
                    "photo.too_many", what=words.phrase("kind.final-sale"), n=str(state.limit), m=str(len(stand))
                )
            )
        if len(stand) == len(stood) and not come:
            places = enumerate(stand.items())
            return tuple(
                Change(f"players.{letter}.city.{i}.workers", form["workers"])
                for i, (card, form) in places
                if card in read
            )
        return (Change(f"players.{letter}.city", [*stand.values()]), *_taken(state, come))

    def tapped(self, part: str) -> str:
        """The place of the card, where its workers are corrected; or all cards, to find the one that stands there."""
        stand = [labels.number(one.card) for one in self.context.position.players[self.seat].city]
        return f"fix/{self.id}-{stand.index(part)}" if part in stand else f"card/{self.id}-{len(stand)}"

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs with numbers and workers over the buildings."""
        says = self.context.own_words.phrase("photo.shown")
        return show(self.context, "photo_shots.html", shots=shots(seen, joined(seen), numbers), says=says, wide=PLATE)


def _unread(one: Sighting) -> Shown:
    return Shown(one.key, ELSE, ELSE, sure=False, area=around(one.reading), shot=one.shot)


def _card(part: str) -> Card | None:
    """The building of a part; none: a card that nobody could name."""
    return Card(int(part)) if part.isdecimal() else None


def _workers(value: str) -> int:
    """How many workers a building has by its value; 400 where it has no room for them."""
    workers = number(value.removesuffix(LYING))
    return workers if workers is not None and workers <= components.ROWS else abort(400)


def _in_edition(state: State, values: Mapping[str, str]) -> dict[Card, str]:
    """The values by their buildings, without cards that this game is played without; 400 where one is none."""
    read = {number(part): value for part, value in values.items()}
    if not read.keys() <= components.BUILDINGS.keys():
        abort(400)
    return {card: read[card] for card in components.EDITIONS[state.options.edition] if card in read}


def _form(state: State, card: Card, value: str, stood: Mapping[str, Any] | None) -> dict[str, Any]:
    """A building with so many workers, as a position's JSON has it."""
    building = state.building(card)
    if stood is not None and building is not None:
        return {**stood, "workers": piled(building.workers, _workers(value))}
    return {"card": int(card), "workers": piled((), _workers(value)), "sideways": value.endswith(LYING)}


def _taken(state: State, cards: Collection[int]) -> Iterator[Change]:
    """Takes cards away from where they lie openly."""
    for seat, buildings in enumerate(state.city):
        if any(one.card in cards for one in buildings):
            rest = [form for form in city_form(state, Seat(seat)) if form["card"] not in cards]
            yield Change(f"players.{SEAT_LETTERS[seat]}.city", rest)
    if any(card in cards for card in state.discard):
        yield Change("discard", numbers([card for card in state.discard if card not in cards]))
