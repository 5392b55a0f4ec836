"""The files of a kit as they will print: sheets and leaflets, laid out when a page asks, drawn page by page."""

from __future__ import annotations

import hashlib
import io
import shlex
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from flask import current_app
from msgspec.structs import replace

from pnp.build.plan import OutputFile, PrintContext, count_outlines, plan_files, plan_leaflets
from pnp.calibration.printer_profile import ProfileError, load
from pnp.check.outlines import texts
from pnp.face.ink import InkMode
from pnp.findings import Finding, KitError
from pnp.kit import Kit
from pnp.kit.model import Leaflet, Stock
from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Anchor, Box, Page, Passage, Placed, Text
from pnp.sheet.impose import Sheet
from pnp.sheet.options import BadOptionError, Options, Selection
from pnp.sheet.pack import Gutters
from pnp.sheet.paper import Backs, Mirror, PaperName
from pnp.studio.page_context import first_error
from pnp.studio.proof import BUILD
from pnp.studio.session import Session
from pnp.text.fonts import FontBook

DPI = 80
MOST_PAGES = 600
"""Pages that can be drawn, oldest dropped first."""
BARE = "-bare"
"""Added to the digest of a page: without marks and foot."""
TOO_LARGE = "larger-than-paper"
PlanPart: TypeAlias = Literal["sheets", "leaflet", "booklet"]


class PrintSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `pnp build` that the page offers."""

    paper: PaperName = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    ink: InkMode = "full"
    printer: str = ""

    @property
    def arguments(self) -> str:
        """These options on the command line; "" for the defaults."""
        default = msgspec.structs.asdict(PrintSettings())
        given = msgspec.structs.asdict(self).items()
        return "".join(f" --{name} {shlex.quote(value)}" for name, value in given if value != default[name])

    def options(self, out: Path, languages: tuple[str, ...] = ()) -> Options:
        """Raises ProfileError for an unknown printer, BadOptionError for one that does not fit."""
        return Options(
            out=out,
            languages=languages,
            paper=self.paper,
            backs=self.backs,
            gutters=self.gutters,
            ink=self.ink,
            printer=load(self.printer).printer if self.printer else None,
        )


class PagePicture(msgspec.Struct, frozen=True):
    """A page by the digest of its picture, its size in mm, and for leaflets what stands where on it."""

    digest: str
    width: float
    height: float
    passages: tuple[Passage, ...] = ()
    chapters: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    targets: frozenset[str] = frozenset()
    runs: tuple[Text, ...] = ()

    @property
    def baselines(self) -> list[float]:
        return sorted({round(run.y, 1) for run in self.runs})


class SheetPiece(msgspec.Struct, frozen=True):
    """A piece on a sheet: its number in reading order, its title and searchable text, its box on front and back."""

    number: int
    title: str
    text: str
    front: Box
    back: Box | None


class CutStep(msgspec.Struct, frozen=True):
    """A guillotine cut, numbered in the order of cutting."""

    number: int
    start: tuple[float, float]
    end: tuple[float, float]


class SheetPreview(msgspec.Struct, frozen=True):
    """A sheet of paper: its pages, pieces and cuts. `behind` is the SVG transform that lays the back, as it is printed,
    behind the front."""

    front: PagePicture
    back: PagePicture | None = None
    pieces: tuple[SheetPiece, ...] = ()
    cuts: tuple[CutStep, ...] = ()
    behind: str = ""

    def pieces_with(self, text: str) -> list[SheetPiece]:
        return [piece for piece in self.pieces if text and text.casefold() in piece.text]

    @property
    def titles(self) -> list[str]:
        return list(dict.fromkeys(piece.title for piece in self.pieces))


class PlannedFile(msgspec.Struct, frozen=True):
    """A file to print, with its pages and sheets; `outlines` counts cuts along the outline of a piece."""

    file: OutputFile
    pages: tuple[PagePicture, ...]
    sheets: tuple[SheetPreview, ...]
    outlines: int

    @property
    def holds(self) -> str:
        return self.file.holds or self.file.title

    @property
    def stock(self) -> Stock:
        return self.file.stock

    def sheets_with(self, text: str) -> list[tuple[int, SheetPreview]]:
        """Sheets with a piece whose title has this text, by number; all for ""."""
        return [(n, one) for n, one in enumerate(self.sheets, start=1) if not text or one.pieces_with(text)]

    def count(self, what: Literal["sheet_count", "new_sheets", "cuts", "folds"]) -> int:
        return int(getattr(self.file, what))


class PlannedFiles(msgspec.Struct, frozen=True):
    """The files of a kit, findings of pieces that are too large for the paper, and milliseconds; `fault` says what is
    wrong."""

    files: tuple[PlannedFile, ...] = ()
    too_large: tuple[Finding, ...] = ()
    took: int = 0
    fault: str = ""


class PrintPreview:
    """Lays out what a kit prints for the settings of a page, and keeps it until the next save."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._known: dict[tuple[int, str, PrintSettings, PlanPart], PlannedFiles] = {}
        self._pages: dict[str, tuple[Page, FontBook]] = {}

    def files(self, language: str, settings: PrintSettings, part: PlanPart = "sheets") -> PlannedFiles:
        """The sheets, leaflets or booklets of the kit, or what is wrong."""
        proof = self._session.proof
        if proof.kit is None or proof.broken:
            return PlannedFiles(fault=first_error(KitError(proof.errors)))
        key = (proof.number, language, settings, part)
        try:
            with self._lock:
                if key not in self._known:
                    self._known = {one: files for one, files in self._known.items() if one[0] == proof.number}
                    self._known[key] = self._plan(replace(proof.kit, build=BUILD), language, settings, part)
                return self._known[key]
        except KitError as error:
            return PlannedFiles(fault=first_error(error))
        except (BadOptionError, ProfileError) as error:
            return PlannedFiles(fault=str(error))

    def png(self, name: str) -> bytes | None:
        """A page by its digest, with `-bare` appended without marks and foot; None if it is unknown."""
        found = self._pages.get(name.removesuffix(BARE))
        if found is None:
            return None
        page, fonts = found
        if name.endswith(BARE):
            page = replace(page, items=tuple(item for item in page.items if isinstance(item, Placed)))
        out = io.BytesIO()
        write_pdf([page], out, fonts=fonts, title="")
        return next(png_pages(out.getvalue(), DPI))

    def _plan(self, kit: Kit, language: str, settings: PrintSettings, part: PlanPart) -> PlannedFiles:
        started = time.perf_counter()
        options = settings.options(Path(), (language,))
        layout = options.layout(kit, language)
        too_large: tuple[Finding, ...] = ()
        files: Iterable[OutputFile]
        if part == "sheets":
            left_out = frozenset(one.id for one in kit.components if isinstance(one, Leaflet))
            try:
                files = plan_files(PrintContext(kit, layout, options, Selection(without=left_out)))
            except KitError as error:
                if any(finding.code != TOO_LARGE for finding in error.findings):
                    raise
                too_large = error.findings
                rows = {finding.place.row for finding in too_large}
                left_out |= {one.id for one in kit.components if one.line in rows}
                files = plan_files(PrintContext(kit, layout, options, Selection(without=left_out)))
        else:
            files = plan_leaflets(PrintContext(kit, layout, options, Selection()))
            files = [file for file in files if file.what == part]
        titles = {(face.component, face.key): face.title for face in self._session.faces((language, "full"))}
        planned = tuple(self._file(file, layout.fonts, titles) for file in files)
        fault = first_error(KitError(errors)) if (errors := layout.findings.errors) else ""
        return PlannedFiles(planned, too_large, round((time.perf_counter() - started) * 1000), fault)

    def _file(self, file: OutputFile, fonts: FontBook, titles: Mapping[tuple[str, str], str]) -> PlannedFile:
        pages = tuple(self._keep(file.pages(), fonts))
        fronts = pages[:: 2 if file.backed else 1]
        backs: Iterable[PagePicture | None] = pages[1::2] if file.backed else repeat(None)
        sheets: Iterable[Sheet | None] = file.sheets or repeat(None)
        previews = tuple(_sheet(*one, titles) for one in zip(sheets, fronts, backs, strict=False))
        return PlannedFile(file, pages, previews, count_outlines(file.sheets))

    def _keep(self, pages: Iterable[Page], fonts: FontBook) -> Iterator[PagePicture]:
        for page in pages:
            bare = replace(page, links=(), anchors=(), tags=(), passages=())  # what is not seen
            digest = hashlib.sha256(msgspec.msgpack.encode(bare)).hexdigest()[:32]
            self._pages[digest] = (bare, fonts)
            if not page.passages:
                yield PagePicture(digest, page.width, page.height)
                continue
            yield PagePicture(
                digest,
                page.width,
                page.height,
                page.passages,
                chapters=tuple(one.title for one in page.anchors if one.title and not one.level),
                anchors=page.anchors,
                targets=frozenset(one.target.removeprefix("#") for one in page.links if one.target.startswith("#")),
                runs=tuple(_runs(page)),
            )
        for old in list(self._pages)[:-MOST_PAGES]:
            del self._pages[old]


def current_preview() -> PrintPreview:
    preview = current_app.config["PREVIEW"]
    assert isinstance(preview, PrintPreview)
    return preview


def _runs(page: Page) -> Iterator[Text]:
    """The upright text of a page, at its place on the page."""
    for text, (_, b, _, d, e, f) in texts(item for item in page.items if not isinstance(item, Placed)):
        if not b:
            yield replace(text, x=text.x + e, y=d * text.y + f, size=d * text.size)


def _sheet(
    sheet: Sheet | None, front: PagePicture, back: PagePicture | None, titles: Mapping[tuple[str, str], str]
) -> SheetPreview:
    if sheet is None or abs(sheet.paper.size(sheet.landscape)[0] - front.width) > 1:  # turned for a printer
        return SheetPreview(front, back)
    placed = sorted(sheet.placements, key=lambda one: (round(one.front.y), one.front.x))
    pieces = []
    for number, placement in enumerate(placed, start=1):
        part = placement.part
        title = titles.get((part.component, part.key), part.title)
        text = f"{title} {part.title} {part.key}".casefold()
        pieces.append(SheetPiece(number, title, text, placement.front, placement.back))
    lines = []
    for block in sheet.cuts:  # across a block first, then its strips are cut down
        outer = block.outer
        lines += [((outer.x, y), (outer.right, y)) for y in block.ys]
        lines += [((x, outer.y), (x, outer.bottom)) for x in block.xs]
    cuts = tuple(CutStep(number, *line) for number, line in enumerate(lines, start=1))
    return SheetPreview(front, back, tuple(pieces), cuts, _behind(sheet.mirror) if back else "")


def _behind(mirror: Mirror | None) -> str:
    if mirror is None:
        return ""
    twice = f"{2 * mirror.at:g}"
    return f"translate({twice} 0) scale(-1 1)" if mirror.vertical else f"translate(0 {twice}) scale(1 -1)"
