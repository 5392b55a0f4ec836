"""A player's buildings as photographs show them: which stand there, with how many workers; compared, or counted."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from flask import abort
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.pages.turn import lies
from companion.games.xanadu.pages.zones import city_form, numbers, piled
from companion.games.xanadu.state import Play, State
from companion.games.xanadu.table import COUNTED, ROOM
from companion.sight.reading import Reading, Seen
from companion.web.photographs import (
    ELSE,
    NOTHING,
    AnyPhotographed,
    Label,
    Photographed,
    Shown,
    around,
    mark_pieces,
    middle,
)
from companion.web.table import photograph
from companion.web.table.frame import show
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

LYING: Final = "-"
"""After the number of workers of a building that lies sideways."""
PLATE: Final = 5.5
"""How wide what is laid over a building is, in letters."""


class Sighting(Struct, frozen=True):
    """A building, as that one of the photographs shows it (numbered from 1) which is surer of it."""

    reading: Reading
    shot: int

    @property
    def card(self) -> Card | None:
        """None: something lies there that nobody could name."""
        return _card(self.reading.part)

    @property
    def key(self) -> str:
        """Key of a piece across photographs; an unnamed card may be any."""
        return self.reading.part if self.card is not None else f"{self.reading.part}{self.shot}"

    @property
    def workers(self) -> int:
        """The number of workers, read from the notation of positions: ``07.*.*`` has two."""
        return self.reading.value.count(".")

    @property
    def second(self) -> str:
        """How many workers are next likely."""
        return str(self.reading.second.count("."))


class Standing(Photographed[TableContext], frozen=True, kw_only=True):
    """Buildings by their numbers; the values are how many workers they have."""

    def named(self, part: str) -> str:
        """Its number and its name."""
        card = _card(part)
        return self.context.own_words.phrase("photo.unread") if card is None else labels.called(self.context, card)

    def called(self, part: str, value: str) -> str:
        words = self.context.own_words
        if value == ELSE:
            return words.phrase("photo.by_number")
        if _card(part) is None:
            return words.phrase("no_buildings")
        if value == NOTHING:
            return words.phrase("not_there")
        workers = _workers(value)
        return words.count("workers", workers) if workers else words.phrase("photo.no_worker")

    def picture(self, seen: Sequence[Seen], numbers: Mapping[str, int]) -> str:
        """The photographs with numbers and workers over the buildings, each as all photographs have it."""
        read = {one.key: one for one in joined(seen)}

        def label(here: Reading, shot: int) -> Label:
            one = read[Sighting(here, shot).key]
            says = "?" if one.card is None else f"{one.reading.part} · {one.workers}"
            return says, numbers.get(one.key, 0), middle(around(here))

        shots = [mark_pieces(one, partial(label, shot=at)) for at, one in enumerate(seen, 1)]
        says = self.context.own_words.phrase("photo.shown")
        return show(self.context, "photo_shots.html", shots=shots, says=says, wide=PLATE)

    def too_many(self, most: int, count: int) -> Note:
        """More buildings than can stand before a player."""
        words = self.context.own_words
        return Note(words.phrase("photo.too_many", what=words.phrase("kind.final-sale"), n=str(most), m=str(count)))


class Houses(Standing, frozen=True, kw_only=True):
    """The buildings of a seat."""

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
        perhaps = self.context.own_words.phrase("photo.perhaps")
        several = max((sum(other.shot == one.shot for other in unnamed) for one in unnamed), default=0)
        return (
            *(self._shown(one, one.key in believed) for one in named),
            *(Shown(part, NOTHING, NOTHING, sure=True, perhaps=perhaps) for part in missing),
            *(
                Shown(one.key, ELSE, ELSE, sure=False, area=around(one.reading), shot=one.shot)
                for one in unnamed
                if several > len(missing)
            ),
        )

    def _shown(self, one: Sighting, known: bool) -> Shown:
        """Reading of one place. A building that the app has elsewhere may belong to another player. One that is there
        by the app stands as that has it, upright or not."""
        state = self.context.position
        owner = None if known or one.card is None else state.owner(one.card)
        built_now = isinstance(state.now, Play) and state.now.seat == self.seat
        lying = LYING if one.reading.value.endswith(LYING) and built_now and not known else ""
        perhaps = ""
        if owner is not None:
            perhaps = self.context.own_words.phrase("photo.perhaps_beside", name=self.context.names[owner])
        value, area = f"{one.workers}{lying}", around(one.reading)
        return Shown(one.key, value, one.second, one.reading.sure, perhaps=perhaps, area=area, shot=one.shot)

    def compared(self, part: str, values: Sequence[str]) -> tuple[str, ...]:
        """The app may have the card elsewhere."""
        name, app, *table = super().compared(part, values)
        card = _card(part)
        here = "" if values[0] != NOTHING or card is None else lies(self.context, self.context.position, card)
        return (name, here or app, *table)

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
            return self.too_many(state.limit, len(stand))
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


class Counted(Standing, frozen=True, kw_only=True):
    """The buildings of a player who counts, besides those already counted."""

    chair: int | None

    def shown(self, seen: Sequence[Seen]) -> tuple[Shown, ...]:
        return tuple(map(self._shown, joined(seen)))

    def _shown(self, one: Sighting) -> Shown:
        """A building that was counted with other workers, or by somebody else that this phone sees, is asked about."""
        area = around(one.reading)
        if one.card is None:
            return Shown(one.key, ELSE, NOTHING, sure=False, area=area, shot=one.shot)
        before = _counted(self.context, self.chair).get(one.card)
        others = [chair for chair in self.context.counts.counted if chair != self.chair]
        names = (self.context.chair_name(other) for other in others if one.card in _counted(self.context, other))
        second = one.second if before is None else str(before[1])
        sure = one.reading.sure and (before is None or before[1] == one.workers)
        return Shown(one.key, str(one.workers), second, sure, perhaps=next(names, ""), area=area, shot=one.shot)

    def choices(self, part: str, value: str) -> tuple[str, ...]:
        return () if _card(part) is None else (*map(str, range(components.ROWS + 1)), NOTHING)

    def entered(self, values: Mapping[str, str]) -> tuple[str, str] | Note:
        """The page of the count then says how many cards are left to be typed."""
        if self.chair is None:
            abort(404)
        counted, things = _counted(self.context, self.chair), _places(self.context, self.chair)
        taken = {place for place, _ in counted.values()}
        free = [place for place in things if place not in taken]
        read = {_building(part): value for part, value in values.items() if part.isdecimal()}
        new = [card for card, value in read.items() if value != NOTHING and card not in counted]
        if len(new) > len(free):
            return self.too_many(len(things), len(taken) + len(new))
        made = {}
        for card, value in read.items():
            if value != NOTHING:
                made[counted[card][0] if card in counted else free.pop(0)] = card * ROOM + _workers(value)
            elif card in counted:
                made[counted[card][0]] = 0
        left = sum(value == ELSE for value in values.values())
        return do("tally", chair=self.chair, things=made), f"{self.by_hand}{f'?left={left}' if left else ''}"


def comparisons(context: TableContext) -> tuple[AnyPhotographed, ...]:
    """The buildings of each player. What phones hold lies on no table."""
    seats = range(len(context.position.players)) if context.position.paper else ()
    return tuple(Houses(context=context, id=str(n), zone=str(n), whose=context.names[n], seat=Seat(n)) for n in seats)


def photographed(context: TableContext, item: str) -> Counted:
    """The buildings of the player who counts."""
    chair = photograph.chair_of(context, item)
    return Counted(context=context, chair=chair, **photograph.entry_of(context, item))


def joined(seen: Sequence[Seen]) -> tuple[Sighting, ...]:
    """The buildings of several photographs. Of one that is in two of them the surer reading counts; it is in doubt
    where two that are sure differ."""
    found: dict[str, Sighting] = {}
    for shot, one in enumerate(seen, 1):
        for reading in one.sighted.readings:
            new = Sighting(reading, shot)
            known = found.get(new.key, new)
            better, other = sorted((known, new), key=lambda read: (-read.reading.sure, -read.reading.probability))
            if better.workers != other.workers and other.reading.sure:
                better = replace(better, reading=replace(better.reading, sure=False, second=other.reading.value))
            found[new.key] = better
    return tuple(found.values())


def _card(part: str) -> Card | None:
    """The building of a part; none: a card that nobody could name."""
    return Card(int(part)) if part.isdecimal() else None


def _building(part: str) -> int:
    """The number of a building; 400 where it is none."""
    card = number(part)
    return int(card) if card in components.BUILDINGS else abort(400)


def _workers(value: str) -> int:
    """How many workers a building has by its value; 400 where it has no room for them."""
    workers = number(value.removesuffix(LYING))
    return workers if workers is not None and workers <= components.ROWS else abort(400)


def _places(context: TableContext, chair: int | None) -> tuple[str, ...]:
    return () if chair is None else tuple(thing for thing in context.counts.asked[chair] if thing != COUNTED)


def _counted(context: TableContext, chair: int | None) -> dict[int, tuple[str, int]]:
    """The buildings that a chair has counted, as far as this phone sees them: where, and with how many workers."""
    own = {} if chair is None else context.counts.counted.get(chair, {})
    places = {thing: divmod(own.get(thing, 0), ROOM) for thing in _places(context, chair)}
    return {card: (thing, workers) for thing, (card, workers) in places.items() if card in components.BUILDINGS}


def _in_edition(state: State, values: Mapping[str, str]) -> dict[Card, str]:
    """The values by their buildings, without cards that this game is played without; 400 where one is none."""
    read = {_building(part): value for part, value in values.items()}
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
