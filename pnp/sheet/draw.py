"""The foot of every page: a 100 mm ruler, what the page is, and how to print it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pnp.kit.model import Language, Tree
from pnp.scene import (
    ENDS_LINE,
    READ_FIRST,
    SOFT_HYPHEN,
    Box,
    Ellipse,
    Group,
    Item,
    Page,
    Path,
    Placed,
    Scene,
    Segment,
    Stroke,
    Text,
    mapped,
)
from pnp.sheet.cutter import registration_marks
from pnp.sheet.impose import Sheet
from pnp.sheet.marks import (
    FOLD,
    FURNITURE_CLEAR,
    GREY,
    INK,
    MARK_LENGTH,
    MARK_START,
    OUTLINE,
    Cuts,
    crop_marks,
    mark_paths,
    printable,
)
from pnp.sheet.paper import FOOT_HEIGHT, LEAST_FOOT, MARGIN, MARK_MARGIN, CutPaper, LabelPaper, paper_of
from pnp.sheet.parts import Draw, PrintPart
from pnp.sheet.press_words import SheetWords, sheet_words
from pnp.sheet.printer import Side
from pnp.text.block import line, width_of
from pnp.text.fonts import FontBook

RULER_LENGTH = 100
BASE = Stroke(INK, 0.25)
TICK = Stroke(INK, 0.15)
LONG_TICK, MIDDLE_TICK, SHORT_TICK = 2.6, 1.8, 1.1
"""Of ten, five and one millimetres."""
FIRST_SIZE, OTHER_SIZE = 8.0, 7.0
"""Type sizes of the foot's first line and of the others, pt."""
LEADING = 3.0
FISHTAIL = (2.0, 3.0, 0.45)
"""Width, height, and depth of the notch as a share of the height (the series' look: 2 : 3, 45 %)."""
_TEXT_START = 106.0
_INDENT = FISHTAIL[0] + 1.6
_BOUND = re.compile(r"\{([^{}]*)\}")
_GAP = 3.0


class Imprint(msgspec.Struct, frozen=True, kw_only=True):
    """What all feet of one build say: the kit's title and version, its build id, where its companion is.

    `own` is the kit's own text instead, with what it binds in braces; without `shown` there are no feet. `printer` is
    the measured one that the pages are corrected for; `own_words` are the kit's of what the press says.
    """

    title: str
    version: str
    build: str
    address: str = ""
    language: Language = "en"
    accent: str = INK
    own: str = ""
    shown: bool = True
    printer: str = ""
    own_words: Tree = msgspec.field(default_factory=dict)

    @property
    def say(self) -> SheetWords:
        """What the press says, in the language of the kit."""
        return sheet_words(self.language, self.own_words)

    @property
    def kit(self) -> str:
        return f"{self.title} {self.version}".strip()


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one page's foot says: what is on it, and which page of how many it is."""

    titles: tuple[str, ...]
    number: int
    total: int
    side: Side | None = None
    tile: str = ""


def foot(box: Box, imprint: Imprint, standing: Standing, fonts: FontBook) -> tuple[Item, ...]:
    """The foot of a page, in a strip at least 180 mm wide and `FOOT_HEIGHT` high; nothing where there is to be none,
    and where there is no room for one."""
    if not imprint.shown or not box.height:
        return ()
    say = imprint.say
    beside = _Beside(box.x + _TEXT_START, box.right, fonts)
    top = box.y + 2.3
    items: list[Item] = [*ruler(box.x, box.y + 4.1, fonts), beside.tail(box.y, imprint.accent)]
    items += beside.end(say.actual_size, top, FIRST_SIZE, INK, bold=True)
    room = beside.room - width_of(say.actual_size, "text", FIRST_SIZE, fonts, bold=True) - _GAP
    if imprint.own:
        starts = (*_own_lines(imprint, standing, say)[:3], "", "")
        ends = (say.ruler, imprint.printer)
    else:
        head = _headline(imprint.kit, standing.titles, room, fonts, say)
        starts = (head, _position(standing, say), _edition(imprint, say))
        ends = (say.ruler, imprint.address)
    if starts[0]:
        items += beside.start(starts[0], top, FIRST_SIZE, INK)
    for index, (start, end, colour) in enumerate(zip(starts[1:], ends, (INK, GREY), strict=False), 1):
        y = top + index * LEADING
        taken = _GAP if start and end else 0.0
        if start:
            items += beside.start(start, y, OTHER_SIZE, colour)
            taken += width_of(start, "text", OTHER_SIZE, fonts)
        # A printer's long name leaves no room for the address, which the codes say too.
        if end and (end != imprint.address or taken + width_of(end, "text", OTHER_SIZE, fonts) <= beside.room):
            items += beside.end(end, y, OTHER_SIZE, GREY)
    return tuple(items)


class _Beside(msgspec.Struct, frozen=True, eq=False):
    """What stands beside the ruler: a sign with lines that begin at it, and others that end at the other side. It is
    mirrored in what is written from right to left; the ruler stays, and reads as every ruler does."""

    left: float
    right: float
    fonts: FontBook

    @property
    def room(self) -> float:
        """What lines may take together, mm."""
        return self.right - self.left - _INDENT

    def tail(self, y: float, colour: str) -> Path:
        return fishtail(self.right - FISHTAIL[0] if self.fonts.right_to_left else self.left, y, colour)

    def start(self, text: str, y: float, size: float, colour: str) -> tuple[Item, ...]:
        turned = self.fonts.right_to_left
        x = self.right - _INDENT if turned else self.left + _INDENT
        return line(text, x, y, "text", size, colour, self.fonts, "right" if turned else "left")

    def end(self, text: str, y: float, size: float, colour: str, *, bold: bool = False) -> tuple[Item, ...]:
        turned = self.fonts.right_to_left
        x = self.left if turned else self.right
        return line(text, x, y, "text", size, colour, self.fonts, "left" if turned else "right", bold=bold)


def _own_lines(imprint: Imprint, standing: Standing, say: SheetWords) -> list[str]:
    """The lines of the kit's own foot, what it binds filled in."""
    side = {"front": say.front, "back": say.back, None: ""}[standing.side]
    bound = {
        "kit.title": imprint.title,
        "kit.version": imprint.version,
        "build": imprint.build,
        "address": imprint.address,
        "titles": ", ".join(standing.titles),
        "sheet": str(standing.number),
        "sheets": str(standing.total),
        "side": side,
    }
    return [_BOUND.sub(lambda found: bound.get(found[1], ""), one) for one in imprint.own.split("\n")]


def foot_beside(box: Box, imprint: Imprint, standing: Standing, fonts: FontBook) -> tuple[Item, ...]:
    """The foot in one line that reads upwards, in a strip `BESIDE` wide: its ruler, and as much of the rest as its
    length holds."""
    if not imprint.shown or not box.height:
        return ()
    say = imprint.say
    start = RULER_LENGTH + _GAP
    told = (say.actual_size, say.ruler, _position(standing, say), _edition(imprint, say))
    tails = (told, told[:1] + told[2:], told[:1] + told[2:3])
    lines = [
        " · ".join(part for part in (head, *tail, *end) if part)
        for end in ((imprint.address,), ())
        for tail in tails
        for head in _headlines(imprint.kit, standing.titles, say)
    ]
    if imprint.own:
        own = (*_own_lines(imprint, standing, say), say.actual_size, imprint.printer)
        lines = [" · ".join(part for part in own if part)]
    room = box.height - start
    kept = next((one for one in lines if width_of(one, "text", OTHER_SIZE, fonts) <= room), imprint.kit)
    items = (*_ticks(0.0, box.width - 0.3, 1.0), *line(kept, start, box.width - 0.9, "text", OTHER_SIZE, INK, fonts))
    return (Group(items, (0.0, -1.0, 1.0, 0.0, box.x, box.bottom)),)


def ruler(x: float, y: float, fonts: FontBook) -> tuple[Item, ...]:
    """A ruler of 100 mm whose baseline begins at (x, y), ticks upwards, numbers below."""
    numbers = (
        item
        for mark in range(0, RULER_LENGTH + 1, 10)
        for item in line(str(mark), x + mark, y + 3.0, "figure", OTHER_SIZE, INK, fonts, "center")
    )
    return (*_ticks(x, y, 1.0), *numbers)


def fishtail(x: float, y: float, colour: str, scale: float = 1.0) -> Path:
    """The notched band of a block-printed page's fold, the sign of the series."""
    width, height, notch = FISHTAIL[0] * scale, FISHTAIL[1] * scale, FISHTAIL[2]
    points = (
        (x, y),
        (x + width, y),
        (x + width, y + height),
        (x + width / 2, y + height * (1 - notch)),
        (x, y + height),
    )
    first, *others = points
    return Path((("M", *first), *(("L", *point) for point in others), ("Z",)), fill=colour)


def _ticks(x: float, y: float, scale: float) -> tuple[Path, Path]:
    segments: list[Segment] = []
    for mark in range(RULER_LENGTH + 1):
        length = LONG_TICK if mark % 10 == 0 else MIDDLE_TICK if mark % 5 == 0 else SHORT_TICK
        segments += [("M", x + mark, y), ("L", x + mark, y - length * scale)]
    return Path((("M", x, y), ("L", x + RULER_LENGTH, y)), stroke=BASE), Path(tuple(segments), stroke=TICK)


def _headline(kit: str, titles: Sequence[str], room: float, fonts: FontBook, say: SheetWords) -> str:
    """Kit and titles; as many titles as fit, and how many more there are."""
    for text in _headlines(kit, titles, say):
        if width_of(text, "text", FIRST_SIZE, fonts) <= room:
            return text
    return kit


def _headlines(kit: str, titles: Sequence[str], say: SheetWords) -> Iterator[str]:
    if titles:
        yield f"{kit} · {', '.join(titles)}"
    for count in range(len(titles) - 1, 0, -1):
        yield f"{kit} · {say.more.format(first=', '.join(titles[:count]), count=len(titles) - count)}"


def _edition(imprint: Imprint, say: SheetWords) -> str:
    """Which edition it is, and for which printer."""
    edition = say.build.format(build=imprint.build)
    return f"{edition} · {imprint.printer}" if imprint.printer else edition


def _position(standing: Standing, say: SheetWords) -> str:
    parts = [say.sheet.format(number=standing.number, total=standing.total)]
    if standing.tile:
        parts.append(say.tile.format(label=standing.tile))
    if standing.side:
        parts.append(say.front if standing.side == "front" else say.back)
    return " · ".join(parts)


class SheetPages(msgspec.Struct, frozen=True):
    """The pages of a sheet. Printing on both sides wants an empty page where `back` is None."""

    front: Page
    back: Page | None = None

    def fronts(self) -> tuple[Page, ...]:
        return (self.front,)

    def backs(self) -> tuple[Page, ...]:
        return (self.back,) if self.back else ()

    def both(self) -> tuple[Page, ...]:
        return (*self.fronts(), *self.backs())


def draw_sheet(sheet: Sheet, number: int, total: int, imprint: Imprint, fonts: FontBook) -> SheetPages:
    """The finished page or pages of a sheet, which is `number` of `total`."""
    width, height = sheet.paper.size(sheet.landscape)
    folded = sheet.fold is not None
    backed = sheet.mirror is not None and not folded
    front: list[Item | Placed] = list(_fronts(sheet))
    if folded:
        front.extend(_backs(sheet))
    front.extend(_furniture(sheet, number, total, imprint, fonts, "front" if backed else None))
    if not backed:
        return SheetPages(Page(width, height, tuple(front), label=str(number)))
    back = (*_backs(sheet), *_furniture(sheet, number, total, imprint, fonts, "back"))
    say = imprint.say
    labels = (f"{number} {side}" for side in (say.front, say.back))
    return SheetPages(*(Page(width, height, tuple(items), label=next(labels)) for items in (front, back)))


def _fronts(sheet: Sheet) -> Iterator[Item | Placed]:
    for placement in sheet.placements:
        scene = _front(placement.part, sheet)()
        placed = Placed(scene, placement.front.x, placement.front.y, placement.turns, placement.clip)
        yield placed
        if scene.outline is not None and not isinstance(sheet.paper, CutPaper | LabelPaper):
            yield Group((_outlined(scene.outline),), placed.matrix)


def _front(part: PrintPart, sheet: Sheet) -> Draw:
    return part.bare if part.bare and isinstance(sheet.paper, CutPaper) else part.front


def plain(sheet: Sheet) -> Sheet:
    """The sheet with one face for all pieces of a component that have the same size."""
    first: dict[tuple[str, float, float], PrintPart] = {}
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
    for crease in gutter:
        yield Path((("M", crease.x, crease.y), ("L", crease.right, crease.bottom)), stroke=FOLD)
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
        yield from registration_marks(paper, sheet.landscape)
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


WHOLE_MARGIN = MARK_START + MARK_LENGTH + MARK_MARGIN
"""Round a board that is no paper's size: room for full crop marks, mm."""


def fills_paper(width: float, height: float, backed: bool) -> bool:
    """Whether a board is a whole paper of its own, and the foot stands on its blank back."""
    return not backed and paper_of(width, height) is not None


def whole_size(width: float, height: float, backed: bool) -> tuple[float, float]:
    """The page that holds a board in one piece: its own size if that is a paper's and the board has no back, which
    then takes the foot; else with a margin for marks and foot."""
    if fills_paper(width, height, backed):
        return width, height
    return max(width, LEAST_FOOT) + 2 * WHOLE_MARGIN, height + 2 * WHOLE_MARGIN + FOOT_HEIGHT


def draw_whole(scene: Scene, backed: bool, standing: Standing, imprint: Imprint, fonts: FontBook) -> Iterator[Page]:
    """A face of a board: a page of its own size and the page behind it, which bears the foot; or one with the foot
    below the board and crop marks round it. Viewers call them by their number."""
    label = str(standing.number)
    width, height = whole_size(scene.width, scene.height, backed)
    if fills_paper(scene.width, scene.height, backed):
        yield Page(width, height, (Placed(scene, 0.0, 0.0),), label=f"{label} {imprint.say.front}")
        strip = Box(2 * MARGIN + 1, height - MARGIN - FOOT_HEIGHT, width - 4 * MARGIN - 2, FOOT_HEIGHT)
        yield Page(width, height, foot(strip, imprint, standing, fonts), label=f"{label} {imprint.say.back}")
        return
    x, y = (width - scene.width) / 2, WHOLE_MARGIN
    board = Box(x, y, scene.width, scene.height)
    strip = Box(WHOLE_MARGIN, height - MARK_MARGIN - FOOT_HEIGHT, width - 2 * WHOLE_MARGIN, FOOT_HEIGHT)
    cuts = Cuts(board, (scene.bleed, scene.bleed), (board.x, board.right), (board.y, board.bottom))
    marks = mark_paths(crop_marks((cuts,), printable(width, height), (strip,)))
    items = (Placed(scene, x, y), *marks, *foot(strip, imprint, standing, fonts))
    yield Page(width, height, items, trim=board, bleed=board.inset(-scene.bleed), label=label)


def shop_size(width: float, height: float) -> tuple[float, float]:
    """The page that a print shop cuts a board of this size out of."""
    return width + 2 * WHOLE_MARGIN, height + 2 * WHOLE_MARGIN


def draw_for_shop(scene: Scene) -> Page:
    """A face of a board with its bleed and crop marks, and nothing else: the shop's knife goes by the TrimBox."""
    width, height = shop_size(scene.width, scene.height)
    board = Box(WHOLE_MARGIN, WHOLE_MARGIN, scene.width, scene.height)
    cuts = Cuts(board, (scene.bleed, scene.bleed), (board.x, board.right), (board.y, board.bottom))
    marks = mark_paths(crop_marks((cuts,), printable(width, height), ()))
    items: tuple[Item | Placed, ...] = (Placed(scene, board.x, board.y), *marks)
    return Page(width, height, items, trim=board, bleed=board.inset(-scene.bleed))


def page_scene(page: Page) -> Scene:
    """A page as a face: what is seen of it, without what can be tapped, and what is said to those who do not see it."""
    codes = tuple(code for item in page.items if isinstance(item, Placed) for code in _codes(item))
    return Scene(page.width, page.height, 0.0, tuple(map(_flat, _in_order(page.items))), codes=codes)


def _flat(item: Item | Placed) -> Item:
    if not isinstance(item, Placed):
        return _seen(item)
    scene = item.scene
    shown = Group(scene.items, item.matrix, Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed))
    return Group((shown,), clip=item.clip) if item.clip else shown


def _in_order(items: Iterable[Item | Placed]) -> Iterator[Item | Placed]:
    """Things as they stand: what is read before a line is the last of it."""
    first: tuple[Item, ...] = ()
    line: Group | None = None
    for item in items:
        if line is not None and not (isinstance(item, Group) and item.matrix == line.matrix):
            yield replace(line, items=(*line.items, *first))
            line, first = None, ()
        elif line is not None and line.items:
            yield line
        if not isinstance(item, Group):
            yield item
            continue
        found = tuple(one for one in item.items if isinstance(one, Text) and one.text.endswith(READ_FIRST))
        if found or line is not None:
            first += found
            line = replace(item, items=tuple(one for one in item.items if one not in found))
        else:
            yield item
    if line is not None:
        yield replace(line, items=(*line.items, *first))


def _seen(item: Item) -> Item:
    if isinstance(item, Text):
        text = item.text.rstrip(f"{ENDS_LINE}{READ_FIRST}")
        marks = len(item.text) - len(text)  # each with a glyph of its own
        glyphs = item.glyphs[marks:] if item.right_to_left else item.glyphs[: len(item.glyphs) - marks]
        return replace(item, text=text.replace(SOFT_HYPHEN, "-"), glyphs=glyphs)
    return replace(item, items=tuple(map(_seen, item.items))) if isinstance(item, Group) else item


def _codes(placed: Placed) -> Iterator[tuple[str, Box]]:
    for content, box in placed.scene.codes:
        yield content, mapped(placed.matrix, box)
