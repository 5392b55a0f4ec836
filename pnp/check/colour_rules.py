"""Finds rows that differ only in colour, and the viewers who cannot tell them apart: people with colour vision
deficiency, or grey printers."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, islice
from typing import Literal, TypeAlias

import msgspec

from pnp.check.rules import ComparedFace, find_row_place, report
from pnp.findings import Finding
from pnp.kit import Kit, Record
from pnp.scene import Colour, Scene, luminance, to_light

Triple: TypeAlias = tuple[float, float, float]
Sight: TypeAlias = Literal["normal", "protan", "deutan", "tritan", "grey"]

SIMULATED: Mapping[Sight, tuple[Triple, Triple, Triple]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""On linear sRGB; severity 1.0 of Machado, Oliveira and Fernandes (2009), “A Physiologically-based Model for
Simulation of Color Vision Deficiency”, IEEE TVCG 15(6), table 1."""
OTHER_SIGHTS: tuple[Sight, ...] = (*SIMULATED, "grey")
APART = 10.0
"""CIEDE2000 from which two colours are told apart at a glance."""
MOST_COMPARED = 2_000_000
"""Colours of rows of one look that are compared with each other."""
MOST_FOUND = 20
"""Findings for one look; nobody reads more before mending some."""
_COLOUR = re.compile(rb'(?<=")#[0-9A-F]{6,8}(?=")')
"""A colour in the JSON of a scene."""
_ART_KEY = re.compile(rb'(?<=\["art",)"[^"]*"')
"""The key of a drawing, which names the colour that it was drawn in."""


@lru_cache(maxsize=65536)
def distance(first: Colour, second: Colour, sight: Sight) -> float:
    """Returns the CIEDE2000 difference of two colours under one kind of vision."""
    return ciede2000(lab(_seen(first, sight)), lab(_seen(second, sight)))


def _seen(colour: Colour, sight: Sight) -> Triple:
    """Returns a colour as linear sRGB, 0 to 1, under one kind of vision or in black and white."""
    if sight == "grey":
        return (luminance(colour),) * 3
    red, green, blue = (to_light(value / 255) for value in bytes.fromhex(colour[1:7]))
    if sight == "normal":
        return red, green, blue
    seen = (min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in SIMULATED[sight])
    return next(seen), next(seen), next(seen)


def find_lookalikes(kit: Kit, faces: Iterable[ComparedFace]) -> Iterator[Finding]:
    """Yields a finding for every two rows whose faces differ only in colours that some viewers or a grey printer
    cannot tell apart."""
    looks: dict[tuple[str, str, str, bytes], dict[tuple[Colour, ...], Record]] = defaultdict(dict)
    columns = {
        table.name: next((name for name, kind in table.columns.items() if kind.sort == "colour"), "")
        for table in kit.tables.values()
    }
    for face in faces:
        if face.record and columns[face.record.table]:
            shape, colours = _split_colours(face.scene)
            looks[face.component, face.side, face.record.table, shape].setdefault(colours, face.record)
    for (component, _, table, _), look in looks.items():
        for one, two, whom in islice(_find_pairs(look), MOST_FOUND):
            message = f"only colour tells {one.key} and {two.key} (row {two.line}) apart, and they look alike {whom}"
            yield report("colour-alone", find_row_place(kit, one, columns[table]), message, card=component)


def _find_pairs(look: Mapping[tuple[Colour, ...], Record]) -> Iterator[tuple[Record, Record, str]]:
    """Yields every two similar rows that look alike under some kind of vision, and which kind."""
    most = 2 + math.isqrt(2 * MOST_COMPARED // max(1, len(next(iter(look)))))
    for (first_colours, first), (second_colours, second) in combinations(islice(look.items(), most), 2):
        pairs = {pair for pair in zip(first_colours, second_colours, strict=True) if pair[0] != pair[1]}
        if any(distance(*pair, "normal") >= APART for pair in pairs):
            sights = [sight for sight in OTHER_SIGHTS if not any(distance(*pair, sight) >= APART for pair in pairs)]
            names = ["printed in grey" if sight == "grey" else f"to {sight} sight" for sight in sights]
            if names:
                yield first, second, " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _split_colours(scene: Scene) -> tuple[bytes, tuple[Colour, ...]]:
    """Returns a digest of a face without its colours, and its colours in drawing order."""
    encoded = msgspec.json.encode(scene.items)
    colours = tuple(colour.decode() for colour in _COLOUR.findall(encoded))
    return sha256(_ART_KEY.sub(b"", _COLOUR.sub(b"colour", encoded))).digest(), colours


_TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""Linear sRGB to XYZ (IEC 61966-2-1)."""
_WHITE: Triple = (0.95047, 1.0, 1.08883)
"""D65."""


def lab(linear: Triple) -> Triple:
    """Converts linear sRGB, which may exceed 0 and 1, to CIE L*a*b*."""
    red, green, blue = linear
    x, y, z = (
        _root((a * red + b * green + c * blue) / white) for (a, b, c), white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29


def ciede2000(first: Triple, second: Triple) -> float:
    """Returns the colour difference of two L*a*b* values (ISO/CIE 11664-6), weights 1."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    stretch = 1 + 0.5 * (1 - _chroma_share((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )  # fmt: skip
    by_lightness = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    blue = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * _chroma_share(chroma) * math.sin(math.radians(2 * blue))
    return math.sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _chroma_share(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
