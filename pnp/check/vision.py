"""How colours look to other eyes and on a grey printer, and how far two of them then lie apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from pnp.scene import Colour
from pnp.scene.colour import luminance, to_light
from pnp.scene.difference import Triple, ciede2000, lab

Sight: TypeAlias = Literal["normal", "protan", "deutan", "tritan", "grey"]

_Rows: TypeAlias = tuple[Triple, Triple, Triple]

SIMULATED: Mapping[Sight, _Rows] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""On linear sRGB; severity 1.0 of Machado, Oliveira and Fernandes (2009), “A Physiologically-based Model for
Simulation of Color Vision Deficiency”, IEEE TVCG 15(6), table 1."""
OTHER_SIGHTS: tuple[Sight, ...] = (*SIMULATED, "grey")


@lru_cache(maxsize=65536)
def distance(first: Colour, second: Colour, sight: Sight) -> float:
    """CIEDE2000 between two colours as a sight gives them; 10 is told apart at a glance."""
    return ciede2000(lab(_seen(first, sight)), lab(_seen(second, sight)))


def _seen(colour: Colour, sight: Sight) -> Triple:
    """A colour as linear sRGB, 0 to 1, after a sight or a black-and-white printer."""
    if sight == "grey":
        grey = luminance(colour)
        return grey, grey, grey
    red, green, blue = (to_light(value / 255) for value in bytes.fromhex(colour[1:7]))
    rows = SIMULATED.get(sight)
    if rows is None:
        return red, green, blue
    seen = (_clamped(a * red + b * green + c * blue) for a, b, c in rows)
    return next(seen), next(seen), next(seen)


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
