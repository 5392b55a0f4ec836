"""The files of a print: `plan_files` makes them from a kit, its layout in one language, and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise

import msgspec
from msgspec.structs import replace

from pnp.face.layout import Layout
from pnp.findings import KitError, Place
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Leaflet, Localised, Need, Stock
from pnp.leaflet.pagination import SetLeaflet, set_leaflet
from pnp.leaflet.parser import Documents
from pnp.leaflet.strips import LeafletContext
from pnp.scene import Page, Scene
from pnp.sheet.booklet import impose_booklet
from pnp.sheet.draw import (
    FooterText,
    PagePosition,
    draw_for_shop,
    draw_sheet,
    draw_whole,
    fills_paper,
    group_alike,
    page_scene,
    shop_size,
    simplify_sheet,
    whole_size,
)
from pnp.sheet.impose import Sheet, impose, impose_labels, least_sheets
from pnp.sheet.options import Options, Selection
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import Backs, LabelPaper, Paper, booklet_paper, paper_of, sheet_paper, way_of
from pnp.sheet.paper import page_size as booklet_page
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
    """A sheet for a picture in the guide: its page, its cuts and folds, and how many equal sheets it stands for."""

    page: Page
    cuts: int = 0
    folds: int = 0
    alike: int = 1


class OutputFile(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A file to write. Its pages are drawn when they are asked for.

    `what` is `sheets`, `tiles`, `board`, `shop`, `leaflet`, `booklet`, `guide` or `swap-list`; `component` is the only
    component in it, `holds` names all of them. `sheet_count` sheets of `stock` go through a printer at home, 0: none.
    A `backed` file has two pages for each sheet. `behind` is the path of the file with the backs of its sheets, `onto`
    of that with their fronts. `printer` names the one that its pages are corrected for.

    `sheets` are cut sheets with their cuts and folds; no layout of all pieces of this stock has fewer than
    `least_sheets`. `views` are the sheets as the guide pictures them. `faces` lays out the faces that are printed in
    this file for the first time, each once.
    """

    name: str
    what: str
    title: str
    language: str
    paper: str
    pages: Callable[[], Iterable[Page]]
    number: str = "0"
    component: str = ""
    holds: str = ""
    need: Need = "play"
    stock: Stock = "paper"
    sheet_count: int = 0
    backed: bool = False
    backs: Backs = "none"
    behind: str = ""
    onto: str = ""
    printer: str = ""
    cuts: int = 0
    folds: int = 0
    meetings: tuple[Meeting, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    least_sheets: int = 0
    views: Callable[[], Iterable[View]] = tuple
    faces: Callable[[], Iterable[PrintedFace]] = tuple

    @property
    def path(self) -> str:
        """The path in the output folder: `en/2-card-two-sided-a4.pdf`."""
        return f"{self.language}/{self.number}-{self.name}-{self.paper}.pdf"

    @property
    def new_sheets(self) -> int:
        """Its sheets of paper, unless another file counts them."""
        return 0 if self.onto else self.sheet_count


class PrintContext:
    """A kit in one language, and how it is printed."""

    def __init__(self, kit: Kit, layout: Layout, options: Options, selection: Selection) -> None:
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
        """The title of a file with several components: the kit's and words of the press. It ends with the language if
        it would be the same in two languages."""
        spoken = self.language in languages() or self.language in self.kit.own_words
        return self._joined(words, () if spoken else (self.kit.title,))

    def component_title(self, component: AnyComponent, *more: str) -> str:
        """The title of a file with one component."""
        return self._joined((component.title[self.language], *more), (self.kit.title, component.title))

    def _joined(self, words: Iterable[str], titles: Sequence[Localised]) -> str:
        """`titles` are compared in all languages."""
        same = [all(title[one] == title[self.language] for title in titles) for one in self.kit.languages]
        ending = [self.language] if titles and sum(same) > 1 else []
        return " · ".join((self.footer.title, *words, *ending))

    def is_tiled(self, component: AnyComponent) -> bool:
        """Whether it is a board that no sheet of the paper holds. A smaller one is packed like a card."""
        if not isinstance(component, Board) or isinstance(self.paper, LabelPaper):
            return False
        return needs_tiles(*component.size, component.bleed, self.paper)

    def corrected(self, pages: Callable[[], Iterable[Page]], sides: Sequence[Side]) -> Callable[[], Iterable[Page]]:
        """Pages printed on these sides by turns, moved to where the measured printer sets them right."""
        printer = self.options.printer
        return (lambda: printer.corrected(pages(), sides)) if printer and sides else pages


def plan_files(context: PrintContext) -> tuple[OutputFile, ...]:
    """All files but the print guide, numbered: those for a printer at home first, by need, stock and order in kit.toml.

    Raises KitError if something is larger than the paper, or a leaflet cannot be read.
    """
    order = [component.id for component in context.kit.components]
    stocks = [*LABELS]

    def rank(file: OutputFile) -> tuple[bool, int, int, int]:
        ids = [placement.part.of or placement.part.component for sheet in file.sheets for placement in sheet.placements]
        place = min(order.index(one) for one in ids or [file.component])
        return not file.sheet_count, NEEDS.index(file.need), stocks.index(file.stock), place

    files = sorted((*_plan_sheets(context), *_plan_boards(context), *plan_leaflets(context)), key=rank)
    digits = len(str(len(files)))
    files = [replace(file, number=f"{number:0{digits}}") for number, file in enumerate(files, start=1)]
    for index, (fronts, backs) in enumerate(pairwise(files)):
        if backs.onto:
            files[index : index + 2] = replace(fronts, behind=backs.path), replace(backs, onto=fronts.path, sheets=())
    return tuple(files)


# --- cards, tokens, nets --------------------------------------------------------------------------------


def _plan_sheets(context: PrintContext) -> Iterator[OutputFile]:
    """Sheets of one stock, apart by need and by whether they have backs."""
    packed = [component for component in context.components if not context.is_tiled(component)]
    if isinstance(context.paper, LabelPaper):
        if sheets := impose_labels(_parts(context, packed), context.paper):
            yield _sheet_file(context, "play", "one-sided", sheets, len(sheets))
        return
    backs = context.options.backs
    paper = sheet_paper(context.paper, context.options.cutter)
    for need in NEEDS:
        pieces = _parts(context, [component for component in packed if component.need == need])
        imposed = impose(pieces, paper, backs, context.options.gutters, context.paper)
        for (stock, backed), group in groupby(imposed, lambda sheet: (sheet.stock, sheet.mirror is not None)):
            sheets = tuple(group)
            way = way_of(stock, backs)
            fewest = least_sheets((piece for piece in pieces if piece.stock == stock), context.paper, way)
            if not backed:
                yield _sheet_file(context, need, "one-sided", sheets, fewest)
            elif way == "separate":
                yield _sheet_file(context, need, "fronts", sheets, fewest)
                yield _sheet_file(context, need, "backs", sheets, fewest)
            else:
                yield _sheet_file(context, need, "gutterfold" if way == "gutterfold" else "two-sided", sheets, fewest)


def _parts(context: PrintContext, components: Iterable[AnyComponent]) -> list[PrintPart]:
    return [part for one in components for part in parts(context.kit, context.layout, one, context.selection)]


def _sheet_file(
    context: PrintContext,
    need: Need,
    sides: str,
    sheets: tuple[Sheet, ...],
    fewest: int,
) -> OutputFile:
    """A file with all pages of its sheets, or only their fronts or backs."""
    stock, say, fonts = sheets[0].stock, context.footer.say, context.layout.sheet_fonts
    footer = replace(context.footer, printer=context.printer)
    is_back = sides == "backs"
    picked = {"fronts": slice(1), "backs": slice(1, 2)}.get(sides, slice(None))
    cuts, folds = (0, 0) if is_back else count_work(sheets)
    side_names = {
        "fronts": say.front,
        "backs": say.back,
        "gutterfold": say.guide.turn["gutterfold"],
        "two-sided": say.guide.sides.both,
    }
    # Backs in a file of their own go in like fronts, unless the printer was measured with sheets turned by hand.
    printer = context.options.printer
    turned = is_back and stock != "label" and printer is not None and printer.backs == "separate"
    printed: Sequence[Side] = ("front", "back") if sides == "two-sided" else ("back",) if turned else ("front",)

    def pages() -> Iterator[Page]:
        for number, sheet in enumerate(sheets, start=1):
            yield from draw_sheet(sheet, number, len(sheets), footer, fonts).both()[picked]

    def views() -> Iterator[View]:
        number = 1
        for sheet, alike in group_alike(sheets):
            page = draw_sheet(simplify_sheet(sheet), number, len(sheets), context.footer, fonts).both()[picked][0]
            yield View(page, *((0, 0) if is_back else count_work([sheet])), alike)
            number += alike

    return OutputFile(
        name=f"{LABELS[stock]}-{sides}",
        what="sheets",
        title=context.title(say.guide.stocks[stock], side_names.get(sides, say.guide.sides.one)),
        language=context.language,
        paper=context.paper.name,
        pages=context.corrected(pages, printed),
        holds=", ".join(dict.fromkeys(title for sheet in sheets for title in sheet.titles)),
        need=need,
        stock=stock,
        sheet_count=len(sheets),
        backed=sides == "two-sided",
        backs="none" if sides == "one-sided" else context.options.backs,
        onto="fronts" if is_back else "",
        printer=context.printer,
        cuts=cuts,
        folds=folds,
        meetings=() if is_back else list_meetings(sheets),
        sheets=sheets,
        least_sheets=fewest,
        views=views,
        faces=partial(_sheet_faces, () if is_back else sheets),
    )


def _sheet_faces(sheets: Iterable[Sheet]) -> Iterator[PrintedFace]:
    placements = (placement for sheet in sheets for placement in sheet.placements)
    for part, backed in {placement.part: placement.back is not None for placement in placements}.items():
        yield from part.faces(backed=backed)


def count_work(sheets: Iterable[Sheet]) -> tuple[int, int]:
    """The cuts and folds of sheets: lines across blocks, outlines of shapes; fold lines with that of the gutter."""
    cuts = folds = 0
    for sheet in sheets:
        cuts += count_outlines([sheet])
        folds += sum(placement.part.creases for placement in sheet.placements) + (sheet.fold is not None)
        for block in sheet.cuts:
            cuts += len(block.xs) + len(block.ys)
            folds += len(block.fold_xs) + len(block.fold_ys)
    return cuts, folds


def count_outlines(sheets: Iterable[Sheet]) -> int:
    """The cuts that follow an outline."""
    return sum(placement.part.outlined for sheet in sheets for placement in sheet.placements)


def list_meetings(sheets: Iterable[Sheet]) -> tuple[Meeting, ...]:
    """The ways in which pieces of a block lie beside each other, each once."""
    blocks = (block for sheet in sheets for block in sheet.cuts)
    return tuple(sorted({block.meeting for block in blocks if max(len(block.xs), len(block.ys)) > 2}))


# --- boards ---------------------------------------------------------------------------------------------


def _plan_boards(context: PrintContext) -> Iterator[OutputFile]:
    for board in context.components:
        if isinstance(board, Board) and context.is_tiled(board):
            yield from _board_files(context, board)


def _board_files(context: PrintContext, board: Board) -> Iterator[OutputFile]:
    """A large board as tiles, in one piece, and for a print shop where it fills a paper."""
    title = board.title[context.language]
    backed = bool(board.back) and context.options.backs != "none"
    faces = tuple(_board_faces(context, board, backed))
    scenes = [face.scene for face in faces]
    yield replace(_tile_file(context, board, scenes), faces=lambda: faces)

    def draw_whole_pages() -> Iterator[Page]:
        for number, scene in enumerate(scenes, start=1):
            position = PagePosition(titles=(title,), number=number, total=len(scenes))
            yield from draw_whole(scene, backed, position, context.footer, context.layout.sheet_fonts)

    whole = OutputFile(
        name=board.id,
        what="board",
        title=context.component_title(board),
        language=context.language,
        paper=_format(*whole_size(*board.size, backed)),
        pages=draw_whole_pages,
        component=board.id,
        need=board.need,
    )
    yield whole
    if fills_paper(*board.size, backed) and board.bleed:
        yield replace(
            whole,
            name=f"{board.id}-shop",
            what="shop",
            title=context.component_title(board, f"{board.size[0]:g} × {board.size[1]:g} mm"),
            paper=_format(*shop_size(*board.size)),
            pages=partial(map, draw_for_shop, scenes),
        )


def _board_faces(context: PrintContext, board: Board, backed: bool) -> Iterator[PrintedFace]:
    """The faces of a board, for each copy of each row. Equal copies are laid out once."""
    for record, copies in context.selection.expand(context.kit, board):
        front = context.layout.front(board, record)
        back = (context.layout.back(board, record) or front) if backed else None
        key = record.key if record else ""
        for _ in range(copies):
            yield PrintedFace(board.id, key, "front", front)
            if back is not None:
                yield PrintedFace(board.id, key, "back", back)


def _tile_file(context: PrintContext, board: Board, scenes: Sequence[Scene]) -> OutputFile:
    place = Place(context.kit.file, board.line, "size")
    tilings = [tile_board(scene, context.paper, place) for scene in scenes]
    count = sum(len(tiling.tiles) for tiling in tilings)
    title, fonts = board.title[context.language], context.layout.sheet_fonts
    footer = replace(context.footer, printer=context.printer)

    def pages() -> Iterator[Page]:
        first = 1
        for tiling, scene in zip(tilings, scenes, strict=True):
            yield from draw_tiles(tiling, scene, title, first, count, footer, fonts)
            first += len(tiling.tiles)

    return OutputFile(
        name=f"{board.id}-tiles",
        what="tiles",
        title=context.component_title(board, context.paper.title),
        language=context.language,
        paper=context.paper.name,
        pages=context.corrected(pages, ("front",)),
        component=board.id,
        holds=title,
        need=board.need,
        stock=board.stock,
        sheet_count=count,
        printer=context.printer,
        cuts=TILE_CUTS * count,
        views=lambda: (View(page, cuts=TILE_CUTS) for page in pages()),
    )


def _format(width: float, height: float) -> str:
    """The name of the leaflet page or paper of this size in mm, or the size."""
    return LEAFLET_PAGE_NAMES.get((width, height)) or paper_of(width, height) or f"{width:g}x{height:g}mm"


# --- leaflets -------------------------------------------------------------------------------------------


def plan_leaflets(context: PrintContext) -> Iterator[OutputFile]:
    """Each leaflet page after page, and as a booklet to fold. Raises KitError if one cannot be read."""
    for component in context.components:
        if isinstance(component, Leaflet):
            yield from _leaflet_files(context, component)


def _leaflet_files(context: PrintContext, component: Leaflet) -> Iterator[OutputFile]:
    printer, backs = context.options.printer, context.options.backs
    sheet = booklet_paper(context.paper)
    # A booklet is turned about its long edge, unless backs are printed about the short one.
    corrects = (
        printer is not None and printer.takes(sheet.name) and (printer.backs == "short-edge") == (backs == "short-edge")
    )
    leaflet = _set_leaflet(context, component)

    def draw_spreads() -> Iterator[Page]:
        for spread in impose_booklet(leaflet.pages, context.paper, backs, context.layout.fonts.right_to_left):
            yield from spread.both()

    def print_faces() -> Iterator[PrintedFace]:
        for number, page in enumerate(leaflet.lasting, start=1):
            yield PrintedFace(component.id, "", f"page-{number}", page_scene(page))

    pages = OutputFile(
        name=component.id,
        what="leaflet",
        title=context.component_title(component),
        language=context.language,
        paper=_format(*booklet_page(context.paper)),
        pages=lambda: leaflet.pages,
        component=component.id,
        need=component.need,
        faces=print_faces,
    )
    yield pages
    yield replace(
        pages,
        name=f"{component.id}-booklet",
        what="booklet",
        title=context.component_title(component, sheet.title),
        paper=sheet.name,
        pages=context.corrected(draw_spreads, ("front", "back") if corrects else ()),
        holds=component.title[context.language],
        stock=component.stock,
        sheet_count=-(-len(leaflet.pages) // 4),
        backed=True,
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
            address=context.options.code_address(kit),
            size=size,
            covered=leaflet.cover is not False,
            cover=cover,
            low=layout.ink == "low",
            own_words=layout.own_words,
        ),
    )
    layout.findings.extend((*document.findings, *leaflet_set.findings))
    return leaflet_set
