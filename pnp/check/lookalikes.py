"""Rows that only colour tells apart, and for whom it does not."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from pathlib import PurePosixPath

import msgspec

from pnp.check.vision import OTHER_SIGHTS, Sight, distance
from pnp.findings import Finding, Place
from pnp.kit import Kit, Record
from pnp.scene import Art, Colour, Ellipse, Gradient, Group, Item, Path, Rect, Scene, Text, Use

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


class Side(msgspec.Struct, frozen=True, eq=False):
    """A finished face of a component, for a row."""

    component: str
    side: str
    record: Record
    scene: Scene


def alike(kit: Kit, sides: Iterable[Side]) -> Iterator[Finding]:
    """A finding for each two rows whose faces differ in nothing but colour, where some eyes, or a printer
    without colours, do not see that difference. Each is found once, counting the components it is true of."""
    groups: dict[object, dict[tuple[Colour, ...], Side]] = defaultdict(dict)
    parts = _Parts()
    for side in sides:
        if _coloured(kit, side.record):
            shape: list[object] = []
            colours: list[Colour] = []
            parts.take(side.scene.items, shape, colours)
            groups[side.component, side.side, side.record.table, tuple(shape)].setdefault(tuple(colours), side)
    for looks in groups.values():
        yield from islice(_pairs(kit, looks), MOST_FOUND)


def _pairs(kit: Kit, looks: Mapping[tuple[Colour, ...], Side]) -> Iterator[Finding]:
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


def _finding(kit: Kit, first: Side, second: Side, sights: list[Sight]) -> Finding:
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
