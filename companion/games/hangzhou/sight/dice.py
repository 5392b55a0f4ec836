"""Reads the dice on Hangzhou's market in a photograph of its board: colours and prices, and the round die.

A die is recognised by its pips (`companion.sight.pips`), its colour by comparison with the other dice: those of one
colour are alike on a table, and no colour has more of them than the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.certainty import NOTHING, ROUND, SURE_DIE, judged
from companion.games.hangzhou.components import DICE, DYE_ROWS
from companion.games.hangzhou.names import DYE_LETTERS, MERCHANTS
from companion.games.hangzhou.sight.printed import read_printed
from companion.sight import pips
from companion.sight.appearance import Appearance, spread, tone, tones
from companion.sight.board import View
from companion.sight.matching import Spot, best_match
from companion.sight.reading import Reading, answer, likeliest
from pnp.camera import Array, Picture

ROWS: Final = (51.55, 82.75, 113.95, 145.15)
ALONG: Final = (323.1, 347.6, 369.6, 391.6)
"""The middles of the market's places, mm: of its rows, and along each of them (faces/stall.toml)."""
ASTRAY: Final = 2.0
"""Where dice lie so far beside a place, mm, by those that were found, the camera stands elsewhere than the board's
marks tell: as the market is far from those, others may lie out of what was looked at, and all are looked for anew."""
TELLING: Final = 4
"""As many dice tell better than the board's marks where the others lie."""
FRAME, OPEN = 12.0, 0.6
"""Half the side of a place with its printed frame, mm; and how like its print it is at least where surely no die is."""
UNCERTAIN: Final = 0.05
"""The least probability of a die where one may lie out of what was looked at: it is asked about."""
LIKE, LIKE_SPREAD = 0.72, 0.02
"""What is as like a face as this is as likely a die as not; and how soon that changes."""
BOLD, BOLD_SPREAD = 0.13, 0.02
"""How far the round die, white on white, differs across its face where it is as likely to be there as not; likewise."""
PAPER: Final = ((0.85, 0.0, 0), (0.12, 0.02, 0))
"""A bare place, as `LOOKS` has dice."""
BARE, COVERED = 16.0, 2.2
"""The logarithm of odds that a place is bare which looks so; and from how many spreads on it does not."""
SOMETHING: Final = 2.0
"""The least logarithm of odds for a die where something is: it is asked about."""
APART: Final = 0.016
"""By how much less like a face is, that is so many times (e) less probable."""
Look: TypeAlias = tuple[tuple[float, float, float], tuple[float, float, float]]
LOOKS: Final[Mapping[str, Look]] = {
    "b": ((0.50, 0.145, 257), (0.12, 0.035, 10)),
    "r": ((0.56, 0.19, 25), (0.09, 0.03, 6)),
    "y": ((0.92, 0.17, 102), (0.05, 0.025, 6)),
    "g": ((0.66, 0.13, 154), (0.11, 0.035, 9)),
    "o": ((0.74, 0.16, 56), (0.08, 0.025, 10)),
    "p": ((0.56, 0.12, 308), (0.14, 0.035, 9)),
    "k": ((0.30, 0.0, 0), (0.14, 0.015, 0)),
}
"""Dice as one buys them, by the letters of their dyes: lightness, chroma and hue, and how far each spreads."""
STRANGE, STRANGE_SPREAD = 5.0, 0.4
"""How many spreads away from each of them a colour is that is as likely none of them; and how soon that changes."""
ALIKE: Final = (0.035, 0.016, 0.016)
"""How far dice of one colour differ on a table, as `tones` has it."""
ROUNDS: Final = 8
"""From the dice as one buys them to those of the table."""


class Place(Struct, frozen=True):
    """A place for a die: its name, and its centre on the board, mm."""

    part: str
    x: float
    y: float


PLACES: Final = (
    *(
        Place(f"market {merchant.value} {number}", x, y)
        for (merchant, y), (number, x) in product(zip(MERCHANTS, ROWS, strict=True), enumerate(ALONG, 1))
    ),
    Place(ROUND, 300.3, 177.3),
)
"""The places of the market, each merchant's from his demand on, then the round die's (faces/temple-court.toml)."""


def read(picture: Picture, view: View, board: Appearance) -> tuple[Reading, ...]:
    """Reads each place in the picture: `b2`, a blue die with the price of 2, or `-`; for the round die its number.
    Nothing if no die is certain there: something round and white may be anything."""
    places = [place for place in PLACES if _within(picture, view, place)]
    spots = np.array([(place.x, place.y) for place in places]).reshape(-1, 2)
    seen = [pips.compared(picture, view, *spot) for spot in spots.tolist()]
    away = pips.drift(spots, seen)
    if (np.linalg.norm(away, axis=1) > ASTRAY).any():
        seen = [pips.compared(picture, view, *spot) for spot in (spots + away).tolist()]
    tops = pips.tops(seen)
    there = [_estimate_presence(place, top) for place, top in zip(places, tops, strict=True)]
    printed = {
        at: found
        for at, (place, share) in enumerate(zip(places, there, strict=True))
        if place.part != ROUND and share < SURE_DIE and not _open(board, place)
        if (found := read_printed(picture, view, board, place.x, place.y)) is not None
    }
    dice = [share for place, share in zip(places, there, strict=True) if place.part != ROUND and share >= SURE_DIE]
    if not dice and not printed:
        return ()
    there = [
        max(share, UNCERTAIN) if lost else share
        for share, lost in zip(there, _is_outside(view, spots, seen), strict=True)
    ]
    there = [
        share if share > UNCERTAIN or _open(board, place) else UNCERTAIN
        for place, share in zip(places, there, strict=True)
    ]
    market = [at for at, place in enumerate(places) if place.part != ROUND]
    told = dyes(np.array([tops[at].colour for at in market]).reshape(-1, 3), np.array([there[at] for at in market]))
    readings = []
    for at, (place, top, share) in enumerate(zip(places, tops, there, strict=True)):
        if at in printed:
            readings.append(answer(place.part, *printed[at], (place.x, place.y)))
            continue
        shown = np.exp((top.likeness - top.likeness.max()) / APART)
        shown /= shown.sum()
        values = (
            {str(face): float(share * p) for face, p in enumerate(shown, 1)}
            if place.part == ROUND
            else dict(_prices(told[market.index(at)] * share, shown))
        )
        readings.append(likeliest(place.part, {NOTHING: 1 - share, **values}, (place.x, place.y)))
    return judged(tuple(replace(one, sure=one.probability >= SURE_DIE) for one in readings))


def _open(board: Appearance, place: Place) -> bool:
    """Returns whether a place looks as printed. A glare on a die is as white as bare paper."""
    box = (place.x - FRAME, place.y - FRAME, place.x + FRAME, place.y + FRAME)
    width, height = board.printed.size
    return best_match(board.board, board.printed, box, Spot(width / 2, height / 2), ASTRAY, (0.0,)).likeness >= OPEN


def words(readings: Sequence[Reading]) -> str:
    """Returns the position text of the dice: each row up to its first gap."""
    values = {reading.part: reading.value for reading in readings if reading.value != NOTHING}
    rows = []
    for merchant in MERCHANTS:
        row = [values.get(f"market {merchant.value} {number}", "") for number in range(1, len(ALONG) + 1)]
        rows.append(" ".join(row[: row.index("")] if "" in row else row))
    found = [f"market: {' / '.join(rows)}"] if any(rows) else []
    return " ".join([*found, *([f"die: {values[ROUND]}"] if ROUND in values else [])])


def dyes(colours: Array, there: Array) -> Array:
    """Returns the probability of each dye for each die (in rows), from colours (blue, green, red) and the probability
    that a die is there: first with typical bought dice, then with those of this table."""
    shown = tones(colours)
    start = np.array([tone(*look) for look, _ in LOOKS.values()])
    wide = np.array([spread(look[1], look[2], amiss) for look, amiss in LOOKS.values()])
    noise, counts = np.diag(np.square(ALIKE)), np.log(np.array(DICE, dtype=np.float64))
    back, sharp = np.linalg.inv(wide), np.linalg.inv(noise)
    middles, open_ = start, wide
    likely = np.zeros((len(shown), len(start)))
    for _ in range(ROUNDS):
        whole = open_ + noise
        off = shown[:, None] - middles
        far = np.einsum("nki,kij,nkj->nk", off, np.linalg.inv(whole), off)
        scores = counts - (far + np.log(np.linalg.det(whole))) / 2
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        weights = likely * there[:, None]
        open_ = np.linalg.inv(back + weights.sum(axis=0)[:, None, None] * sharp)
        pulled = np.einsum("kij,kj->ki", back, start) + (weights.T @ shown) @ sharp
        middles = np.einsum("kij,kj->ki", open_, pulled)
    near = np.array([min(_measure_distance_to(colour, look) for look in LOOKS.values()) for colour in shown]) ** 0.5
    strange = 1 / (1 + np.exp((STRANGE - near[:, None]) / STRANGE_SPREAD))
    return np.asarray((1 - strange) * likely + strange / likely.shape[1])


def _within(picture: Picture, view: View, place: Place) -> bool:
    """Returns whether the place, with a die slightly beside its centre, is in the picture."""
    reach = pips.EDGES[-1] / 2 + pips.ASTRAY
    corners = [
        (place.x + x, place.y + y, z) for x, y, z in product((-reach, reach), (-reach, reach), (0.0, pips.EDGES[-1]))
    ]
    seen = view.pose.seen(np.array(corners))
    return bool((seen >= 0).all() and (seen < (picture.shape[1], picture.shape[0])).all())


def _is_outside(view: View, spots: Array, seen: Sequence[pips.Compared]) -> list[bool]:
    """Returns for each place (x and y, mm) whether a die there may be outside the examined area."""
    beside = np.linalg.norm(pips.drift(spots, seen), axis=1) > ASTRAY
    if len(pips.clear(seen)) >= TELLING:
        return [bool(one) for one in beside]
    height = float(np.median(pips.EDGES))
    return [
        bool(one) or view.pose.astray(x, y, height) > ASTRAY for one, (x, y) in zip(beside, spots.tolist(), strict=True)
    ]


def _estimate_presence(place: Place, top: pips.Top) -> float:
    """Returns the probability that a die is at a place."""
    odds = (float(top.likeness.max()) - LIKE) / LIKE_SPREAD
    if place.part == ROUND:
        odds += (top.contrast - BOLD) / BOLD_SPREAD
    else:
        bare = _measure_distance_to(tones(top.middle), PAPER) ** 0.5 / COVERED
        odds = odds - BARE * (1 - bare) if bare < 1 else max(odds, SOMETHING)
    return float(1 / (1 + np.exp(-odds)))


def _measure_distance_to(shown: Array, look: Look) -> float:
    """Returns the squared distance of a colour from an appearance, in standard deviations."""
    (lightness, chroma, hue), amiss = look
    off = shown - tone(lightness, chroma, hue)
    return float(off @ np.linalg.inv(spread(chroma, hue, amiss)) @ off)


def _prices(dye: Array, shown: Array) -> Iterable[tuple[str, float]]:
    """Returns the probability of each dye and price. A die costs the same whether or not it was turned (H3)."""
    for letter, row, likely in zip(DYE_LETTERS, DYE_ROWS, dye, strict=True):
        for price in row.prices:
            faces = [face for face in range(1, 7) if row.sides[face - 1] == price]
            yield f"{letter}{price}", float(likely * sum(shown[face - 1] for face in faces))
