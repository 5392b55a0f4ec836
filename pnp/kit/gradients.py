"""Gradients as a kit writes them: in the theme under a name, or where something is filled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from pnp.kit import bounds
from pnp.kit.bindings import Template, parse_template
from pnp.kit.hints import accepted
from pnp.kit.structs import BadValueError, Reads, choice, number, shown, text

STOPS_HINT = '["silk", "indigo"], each a colour, or [colour, place, opacity], such as ["silk", 0.3, 0.5]'


class StopSpec(msgspec.Struct, frozen=True):
    """A colour of a gradient, at a place from 0 to 1 (None: evenly between its neighbours), and how opaque it is."""

    colour: Template
    at: float | None = None
    opacity: float = 1.0


def _share(value: object) -> float:
    share = number(value)
    if not 0 <= share <= 1:
        raise BadValueError(f"is {shown(value)}", "a number from 0 to 1")
    return share


def _stops(value: object) -> tuple[StopSpec, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= bounds.STOPS.most:
        raise BadValueError(f"is {shown(value)}", f"from 2 to {bounds.STOPS.most} colours: {STOPS_HINT}")
    stops = tuple(_stop(part) for part in value)
    places = [stop.at for stop in stops if stop.at is not None]
    if places != sorted(places):
        raise BadValueError("has places that do not rise", STOPS_HINT)
    return stops


def _stop(value: object) -> StopSpec:
    parts = value if isinstance(value, list) else [value]
    if not 1 <= len(parts) <= 3 or not isinstance(parts[0], str) or not parts[0]:
        raise BadValueError(f"has {shown(value)}, which is no stop", STOPS_HINT)
    at = _share(parts[1]) if len(parts) > 1 else None
    return StopSpec(parse_template(parts[0]), at, _share(parts[2]) if len(parts) > 2 else 1.0)


def _middle(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError(f"is {shown(value)}, not a place", "[across, down] as shares of the box: [0.5, 0.5]")
    return number(value[0]), number(value[1])


def _reach(value: object) -> float:
    reach = number(value)
    if not 0 < reach <= 100:
        raise BadValueError(f"is {shown(value)}", "a number greater than 0; 1 reaches to the sides of the box")
    return reach


Stops: TypeAlias = Annotated[tuple[StopSpec, ...], Reads(_stops)]
TwoShares: TypeAlias = Annotated[tuple[float, float], Reads(_middle)]


class GradientSpec(msgspec.Struct, frozen=True):
    """Colours along a line through the box at an angle in degrees (0 runs to the right, 90 down), from corner to
    corner; or out of a `middle`, which is a share of the box, as an ellipse: a `radius` of 1 reaches to its sides."""

    stops: Stops
    kind: Literal["linear", "radial"] = "linear"
    angle: Annotated[float, Reads(number)] = 90.0
    middle: TwoShares = (0.5, 0.5)
    radius: Annotated[float, Reads(_reach)] = 1.0


_READ = {
    "stops": _stops,
    "kind": lambda value: choice(value, ("linear", "radial")),
    "angle": number,
    "middle": _middle,
    "radius": _reach,
}


def read_gradient(table: Mapping[str, object]) -> GradientSpec:
    """A gradient from a table. Raises `BadValueError`."""
    unknown = next((key for key in table if key not in _READ), None)
    if unknown is not None:
        raise BadValueError(f"has {shown(unknown)}, which is no key of a gradient", accepted(_READ, unknown))
    if "stops" not in table:
        raise BadValueError("is a gradient without stops", f"stops = {STOPS_HINT}")
    values: dict[str, object] = {}
    for key, value in table.items():
        try:
            values[key] = _READ[key](value)
        except BadValueError as wrong:
            raise BadValueError(f"has a gradient whose {key} {wrong.message}", wrong.hint) from None
    return GradientSpec(**values)  # type: ignore[arg-type] # each was read as its field has it


def _fill(value: object) -> Template | GradientSpec:
    if isinstance(value, dict):
        return read_gradient(value)
    template = parse_template(text(value))
    if not template.parts:
        raise BadValueError("is empty")
    return template


Fill: TypeAlias = Annotated[Template | GradientSpec, Reads(_fill)]
"""The name of a colour or of a gradient, `#rrggbb`, or a gradient that is written where it is used."""
Share: TypeAlias = Annotated[float, Reads(_share)]
"""A number from 0 to 1."""
