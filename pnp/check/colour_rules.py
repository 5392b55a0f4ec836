"""How colours look to other eyes and on a grey printer, and how far two of them then lie apart."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

import msgspec

from pnp.findings import Finding, Place
from pnp.kit import Kit, Record
from pnp.scene import Art, Colour, Ellipse, Gradient, Group, Item, Path, Rect, Scene, Text, Use
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


APART = 10.0
"""CIEDE2000 from which two colours are told apart at a glance."""
MOST_COMPARED = 2_000_000
"""Colours of rows of one look that are compared with each other."""
MOST_FOUND = 20
"""Findings for one look; nobody reads more before mending some."""
BY_COLOUR_ALONE = "give each a sign, a hatch or a word of its own"
_SIGHTS: Mapping[Sight, str] = {
    "protan": "to protan sight",
    "deutan": "to deutan sight",
    "tritan": "to tritan sight",
    "grey": "printed in grey",
}
_ANY: Colour = "#000000"


class ComparedFace(msgspec.Struct, frozen=True, eq=False):
    """A finished face of a component, for a row."""

    component: str
    side: str
    record: Record
    scene: Scene


def alike(kit: Kit, sides: Iterable[ComparedFace]) -> Iterator[Finding]:
    """A finding for each two rows whose faces differ in nothing but colour, where some eyes, or a printer
    without colours, do not see that difference. Each is found once, counting the components it is true of."""
    groups: dict[object, dict[tuple[Colour, ...], ComparedFace]] = defaultdict(dict)
    parts = _Parts()
    for side in sides:
        if _coloured(kit, side.record):
            shape: list[object] = []
            colours: list[Colour] = []
            parts.take(side.scene.items, shape, colours)
            groups[side.component, side.side, side.record.table, tuple(shape)].setdefault(tuple(colours), side)
    for looks in groups.values():
        yield from islice(_pairs(kit, looks), MOST_FOUND)


def _pairs(kit: Kit, looks: Mapping[tuple[Colour, ...], ComparedFace]) -> Iterator[Finding]:
    """Each two of a look that some sight does not part."""
    colours = max(1, len(next(iter(looks))))
    most = 2 + math.isqrt(2 * MOST_COMPARED // colours)
    for first, second in combinations(list(looks.items())[:most], 2):
        sights = _blind(first[0], second[0])
        if sights:
            yield _finding(kit, first[1], second[1], sights)


def _coloured(kit: Kit, record: Record) -> bool:
    return any(kind.sort == "colour" for kind in kit.tables[record.table].columns.values())


def _blind(first: tuple[Colour, ...], second: tuple[Colour, ...]) -> list[Sight]:
    """The sights to which two lists of colours look alike, if they do not to normal sight."""
    pairs = {pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]}
    if not any(distance(*pair, "normal") >= APART for pair in pairs):
        return []
    return [sight for sight in OTHER_SIGHTS if not any(distance(*pair, sight) >= APART for pair in pairs)]


def _finding(kit: Kit, first: ComparedFace, second: ComparedFace, sights: list[Sight]) -> Finding:
    table = kit.tables[first.record.table]
    column = next(name for name, kind in table.columns.items() if kind.sort == "colour")
    file = (PurePosixPath(kit.file).parent / table.file).as_posix()
    place = Place(file, first.record.line, column)
    whom = " and ".join(filter(None, [", ".join(_SIGHTS[sight] for sight in sights[:-1]), _SIGHTS[sights[-1]]]))
    keys = f"{first.record.key} and {second.record.key} (row {second.record.line})"
    message = f"only colour tells {keys} apart, and they look alike {whom}"
    return Finding("warning", "colour-alone", place, message, BY_COLOUR_ALONE, first.component)


class _Parts:
    """Splits drawings into what is left of them without colours, and their colours in drawing order.

    A drawing of `art/` is split once, however many faces it comes on: there its form has a number, and each of its
    colours comes once.
    """

    def __init__(self) -> None:
        self._forms: dict[tuple[object, ...], int] = {}
        self._arts: dict[str, tuple[int, tuple[Colour, ...]]] = {}

    def take(self, items: Iterable[Item], shape: list[object], colours: list[Colour]) -> None:
        for item in items:
            match item:
                case Group():
                    shape += ["group", item.matrix, item.clip]
                    self.take(item.items, shape, colours)
                    shape.append("end")
                case Use(art=Art() as art):
                    form, own = self._art(art)
                    shape += ["art", item.matrix, form]
                    colours += own
                case Text():
                    colours.append(item.colour)
                    shape.append(msgspec.structs.replace(item, colour=_ANY))
                case Rect() | Ellipse() | Path():
                    shape.append(_bare(item, colours))
                case _:
                    shape.append(item)

    def _art(self, art: Art) -> tuple[int, tuple[Colour, ...]]:
        found = self._arts.get(art.key)
        if found is None:
            shape: list[object] = [art.width, art.height]
            colours: list[Colour] = []
            self.take(art.items, shape, colours)
            different = tuple(dict.fromkeys(colours))
            numbers = {colour: number for number, colour in enumerate(different)}
            form = (*shape, *(numbers[colour] for colour in colours))
            found = self._arts[art.key] = self._forms.setdefault(form, len(self._forms)), different
        return found


def _bare(item: Rect | Ellipse | Path, colours: list[Colour]) -> Item:
    fill, stroke = item.fill, item.stroke
    if fill is not None:
        colours += [stop.colour for stop in fill.stops] if isinstance(fill, Gradient) else [fill]
        fill = fill.recoloured(lambda _: _ANY) if isinstance(fill, Gradient) else _ANY
    if stroke is not None:
        colours.append(stroke.colour)
        stroke = msgspec.structs.replace(stroke, colour=_ANY)
    return msgspec.structs.replace(item, fill=fill, stroke=stroke)
