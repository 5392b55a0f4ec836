"""Plans the files of a print from a kit, its layout in one language, and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise

import msgspec
from msgspec.structs import force_setattr, replace

from pnp.build.manifest import File
from pnp.face.layout import KitFaces
from pnp.findings import KitError, Place
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Leaflet, Localised, Need, Stock
from pnp.leaflet.pagination import SetLeaflet, set_leaflet
from pnp.leaflet.parser import Documents
from pnp.leaflet.strips import LeafletContext
from pnp.scene import Page
from pnp.sheet.booklet import impose_booklet
from pnp.sheet.draw import (
    FooterText,
    PagePosition,
    convert_page,
    draw_for_shop,
    draw_sheet,
    draw_whole,
    fills_paper,
    group_alike,
)
from pnp.sheet.impose import Sheet, impose, impose_labels
from pnp.sheet.options import Options, Selection
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import LabelPaper, Paper, find_backs, find_booklet_paper, find_sheet_paper, paper_of
from pnp.sheet.paper import find_page_size as booklet_page
from pnp.sheet.parts import PrintedFace, PrintPart, parts
from pnp.sheet.press_words import languages
from pnp.sheet.printer import Side
from pnp.sheet.tiles import draw_tiles, needs_tiles, tile_board

LABELS: dict[Stock, str] = {"paper": "paper", "card": "card", "board": "thick", "label": "labels"}
"""How file names call a stock, in the order in which files are numbered. A board is a component, so what is glued onto
board is `thick`."""
LEAFLET_PAGE_NAMES = {(148.0, 210.0): "a5", (139.7, 215.9): "half-letter", (139.7, 210.0): "a5-half-letter"}
"""The last one fits on both of the others."""
NEEDS: tuple[Need, ...] = ("play", "nicer", "box")
TILE_CUTS = 4
"""Of a tile: two seams and two edges, or four seams."""


class View(msgspec.Struct, frozen=True, eq=False):
    """A sheet pictured in the guide: its page, its cuts and folds, and how many equal sheets it stands for."""

    page: Page
    cuts: int = 0
    folds: int = 0
    alike: int = 1


class OutputFile(File, frozen=True, eq=False, kw_only=True):
    """A file to write: its manifest entry, and its pages, drawn on demand.

    `component` is its only component, if it has one. `behind` is the path of the file with the backs of its sheets.
    `imposed` are cut sheets, `views` the sheets as the guide pictures them. `faces` lays out the faces that this file
    is the first to print, each once.
    """

    name: str
    title: str
    path: str = ""
    draw_pages: Callable[[], Iterable[Page]]
    number: str = "0"
    component: str = ""
    holds: str = ""
    need: Need = "play"
    stock: Stock = "paper"
    behind: str = ""
    meetings: tuple[Meeting, ...] = ()
    imposed: tuple[Sheet, ...] = ()
    views: Callable[[], Iterable[View]] = tuple
    faces: Callable[[], Iterable[PrintedFace]] = tuple

    def __post_init__(self) -> None:
        """Sets the path in the output folder: `en/2-card-two-sided-a4.pdf`."""
        force_setattr(self, "path", f"{self.language}/{self.number}-{self.name}-{self.paper}.pdf")

    @property
    def file_name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def new_sheets(self) -> int:
        """Its sheets of paper, unless another file counts them."""
        return 0 if self.onto else self.sheets

    def entry(self, pages: int) -> File:
        """Returns its manifest entry with this number of pages."""
        own = {"pages": pages, "holds": self.holds or self.title, "stock": self.stock if self.sheets else ""}
        return File(**{name: getattr(self, name) for name in File.__struct_fields__} | own)


class PrintContext:
    """A kit in one language, and how it is printed."""

    def __init__(self, kit: Kit, layout: KitFaces, options: Options, selection: Selection) -> None:
        self.kit = kit
        self.layout = layout
        self.language = layout.language
        self.options = options
        self.selection = selection
        self.components = tuple(filter(selection.holds, kit.components))
        self.paper: Paper = options.paper_of(kit)
        self.printer = options.printer.name if options.printer else ""
        self.footer = FooterText(
            title=kit.title[layout.language],
            version=kit.version,
            build=kit.build,
            address=options.address(kit),
            language=layout.language,
            accent=layout.colour("accent") or layout.colour("ink") or "#000000",
            own=kit.foot[layout.language] if isinstance(kit.foot, Localised) else "",
            shown=kit.foot is not False,
            own_words=layout.own_words,
        )

    def title(self, *words: str) -> str:
        """Returns the title of a file with several components: the kit's title and a phrase."""
        spoken = self.language in languages() or self.language in self.kit.own_words
        return self._join_titles(words, () if spoken else (self.kit.title,))

    def make_component_title(self, component: AnyComponent, *more: str) -> str:
        """Returns the title of a file with one component."""
        return self._join_titles((component.title[self.language], *more), (self.kit.title, component.title))

    def _join_titles(self, words: Iterable[str], titles: Sequence[Localised]) -> str:
        """Joins titles, with the language at the end if `titles` are equal in another one."""
        same = [all(title[one] == title[self.language] for title in titles) for one in self.kit.languages]
        return " · ".join((self.footer.title, *words, *([self.language] if titles and sum(same) > 1 else [])))

    def is_tiled(self, component: AnyComponent) -> bool:
        """Returns whether it is a board larger than a sheet. A smaller one is packed like a card."""
        if not isinstance(component, Board) or isinstance(self.paper, LabelPaper):
            return False
        return needs_tiles(*component.size, component.bleed, self.paper)

    def corrected(self, pages: Callable[[], Iterable[Page]], sides: Sequence[Side]) -> Callable[[], Iterable[Page]]:
        """Returns pages printed on these sides in turn, corrected for the measured printer."""
        printer = self.options.printer
        return (lambda: printer.correct_pages(pages(), sides)) if printer and sides else pages


def plan_files(context: PrintContext) -> tuple[OutputFile, ...]:
    """Returns all files except the print guide, numbered: those for a home printer first, by need, stock and order in
    kit.toml.

    Raises KitError if something exceeds the paper, or a leaflet cannot be read.
    """
    order = [component.id for component in context.kit.components]
    stocks = [*LABELS]

    def rank(file: OutputFile) -> tuple[bool, int, int, int]:
        parts = [placement.part for sheet in file.imposed for placement in sheet.placements]
        place = min(order.index(one) for one in [part.of or part.component for part in parts] or [file.component])
        return not file.sheets, NEEDS.index(file.need), stocks.index(file.stock), place

    boards = [one for one in context.components if isinstance(one, Board) and context.is_tiled(one)]
    board_files = (file for board in boards for file in _make_board_files(context, board))
    files = sorted((*_plan_sheets(context), *board_files, *plan_leaflets(context)), key=rank)
    digits = len(str(len(files)))
    files = [replace(file, number=f"{number:0{digits}}") for number, file in enumerate(files, start=1)]
    for index, (fronts, backs) in enumerate(pairwise(files)):
        if backs.onto:
            files[index : index + 2] = replace(fronts, behind=backs.path), replace(backs, onto=fronts.path, imposed=())
    return tuple(files)


# --- cards, tokens, nets --------------------------------------------------------------------------------


def _plan_sheets(context: PrintContext) -> Iterator[OutputFile]:
    """Yields sheets of one stock, separated by need and by whether they have backs."""
    packed = [component for component in context.components if not context.is_tiled(component)]
    if isinstance(context.paper, LabelPaper):
        if sheets := impose_labels(_parts(context, packed), context.paper):
            yield _make_sheet_file(context, "play", "one-sided", sheets)
        return
    backs = context.options.backs
    paper = find_sheet_paper(context.paper, context.options.cutter)
    for need in NEEDS:
        pieces = _parts(context, [component for component in packed if component.need == need])
        imposed = impose(pieces, paper, backs, context.options.gutters, context.paper)
        for (stock, backed), group in groupby(imposed, lambda sheet: (sheet.stock, sheet.mirror is not None)):
            sheets = tuple(group)
            way = find_backs(stock, backs)
            names = {"separate": ("fronts", "backs"), "gutterfold": ("gutterfold",)}.get(way, ("two-sided",))
            for sides in names if backed else ("one-sided",):
                yield _make_sheet_file(context, need, sides, sheets)


def _parts(context: PrintContext, components: Iterable[AnyComponent]) -> list[PrintPart]:
    return [part for one in components for part in parts(context.kit, context.layout, one, context.selection)]


def _make_sheet_file(context: PrintContext, need: Need, sides: str, sheets: tuple[Sheet, ...]) -> OutputFile:
    """Returns a file with all pages of its sheets, or only their fronts or backs."""
    stock, say, fonts = sheets[0].stock, context.footer.say, context.layout.sheet_fonts
    footer = replace(context.footer, printer=context.printer)
    is_back = sides == "backs"
    picked = {"fronts": slice(1), "backs": slice(1, 2)}.get(sides, slice(None))
    side_names = {
        "fronts": say.front,
        "backs": say.back,
        "gutterfold": say.guide.turn["gutterfold"],
        "two-sided": say.guide.sides["both"],
    }
    # Backs in a file of their own go in like fronts, unless the printer was measured with sheets turned by hand.
    printer = context.options.printer
    turned = is_back and stock != "label" and printer is not None and printer.backs == "separate"
    printed: Sequence[Side] = ("front", "back") if sides == "two-sided" else ("back",) if turned else ("front",)

    def work(sheets: Iterable[Sheet]) -> tuple[int, int]:
        return (0, 0) if is_back else count_work(sheets)

    def draw_pages() -> Iterator[Page]:
        for number, sheet in enumerate(sheets, start=1):
            yield from draw_sheet(sheet, number, len(sheets), footer, fonts)[picked]

    def views() -> Iterator[View]:
        number = 1
        for sheet, alike in group_alike(sheets):
            page = draw_sheet(sheet, number, len(sheets), context.footer, fonts)[picked][0]
            yield View(page, *work([sheet]), alike)
            number += alike

    cuts, folds = work(sheets)
    return OutputFile(
        name=f"{LABELS[stock]}-{sides}",
        what="sheets",
        title=context.title(say.guide.stocks[stock], side_names.get(sides, say.guide.sides["one"])),
        language=context.language,
        ink=context.options.ink,
        paper=context.paper.name,
        draw_pages=context.corrected(draw_pages, printed),
        holds=", ".join(dict.fromkeys(title for sheet in sheets for title in sheet.titles)),
        need=need,
        stock=stock,
        sheets=len(sheets),
        both_sides=sides == "two-sided",
        backs="none" if sides == "one-sided" else context.options.backs,
        onto="fronts" if is_back else "",
        printer=context.printer,
        cuts=cuts,
        folds=folds,
        meetings=() if is_back else list_meetings(sheets),
        imposed=sheets,
        views=views,
        faces=partial(_list_sheet_faces, () if is_back else sheets),
    )


def _list_sheet_faces(sheets: Iterable[Sheet]) -> Iterator[PrintedFace]:
    placements = (placement for sheet in sheets for placement in sheet.placements)
    for part, backed in {placement.part: placement.back is not None for placement in placements}.items():
        yield from part.faces(backed=backed)


def count_work(sheets: Iterable[Sheet]) -> tuple[int, int]:
    """Returns the numbers of cuts and folds of sheets: lines across blocks, outlines of shapes; fold lines including
    the gutter's."""
    cuts = folds = 0
    for sheet in sheets:
        cuts += count_outlines([sheet])
        nets = (placement.part.net for placement in sheet.placements)
        folds += sum(len(net.folds) for net in nets if net) + (sheet.fold is not None)
        for block in sheet.cuts:
            cuts += len(block.xs) + len(block.ys)
            folds += len(block.fold_xs) + len(block.fold_ys)
    return cuts, folds


def count_outlines(sheets: Iterable[Sheet]) -> int:
    """Returns the number of cuts along an outline."""
    return sum(placement.part.outlined for sheet in sheets for placement in sheet.placements)


def list_meetings(sheets: Iterable[Sheet]) -> tuple[Meeting, ...]:
    """Returns the ways in which pieces of a block adjoin, each once."""
    blocks = (block for sheet in sheets for block in sheet.cuts)
    return tuple(sorted({block.meeting for block in blocks if max(len(block.xs), len(block.ys)) > 2}))


# --- boards ---------------------------------------------------------------------------------------------


def _make_board_files(context: PrintContext, board: Board) -> Iterator[OutputFile]:
    """Yields a large board in one piece, as tiles, and for a print shop where it fills a paper."""
    title, fonts = board.title[context.language], context.layout.sheet_fonts
    backed = bool(board.back) and context.options.backs != "none"
    faces = tuple(_list_board_faces(context, board, backed))
    scenes = [face.scene for face in faces]
    pages: list[Page] = []
    for number, scene in enumerate(scenes, start=1):
        position = PagePosition(titles=(title,), number=number, total=len(scenes))
        pages += draw_whole(scene, backed, position, context.footer, fonts)
    whole = OutputFile(
        name=board.id,
        what="board",
        title=context.make_component_title(board),
        language=context.language,
        ink=context.options.ink,
        paper=_format(pages[0]),
        draw_pages=lambda: pages,
        component=board.id,
        need=board.need,
    )
    yield whole

    place = Place(context.kit.file, board.line, "size")
    tilings = [tile_board(scene, context.paper, place) for scene in scenes]
    count = sum(len(tiling.tiles) for tiling in tilings)
    footer = replace(context.footer, printer=context.printer)

    def draw_pages() -> Iterator[Page]:
        first = 1
        for tiling, scene in zip(tilings, scenes, strict=True):
            yield from draw_tiles(tiling, scene, title, first, count, footer, fonts)
            first += len(tiling.tiles)

    yield replace(
        whole,
        name=f"{board.id}-tiles",
        what="tiles",
        title=context.make_component_title(board, context.paper.title),
        paper=context.paper.name,
        draw_pages=context.corrected(draw_pages, ("front",)),
        holds=title,
        stock=board.stock,
        sheets=count,
        printer=context.printer,
        cuts=TILE_CUTS * count,
        views=lambda: (View(page, cuts=TILE_CUTS) for page in draw_pages()),
        faces=lambda: faces,
    )
    if fills_paper(*board.size, backed) and board.bleed:
        for_shop = [draw_for_shop(scene) for scene in scenes]
        yield replace(
            whole,
            name=f"{board.id}-shop",
            what="shop",
            title=context.make_component_title(board, f"{board.size[0]:g} × {board.size[1]:g} mm"),
            paper=_format(for_shop[0]),
            draw_pages=lambda: for_shop,
        )


def _list_board_faces(context: PrintContext, board: Board, backed: bool) -> Iterator[PrintedFace]:
    """Yields the faces of a board, for each copy of each row. Equal copies are laid out once."""
    for record, copies in context.selection.expand(context.kit, board):
        front = context.layout.front(board, record)
        back = (context.layout.back(board, record) or front) if backed else None
        sides = (("front", front), ("back", back)) if back else (("front", front),)
        key = record.key if record else ""
        yield from [PrintedFace(board.id, key, side, scene) for side, scene in sides] * copies


def _format(page: Page) -> str:
    """Returns the name of a page's size (given in mm), or the size itself."""
    size = page.width, page.height
    return LEAFLET_PAGE_NAMES.get(size) or paper_of(*size) or f"{page.width:g}x{page.height:g}mm"


# --- leaflets -------------------------------------------------------------------------------------------


def plan_leaflets(context: PrintContext) -> Iterator[OutputFile]:
    """Yields each leaflet as single pages and as a booklet to fold. Raises KitError if one cannot be read."""
    for component in context.components:
        if isinstance(component, Leaflet):
            yield from _make_leaflet_files(context, component)


def _make_leaflet_files(context: PrintContext, component: Leaflet) -> Iterator[OutputFile]:
    printer, backs = context.options.printer, context.options.backs
    sheet = find_booklet_paper(context.paper)
    # A booklet is turned about its long edge, unless backs are printed about the short one.
    corrects = (
        printer is not None and printer.takes(sheet.name) and (printer.backs == "short-edge") == (backs == "short-edge")
    )
    leaflet = _set_leaflet(context, component)

    def draw_spreads() -> Iterator[Page]:
        for spread in impose_booklet(leaflet.pages, context.paper, backs, context.layout.fonts.right_to_left):
            yield from spread

    pages = OutputFile(
        name=component.id,
        what="leaflet",
        title=context.make_component_title(component),
        language=context.language,
        ink=context.options.ink,
        paper=_format(leaflet.pages[0]),
        draw_pages=lambda: leaflet.pages,
        component=component.id,
        need=component.need,
        faces=lambda: (
            PrintedFace(component.id, "", f"page-{number}", convert_page(page))
            for number, page in enumerate(leaflet.lasting, start=1)
        ),
    )
    yield pages
    yield replace(
        pages,
        name=f"{component.id}-booklet",
        what="booklet",
        title=context.make_component_title(component, sheet.title),
        paper=sheet.name,
        draw_pages=context.corrected(draw_spreads, ("front", "back") if corrects else ()),
        holds=component.title[context.language],
        stock=component.stock,
        sheets=-(-len(leaflet.pages) // 4),
        both_sides=True,
        backs=backs,
        printer=context.printer if corrects else "",
        folds=1,
        faces=tuple,
    )


def _set_leaflet(context: PrintContext, leaflet: Leaflet) -> SetLeaflet:
    kit, layout = context.kit, context.layout
    document = Documents(kit).read(leaflet, context.language)
    if any(finding.severity == "error" for finding in document.findings):
        raise KitError(document.findings)
    size = booklet_page(context.paper)
    cover = layout.scene(leaflet.cover, size=size, cut=False) if isinstance(leaflet.cover, str) else None
    leaflet_set = set_leaflet(
        document,
        LeafletContext(
            fonts=layout.fonts,
            icons=layout.icon,
            colours=layout.colour,
            figure=layout.figure,
            language=context.language,
            title=context.footer.title,
            name=leaflet.title[context.language],
            version=kit.version,
            build=kit.build,
            players=kit.players,
            minutes=kit.minutes,
            age=kit.age,
            address=context.options.find_code_address(kit),
            size=size,
            covered=leaflet.cover is not False,
            cover=cover,
            low=layout.ink == "low",
            own_words=layout.own_words,
        ),
    )
    layout.findings.extend((*document.findings, *leaflet_set.findings))
    return leaflet_set
