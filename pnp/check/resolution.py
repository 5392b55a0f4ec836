"""Pixels of pictures at the size in which they are printed, within drawings and within faces that faces draw too."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from pnp.art.paths import multiply
from pnp.check.leaves import leaves, placed_pictures
from pnp.check.places import finding_at
from pnp.check.standing import standing
from pnp.face.layout import Laid
from pnp.face.paint import Origin
from pnp.findings import Finding, Place
from pnp.scene import Art, Image, Matrix, Use

LEAST_DPI = 200
"""Pixels an inch under which a printed picture looks coarse at arm's length."""
FINE_DPI, MOST_DPI = 300, 1200
"""Pixels an inch beyond which nothing is seen; and from which a picture is a burden to file and printer."""
SHOWING = ("picture", "icon")
"""Sorts of words that show pictures and drawings. Small pictures of pieces have all the pixels of these."""
MOST_WITHIN = 100
"""Pictures of a drawing that are looked at."""

_Placed: TypeAlias = tuple[tuple[Image, Matrix], ...]
_Printed: TypeAlias = tuple[float, float, Image]
"""A picture's pixels an inch on a face, and as the word shows it by itself."""


class Resolution:
    """Looks at the pictures of faces. `look` is what a `FaceCheck` takes.

    What is too fine only as a face is drawn smaller by another is too fine if the picture is nowhere printed larger:
    only a `thorough` look tells that, and `is_meant`, once all is looked at, whether it holds.
    """

    def __init__(self, *, thorough: bool) -> None:
        self._thorough = thorough
        self._largest: dict[str, float] = {}
        self._smaller: dict[Finding, str] = {}

    def look(self, laid: Laid) -> Iterator[Finding]:
        """The pictures of a face that have too few pixels or far too many; of each word the worst."""
        if not any(_rasters(origin) for origin in laid.origins if origin.sort in SHOWING):
            return
        coarse: dict[tuple[Place, str], tuple[_Printed, Origin]] = {}
        fine: dict[tuple[Place, str], tuple[_Printed, Origin]] = {}
        for drawing in standing(laid):
            origin = drawing.origin
            for image, own in _rasters(origin) if origin.sort in SHOWING else ():
                dpi = _dpi(image, multiply(drawing.matrix, own))
                printed, key = (dpi, _dpi(image, own), image), (origin.place, origin.art)
                self._largest[image.key] = min(dpi, self._largest.get(image.key, dpi))
                if dpi < LEAST_DPI and (key not in coarse or dpi < coarse[key][0][0]):
                    coarse[key] = printed, origin
                if dpi > MOST_DPI and (key not in fine or dpi > fine[key][0][0]):
                    fine[key] = printed, origin
        for (dpi, _, image), origin in coarse.values():
            yield _coarse(image, dpi, origin)
        for (dpi, alone, image), origin in fine.values():
            found = _fine(image, dpi, origin)
            if alone > MOST_DPI:
                yield found
            elif self._thorough:
                self._smaller[found] = image.key
                yield found

    def is_open(self, finding: Finding) -> bool:
        """Whether it holds only if a picture is nowhere printed larger. The finding is of no card."""
        return finding in self._smaller

    def holds(self, finding: Finding) -> bool:
        """Whether that is so, once all faces are looked at."""
        return self._largest[self._smaller[finding]] > MOST_DPI


def _coarse(image: Image, dpi: float, origin: Origin) -> Finding:
    message = f"{_called(origin)} has {dpi:.0f} dpi at this size, fewer than {LEAST_DPI}"
    hint = f"use one of at least {_pixels(image, LEAST_DPI / dpi)} pixels"
    return finding_at("warning", "coarse-picture", origin.place, origin.sort, message, hint)


def _fine(image: Image, dpi: float, origin: Origin) -> Finding:
    message = f"{_called(origin)} has {dpi:.0f} dpi at this size, far more than the {FINE_DPI} that a printer shows"
    hint = f"{_pixels(image, FINE_DPI / dpi)} pixels are enough"
    return finding_at("warning", "fine-picture", origin.place, origin.sort, message, hint)


def _called(origin: Origin) -> str:
    """What a picture is called: a file by its name, one within a drawing by that."""
    alone = any(isinstance(item, Image) for item, _ in leaves(origin.items))
    return origin.art if alone else f"a picture in {origin.art}"


def _pixels(image: Image, share: float) -> str:
    return " × ".join(str(math.ceil(side * share)) for side in image.pixels)


def _dpi(image: Image, matrix: Matrix) -> float:
    """Pixels an inch, in the direction that has fewer."""
    a, b, c, d, _, _ = matrix
    across, down = image.box.width * math.hypot(a, b), image.box.height * math.hypot(c, d)
    return 25.4 * min(image.pixels[0] / across, image.pixels[1] / down)


@lru_cache(maxsize=1_024)
def _rasters(origin: Origin) -> _Placed:
    """The pictures that a word shows, in its own mm."""
    found: list[tuple[Image, Matrix]] = []
    for item, matrix in leaves(origin.items):
        if isinstance(item, Image):
            found.append((item, matrix))
        elif isinstance(item, Use):
            way = multiply(matrix, item.matrix)
            found += [(image, multiply(way, own)) for image, own in _within(item.art)]
    return tuple(found)


@lru_cache(maxsize=4_096)
def _within(art: Art) -> _Placed:
    return tuple(islice(placed_pictures(art.items), MOST_WITHIN))
