"""Dunhuang's goods in a photograph: a player's shop, or a hand that is laid open, card by card.

A card is told by a seal that lies open, else by its end: heads count the cards, value and sign tell the good. Printed
faces laid over the cards tell their plane better than small seals. A head without a readable value is a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.games.dunhuang.components import SETUPS
from companion.games.dunhuang.names import GOODS, Good
from companion.games.dunhuang.sight.ends import BLOCK, HEAD, MIDDLE, SIZE, faces, find_ends, is_token, likeness
from companion.sight.kit import INKS, Ink
from companion.sight.plane import Box, Plane, fitted, grid, laid, moved, outline, settled
from companion.sight.reader import Sealed, Told
from companion.sight.reading import NOTHING, Reading, Side, answer
from companion.sight.seals import Sighting, sighted
from pnp.camera import Array, PhotographError, Picture

CORNER: Final[Box] = (2.8, 2.8, 12.4, 31.8)
"""Value, sign and seal at a card's top left, mm (faces/goods-end.toml); turned by half, at its bottom right."""
LAID: Final[tuple[tuple[Box, Box], ...]] = (
    (CORNER, (2.0, 2.0, 54.0, 85.0)),
    (HEAD, (2.0, 2.0, 54.0, 15.0)),
    (CORNER, (2.0, 2.0, 15.0, 60.0)),
)
"""Parts of a face that are laid over a card, each after a smaller one: all of it, its head, or its left edge."""
LAID_LIKE: Final = 0.75
"""Least likeness of a part that lies where the card lies."""
CORNER_LIKE, HEAD_LIKE, VALUE_LIKE, SEALED_LIKE = 0.62, 0.47, 0.83, 0.44
"""Likeness from which something is surely a corner, a head, a value, and a corner whose seal was seen."""
AHEAD: Final = 0.08
"""How much more like its good than like any other a sure corner or value is."""
MAYBE_CORNER, MAYBE_HEAD, MAYBE_SEALED = 0.53, 0.39, 0.35
"""Likeness from which something is more likely a corner, a head, or a sealed corner than not."""
PERHAPS: Final = 0.03
"""What is this much less like a corner and a head is no question."""
ROUNDS: Final = 4
"""How often ends are looked for about the cards that are known; each card tells the plane better."""
SETTLING: Final = 3
ONE_CARD: Final = 12.0
"""Largest distance between both ends of one card, each as the other has it, mm."""
FITS: Final = 0.5
"""Least likeness of a corner by which a faint seal tells a card."""
COPIES: Final = SETUPS[4].copies
"""Cards of each kind in the game."""


class _Card(Struct, frozen=True, eq=False):
    """A card: where it lies on the plane (from millimetres of its face, 3 by 3), its good, the next likely one, whether
    it is more likely a card than not, and whether all of that is sure; and its face and the seals of it, if some were
    seen."""

    laid: Array
    good: Good
    second: str
    likely: bool
    sure: bool
    side: Side
    sighting: Sighting | None = None

    @property
    def far_ends(self) -> set[bool]:
        """Its open ends: False is the one that its face begins with."""
        if self.sighting is None:
            return {False}
        return {_is_far(self.side, mark.number) for mark in self.sighting.marks}


class GoodsReader:
    """How goods are read that lie open on no mat: each is called `card 1`, `card 2` …, by kinds; its value is what
    positions write, `-` if no card lies there."""

    components = ("goods",)

    def read(self, grey: Picture, pieces: Sequence[Sealed], known: Mapping[int, Side]) -> tuple[Told, ...]:
        flat, seen = sighted(pieces)
        if flat is None:
            return ()
        ink = _ink(grey, flat, seen)
        cards = [_Card(one.laid, Good(one.side.key), NOTHING, True, True, one.side, one) for one in seen]
        trusted = True
        for _ in range(SETTLING):
            flat, cards, trusted = _settled(grey, flat, cards, ink)
        cards = [card for one in cards if (card := _sealed(grey, flat, one, ink)) is not None]
        sides = {side.key: side for side in known.values() if side.component in self.components}
        for _ in range(ROUNDS if cards else 0):
            more = _further(grey, flat, cards, sides, ink)
            cards += more
            if not any(card.likely for card in more):
                break
            flat, cards, trusted = _settled(grey, flat, cards, ink)
        sure = [card.good for card in cards if card.sure]
        if any(sure.count(good) > copies for good, copies in zip(GOODS, COPIES, strict=True)):
            message = "more cards of one kind than the game has: take the goods of one game, and no picture of them"
            raise PhotographError("other-board", message)
        if cards and not trusted:  # the plane is hardly known, and others may lie beside
            cards.append(replace(cards[0], likely=False, sure=False, sighting=None))
        cards.sort(key=lambda card: (card.good.ordinal, *card.laid[:2, 2].tolist()))
        return tuple(_told(flat, at, card) for at, card in enumerate(cards, 1))

    def position(self, readings: tuple[Reading, ...]) -> str:
        counts = Counter(Good.read(one.value) for one in readings if one.value != NOTHING)
        goods = [good.letter + (f"x{counts[good]}" if counts[good] > 1 else "") for good in GOODS if counts[good]]
        return f"shop {' '.join(goods) or '-'}"


def _ink(grey: Picture, flat: Plane, seen: Sequence[Sighting]) -> Ink:
    """Returns the ink of the cards, judged by those with the best evidence."""
    some = sorted(seen, key=lambda one: -len(one.marks))[:3]
    return max(INKS, key=lambda ink: sum(_likeness(grey, flat, one, one.laid, ink) for one in some))


def _likeness(grey: Picture, flat: Plane, one: Sighting, laid: Array, ink: Ink) -> float:
    """Returns how well a card matches its print at the corners whose seals were seen."""
    face, matrix = faces(ink)[one.side.key], flat.matrix @ laid
    return max(likeness(grey, matrix, face, _at_end(CORNER, _is_far(one.side, mark.number))) for mark in one.marks)


def _settled(grey: Picture, flat: Plane, cards: Sequence[_Card], ink: Ink) -> tuple[Plane, list[_Card], bool]:
    """Returns plane and cards, refined by the faces that fit, and whether they can be trusted: cards with both seals
    fit."""
    fits = [_fit(grey, flat.matrix @ card.laid, card, ink) for card in cards]
    some = [fit for fit in fits if fit is not None]
    if not some:
        return flat, list(cards), False
    found = settled(some, flat.matrix)
    back = np.linalg.inv(found.matrix)
    placed = []
    for card, fit in zip(cards, fits, strict=True):
        points, pixels = fit if fit is not None else _points(card, flat)
        placed.append(replace(card, laid=laid(points, moved(back, pixels))))
    return found, placed, all(fit or len(card.far_ends) < 2 for card, fit in zip(cards, fits, strict=True))


def _fit(grey: Picture, start: Array, card: _Card, ink: Ink) -> tuple[Array, Array] | None:
    """Points of a face in mm and in pixels, where a part of it fits over its card."""
    for near, part in LAID:
        for far in card.far_ends:
            parts = _at_end(near, far), _at_end(part, far)
            fit = fitted(grey, start, faces(ink)[card.side.key], parts)
            if fit is not None and fit.likeness >= LAID_LIKE:
                return fit.points(parts[-1])
    return None


def _points(card: _Card, flat: Plane) -> tuple[Array, Array]:
    """Returns points on the card and in the picture: the corners of its seals, or its last fitted position."""
    if card.sighting is None:
        points = grid(BLOCK)
        return points, moved(flat.matrix @ card.laid, points)
    marks = card.sighting.marks
    points = np.concatenate([np.array(card.side.seals[mark.number], dtype=np.float64) for mark in marks])
    return points, np.concatenate([mark.points for mark in marks])


def _sealed(grey: Picture, flat: Plane, card: _Card, ink: Ink) -> _Card | None:
    """Returns the card that seals identify, or None if a faint seal is false."""
    assert card.sighting is not None, "its seals tell it"
    like = _likeness(grey, flat, card.sighting, card.laid, ink)
    if card.sighting.faint and like < FITS:
        return None
    certain = len(card.sighting.marks) > 1
    return replace(card, likely=certain or like >= MAYBE_SEALED, sure=certain or like >= SEALED_LIKE)


def _told(flat: Plane, at: int, card: _Card) -> Told:
    value = card.good.letter
    found = answer(f"card {at}", *((value, card.second) if card.likely else (NOTHING, value)), card.sure)
    reading = replace(found, corners=outline(flat.matrix @ card.laid, SIZE.tolist()))
    return Told(reading, card.side, card.sighting.marks if card.sighting else ())


def _is_far(side: Side, number: int) -> bool:
    """Returns whether a seal is at the right end of a card as printed."""
    (left, _), (right, _), *_ = side.seals[number]
    return bool((left + right) / 2 > SIZE[0] / 2)


def _at_end(part: Box, far: bool) -> Box:
    """Returns a part of a card's end, or the same part at the other end."""
    width, height = SIZE.tolist()
    left, top, right, bottom = part
    return (width - right, height - bottom, width - left, height - top) if far else part


def _further(grey: Picture, flat: Plane, cards: Sequence[_Card], sides: Mapping[str, Side], ink: Ink) -> list[_Card]:
    """Cards of which only an end or a corner lies open, or whose seals cannot be read."""
    found: list[_Card] = []
    for end in find_ends(grey, Plane(flat.matrix, tuple(card.laid for card in cards)), ink):
        corner = max(end.corner.values())
        amiss = min(MAYBE_CORNER - corner, MAYBE_HEAD - end.head)
        if amiss > PERHAPS or is_token(grey, flat, end, ink):
            continue
        told_by = end.corner if corner >= MAYBE_CORNER else end.value
        best, second, *_ = sorted(GOODS, key=lambda good: -told_by[good.value])
        sure = _is_clear(end.corner, best, CORNER_LIKE) or (
            end.head >= HEAD_LIKE and _is_clear(end.value, best, VALUE_LIKE)
        )
        card = _Card(end.laid, best, second.letter, amiss <= 0, sure, sides[best.value])
        if not any(_has_other_end(card, other) for other in found):
            found.append(card)
    return found


def _is_clear(likeness: Mapping[str, float], good: Good, least: float) -> bool:
    others = max(like for key, like in likeness.items() if key != good.value)
    return likeness[good.value] >= max(least, others + AHEAD)


def _has_other_end(one: _Card, other: _Card) -> bool:
    """Returns whether two readings are the two ends of the same card."""
    ends = [moved(card.laid, np.array([MIDDLE, SIZE - MIDDLE])) for card in (one, other)]
    return one.good == other.good and float(np.hypot(*(ends[0] - ends[1][::-1]).T).max()) < ONE_CARD
