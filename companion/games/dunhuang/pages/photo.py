"""Page for a photograph of a hand: readings over it, questions where in doubt, then the count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort
from msgspec import Struct

from companion.engine.reading import number
from companion.games.dunhuang.components import SETUPS
from companion.games.dunhuang.names import CARD_INDEX, CARD_NAMED, GOODS, Good, letter_of
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.sight.reading import Reading, Seen
from companion.web.photographs import Doubt, Guess, Label, Read, Shot, around, mark_pieces
from companion.web.table.photograph import chair_of
from companion.web.widgets import Note, do
from pnp.camera import PhotographError

CARD: Final = "card "
"""Before the number of a card, as readings call it."""
NONE: Final = "-"
"""The value of what is no card."""
MORE: Final = 2
"""Cards more of a kind than were read for which there is a key."""
END: Final = 0.16
"""Where the middle of a corner with its value is, of the way across a card, and down it."""


class Held(Struct, frozen=True):
    """A kind that is sure, with the keys that put right how many cards of it there are."""

    part: str
    name: str
    keys: tuple[Guess, ...]


def sighted(context: TableContext, item: str, seen: Sequence[Seen]) -> Read:
    """The reading. Raises PhotographError if the picture shows no goods."""
    chair = chair_of(context, item)
    readings = [one for one in seen[0].sighted.readings if one.part.startswith(CARD)]
    if chair is None or not readings:
        raise PhotographError("no-marks", "no goods are in it")
    asked, sure = ([one for one in readings if one.sure == known] for known in (False, True))
    counts = Counter(one.value for one in sure)
    numbers = {one.part: at for at, one in enumerate(asked, 1)}
    return Read(
        "dunhuang/photo_read.html",
        tuple(_doubt(context, chair, at, one) for at, one in enumerate(asked, 1)),
        {one.part: one.value for one in sure},
        {
            "shots": (shot(seen[0], readings, numbers),),
            "held": tuple(_held(context, good, counts[letter_of(good)]) for good in GOODS if counts[letter_of(good)]),
            "before": any(_counted(context, chair).values()),
        },
    )


def confirmed(context: TableContext, item: str, fields: Mapping[str, str]) -> tuple[str, str] | Note:
    """The command that counts the confirmed cards in place of earlier ones, and the page of the count."""
    chair = chair_of(context, item)
    if chair is None:
        abort(404)
    counts: Counter[Good] = Counter()
    for part, value in fields.items():
        if part.startswith(CARD):
            counts[_good(value)] += value != NONE
        else:
            counts[_good(part)] += _number(value)
    things = _counted(context, chair)
    strange = [good for good, count in counts.items() if count and good.value not in things]
    if strange:
        what = labels.good(context, strange[0])
        return Note(
            context.own_words.phrase(
                "photo.too_many", what=what[:1].upper() + what[1:], n="0", m=str(counts[strange[0]])
            )
        )
    return do("tally", chair=chair, things={thing: counts[Good(thing)] for thing in things}), f"tally/{chair}"


def _good(value: str) -> Good:
    """The good that a value names; 400 where it is none. What is no card counts as none of any."""
    return GOODS[0] if value == NONE else CARD_NAMED.get(value) or abort(400)


def _number(value: str) -> int:
    count = number(value)
    return count if count is not None and count <= max(SETUPS[4].copies) + MORE else abort(400)


def _counted(context: TableContext, chair: int) -> dict[str, int]:
    """The kinds that are in play, with how many cards of each that chair has counted."""
    counts = context.view.tally
    assert counts is not None, "a chair is asked where there is a count"
    own = counts.counted.get(chair, {})
    return {good.value: own.get(good.value, 0) for good in GOODS if good.value in counts.asked[chair]}


def _doubt(context: TableContext, chair: int, at: int, reading: Reading) -> Doubt:
    likely = [reading.value, reading.second]
    guesses = tuple(_guess(context, value, on=not number) for number, value in enumerate(likely))
    others = [*(letter_of(Good(thing)) for thing in _counted(context, chair)), NONE]
    more = tuple(_guess(context, value) for value in others if value not in likely)
    return Doubt(at, reading.part, context.own_words.phrase("a_card"), around(reading), guesses, more)


def _guess(context: TableContext, value: str, on: bool = False) -> Guess:
    if value == NONE:
        return Guess(NONE, context.own_words.phrase("photo_cards.no_card"), on)
    return Guess(value, labels.numbered(context, CARD_NAMED[value]), on)


def _held(context: TableContext, good: Good, count: int) -> Held:
    most = min(SETUPS[4].copies[CARD_INDEX[good]], count + MORE)
    keys = tuple(Guess(str(n), str(n), n == count) for n in range(most + 1))
    return Held(letter_of(good), labels.numbered(context, good), keys)


def shot(seen: Seen, readings: Sequence[Reading], doubts: Mapping[str, int]) -> Shot:
    """The photograph with its cards, each with its plate on the corner that lies open, and the numbers of doubts."""

    def label(here: Reading) -> Label:
        ends = [_within(here, share) for share in (END, 1 - END)]
        hidden = [sum(_lies_in(end, one) for one in readings if one is not here) for end in ends]
        says = "?" if here.value == NONE else here.value
        return says, doubts.get(here.part, 0), ends[0] if hidden[0] <= hidden[1] else ends[1]

    return mark_pieces(seen, label)


def _within(reading: Reading, share: float) -> tuple[float, float]:
    """The place that is so far across a card and down it."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = reading.corners
    top, bottom = (ax + share * (bx - ax), ay + share * (by - ay)), (dx + share * (cx - dx), dy + share * (cy - dy))
    return top[0] + share * (bottom[0] - top[0]), top[1] + share * (bottom[1] - top[1])


def _lies_in(spot: tuple[float, float], card: Reading) -> bool:
    """Is it within the outline of a card?"""
    corners = card.corners
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all((bx - ax) * (spot[1] - ay) - (by - ay) * (spot[0] - ax) >= 0 for (ax, ay), (bx, by) in edges)
