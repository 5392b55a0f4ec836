"""Page for photographs of a player's buildings: readings over them, questions where in doubt, then the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort
from msgspec import Struct

from companion.engine.reading import number
from companion.games.xanadu import components
from companion.games.xanadu.names import Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.buildings import House, drawn
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.pages.sightings import Sighting, joined, shots, workers_said
from companion.games.xanadu.table import COUNTED, ROOM
from companion.sight.reading import Seen
from companion.web.photographs import ELSE, Doubt, Guess, Read, around
from companion.web.table.photograph import chair_of
from companion.web.widgets import Note, do

GONE: Final = "-"
"""The value of what is no building, or does not stand there."""
EVEN: Final = 0.5
"""How probable a reading is with less than which the building may not lie there at all."""


class Standing(Struct, frozen=True):
    """A building that is sure, with the keys that put right how many workers stand on it."""

    part: str
    house: House
    keys: tuple[Guess, ...]


class _Read(Sighting, frozen=True):
    """A building with what it is counted as by now (none: it is not), and who else has counted it."""

    before: int | None = None
    other: str = ""

    @property
    def asked(self) -> bool:
        return not self.reading.sure or bool(self.other) or self.before not in (None, self.workers)


def sighted(context: TableContext, item: str, seen: Sequence[Seen]) -> Read:
    """The reading."""
    chair = chair_of(context, item)
    found = [_known(context, chair, one) for one in joined(seen)]
    asked = [one for one in found if one.asked]
    sure = [one for one in found if not one.asked]
    numbers = {one.key: at for at, one in enumerate(asked, 1)}
    return Read(
        "xanadu/photo_read.html",
        tuple(_doubt(context, at, one) for at, one in enumerate(asked, 1)),
        {one.reading.part: str(one.workers) for one in sure},
        {
            "shots": shots(seen, found, numbers),
            "standing": tuple(_standing(context, one) for one in sure),
        },
    )


def confirmed(context: TableContext, item: str, fields: Mapping[str, str]) -> tuple[str, str] | Note:
    """The command that counts the confirmed buildings besides those already counted; and the page of the count, which
    says how many cards are left to be typed."""
    chair = chair_of(context, item)
    if chair is None:
        abort(404)
    things = _counted(context, chair)
    places = {place // ROOM: thing for thing, place in things.items()}
    free = [thing for thing in _places(context, chair) if thing not in things]
    read = [(part, value) for part, value in fields.items() if part.isdecimal()]
    new = {part for part, value in read if value != GONE} - {labels.number(Card(card)) for card in places}
    if len(new) > len(free):
        most, come = str(len(things) + len(free)), str(len(things) + len(new))
        words = context.own_words
        return Note(words.phrase("photo.too_many", what=words.phrase("kind.final-sale"), n=most, m=come))
    made = {}
    for part, value in read:
        card = _building(part, value)
        if value != GONE:
            made[places.get(card) or free.pop(0)] = card * ROOM + int(value)
        elif card in places:
            made[places[card]] = 0
    left = sum(value == ELSE for value in fields.values())
    return do("tally", chair=chair, things=made), f"tally/{chair}{f'?left={left}' if left else ''}"


def _building(part: str, value: str) -> int:
    """The number of a building that is confirmed; 400 where it is none, or stands with workers that it has no room
    for."""
    card = number(part)
    workers = 0 if value == GONE else number(value)
    if card not in components.BUILDINGS or workers is None or workers > components.ROWS:
        abort(400)
    return int(card)


def _places(context: TableContext, chair: int) -> tuple[str, ...]:
    counts = context.view.tally
    return () if counts is None else tuple(thing for thing in counts.asked[chair] if thing != COUNTED)


def _counted(context: TableContext, chair: int | None) -> dict[str, int]:
    """The buildings that a chair has counted, as far as this phone sees them, by their places."""
    counts = context.view.tally
    if counts is None or chair is None:
        return {}
    own = counts.counted.get(chair, {})
    return {thing: own[thing] for thing in _places(context, chair) if own.get(thing, 0) // ROOM in components.BUILDINGS}


def _known(context: TableContext, chair: int | None, seen: Sighting) -> _Read:
    """With what is counted of the building by now, here and at other players' that this phone sees."""
    counts = context.view.tally
    if seen.card is None or counts is None:
        return _Read(seen.reading, seen.shot)
    before = {place // ROOM: place % ROOM for place in _counted(context, chair).values()}
    others = (
        context.chair_name(other)
        for other in counts.counted
        if other != chair and seen.card in {place // ROOM for place in _counted(context, other).values()}
    )
    return _Read(seen.reading, seen.shot, before.get(seen.card), next(others, ""))


def _doubt(context: TableContext, at: int, read: _Read) -> Doubt:
    words, area = context.own_words, around(read.reading)
    if read.card is None:
        choices = (
            Guess(ELSE, words.phrase("photo.by_number"), True),
            Guess(GONE, words.phrase("no_buildings")),
        )
        return Doubt(at, read.key, words.phrase("photo.unread"), area, choices, shot=read.shot)
    second = read.second
    likely = dict.fromkeys((read.workers, second if read.before is None else read.before, second))
    guesses = tuple(_guess(context, n, on=not i) for i, n in enumerate([*likely][:2]))
    more = tuple(_guess(context, n) for n in range(components.ROWS + 1) if n not in [*likely][:2])
    says = f"{read.reading.part} {labels.name(context, read.card)}"
    gone = Guess(GONE, words.phrase("not_there"))
    if read.reading.probability < EVEN:
        guesses = (*guesses, gone)
    else:
        more = (*more, gone)
    return Doubt(at, read.reading.part, says, area, guesses, more, read.shot, read.other)


def _guess(context: TableContext, workers: int, on: bool = False) -> Guess:
    return Guess(str(workers), workers_said(context, workers), on)


def _standing(context: TableContext, read: _Read) -> Standing:
    card = read.card
    assert card is not None, "what nobody could name is asked about"
    keys = tuple(Guess(str(n), str(n), n == read.workers) for n in range(components.ROWS + 1))
    return Standing(read.reading.part, drawn(context, card, read.workers), keys)
