"""What is to be known of a sheet beside its picture: what lies where, where it is cut, how its back lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pnp.scene import Anchor, Box, Passage, Text
from pnp.sheet.mirror import Mirror
from pnp.sheet.model import Sheet


class Picture(msgspec.Struct, frozen=True):
    """A page by what is on it, its size in mm, where its text is written, the chapters that begin there, its named
    places, those that it leads to, and its runs of text."""

    digest: str
    width: float
    height: float
    passages: tuple[Passage, ...] = ()
    chapters: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    targets: frozenset[str] = frozenset()
    runs: tuple[Text, ...] = ()

    @property
    def baselines(self) -> tuple[float, ...]:
        """Where the lines of its text stand, from its top."""
        return tuple(sorted({round(one.y, 1) for one in self.runs}))


class Lying(msgspec.Struct, frozen=True):
    """A piece on a sheet: its place, counted as one reads, what it is called, and where it lies on front and back."""

    place: int
    title: str
    words: str
    front: Box
    back: Box | None


class Cut(msgspec.Struct, frozen=True):
    """A straight cut across a block of pieces, from edge to edge of it: its number in the order of cutting."""

    number: int
    start: tuple[float, float]
    end: tuple[float, float]


class Leaf(msgspec.Struct, frozen=True):
    """A sheet of paper: its pages, what lies on it, its cuts in order; `behind` is the SVG transform by which the back,
    as it is printed, lies behind the front."""

    front: Picture
    back: Picture | None = None
    pieces: tuple[Lying, ...] = ()
    cuts: tuple[Cut, ...] = ()
    behind: str = ""

    def found(self, text: str) -> tuple[Lying, ...]:
        """The pieces whose names hold what is looked for."""
        return tuple(one for one in self.pieces if text and text.casefold() in one.words)

    @property
    def titles(self) -> tuple[str, ...]:
        """What lies on it, each once."""
        return tuple(dict.fromkeys(one.title for one in self.pieces))


def leaf(sheet: Sheet | None, front: Picture, back: Picture | None, names: Mapping[tuple[str, str], str]) -> Leaf:
    """A leaf of a file; `names` are those of pieces by component and key. Of a page that is turned for a printer, or
    that is no sheet of pieces, the pictures alone."""
    if sheet is None or abs(sheet.paper.size(sheet.landscape)[0] - front.width) > 1:
        return Leaf(front, back)
    return Leaf(front, back, tuple(_lying(sheet, names)), tuple(_cuts(sheet)), _behind(sheet.mirror) if back else "")


def _lying(sheet: Sheet, names: Mapping[tuple[str, str], str]) -> Iterator[Lying]:
    placed = sorted(sheet.placements, key=lambda one: (round(one.front.y), one.front.x))
    for number, placement in enumerate(placed, start=1):
        part = placement.part
        title = names.get((part.component, part.key), part.title)
        words = f"{title} {part.title} {part.key}".casefold()
        yield Lying(number, title, words, placement.front, placement.back)


def _cuts(sheet: Sheet) -> Iterator[Cut]:
    """The cuts of each block: those across it first, then the strips are cut down."""
    number = 0
    for block in sheet.cuts:
        outer = block.outer
        across = (((outer.x, y), (outer.right, y)) for y in block.ys)
        down = (((x, outer.y), (x, outer.bottom)) for x in block.xs)
        for start, end in (*across, *down):
            number += 1
            yield Cut(number, start, end)


def _behind(mirror: Mirror | None) -> str:
    if mirror is None:
        return ""
    return (
        f"translate({2 * mirror.at:g} 0) scale(-1 1)"
        if mirror.vertical
        else f"translate(0 {2 * mirror.at:g}) scale(1 -1)"
    )
