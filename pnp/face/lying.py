"""Where on a face the pieces lie that it pictures, and where the places on them are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from pnp.art.paths import multiply
from pnp.face.errors import PaintError
from pnp.face.paint import Spot
from pnp.face.program import Repeater, Way
from pnp.face.scope import Env
from pnp.kit.hints import accepted
from pnp.kit.places import named_on
from pnp.kit.structs import shown
from pnp.scene import Box, Matrix, mapped


class Lying(msgspec.Struct, frozen=True):
    """A piece as it lies on a face: how much smaller it is, and the boxes of its places there, in mm, by name."""

    scale: float
    places: Mapping[str, tuple[Box, ...]]


def lying(scale: float, matrix: Matrix, spots: Iterable[Spot]) -> Lying:
    """A piece that is seen through a matrix, with the places on it."""
    places: dict[str, tuple[Box, ...]] = {}
    for spot in spots:
        box = mapped(multiply(matrix, spot.matrix), spot.box)
        places[spot.name] = (*places.get(spot.name, ()), box)
    return Lying(scale, places)


def places_at(at: str, pieces: Mapping[str, Lying]) -> tuple[Box, ...]:
    """The boxes of the place that `component:place` names, in the order in which they are drawn."""
    component, place = named_on(at)
    if component not in pieces:
        hint = f'draw it first: piece = "{component}"'
        raise PaintError("at", "unknown-component", f"no piece of {shown(component)} lies here yet", hint)
    found = pieces[component].places.get(place)
    if found is None:
        hint = accepted(pieces[component].places, place)
        raise PaintError("at", "unknown-place", f"{component} has no place {shown(place)}", hint)
    return found


def on_each(repeat: Repeater, at: str, places: tuple[Box, ...]) -> Repeater:
    """A repetition whose first thing lies on the first of some places, the second on the second, and so on."""
    first = _middle(places[0])

    def placed(env: Env) -> Iterator[Way | None]:
        free = iter(places)
        for way in repeat(env):
            if way is None:
                yield None
                continue
            place = next(free, None)
            if place is None:
                message = f"there are more things than the {len(places)} places {at}"
                raise PaintError("at", "unknown-place", message, "repeat less, or draw more places")
            x, y = _middle(place)
            yield x - first[0], y - first[1]

    return placed


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2
