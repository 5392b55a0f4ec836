"""Draws sheets as pages: faces, marks, and the footer with a 100 mm ruler, the page's contents and printing
instructions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pnp.art.paths import map_items
from pnp.kit.model import Language, Tree
from pnp.scene import (
    ENDS_LINE,
    READ_FIRST,
    SOFT_HYPHEN,
    Box,
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
from pnp.sheet.cutter import draw_registration_marks
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
    open_path,
    polygon,
    printable,
)
from pnp.sheet.paper import FOOT_HEIGHT, LEAST_FOOT, MARK_MARGIN, CutPaper, LabelPaper, Paper, paper_of
from pnp.sheet.parts import PrintPart
from pnp.sheet.press_words import SheetWords, read_sheet_words
from pnp.sheet.printer import Side
from pnp.text.bidi import Align
from pnp.text.block import line, measure_width
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


class FooterText(msgspec.Struct, frozen=True, kw_only=True):
    """Text of all footers of a build. `own` is the kit's text instead, with bindings in braces; `shown` False omits
    footers. `printer` is the measured printer that pages are corrected for; `own_words` are the kit's texts."""

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
        """Returns the press's phrases in the kit's language."""
        return read_sheet_words(self.language, self.own_words)

    @property
    def kit(self) -> str:
        return f"{self.title} {self.version}".strip()


class PagePosition(msgspec.Struct, frozen=True, kw_only=True):
    """Page-specific part of a footer: the contents, and the page number and total."""

    titles: tuple[str, ...]
    number: int
    total: int
    side: Side | None = None
    tile: str = ""


def foot(box: Box, footer: FooterText, position: PagePosition, fonts: FontBook) -> tuple[Item, ...]:
    """Returns the footer of a page, in a strip at least 180 mm wide and `FOOT_HEIGHT` high, or an upright one `BESIDE`
    wide; nothing if footers are off or there is no room.

    In right-to-left languages the text beside the ruler is mirrored; the ruler is not.
    """
    if not footer.shown or not box.height:
        return ()
    if box.height > box.width:
        return _draw_footer_beside(box, footer, position, fonts)
    say, mirrored = footer.say, fonts.right_to_left
    left, right = box.x + _TEXT_START, box.right
    width = right - left - _INDENT
    if footer.own:
        starts = [*_list_own_lines(footer, position, say)[:3], "", ""]
        ends = (say.actual_size, say.ruler, footer.printer)
    else:
        room = width - measure_width(say.actual_size, "text", FIRST_SIZE, fonts, bold=True) - _GAP
        headlines = _make_headlines(footer.kit, position.titles, say)
        fitting = (text for text in headlines if measure_width(text, "text", FIRST_SIZE, fonts) <= room)
        starts = [next(fitting, footer.kit), _position(position, say), _format_edition(footer, say)]
        ends = (say.actual_size, say.ruler, footer.address)
    tail = fishtail(right - FISHTAIL[0] if mirrored else left, box.y, footer.accent)
    items: list[Item] = [*ruler(box.x, box.y + 4.1, fonts), tail]

    def place(text: str, row: int, colour: str, *, at_end: bool) -> tuple[Item, ...]:
        at_right = at_end != mirrored
        x = (right if at_right else left) + (0.0 if at_end else -_INDENT if mirrored else _INDENT)
        y, size = box.y + 2.3 + row * LEADING, OTHER_SIZE if row else FIRST_SIZE
        align: Align = "right" if at_right else "left"
        return line(text, x, y, "text", size, colour, fonts, align, bold=at_end and not row)

    for row, (start, end, colour) in enumerate(zip(starts, ends, (INK, INK, GREY), strict=False)):
        beside = place(start, row, colour, at_end=False) if start else ()
        taken = (_GAP if start and end else 0.0) + measure_width(start, "text", OTHER_SIZE, fonts)
        # A printer's long name leaves no room for the address, which the codes say too.
        if end == footer.address and taken + measure_width(end, "text", OTHER_SIZE, fonts) > width:
            end = ""
        after = place(end, row, GREY if row else INK, at_end=True) if end else ()
        items += (*beside, *after) if row else (*after, *beside)
    return tuple(items)


def _list_own_lines(footer: FooterText, position: PagePosition, say: SheetWords) -> list[str]:
    bound = {
        "kit.title": footer.title,
        "kit.version": footer.version,
        "build": footer.build,
        "address": footer.address,
        "titles": ", ".join(position.titles),
        "sheet": str(position.number),
        "sheets": str(position.total),
        "side": {"front": say.front, "back": say.back, None: ""}[position.side],
    }
    return [_BOUND.sub(lambda found: bound.get(found[1], ""), one) for one in footer.own.split("\n")]


def _draw_footer_beside(box: Box, footer: FooterText, position: PagePosition, fonts: FontBook) -> tuple[Item, ...]:
    """Returns the footer in one upright line: its ruler, and as much text as fits."""
    say, start = footer.say, RULER_LENGTH + _GAP
    facts = (say.actual_size, say.ruler, _position(position, say), _format_edition(footer, say))
    tails = (facts, facts[:1] + facts[2:], facts[:1] + facts[2:3])
    heads = tuple(_make_headlines(footer.kit, position.titles, say))
    lines = [(head, *tail, *end) for end in ((footer.address,), ()) for tail in tails for head in heads]
    if footer.own:
        lines = [(*_list_own_lines(footer, position, say), say.actual_size, footer.printer)]
    texts = (" · ".join(filter(None, one)) for one in lines)
    room = box.height - start
    kept = next((one for one in texts if measure_width(one, "text", OTHER_SIZE, fonts) <= room), footer.kit)
    items = (*_ticks(0.0, box.width - 0.3), *line(kept, start, box.width - 0.9, "text", OTHER_SIZE, INK, fonts))
    return (Group(items, (0.0, -1.0, 1.0, 0.0, box.x, box.bottom)),)


def ruler(x: float, y: float, fonts: FontBook) -> tuple[Item, ...]:
    """Returns a 100 mm ruler whose baseline begins at (x, y), ticks upwards, numbers below."""
    numbers = (
        item
        for mark in range(0, RULER_LENGTH + 1, 10)
        for item in line(str(mark), x + mark, y + 3.0, "figure", OTHER_SIZE, INK, fonts, "center")
    )
    return (*_ticks(x, y), *numbers)


def fishtail(x: float, y: float, colour: str, scale: float = 1.0) -> Path:
    """Returns the notched band in the fold of a block-printed page, the sign of the series."""
    width, height, notch = FISHTAIL[0] * scale, FISHTAIL[1] * scale, FISHTAIL[2]
    middle, right, low = (x + width / 2, y + height * (1 - notch)), x + width, y + height
    return Path(polygon(((x, y), (right, y), (right, low), middle, (x, low))), fill=colour)


def _ticks(x: float, y: float) -> tuple[Path, Path]:
    segments: list[Segment] = []
    for mark in range(RULER_LENGTH + 1):
        length = LONG_TICK if mark % 10 == 0 else MIDDLE_TICK if mark % 5 == 0 else SHORT_TICK
        segments += open_path(((x + mark, y), (x + mark, y - length)))
    return Path((("M", x, y), ("L", x + RULER_LENGTH, y)), stroke=BASE), Path(tuple(segments), stroke=TICK)


def _make_headlines(kit: str, titles: Sequence[str], say: SheetWords) -> Iterator[str]:
    if titles:
        yield f"{kit} · {', '.join(titles)}"
    for count in range(len(titles) - 1, 0, -1):
        yield f"{kit} · {say.more.format(first=', '.join(titles[:count]), count=len(titles) - count)}"


def _format_edition(footer: FooterText, say: SheetWords) -> str:
    return " · ".join(filter(None, (say.build.format(build=footer.build), footer.printer)))


def _position(position: PagePosition, say: SheetWords) -> str:
    parts = [say.sheet.format(number=position.number, total=position.total)]
    if position.tile:
        parts.append(say.tile.format(label=position.tile))
    if position.side:
        parts.append(say.front if position.side == "front" else say.back)
    return " · ".join(parts)


def draw_sheet(sheet: Sheet, number: int, total: int, footer: FooterText, fonts: FontBook) -> tuple[Page, ...]:
    """Returns the finished page of a sheet (`number` of `total`), or its front and back."""
    size, say = sheet.paper.size(sheet.landscape), footer.say
    fronts, backs = tuple(_draw_fronts(sheet)), tuple(_draw_backs(sheet))
    position = PagePosition(titles=sheet.titles, number=number, total=total)
    if sheet.mirror is None or sheet.fold is not None:
        return (Page(*size, (*fronts, *backs, *_furniture(sheet, position, footer, fonts)), label=str(number)),)
    front = (*fronts, *_furniture(sheet, replace(position, side="front"), footer, fonts))
    back = (*backs, *_furniture(sheet, replace(position, side="back"), footer, fonts))
    return Page(*size, front, label=f"{number} {say.front}"), Page(*size, back, label=f"{number} {say.back}")


def _draw_fronts(sheet: Sheet) -> Iterator[Item | Placed]:
    for placement in sheet.placements:
        part = placement.part
        scene = part.bare() if part.bare and isinstance(sheet.paper, CutPaper) else part.front()
        placed = Placed(scene, placement.front.x, placement.front.y, placement.turns, placement.clip)
        yield placed
        if scene.outline is not None and not isinstance(sheet.paper, CutPaper | LabelPaper):
            yield Group((replace(scene.outline, fill=None, stroke=OUTLINE),), placed.matrix)


def group_alike(sheets: Iterable[Sheet]) -> Iterator[tuple[Sheet, int]]:
    """Groups successive sheets with pieces of the same components, placed and cut alike. Returns the first sheet of
    each group, with one face for all pieces of a component and size, and the group's length."""

    def arrangement(sheet: Sheet) -> object:
        pieces = [(one.part.component, one.part.outlined, one.front, one.turns, one.back) for one in sheet.placements]
        return sheet.landscape, sheet.cuts, sheet.fold, pieces

    for _, alike in groupby(sheets, key=arrangement):
        sheet, *others = alike
        first: dict[tuple[str, float, float], PrintPart] = {}
        placements = []
        for placement in sheet.placements:
            part = placement.part
            shown = first.setdefault((part.component, part.width, part.height), part)
            placements.append(replace(placement, part=shown))
        yield replace(sheet, placements=tuple(placements)), 1 + len(others)


def _draw_backs(sheet: Sheet) -> Iterator[Placed]:
    mirror = sheet.mirror
    for placement in sheet.placements:
        if mirror and placement.part.back and placement.back:
            at, turns = placement.back, mirror.turns(placement.turns)
            yield Placed(placement.part.back(), at.x, at.y, turns, mirror.box(placement.clip))


def _furniture(sheet: Sheet, position: PagePosition, footer: FooterText, fonts: FontBook) -> Iterator[Item]:
    """Yields marks, fold line and footer. The back of a sheet that flips over its top is upside down, with its footer.

    Sheets for machines have registration marks on the front, and nothing similar that could confuse the machine.
    """
    width, height = sheet.paper.size(sheet.landscape)
    is_back = position.side == "back"
    if isinstance(sheet.paper, LabelPaper) or (isinstance(sheet.paper, CutPaper) and not sheet.paper.cutter.arm):
        return
    if isinstance(sheet.paper, CutPaper):
        if not is_back:
            yield from draw_registration_marks(sheet.paper, sheet.landscape)
    else:
        gutter = _gutter(sheet)
        marks = crop_marks(sheet.cuts, printable(width, height), (sheet.foot, *gutter))
        if not is_back:
            yield from mark_paths(marks)
        if sheet.mirror and (is_back or gutter):
            yield from mark_paths(marks, sheet.mirror)
        for crease in gutter:
            yield Path((("M", crease.x, crease.y), ("L", crease.right, crease.bottom)), stroke=FOLD)
    strip = sheet.foot
    beside = strip.height > strip.width
    over_the_top = is_back and sheet.mirror is not None and not sheet.mirror.vertical
    if beside and is_back and not over_the_top:
        strip = Box(width - strip.right, strip.y, strip.width, strip.height)
    items = foot(strip, footer, position, fonts)
    if over_the_top and not beside:
        yield Group(items, (-1.0, 0.0, 0.0, -1.0, width, height))
    else:
        yield from items


def _gutter(sheet: Sheet) -> tuple[Box, ...]:
    """Returns the fold line, as a box without width or height."""
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
    """Returns whether a board fills a sheet and its footer goes on the blank back."""
    return not backed and paper_of(width, height) is not None


def draw_whole(
    scene: Scene, backed: bool, position: PagePosition, footer: FooterText, fonts: FontBook
) -> Iterator[Page]:
    """Draws a board in one piece: a page of its size with the footer on the back if it `fills_paper`; else a page with
    crop marks around it and the footer below."""
    label = str(position.number)
    if fills_paper(scene.width, scene.height, backed):
        paper = Paper("", "", scene.width, scene.height)
        items = foot(paper.foot(landscape=False), footer, position, fonts)
        yield Page(scene.width, scene.height, (Placed(scene, 0.0, 0.0),), label=f"{label} {footer.say.front}")
        yield Page(scene.width, scene.height, items, label=f"{label} {footer.say.back}")
        return
    width = max(scene.width, LEAST_FOOT) + 2 * WHOLE_MARGIN
    height = scene.height + 2 * WHOLE_MARGIN + FOOT_HEIGHT
    strip = Box(WHOLE_MARGIN, height - MARK_MARGIN - FOOT_HEIGHT, width - 2 * WHOLE_MARGIN, FOOT_HEIGHT)
    page = _draw_board(scene, width, height, (strip,))
    yield replace(page, items=(*page.items, *foot(strip, footer, position, fonts)), label=label)


def draw_for_shop(scene: Scene) -> Page:
    """Draws a face of a board with its bleed and crop marks only; the shop cuts by the TrimBox."""
    return _draw_board(scene, scene.width + 2 * WHOLE_MARGIN, scene.height + 2 * WHOLE_MARGIN, ())


def _draw_board(scene: Scene, width: float, height: float, furniture: tuple[Box, ...]) -> Page:
    """Draws a board with crop marks, centred below the upper margin of a page of this size."""
    board = Box((width - scene.width) / 2, WHOLE_MARGIN, scene.width, scene.height)
    cuts = Cuts(board, (scene.bleed, scene.bleed), (board.x, board.right), (board.y, board.bottom))
    marks = mark_paths(crop_marks((cuts,), printable(width, height), furniture))
    items: tuple[Item | Placed, ...] = (Placed(scene, board.x, board.y), *marks)
    return Page(width, height, items, trim=board, bleed=board.inset(-scene.bleed))


def convert_page(page: Page) -> Scene:
    """Returns a page as a scene: its visible items, without links and tags."""
    items: list[Item] = []
    codes: list[tuple[str, Box]] = []
    for item in page.items:
        if isinstance(item, Placed):
            scene = item.scene
            shown = Group(scene.items, item.matrix, Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed))
            items.append(Group((shown,), clip=item.clip) if item.clip else shown)
            codes += ((content, mapped(item.matrix, box)) for content, box in scene.codes)
        else:
            items += map_items((item,), _visible)
    return Scene(page.width, page.height, 0.0, tuple(items), codes=tuple(codes))


def _visible(item: Item) -> Item:
    """Removes line end characters from a run of text."""
    if not isinstance(item, Text):
        return item
    text = item.text.rstrip(f"{ENDS_LINE}{READ_FIRST}")
    marks = len(item.text) - len(text)  # each with a glyph of its own
    glyphs = item.glyphs[marks:] if item.right_to_left else item.glyphs[: len(item.glyphs) - marks]
    return replace(item, text=text.replace(SOFT_HYPHEN, "-"), glyphs=glyphs)
