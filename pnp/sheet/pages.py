"""Sheets become pages: faces, marks, fold line and foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from pnp.scene import Box, Ellipse, Group, Item, Page, Path, Placed
from pnp.sheet.cutters import CutPaper
from pnp.sheet.foot import Imprint, Standing, foot, foot_beside
from pnp.sheet.marks import FOLD, FURNITURE_CLEAR, OUTLINE, crop_marks, mark_paths, printable
from pnp.sheet.model import Draw, Part, Sheet
from pnp.sheet.paper import LabelPaper
from pnp.sheet.printer import Side
from pnp.text.fonts import FontBook


class Sides(msgspec.Struct, frozen=True):
    """The pages of a sheet. Printing on both sides wants an empty page where `back` is None."""

    front: Page
    back: Page | None = None

    def fronts(self) -> tuple[Page, ...]:
        return (self.front,)

    def backs(self) -> tuple[Page, ...]:
        return (self.back,) if self.back else ()

    def both(self) -> tuple[Page, ...]:
        return (*self.fronts(), *self.backs())


def draw_sheet(sheet: Sheet, number: int, total: int, imprint: Imprint, fonts: FontBook) -> Sides:
    """The finished page or pages of a sheet, which is `number` of `total`."""
    width, height = sheet.paper.size(sheet.landscape)
    folded = sheet.fold is not None
    backed = sheet.mirror is not None and not folded
    front: list[Item | Placed] = list(_fronts(sheet))
    if folded:
        front.extend(_backs(sheet))
    front.extend(_furniture(sheet, number, total, imprint, fonts, "front" if backed else None))
    if not backed:
        return Sides(Page(width, height, tuple(front), label=str(number)))
    back = (*_backs(sheet), *_furniture(sheet, number, total, imprint, fonts, "back"))
    say = imprint.say
    labels = (f"{number} {side}" for side in (say.front, say.back))
    return Sides(*(Page(width, height, tuple(items), label=next(labels)) for items in (front, back)))


def _fronts(sheet: Sheet) -> Iterator[Item | Placed]:
    for placement in sheet.placements:
        scene = _front(placement.part, sheet)()
        placed = Placed(scene, placement.front.x, placement.front.y, placement.turns, placement.clip)
        yield placed
        if scene.outline is not None and not isinstance(sheet.paper, CutPaper | LabelPaper):
            yield Group((_outlined(scene.outline),), placed.matrix)


def _front(part: Part, sheet: Sheet) -> Draw:
    return part.bare if part.bare and isinstance(sheet.paper, CutPaper) else part.front


def plain(sheet: Sheet) -> Sheet:
    """The sheet with one face for all pieces of a component that have the same size."""
    first: dict[tuple[str, float, float], Part] = {}
    placements = tuple(
        msgspec.structs.replace(placement, part=first.setdefault((part.component, part.width, part.height), part))
        for placement in sheet.placements
        for part in (placement.part,)
    )
    return msgspec.structs.replace(sheet, placements=placements)


def runs(sheets: Iterable[Sheet]) -> Iterator[tuple[Sheet, int]]:
    """Sheets on which pieces of the same components lie and are cut in the same way: the first of those that follow
    one another, and how many they are."""
    for _, alike in groupby(sheets, key=_arrangement):
        run = tuple(alike)
        yield run[0], len(run)


def _arrangement(sheet: Sheet) -> object:
    pieces = [(one.part.component, one.part.outlined, one.front, one.turns, one.back) for one in sheet.placements]
    return sheet.landscape, sheet.cuts, sheet.fold, pieces


def _outlined(outline: Path | Ellipse) -> Path | Ellipse:
    return msgspec.structs.replace(outline, fill=None, stroke=OUTLINE)


def _backs(sheet: Sheet) -> Iterator[Placed]:
    for placement in sheet.placements:
        if placement.part.back and placement.back:
            scene = placement.part.back()
            yield Placed(scene, placement.back.x, placement.back.y, placement.back_turns, placement.back_clip)


def _furniture(
    sheet: Sheet, number: int, total: int, imprint: Imprint, fonts: FontBook, side: Side | None
) -> Iterator[Item]:
    """Marks, fold line and foot. The back of a sheet that turns over its top is upside down, foot and all."""
    width, height = sheet.paper.size(sheet.landscape)
    if isinstance(sheet.paper, LabelPaper):
        return
    if isinstance(sheet.paper, CutPaper):
        yield from _for_machines(
            sheet, sheet.paper, Standing(titles=sheet.titles, number=number, total=total, side=side), imprint, fonts
        )
        return
    gutter = _gutter(sheet)
    marks = crop_marks(sheet.cuts, printable(width, height), (sheet.foot, *gutter))
    if side != "back":
        yield from mark_paths(marks)
    if sheet.mirror and (side == "back" or gutter):
        yield from mark_paths(marks, sheet.mirror)
    for line in gutter:
        yield Path((("M", line.x, line.y), ("L", line.right, line.bottom)), stroke=FOLD)
    standing = Standing(titles=sheet.titles, number=number, total=total, side=side)
    upside_down = side == "back" and sheet.mirror is not None and not sheet.mirror.vertical
    if sheet.beside:
        strip = sheet.foot
        if side == "back" and not upside_down:
            strip = Box(width - strip.right, strip.y, strip.width, strip.height)
        yield from foot_beside(strip, imprint, standing, fonts)
    elif upside_down:
        yield Group(foot(sheet.foot, imprint, standing, fonts), (-1.0, 0.0, 0.0, -1.0, width, height))
    else:
        yield from foot(sheet.foot, imprint, standing, fonts)


def _for_machines(
    sheet: Sheet, paper: CutPaper, standing: Standing, imprint: Imprint, fonts: FontBook
) -> Iterator[Item]:
    """The marks that a machine looks for, on the front, and the foot beside; nothing else that it might take for them,
    and nothing at all where its own program prints."""
    if paper.cutter.marks is None:
        return
    if standing.side != "back":
        yield from paper.marks(sheet.landscape)
    strip = sheet.foot
    if standing.side == "back" and sheet.mirror and sheet.mirror.vertical:
        width, _ = paper.size(sheet.landscape)
        strip = Box(width - strip.right, strip.y, strip.width, strip.height)
    yield from foot_beside(strip, imprint, standing, fonts)


def _gutter(sheet: Sheet) -> tuple[Box, ...]:
    """The fold line, as a box without width or height."""
    if sheet.fold is None or sheet.mirror is None:
        return ()
    width, height = sheet.paper.size(sheet.landscape)
    page = printable(width, height)
    if sheet.mirror.vertical:
        below = page.bottom if sheet.beside else sheet.foot.y - FURNITURE_CLEAR
        return (Box(sheet.fold, page.y, 0.0, below - page.y),)
    right = sheet.foot.x - FURNITURE_CLEAR if sheet.beside else page.right
    return (Box(page.x, sheet.fold, right - page.x, 0.0),)
