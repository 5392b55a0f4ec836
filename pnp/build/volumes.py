"""What a kit comes to on paper: a file for each stock and way of printing, one for each board, leaflets, the guide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import groupby

import msgspec

from pnp.build.options import Options
from pnp.build.parts import parts
from pnp.draw.scene import Box, Page, Scene
from pnp.face import Layout
from pnp.findings import Findings, KitError, Place
from pnp.kit import Kit, expand
from pnp.kit.folder import open_folder, read_text
from pnp.kit.model import Board, Leaflet, Stock
from pnp.leaflet import Document, Setting, read_leaflet, set_leaflet
from pnp.sheet.booklet import booklet_paper, impose_booklet
from pnp.sheet.booklet import page_size as booklet_page
from pnp.sheet.foot import Imprint
from pnp.sheet.impose import impose
from pnp.sheet.model import Sheet
from pnp.sheet.pages import draw_sheet
from pnp.sheet.papers import PAPERS, Paper
from pnp.sheet.tiles import draw_tiles, draw_whole, needs_tiles, tile_board

LABELS: dict[Stock, str] = {"paper": "paper", "card": "card", "board": "thick"}
"""How file names call a stock; a board is a component, so what is glued onto board is `thick`."""


class Volume(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A file to be: its name without ending, what it is, what to print it on, and its pages, drawn when asked for.

    `what` is `sheets`, `board`, `tiles`, `leaflet`, `booklet` or `guide`. `sheets` are the sheets of a file of cut
    sheets: each has one page, or two if `backed`.
    """

    name: str
    what: str
    title: str
    paper: str
    pages: Callable[[], Iterable[Page]]
    sheets: tuple[Sheet, ...] = ()
    backed: bool = False


class Planner:
    """Plans the files of one kit in one language."""

    def __init__(self, kit: Kit, layout: Layout, options: Options) -> None:
        self.kit = kit
        self.layout = layout
        self.options = options
        self.paper: Paper = PAPERS[options.paper]
        self.title = kit.title[layout.language]
        self.address = options.code_address(kit.id, kit.build)
        self.imprint = Imprint(
            kit=f"{self.title} {kit.version}",
            build=kit.build,
            address=options.companion,
            language=layout.language,
            accent=layout.colour("accent") or layout.colour("ink") or "#000000",
        )

    def volumes(self) -> tuple[Volume, ...]:
        """All files. Raises KitError if something is larger than the paper, or a leaflet cannot be read."""
        return (*self._sheets(), *self._boards(), *self._leaflets())

    def _name(self, *parts: str) -> str:
        return "-".join((self.kit.id, self.layout.language, *parts))

    def _sheets(self) -> Iterator[Volume]:
        pieces = [part for component in self.kit.components for part in parts(self.kit, self.layout, component)]
        for (stock, backed), group in groupby(impose(pieces, self.paper, self.options.backs), _printing):
            sheets = tuple(group)
            yield Volume(
                name=self._name(self.paper.name, LABELS[stock], "two-sided" if backed else "one-sided"),
                what="sheets",
                title=self.title,
                paper=self.paper.name,
                pages=partial(self._sheet_pages, sheets),
                sheets=sheets,
                backed=backed,
            )

    def _sheet_pages(self, sheets: tuple[Sheet, ...]) -> Iterator[Page]:
        for number, sheet in enumerate(sheets, start=1):
            sides = draw_sheet(sheet, number, len(sheets), self.imprint, self.layout.fonts)
            yield sides.front
            if sides.back is not None:
                yield sides.back

    def _boards(self) -> Iterator[Volume]:
        for component in self.kit.components:
            if not isinstance(component, Board):
                continue
            width, height = component.size
            title = component.title[self.layout.language]
            if needs_tiles(width, height, component.bleed, self.paper):
                yield Volume(
                    name=self._name(self.paper.name, component.id),
                    what="tiles",
                    title=f"{self.title} · {title}",
                    paper=self.paper.name,
                    pages=partial(self._tile_pages, component),
                )
            yield Volume(
                name=self._name(_format(width, height), component.id),
                what="board",
                title=f"{self.title} · {title}",
                paper=_format(width, height),
                pages=partial(self._board_pages, component),
            )

    def _board_scenes(self, board: Board) -> Iterator[Scene]:
        """Both faces of a board, for each row it has."""
        for record, _copies in expand(self.kit, board):
            yield self.layout.front(board, record)
            if board.back and self.options.backs != "none":
                yield self.layout.back(board, record) or self.layout.front(board, record)

    def _tile_pages(self, board: Board) -> Iterator[Page]:
        place = Place(self.kit.file, board.line, "size")
        title = board.title[self.layout.language]
        tilings = [(tile_board(scene, self.paper, place), scene) for scene in self._board_scenes(board)]
        total = sum(len(tiling.tiles) for tiling, _ in tilings)
        first = 1
        for tiling, scene in tilings:
            yield from draw_tiles(tiling, scene, title, first, total, self.imprint, self.layout.fonts)
            first += len(tiling.tiles)

    def _board_pages(self, board: Board) -> Iterator[Page]:
        mark = Box(*board.imprint) if board.imprint else None
        title = board.title[self.layout.language]
        for scene in self._board_scenes(board):
            yield draw_whole(scene, title, mark, self.imprint, self.layout.fonts)

    def _leaflets(self) -> Iterator[Volume]:
        for component in self.kit.components:
            if isinstance(component, Leaflet):
                # Both files show the same pages; they are set once, when the first of them is written.
                pages = cache(partial(self._leaflet_pages, component))
                title = f"{self.title} · {component.title[self.layout.language]}"
                size = booklet_page(self.paper)
                yield Volume(
                    name=self._name(component.id), what="leaflet", title=title, paper=_format(*size), pages=pages
                )
                yield Volume(
                    name=self._name(booklet_paper(self.paper).name, component.id, "booklet"),
                    what="booklet",
                    title=title,
                    paper=booklet_paper(self.paper).name,
                    pages=partial(self._booklet_pages, pages),
                    backed=True,
                )

    def _booklet_pages(self, pages: Callable[[], tuple[Page, ...]]) -> Iterator[Page]:
        for sides in impose_booklet(pages(), self.paper, self.options.backs):
            yield sides.front
            if sides.back is not None:
                yield sides.back

    def _document(self, leaflet: Leaflet) -> Document:
        name = f"{leaflet.file}.{self.layout.language}.md"
        findings = Findings()
        folder = open_folder(self.kit.folder, findings)
        text = read_text(folder, name, findings)
        if text is None:
            raise KitError(findings.errors)
        figures = [name for name, face in self.kit.faces.items() if face.size is not None]
        document = read_leaflet(text, folder.shown(name), figures)
        self.layout.findings.extend(document.findings)
        return document

    def _leaflet_pages(self, leaflet: Leaflet) -> tuple[Page, ...]:
        leaflet_set = set_leaflet(
            self._document(leaflet),
            Setting(
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
                address=self.address,
                size=booklet_page(self.paper),
                low=self.layout.ink == "low",
            ),
        )
        self.layout.findings.extend(leaflet_set.findings)
        return leaflet_set.pages


def _printing(sheet: Sheet) -> tuple[Stock, bool]:
    return sheet.stock, sheet.mirror is not None


def _format(width: float, height: float) -> str:
    """The name of the paper that a page of this size fills, or its size."""
    for paper in PAPERS.values():
        if sorted((width, height)) == sorted((paper.width, paper.height)):
            return paper.name
    return f"{width:g}x{height:g}mm"
