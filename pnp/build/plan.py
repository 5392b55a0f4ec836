"""What a kit comes to on paper: a file for each stock and way of printing, one for each board, leaflets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pnp.face.layout import Layout
from pnp.findings import KitError, Place
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Leaflet, Localised, Stock
from pnp.leaflet.pagination import SetLeaflet, set_leaflet
from pnp.leaflet.parser import Documents
from pnp.leaflet.strips import LeafletContext
from pnp.scene import Page, Scene
from pnp.sheet.booklet import impose_booklet
from pnp.sheet.draw import (
    Imprint,
    Sides,
    Standing,
    draw_for_shop,
    draw_sheet,
    draw_whole,
    fills_paper,
    page_scene,
    plain,
    runs,
    shop_size,
    whole_size,
)
from pnp.sheet.impose import Sheet, impose, least_sheets, stick
from pnp.sheet.options import Options, Selection
from pnp.sheet.pack import Meeting
from pnp.sheet.paper import Backs, LabelPaper, Paper, booklet_paper, paper_of, sheet_paper, way_of
from pnp.sheet.paper import page_size as booklet_page
from pnp.sheet.parts import PrintedFace, parts
from pnp.sheet.printer import Side
from pnp.sheet.tiles import Tiling, draw_tiles, needs_tiles, tile_board
from pnp.sheet.words import languages

LABELS: dict[Stock, str] = {"paper": "paper", "card": "card", "board": "thick", "label": "labels"}
"""How file names call a stock; a board is a component, so what is glued onto board is `thick`."""

TILE_CUTS = 4
"""Of a tile: two seams and two edges, or four seams."""


class OutputFile(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A file to be: its name without ending, what it is, what to print it on, and its pages, drawn when asked for.

    `what` is `sheets`, `tiles`, `board`, `shop`, `leaflet`, `booklet` or `guide`. `job` is its line in the print guide;
    None for what is not printed at home. `sheets` are the sheets of a file of cut sheets: each has one page, or
    two if `backed`; `backs` is the way in which they are printed, if there are any. `least_sheets` is a
    number of sheets that no layout of all pieces of this stock can fall below.
    `views` are its sheets for pictures of them: with one face of each component, which is enough to know a sheet by.
    `printer` names the one that its pages are corrected for; `behind` the file whose pages are their backs. `faces`
    lays out the faces that are printed on it for the first time, each once.
    """

    name: str
    what: str
    title: str
    paper: str
    pages: Callable[[], Iterable[Page]]
    job: PrintJob | None = None
    sheets: tuple[Sheet, ...] = ()
    least_sheets: int = 0
    views: Callable[[], Iterable[View]] = tuple
    backed: bool = False
    backs: Backs = "none"
    printer: str = ""
    behind: str = ""
    faces: Callable[[], Iterable[PrintedFace]] = tuple


class FilePlan:
    """Plans the files of one kit in one language."""

    def __init__(self, kit: Kit, layout: Layout, options: Options, selection: Selection) -> None:
        self.kit = kit
        self.layout = layout
        self.options = options
        self.selection = selection
        self.paper: Paper = options.paper_of(kit)
        self.title = kit.title[layout.language]
        self.imprint = Imprint(
            title=self.title,
            version=kit.version,
            build=kit.build,
            address=options.address(kit),
            language=layout.language,
            accent=layout.colour("accent") or layout.colour("ink") or "#000000",
            own=kit.foot[layout.language] if isinstance(kit.foot, Localised) else "",
            shown=kit.foot is not False,
            own_words=layout.own_words,
        )
        self._corrected = replace(self.imprint, printer=options.printer.name if options.printer else "")
        """Of pages that are for the printer's own paper."""

    def files(self) -> tuple[OutputFile, ...]:
        """All files but the print guide, which tells of them. Raises KitError if something is larger than the paper,
        or a leaflet cannot be read."""
        return (*self._sheets(), *self._boards(), *self.leaflets())

    def name(self, *parts: str) -> str:
        """The name of a file of this kit in this language, without ending."""
        return "-".join((self.kit.id, self.layout.language, *parts))

    def titled(self, *words: str) -> str:
        """What viewers call a file of many pieces, by words of the press: with its language, if the press says them in
        English and the kit is called alike in another."""
        language, kit = self.layout.language, self.kit
        unsaid = language not in languages() and language not in kit.own_words
        return " · ".join((self.title, *words, *([language] if unsaid and self._is_alike(kit.title) else [])))

    def _titled(self, component: AnyComponent, *more: str) -> str:
        """What viewers call a file of one component: with its language, if it is called alike in another."""
        language = self.layout.language
        alike = self._is_alike(self.kit.title, component.title)
        return " · ".join((self.title, component.title[language], *more, *([language] if alike else [])))

    def _is_alike(self, *titles: Localised) -> bool:
        """Whether these are the same in another language of the kit."""
        said = [tuple(title[language] for title in titles) for language in self.kit.languages]
        return said.count(tuple(title[self.layout.language] for title in titles)) > 1

    def _components(self) -> Iterator[AnyComponent]:
        return (component for component in self.kit.components if self.selection.holds(component))

    # --- the printer -----------------------------------------------------------------------------------

    def _true(self, pages: Callable[[], Iterable[Page]], sides: Sequence[Side]) -> Callable[[], Iterable[Page]]:
        """Pages that are printed on these sides by turns, drawn so that the printer sets them right."""
        printer = self.options.printer
        return (lambda: printer.corrected(pages(), sides)) if printer and sides else pages

    def _printed(self, stock: Stock, sides: str) -> Sequence[Side]:
        """The sides of the paper that the pages of a file of sheets are printed on, by turns. Backs in a file of their
        own go in like fronts, unless it was measured how sheets come out that are turned by hand."""
        printer = self.options.printer
        if sides == "two-sided":
            return ("front", "back")
        turned = sides == "backs" and stock != "label" and printer is not None and printer.backs == "separate"
        return ("back",) if turned else ("front",)

    def _bound(self, paper: Paper) -> Sequence[Side]:
        """Those of a booklet, which is turned about its long edge in all ways of printing but one; none, if it was not
        measured how the printer does that, or on other paper."""
        printer = self.options.printer
        if printer is None or not printer.takes(paper.name):
            return ()
        return ("front", "back") if (printer.backs == "short-edge") == (self.options.backs == "short-edge") else ()

    # --- cards, tokens, nets -------------------------------------------------------------------------

    def _sheets(self) -> Iterator[OutputFile]:
        pieces = [
            part
            for component in self._components()
            if not self._is_large(component)
            for part in parts(self.kit, self.layout, component, self.selection)
        ]
        if isinstance(self.paper, LabelPaper):
            imposed = stick(pieces, self.paper)
            if imposed:
                yield self._sheet_file("paper", "one-sided", imposed, len(imposed), Sides.fronts)
            return
        paper = sheet_paper(self.paper, self.options.cutter)
        imposed = impose(pieces, paper, self.options.backs, self.options.gutters, self.paper)
        for (stock, backed), group in groupby(imposed, lambda sheet: (sheet.stock, sheet.mirror is not None)):
            sheets = tuple(group)
            way = way_of(stock, self.options.backs)
            fewest = least_sheets((piece for piece in pieces if piece.stock == stock), self.paper, way)
            if backed and way == "separate":
                fronts = self._sheet_file(stock, "fronts", sheets, fewest, Sides.fronts)
                yield replace(fronts, behind=self._sheet_name(stock, "backs"))
                yield self._sheet_file(stock, "backs", sheets, fewest, Sides.backs)
            elif backed and way == "gutterfold":
                yield self._sheet_file(stock, "gutterfold", sheets, fewest, Sides.fronts)
            elif backed:
                yield self._sheet_file(stock, "two-sided", sheets, fewest, Sides.both)
            else:
                yield self._sheet_file(stock, "one-sided", sheets, fewest, Sides.fronts)

    def _sheet_file(
        self,
        stock: Stock,
        sides: str,
        sheets: tuple[Sheet, ...],
        fewest: int,
        pick: Callable[[Sides], Sequence[Page]],
    ) -> OutputFile:
        name = self._sheet_name(stock, sides)
        cuts, folds = work(sheets) if sides != "backs" else (0, 0)
        titles = dict.fromkeys(title for sheet in sheets for title in sheet.titles)
        job = PrintJob(
            file=f"{name}.pdf",
            holds=", ".join(titles),
            paper=self.paper.title,
            sheets=len(sheets),
            stock=stock,
            both_sides=sides == "two-sided",
            onto=f"{self._sheet_name(stock, 'fronts')}.pdf" if sides == "backs" else "",
            cuts=cuts,
            folds=folds,
            meetings=meetings(sheets) if sides != "backs" else (),
        )
        return OutputFile(
            name=name,
            what="sheets",
            title=self._sheet_title(stock, sides),
            paper=self.paper.name,
            pages=self._true(partial(self._sheet_pages, sheets, pick), self._printed(stock, sides)),
            views=partial(self._sheet_views, sheets, pick),
            job=job,
            sheets=() if sides == "backs" else sheets,
            faces=partial(_sheet_faces, () if sides == "backs" else sheets),
            least_sheets=fewest,
            backed=sides == "two-sided",
            backs="none" if sides == "one-sided" else self.options.backs,
            printer=self._corrected.printer,
        )

    def _sheet_name(self, stock: Stock, sides: str) -> str:
        return self.name(self.paper.name, LABELS[stock], sides)

    def _sheet_title(self, stock: Stock, sides: str) -> str:
        """What viewers call a file of sheets: its kit, its stock, its sides."""
        say = self.imprint.say
        known = {
            "fronts": say.front,
            "backs": say.back,
            "gutterfold": say.guide.turn["gutterfold"],
            "two-sided": say.guide.sides.both,
        }
        return self.titled(say.guide.stocks[stock], known.get(sides, say.guide.sides.one))

    def _sheet_pages(self, sheets: tuple[Sheet, ...], pick: Callable[[Sides], Sequence[Page]]) -> Iterator[Page]:
        for number, sheet in enumerate(sheets, start=1):
            yield from pick(draw_sheet(sheet, number, len(sheets), self._corrected, self.layout.sheet_fonts))

    def _sheet_views(self, sheets: tuple[Sheet, ...], pick: Callable[[Sides], Sequence[Page]]) -> Iterator[View]:
        number = 1
        for sheet, alike in runs(sheets):
            sides = draw_sheet(plain(sheet), number, len(sheets), self.imprint, self.layout.sheet_fonts)
            yield View(pick(sides)[0], *(work([sheet]) if pick is not Sides.backs else (0, 0)), alike)
            number += alike

    # --- boards --------------------------------------------------------------------------------------

    def _is_large(self, component: AnyComponent) -> bool:
        """Whether it is a board that no sheet of the paper holds; a smaller one is packed like a card."""
        if isinstance(self.paper, LabelPaper):
            return False
        return isinstance(component, Board) and needs_tiles(*component.size, component.bleed, self.paper)

    def _boards(self) -> Iterator[OutputFile]:
        for component in self._components():
            if not isinstance(component, Board) or not self._is_large(component):
                continue
            title = component.title[self.layout.language]
            faces = tuple(self._board_faces(component))
            scenes = tuple(face.scene for face in faces)
            yield replace(self._tiled(component, title, scenes), faces=partial(tuple, faces))
            backed = self._is_backed(component)
            paper = _format(*whole_size(*component.size, backed))
            yield OutputFile(
                name=self.name(paper, component.id),
                what="board",
                title=self._titled(component),
                paper=paper,
                pages=partial(self._whole_pages, title, scenes, backed),
            )
            if fills_paper(*component.size, backed) and component.bleed:
                yield OutputFile(
                    name=self.name(component.id, "shop"),
                    what="shop",
                    title=self._titled(component, f"{component.size[0]:g} × {component.size[1]:g} mm"),
                    paper=_format(*shop_size(*component.size)),
                    pages=partial(map, draw_for_shop, scenes),
                )

    def _is_backed(self, board: Board) -> bool:
        return bool(board.back) and self.options.backs != "none"

    def _board_faces(self, board: Board) -> Iterator[PrintedFace]:
        """Both faces of a board, for each copy of each row it has; copies are laid out once."""
        for record, copies in self.selection.expand(self.kit, board):
            front = self.layout.front(board, record)
            back = (self.layout.back(board, record) or front) if self._is_backed(board) else None
            key = record.key if record else ""
            for _ in range(copies):
                yield PrintedFace(board.id, key, "front", front)
                if back is not None:
                    yield PrintedFace(board.id, key, "back", back)

    def _whole_pages(self, title: str, scenes: tuple[Scene, ...], backed: bool) -> Iterator[Page]:
        for number, scene in enumerate(scenes, start=1):
            standing = Standing(titles=(title,), number=number, total=len(scenes))
            yield from draw_whole(scene, backed, standing, self.imprint, self.layout.sheet_fonts)

    def _tiled(self, board: Board, title: str, scenes: tuple[Scene, ...]) -> OutputFile:
        place = Place(self.kit.file, board.line, "size")
        known = {id(scene): tile_board(scene, self.paper, place) for scene in scenes}
        tilings = [(known[id(scene)], scene) for scene in scenes]
        count = sum(len(tiling.tiles) for tiling, _ in tilings)
        name = self.name(self.paper.name, board.id, "tiles")
        job = PrintJob(
            file=f"{name}.pdf",
            holds=title,
            paper=self.paper.title,
            sheets=count,
            stock=board.stock,
            cuts=TILE_CUTS * count,
        )
        return OutputFile(
            name=name,
            what="tiles",
            title=self._titled(board, self.paper.title),
            paper=self.paper.name,
            pages=self._true(partial(self._tile_pages, tilings, title, count), ("front",)),
            views=partial(self._tile_views, tilings, title, count),
            job=job,
            printer=self._corrected.printer,
        )

    def _tile_pages(self, tilings: list[tuple[Tiling, Scene]], title: str, total: int) -> Iterator[Page]:
        first = 1
        for tiling, scene in tilings:
            yield from draw_tiles(tiling, scene, title, first, total, self._corrected, self.layout.sheet_fonts)
            first += len(tiling.tiles)

    def _tile_views(self, tilings: list[tuple[Tiling, Scene]], title: str, total: int) -> Iterator[View]:
        for page in self._tile_pages(tilings, title, total):
            yield View(page, cuts=TILE_CUTS)

    # --- leaflets ------------------------------------------------------------------------------------

    def leaflets(self) -> Iterator[OutputFile]:
        """The files of leaflets: page after page, and as booklets to fold."""
        for component in self._components():
            if not isinstance(component, Leaflet):
                continue
            leaflet = self._set_leaflet(component)
            name = component.title[self.layout.language]
            title = self._titled(component)
            paper = _format(*booklet_page(self.paper))
            yield OutputFile(
                name=self.name(component.id),
                what="leaflet",
                title=title,
                paper=paper,
                pages=partial(tuple, leaflet.pages),
                faces=partial(_leaflet_faces, component, leaflet),
            )
            sheet = booklet_paper(self.paper)
            file = self.name(sheet.name, component.id, "booklet")
            sheets = -(-len(leaflet.pages) // 4)
            bound = self._bound(sheet)
            yield OutputFile(
                name=file,
                what="booklet",
                title=self._titled(component, sheet.title),
                paper=sheet.name,
                pages=self._true(partial(self._booklet_pages, leaflet.pages), bound),
                job=PrintJob(
                    file=f"{file}.pdf",
                    holds=name,
                    paper=sheet.title,
                    sheets=sheets,
                    stock=component.stock,
                    both_sides=True,
                    folds=1,
                ),
                backed=True,
                backs=self.options.backs,
                printer=self._corrected.printer if bound else "",
            )

    def _booklet_pages(self, pages: tuple[Page, ...]) -> Iterator[Page]:
        for sides in impose_booklet(pages, self.paper, self.options.backs, self.layout.fonts.right_to_left):
            yield from sides.both()

    def _set_leaflet(self, leaflet: Leaflet) -> SetLeaflet:
        document = Documents(self.kit).read(leaflet, self.layout.language)
        if any(finding.severity == "error" for finding in document.findings):
            raise KitError(document.findings)
        leaflet_set = set_leaflet(
            document,
            LeafletContext(
                fonts=self.layout.fonts,
                icons=self.layout.icon,
                colours=self.layout.colour,
                figure=self.layout.figure,
                language=self.layout.language,
                title=self.title,
                name=leaflet.title[self.layout.language],
                version=self.kit.version,
                build=self.kit.build,
                players=self.kit.players,
                minutes=self.kit.minutes,
                age=self.kit.age,
                address=self.options.code_address(self.kit),
                size=booklet_page(self.paper),
                covered=leaflet.cover is not False,
                cover=self._cover(leaflet),
                low=self.layout.ink == "low",
                own_words=self.layout.own_words,
            ),
        )
        self.layout.findings.extend((*document.findings, *leaflet_set.findings))
        return leaflet_set

    def _cover(self, leaflet: Leaflet) -> Scene | None:
        """The kit's own cover, if it has one."""
        face = leaflet.cover
        return self.layout.scene(face, size=booklet_page(self.paper), cut=False) if isinstance(face, str) else None


def _format(width: float, height: float) -> str:
    """The name of the paper that a page of this size fills, or its size."""
    return paper_of(width, height) or f"{width:g}x{height:g}mm"


def _sheet_faces(sheets: Iterable[Sheet]) -> Iterator[PrintedFace]:
    placements = (placement for sheet in sheets for placement in sheet.placements)
    for part, backed in {placement.part: placement.back is not None for placement in placements}.items():
        yield from part.faces(backed=backed)


def _leaflet_faces(leaflet: Leaflet, leaflet_set: SetLeaflet) -> Iterator[PrintedFace]:
    for number, page in enumerate(leaflet_set.lasting, start=1):
        yield PrintedFace(leaflet.id, "", f"page-{number}", page_scene(page))


class PrintJob(msgspec.Struct, frozen=True, kw_only=True):
    """A file to print: its name, what it holds, on which stock and paper, how many sheets, and the work it makes.

    `onto` is the file whose sheets it goes onto the backs of: they are not counted again. `cuts` are straight cuts
    across blocks and shapes to cut out, `folds` lines to fold; `meetings` are the ways in which pieces lie beside each
    other.
    """

    file: str
    holds: str
    paper: str
    sheets: int
    stock: Stock | None = None
    both_sides: bool = False
    onto: str = ""
    cuts: int = 0
    folds: int = 0
    meetings: tuple[Meeting, ...] = ()

    @property
    def new_sheets(self) -> int:
        """Its sheets, if they are counted with no other file."""
        return 0 if self.onto else self.sheets


class View(msgspec.Struct, frozen=True, eq=False):
    """A sheet as it lies on the table, for a picture of it: its page, the cuts and folds it makes, and of how many
    sheets after one another, itself among them, it is the picture."""

    page: Page
    cuts: int = 0
    folds: int = 0
    alike: int = 1


def work(sheets: Iterable[Sheet]) -> tuple[int, int]:
    """How many cuts and folds the sheets make: cut lines of each block, one for each shape; fold lines, the gutter's
    among them."""
    cuts = folds = 0
    for sheet in sheets:
        cuts += outlines([sheet])
        folds += sum(placement.part.creases for placement in sheet.placements) + (sheet.fold is not None)
        for block in sheet.cuts:
            cuts += len(block.xs) + len(block.ys)
            folds += len(block.fold_xs) + len(block.fold_ys)
    return cuts, folds


def outlines(sheets: Iterable[Sheet]) -> int:
    """How many of the cuts are shapes to cut out along their outline."""
    return sum(1 for sheet in sheets for placement in sheet.placements if placement.part.outlined)


def meetings(sheets: Iterable[Sheet]) -> tuple[Meeting, ...]:
    """The ways in which pieces of the sheets lie beside each other, each once; of a block of one piece none."""
    found = {block.meeting for sheet in sheets for block in sheet.cuts if max(len(block.xs), len(block.ys)) > 2}
    return tuple(sorted(found))
