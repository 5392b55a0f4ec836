"""Dunhuang's goods in a photograph: a player's shop, or a hand that is laid open, card by card.

Each card is told by a seal that lies open, and where none does, or none can be read, by its corner: value and sign are
looked for on the plane on which the others lie. What is told is compared with the corner as it is printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from companion.games.dunhuang.components import SETUPS
from companion.games.dunhuang.names import CARD_INDEX, CARD_NAMED, CARDS, GOODS, Good, letter_of
from companion.games.dunhuang.sight.corners import MIDDLE, SIZE, corners, faces, is_token, likeness
from companion.sight.faces import Side
from companion.sight.fitting import Box
from companion.sight.plane import Plane, moved
from companion.sight.prints import INKS, Ink
from companion.sight.reader import Sealed, Told
from companion.sight.reading import Reading
from companion.sight.seals import Sighting, sighted
from pnp.camera import Array, PhotographError, Picture

SURE: Final = 0.98
"""How probable a reading is that nobody is asked about: docs/sight.md has what comes of it."""
CORNER: Final[Box] = (2.8, 2.8, 12.4, 31.8)
"""Value, sign and seal at a card's top left, mm (faces/goods-end.toml); turned by half, at its bottom right."""
LEAST_CORNER: Final = 0.53
"""The same, where it was looked for."""
SPREAD: Final = 0.02
"""By how much less like a corner is, that is so many times (e) less probable."""
ROUNDS: Final = 2
"""How often corners are looked for about the cards that are known."""
EVEN: Final = 0.5
"""How probable a card is at least about which others are looked for."""
HEARD: Final = 0.2
"""How probable it is at least that a card lies there which is asked about."""
ONE_CARD: Final = 12.0
"""Millimetres by which both ends of a card lie amiss at most, each as the other has it."""
FITS: Final = 0.5
"""How like its print a corner is at least by which a faint seal tells a card."""
LEAST, LEAST_SPREAD = 0.35, 0.022
"""How like its print a corner is at least, as likely as not to be none; and how soon that changes."""
NOTHING: Final = "-"
ONE_GAME: Final = "take the goods of one game, and no picture of them"
COPIES: Final = SETUPS[4].copies
"""Cards of each kind in the game."""


class _Card(Struct, frozen=True, eq=False):
    """A card: where it lies on the plane (millimetres of its face to those of the plane, 3 by 3), how probable each
    good is (what is left of 1 is that it is none), and its face and a seal of it, if one was seen."""

    laid: Array
    chances: Mapping[Good, float]
    side: Side
    sighting: Sighting | None = None

    @property
    def good(self) -> Good:
        """The likeliest."""
        return max(self.chances, key=lambda good: self.chances[good])


class _Goods:
    """How goods are read that lie open on no mat: each is called `card 1`, `card 2` …, by kinds; its value is what
    positions write, `-` if no card lies there."""

    components = ("goods",)

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        flat, seen = sighted(pieces)
        if flat is None:
            return ()
        ink = _ink(grey, flat, seen)
        cards = [card for one in seen if (card := _sealed(grey, flat, one, ink)) is not None]
        sides = {side.key: side for side in known.values() if side.component in self.components}
        for _ in range(ROUNDS if cards else 0):
            more = _further(grey, flat, cards, sides, ink)
            cards += more
            if all(card.chances[card.good] < EVEN for card in more):
                break
        sure = [card.good for card in cards if card.chances[card.good] >= SURE]
        if any(sure.count(good) > copies for good, copies in zip(GOODS, COPIES, strict=True)):
            raise PhotographError("other-board", f"more cards of one kind are in it than the game has: {ONE_GAME}")
        cards.sort(key=lambda card: (GOODS.index(card.good), *card.laid[:2, 2].tolist()))
        return tuple(_told(flat, at, card) for at, card in enumerate(cards, 1))

    def position(self, readings: tuple[Reading, ...]) -> str:
        counts = [0] * len(GOODS)
        for reading in (one for one in readings if one.value != NOTHING):
            counts[CARD_INDEX[CARD_NAMED[reading.value]]] += 1
        goods = [letter_of(CARDS[i]) + (f"x{n}" if n > 1 else "") for i, n in enumerate(counts) if n]
        return f"shop {' '.join(goods) or '-'}"


GOODS_READER: Final = _Goods()


def _ink(grey: Picture, flat: Plane, seen: Sequence[Sighting]) -> Ink:
    """In which ink the cards were printed: those of which most is known tell."""
    some = sorted(seen, key=lambda one: -len(one.marks))[:3]
    return max(INKS, key=lambda ink: sum(_likeness(grey, flat, one, ink) for one in some))


def _likeness(grey: Picture, flat: Plane, one: Sighting, ink: Ink) -> float:
    """How like its print a card is at the corners whose seals were seen."""
    face, matrix = faces(ink)[one.side.key], flat.matrix @ one.laid
    return max(likeness(grey, matrix, face, _end(one.side, mark.number)) for mark in one.marks)


def _sealed(grey: Picture, flat: Plane, one: Sighting, ink: Ink) -> _Card | None:
    """A card that its seals tell; none, where a faint one is none."""
    like = _likeness(grey, flat, one, ink)
    if one.faint and like < FITS:
        return None
    chance = 1.0 if len(one.marks) > 1 else 1 / (1 + np.exp((LEAST - like) / LEAST_SPREAD))
    return _Card(one.laid, {Good(one.side.key): float(chance)}, one.side, one)


def _told(flat: Plane, at: int, card: _Card) -> Told:
    chances = {letter_of(good): chance for good, chance in card.chances.items()}
    chances[NOTHING] = 1 - sum(chances.values())
    first, second = sorted(chances, key=lambda value: -chances[value])[:2]
    reading = Reading(
        part=f"card {at}",
        value=first,
        probability=round(chances[first], 4),
        second=second,
        second_probability=round(chances[second], 4),
        sure=first != NOTHING and chances[first] >= SURE,
        corners=_outline(flat, card),
    )
    return Told(reading, card.side, card.sighting.marks if card.sighting else ())


def _outline(flat: Plane, card: _Card) -> tuple[tuple[float, float], ...]:
    corners = moved(flat.matrix @ card.laid, np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * SIZE)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)


def _end(side: Side, number: int) -> Box:
    """The corner of a card that bears a seal."""
    (left, _), (right, _), *_ = side.seals[number]
    near = (left + right) / 2 < SIZE[0] / 2
    return CORNER if near else (*(SIZE - CORNER[2:]), *(SIZE - CORNER[:2]))


def _further(grey: Picture, flat: Plane, cards: Sequence[_Card], sides: Mapping[str, Side], ink: Ink) -> list[_Card]:
    """Cards of which only a corner lies open, or whose seals cannot be read."""
    found: list[_Card] = []
    for corner in corners(grey, flat, [card.laid for card in cards], ink):
        like = np.array([corner.likeness[good.value] for good in GOODS])
        weights = np.exp((like - like.max()) / SPREAD)
        is_one = 1 / (1 + np.exp((LEAST_CORNER - like.max()) / LEAST_SPREAD))
        chances = {good: float(is_one * weight / weights.sum()) for good, weight in zip(GOODS, weights, strict=True)}
        card = _Card(corner.laid, chances, sides[GOODS[int(like.argmax())].value])
        if is_one < HEARD or is_token(grey, flat, corner, ink):
            continue
        if not any(_other_end(card, other) for other in found):
            found.append(card)
    return found


def _other_end(one: _Card, other: _Card) -> bool:
    """Were both ends of one card found, each as a card's?"""
    ends = [moved(card.laid, np.array([MIDDLE, SIZE - MIDDLE])) for card in (one, other)]
    return one.good == other.good and float(np.hypot(*(ends[0] - ends[1][::-1]).T).max()) < ONE_CARD
