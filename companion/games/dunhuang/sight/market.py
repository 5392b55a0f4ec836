"""Dunhuang's market in a photograph of its mat: who stands on each space, which good lies there, where the camel is.

Each place of the mat is compared with the faces that may lie there, and with the mat as it looks where nothing lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from companion.games.dunhuang.certainty import judged
from companion.games.dunhuang.components import PRINTED, TILE_NAMES, TILES
from companion.games.dunhuang.names import GOODS, SPACES
from companion.sight.appearance import Appearance, Look, appearance
from companion.sight.board import View
from companion.sight.matching import Spot, best_match
from companion.sight.plane import Box
from companion.sight.reading import NOTHING, Reading, likeliest
from pnp.camera import Picture

MAT: Final = (420.0, 297.0)
PIECES: Final = (("characters", "front"), ("characters", "back"), ("goods", "front"))
WHOLE: Final = Spot(MAT[0] / 2, MAT[1] / 2)
"""The printed mat lies where the mat lies."""
TILE, GOOD, HALT = (72.0, 72.0), (58.0, 89.0), (34.0, 14.0)
"""The places of a space, wide and high in mm (faces/place-tile.toml, place-good.toml, strip.toml)."""
INSET: Final = 3.0
"""Millimetres along the edges of a piece that are not compared."""
REACH: Final = 9.0
"""How far beside its place a piece may lie, mm."""
COARSE: Final = 1.2
"""Pixels to a millimetre at which all faces are tried in all ways."""
TURNS: Final = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Degrees by which a piece lies amiss at first."""
NEAR, NEARER = 1.5, (-1.0, 0.0, 1.0)
"""Millimetres and degrees about the best of them, within which likely faces are compared again."""
LIKELY: Final = 3
"""Faces that are tried again, finer."""
SPREAD: Final = 0.011
"""By how much less like a face is, that is so many times (e) less probable."""
LEAST, LEAST_SPREAD = 0.28, 0.03
"""How like its print a piece is at least, as likely as not to be none of them; and how soon that changes."""
CAMEL, CAMEL_SPREAD = 0.6, 0.025
"""A halt that is as like its print as this is as likely covered as not; and how soon that changes."""
AWAY: Final = 0.02
"""How probable it is that the camel stands on no halt, before anything is seen: only a mat that is not in play has
none."""
AMISS: Final = 2.5
"""Millimetres within which the print of a halt is looked for."""


class MarketReader:
    """How the mat of Dunhuang is read. Its spaces are called `ring 1`, `market 1` …, and there is the `camel`; values
    are those of positions, `-` where nothing lies."""

    component = "mat"
    area = (0.0, 0.0, *MAT)
    judged = staticmethod(judged)

    def read(self, picture: Picture, view: View, seats: tuple[str, ...] = ()) -> tuple[Reading, ...]:
        seen = appearance(picture, view, "dunhuang", "mat", PIECES)
        tiles = {
            character.value: ("characters", name, side)
            for name, both in zip(TILE_NAMES, TILES, strict=True)
            for character, side in zip(both, ("front", "back"), strict=True)
        }
        goods = {good.letter: ("goods", good.value, "front") for good in GOODS}
        small = seen.shrunk(COARSE)
        ring = [_piece(seen, small, f"ring {at}", space.tile, TILE, tiles, 4) for at, space in enumerate(PRINTED, 1)]
        market = [
            _piece(seen, small, f"market {at}", space.good, GOOD, goods, 2) for at, space in enumerate(PRINTED, 1)
        ]
        return judged((*ring, *market, _camel(seen)))

    def position(self, readings: tuple[Reading, ...]) -> str:
        found = {reading.part: reading.value for reading in readings}
        ring = [found[f"ring {number}"] for number in range(1, SPACES + 1)]
        market = [found[f"market {number}"] for number in range(1, SPACES + 1)]
        fields = [] if NOTHING in ring else [f"ring: {' '.join(ring)}"]
        fields.append(f"market: {' '.join(market)}")
        return " ".join([*fields, *([] if found["camel"] == NOTHING else [f"camel: {found['camel']}"])])


def _piece(
    seen: Appearance,
    small: Appearance,
    part: str,
    corner: tuple[float, float],
    size: tuple[float, float],
    faces: Mapping[str, tuple[str, str, str]],
    quarters: int,
) -> Reading:
    """Reads a place: one of these faces, turned by any of `quarters` quarter turns (two: by none or two), or
    nothing. `small`: the mat for the first comparison."""
    (left, top), (width, height) = corner, size
    middle = left + width / 2, top + height / 2
    turns = [360.0 / quarters * quarter + turn for quarter in range(quarters) for turn in TURNS]
    box = left + INSET, top + INSET, left + width - INSET, top + height - INSET
    best = {NOTHING: best_match(small.board, small.printed, box, WHOLE, REACH, TURNS)}
    for value, key in faces.items():
        face = small.faces[key]
        best[value] = best_match(small.board, face, _inner(face), Spot(*middle), REACH, turns)
    likely = {}
    for value in sorted(best, key=lambda one: -best[one].likeness)[:LIKELY]:
        face = seen.printed if value == NOTHING else seen.faces[faces[value]]
        inner = box if value == NOTHING else _inner(face)
        likely[value] = best_match(seen.board, face, inner, best[value].spot, NEAR, NEARER).likeness
    most = max(likely.values())
    weights = {value: float(np.exp((likely.get(value, -1.0) - most) / SPREAD)) for value in best}
    known = 1 / (1 + np.exp((LEAST - most) / LEAST_SPREAD)) / sum(weights.values())
    return likeliest(part, {value: float(known * weight) for value, weight in weights.items()}, middle)


def _inner(face: Look) -> Box:
    """Returns a face without its edges."""
    return INSET, INSET, face.size[0] - INSET, face.size[1] - INSET


def _camel(seen: Appearance) -> Reading:
    """Returns the camel's place: the only halt that differs from its print. As a camel covers little of its halt, no
    camel at all is unlikely."""
    likeness = []
    for (left, top), (width, height) in ((space.halt, HALT) for space in PRINTED):
        box = left, top, left + width, top + height
        likeness.append(best_match(seen.board, seen.printed, box, WHOLE, AMISS, (0.0,)).likeness)
    covered = 1 / (1 + np.exp((np.array(likeness) - CAMEL) / CAMEL_SPREAD))
    open_ = np.clip(1 - covered, 1e-6, 1.0)
    chances = {str(at): (1 - AWAY) / SPACES * float(covered[at - 1] / open_[at - 1]) for at in range(1, SPACES + 1)}
    total = AWAY + sum(chances.values())
    return likeliest("camel", {value: chance / total for value, chance in {**chances, NOTHING: AWAY}.items()})
