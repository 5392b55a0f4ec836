"""The files of a kit as they will print: sheets and leaflets, laid out when a page asks, drawn page by page."""

from __future__ import annotations

import hashlib
import io
import re
import shlex
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Literal, get_args
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from msgspec.structs import asdict, replace

from pnp.art.paths import Point, extent
from pnp.build.build import build
from pnp.build.plan import LABELS, OutputFile, PrintContext, count_outlines, plan_files, plan_leaflets
from pnp.calibration import printer_profile
from pnp.calibration.printer_profile import ProfileError
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry, Letter, write_test_page
from pnp.diff.changed_since import build_changed
from pnp.diff.snapshot import SnapshotError, read_manifest
from pnp.face.paint import InkMode
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.model import Leaflet
from pnp.render.pdf import write_pdf
from pnp.render.png import encode_pages
from pnp.scene import Box, Page, Placed, Rect
from pnp.sheet.impose import Sheet
from pnp.sheet.options import BadOptionError, Options, Selection
from pnp.sheet.pack import Gutters
from pnp.sheet.paper import PAPERS, Backs, PaperName
from pnp.sheet.printer import Turning
from pnp.studio.page_context import AppResponse, FindingEntry, PageView, first_error, here, render, send_drawing
from pnp.studio.proof import BUILD
from pnp.studio.session import BuildResult, Session, drop_oldest, ignore_progress
from pnp.text.bidi import is_right_to_left
from pnp.text.fonts import FontBook

DPI = 80
MOST_PAGES = 600
"""Pages that can be drawn, oldest dropped first."""
BARE = "-bare"
"""Added to the digest of a page: without marks and foot."""
TOO_LARGE = "larger-than-paper"


class PrintSettings(PageView, frozen=True, kw_only=True):
    """The options of `pnp build` that the page offers."""

    paper: PaperName = "a4"
    backs: Backs = "long-edge"
    gutters: Gutters = "share"
    ink: InkMode = "full"
    printer: str = ""

    @property
    def arguments(self) -> str:
        """These options on the command line; "" for the defaults."""
        default = asdict(PrintSettings())
        given = asdict(self).items()
        return "".join(f" --{name} {shlex.quote(value)}" for name, value in given if value != default[name])

    def options(self, out: Path, languages: tuple[str, ...] = ()) -> Options:
        """Raises ProfileError for an unknown printer, BadOptionError for one that does not fit."""
        printer = printer_profile.load(self.printer).printer if self.printer else None
        return Options(out=out, languages=languages, **(asdict(self) | {"printer": printer}))


class PagePicture(msgspec.Struct, frozen=True):
    """A page by the digest of its picture."""

    digest: str
    page: Page


class SheetPiece(msgspec.Struct, frozen=True):
    """A piece on a sheet: its number in reading order, its title and searchable text, its box on front and back."""

    number: int
    title: str
    text: str
    front: Box
    back: Box | None


class SheetPreview(msgspec.Struct, frozen=True):
    """A sheet of paper: its pages, pieces and guillotine cuts, each from a start to an end. `behind` is the SVG
    transform that lays the back, as it is printed, behind the front."""

    front: PagePicture
    back: PagePicture | None = None
    pieces: tuple[SheetPiece, ...] = ()
    cuts: tuple[tuple[Point, Point], ...] = ()
    behind: str = ""

    def pieces_with(self, text: str) -> list[SheetPiece]:
        return [piece for piece in self.pieces if text and text.casefold() in piece.text]


class PlannedFile(msgspec.Struct, frozen=True):
    """A file to print, with its pages and sheets; `outlines` counts cuts along the outline of a piece."""

    file: OutputFile
    pages: tuple[PagePicture, ...]
    sheets: tuple[SheetPreview, ...]
    outlines: int

    def sheets_with(self, text: str) -> list[tuple[int, SheetPreview]]:
        """Sheets with a piece whose title has this text, by number; all for ""."""
        return [(n, one) for n, one in enumerate(self.sheets, start=1) if not text or one.pieces_with(text)]


class PlannedFiles(msgspec.Struct, frozen=True):
    """The files of a kit, findings of pieces that are too large for the paper, and milliseconds; `fault` says what is
    wrong."""

    files: tuple[PlannedFile, ...] = ()
    too_large: Findings = msgspec.field(default_factory=Findings)
    took: int = 0
    fault: str = ""

    def of(self, leaflet: Leaflet) -> PlannedFile | None:
        """Returns the file of a leaflet."""
        return next((one for one in self.files if one.file.component == leaflet.id), None)


def plan_print(
    session: Session, language: str, settings: PrintSettings, part: Literal["sheets", "leaflet"] = "sheets"
) -> PlannedFiles:
    """Returns the sheets or leaflets of the kit, or the fault that prevents them."""
    proof = session.proof
    try:
        if proof.kit is None or proof.broken:
            raise KitError(proof.errors)
        options = settings.options(Path(), (language,))
        kit = replace(proof.kit, build=BUILD)
        return session.compute(("files", proof.number, options, part), lambda: _plan_print(session, kit, options, part))
    except KitError as error:
        return PlannedFiles(fault=first_error(error))
    except (BadOptionError, ProfileError) as error:
        return PlannedFiles(fault=str(error))


def _plan_print(session: Session, kit: Kit, options: Options, part: Literal["sheets", "leaflet"]) -> PlannedFiles:
    started = time.perf_counter()
    (language,) = options.languages
    layout = options.layout(kit, language)

    def plan_without(left_out: set[str]) -> Sequence[OutputFile]:
        return plan_files(PrintContext(kit, layout, options, Selection(without=frozenset(left_out))))

    too_large = Findings()
    if part == "sheets":
        left_out = {one.id for one in kit.components if isinstance(one, Leaflet)}
        try:
            files = plan_without(left_out)
        except KitError as error:
            if any(finding.code != TOO_LARGE for finding in error.findings):
                raise
            too_large.extend(error.findings)
            rows = {finding.place.row for finding in too_large}
            files = plan_without(left_out | {one.id for one in kit.components if one.line in rows})
    else:
        files = [one for one in plan_leaflets(PrintContext(kit, layout, options, Selection())) if one.what == part]
    titles = {(face.component, face.key): face.title for face in session.faces((language, "full"))}
    planned = tuple(_plan_file(session, file, layout.fonts, titles) for file in files)
    fault = first_error(KitError(errors)) if (errors := layout.findings.errors) else ""
    return PlannedFiles(planned, too_large, round((time.perf_counter() - started) * 1000), fault)


def _plan_file(
    session: Session, file: OutputFile, fonts: FontBook, titles: Mapping[tuple[str, str], str]
) -> PlannedFile:
    pages = []
    for page in file.draw_pages():
        bare = replace(page, links=(), anchors=(), tags=(), passages=())  # what is not seen
        digest = hashlib.sha256(msgspec.msgpack.encode(bare)).hexdigest()[:32]
        session.pages[digest] = (bare, fonts)
        pages.append(PagePicture(digest, page if page.passages else bare))  # a cover is no part of the text
    drop_oldest(session.pages, MOST_PAGES)
    fronts = pages[:: 2 if file.both_sides else 1]
    backs = pages[1::2] if file.both_sides else [None] * len(pages)
    sheets = file.imposed or [None] * len(pages)
    previews = (_preview(*one, titles) for one in zip(sheets, fronts, backs, strict=False))
    return PlannedFile(file, tuple(pages), tuple(previews), count_outlines(file.imposed))


def _preview(
    sheet: Sheet | None, front: PagePicture, back: PagePicture | None, titles: Mapping[tuple[str, str], str]
) -> SheetPreview:
    if sheet is None or abs(sheet.paper.size(sheet.landscape)[0] - front.page.width) > 1:  # turned for a printer
        return SheetPreview(front, back)
    pieces = []
    placed = sorted(sheet.placements, key=lambda one: (round(one.front.y), one.front.x))
    for number, placement in enumerate(placed, start=1):
        part = placement.part
        title = titles.get((part.component, part.key), part.title)
        text = f"{title} {part.title} {part.key}".casefold()
        pieces.append(SheetPiece(number, title, text, placement.front, placement.back))
    cuts: list[tuple[Point, Point]] = []
    for block in sheet.cuts:  # across a block first, then its strips are cut down
        outer = block.outer
        cuts += [((outer.x, y), (outer.right, y)) for y in block.ys]
        cuts += [((x, outer.y), (x, outer.bottom)) for x in block.xs]
    behind = ""
    if back and sheet.mirror:
        twice = f"{2 * sheet.mirror.at:g}"
        vertical = sheet.mirror.vertical
        behind = f"translate({twice} 0) scale(-1 1)" if vertical else f"translate(0 {twice}) scale(1 -1)"
    return SheetPreview(front, back, tuple(pieces), tuple(cuts), behind)


bp = Blueprint("sheets", __name__)
SHEET_FINDINGS = frozenset({"larger-than-paper", "label-small", "page-crowded", "keep-cut"})
"""Codes of findings on sheets rather than on pieces."""
TURNINGS: tuple[Turning, ...] = get_args(Turning)
LONGEST_TRAY = 24


class SheetView(PageView, frozen=True, kw_only=True):
    """How sheets are shown: `marks` with marks and foot, `cuts` numbered, `find` frames a piece."""

    shown: Literal["both", "fronts", "light"] = "both"
    size: Literal["s", "m", "l"] = "m"
    marks: bool = True
    cuts: bool = False
    find: str = ""


@bp.get("/sheets")
def sheets_page(fault: str = "") -> str:
    """Renders the page; `fault` says why a measurement failed."""
    page, settings, look = here(), PrintSettings.of(request.values), SheetView.of(request.args)
    profile, last_build = None, ""
    try:
        profile = printer_profile.load(settings.printer) if settings.printer else None
        settings.options(Path())  # of the printer that is chosen, however its sheets are shown
        # Held to the light, sheets lie as the printer should set them, but for what its profile leaves.
        laid = replace(settings, printer="") if look.shown == "light" else settings
        planned = plan_print(page.session, page.language, laid)
    except (ProfileError, BadOptionError) as error:
        planned = PlannedFiles(fault=str(error))
    with suppress(SnapshotError):
        last_build = read_manifest(page.session.out / page.kit.id)[1].build
    stocks = {stock: sum(one.file.new_sheets for one in planned.files if one.file.stock == stock) for stock in LABELS}
    paper, turning = _choose_test_paper(settings)
    return render(
        "sheets.html",
        planned=planned,
        too_large=page.findings.entries(planned.too_large),
        settings=settings,
        look=look,
        bare="" if look.marks else BARE,
        holding=sum(1 for file in planned.files for sheet in file.sheets if sheet.pieces_with(look.find)),
        stocks={stock: sheets for stock, sheets in stocks.items() if sheets},
        sheet_findings=[one for one in page.findings.all if one.finding.code in SHEET_FINDINGS],
        last_build=last_build,
        printers=_check_printers(settings),
        profile=profile,
        left=printer_profile.outcome(profile) if profile else None,
        measure=request.args.get("measure") == "on" or bool(fault),
        measure_fault=fault,
        measured_paper=paper,
        turning=turning,
        letters=LETTERS,
        crosses=Geometry(paper).crosses(),
    )


def _check_printers(settings: PrintSettings) -> dict[str, str]:
    """Returns all measured printers, each with the reason why it does not fit the paper and backs, or ""."""
    found = {}
    for name in printer_profile.list_printers():
        try:
            printer_profile.load(name).printer.check(PAPERS[settings.paper], settings.backs)
            found[name] = ""
        except (ProfileError, BadOptionError) as error:
            found[name] = str(error)
    return found


@bp.get("/page/<digest>.png")
def page_png(digest: str) -> Response:
    """Sends a page by its digest; with `-bare` appended, without marks and foot."""
    page, fonts = here().session.pages.get(digest.removesuffix(BARE)) or abort(404)
    if digest.endswith(BARE):
        page = replace(page, items=tuple(item for item in page.items if isinstance(item, Placed)))
    out = io.BytesIO()
    write_pdf([page], out, fonts=fonts, title="")
    return send_drawing(next(encode_pages(out.getvalue(), DPI)))


def begin_build(settings: PrintSettings, languages: tuple[str, ...] = (), since: Path | None = None) -> AppResponse:
    """Builds a kit without errors, in all languages if none is named, and leads to the page of its files.

    With `since` only what changed since that build is built.
    """
    session = here().session

    def work() -> BuildResult:
        options = settings.options(session.out, languages)
        if since:
            built = build_changed(session.folder, options, ignore_progress, since)
        else:
            built = build(session.folder, options, ignore_progress)
        return BuildResult(built.folder, [file for file in built.manifest.files if file.path.endswith(".pdf")])

    if session.proof.kit and not session.proof.errors:
        session.begin_build(work)
    return redirect("/built", 303)


@bp.post("/build")
def build_kit() -> AppResponse:
    return begin_build(PrintSettings.of(request.form))


# --- measuring the printer --------------------------------------------------------------------------------


def _choose_test_paper(settings: PrintSettings) -> tuple[PaperName, Turning]:
    """Returns the paper and turning to measure: those of the settings if there is a test page for them."""
    paper = next((one for one in MEASURED if one == settings.paper), MEASURED[0])
    return paper, next((one for one in TURNINGS if one == settings.backs), TURNINGS[0])


@bp.get("/sheets/test.pdf")
def test_page() -> AppResponse:
    paper, turning = _choose_test_paper(PrintSettings.of(request.args))
    tray = " ".join(request.args.get("tray", "").split())[:LONGEST_TRAY]
    try:
        printer_profile.check_printable(tray)
    except ProfileError as error:
        return Response(sheets_page(str(error)), 422)
    return Response(write_test_page(paper, turning, tray, here().say.language), mimetype="application/pdf")


@bp.post("/sheets/readings")
def measure_by_eye() -> AppResponse:
    """Saves a profile and leads to the sheets as they print with it."""
    paper, turning = _choose_test_paper(PrintSettings.of(request.form))
    try:
        sides = printer_profile.by_eye(Geometry(paper), _readings("front"), _readings("back"))
        profile = printer_profile.profile_of(request.form.get("name", ""), paper, turning, "readings", *sides)
        printer_profile.save(profile)
    except ValueError as error:  # a ProfileError is one
        return Response(sheets_page(str(error)), 422)
    query = {"paper": profile.paper, "backs": profile.backs, "printer": profile.name, "measure": "on"}
    return redirect(f"/sheets?{urlencode(query)}", 303)


def _readings(side: str) -> dict[Letter, Point]:
    """Returns the four readings of a side in mm. Raises ValueError for text that is no number."""
    say = here().say

    def reading(letter: Letter, way: str) -> float:
        text = request.form.get(f"{side}-{letter}-{way}", "").strip()
        number = text.replace("−", "-").replace(",", ".")
        if not re.fullmatch(r"[+-]?\d*\.?\d+\.?", number):
            where = f"{say(f'side_{side}')}, {letter}, {say(f'reading_{way}')}"
            raise ValueError(say("no_reading", text=text, where=where))
        return float(number)

    return {letter: (reading(letter, "right"), reading(letter, "down")) for letter in LETTERS}


# --- leaflets ---------------------------------------------------------------------------------------------

ABOVE = 2.0
"""Millimetres that an anchor stands above its text at most."""


class LeafletView(PageView, frozen=True, kw_only=True):
    """How a leaflet is shown: with rule names, at real size."""

    rules: bool = False
    real: bool = False
    language: str = ""


class SourcePassage(msgspec.Struct, frozen=True):
    """A connected part of a page from one source line: its box, and the rule that begins there."""

    line: int
    box: Box
    rule: str


class FindingPin(msgspec.Struct, frozen=True):
    """A finding on a page, by its number among those of the leaflet."""

    number: int
    entry: FindingEntry
    box: Box


@bp.get("/leaflet/<name>")
@bp.get("/leaflet/<name>/<int:number>")
def leaflet_page(name: str, number: int = 1) -> str:
    page, look = here(), LeafletView.of(request.args)
    session, leaflet = page.session, page.proof.component(name)
    if not isinstance(leaflet, Leaflet):
        abort(404)
    languages = [mode[0] for mode in page.modes]
    names = {language: f"{leaflet.file}.{language}.md" for language in languages}
    plans = {language: plan_print(session, language, PrintSettings(), "leaflet") for language in languages}
    files = {code: file for code, plan in plans.items() if (file := plan.of(leaflet))}
    most = max((len(file.pages) for file in files.values()), default=0)
    spreads: list[tuple[int, ...]]
    if len(files) > 1:  # the same page of each
        spreads = [(n,) for n in range(1, most + 1)]
    else:  # page 1 lies on the right
        spreads = [(left, left + 1 if left < most else 0) for left in range(0, most + 1, 2)]
    at = next((n for n, spread in enumerate(spreads) if number in spread), max(0, len(spreads) - 1))
    found = [one for one in page.findings.all if PurePosixPath(one.file).name in names.values()]
    changes = [change for code, file in files.items() if (change := _describe_change((leaflet.id, code), file))]
    return render(
        "leaflet.html",
        leaflet=leaflet,
        prints=files,
        shown_pages=spreads[at] if spreads else (),
        before=max(spreads[at - 1]) if at else 0,
        after=next(filter(None, spreads[at + 1])) if at + 1 < len(spreads) else 0,
        most=most,
        turned=len(files) == 1 and is_right_to_left(languages[0]),
        look=look,
        fault=next((plan.fault for plan in plans.values() if plan.fault), ""),
        found=found,
        pins={code: find_pins(found, names[code], file.pages) for code, file in files.items()},
        names=names,
        passages=list_passages,
        change=f"{changes[0]} · {max(plan.took for plan in plans.values())} ms" if changes else "",
    )


def list_passages(page: PagePicture) -> Iterator[SourcePassage]:
    """Yields the source passages of a page; adjoining ones of one line are joined."""
    rules = [one for one in page.page.anchors if not one.title]
    for line, group in groupby(page.page.passages, lambda one: one.line):
        box = extent(Rect(one.box) for one in group)
        rule = next((one.name for one in rules if -ABOVE < one.y - box.y < box.height - ABOVE), "")
        yield SourcePassage(line, box, rule)


def find_pins(found: Sequence[FindingEntry], file: str, pages: Sequence[PagePicture]) -> dict[int, list[FindingPin]]:
    """Findings of a file by page, from 0: each at the last passage up to its line. They are numbered from 1."""
    passages = [(one, n) for n, page in enumerate(pages) for one in list_passages(page)]
    pins: defaultdict[int, list[FindingPin]] = defaultdict(list)
    for number, entry in enumerate(found, start=1):
        above = [pair for pair in passages if pair[0].line <= entry.line]
        if entry.file == file and above:
            passage, page = max(above, key=lambda pair: pair[0].line)
            pins[page].append(FindingPin(number, entry, passage.box))
    return dict(pins)


def _describe_change(key: tuple[str, str], file: PlannedFile) -> str:
    """Returns a text with the leaflet's pages that the last save changed; "" if none, or if it was not shown before."""
    say, session, number = here().say, here().session, here().proof.number
    now = tuple(one.digest for one in file.pages)
    proof, latest, before = session.leaflets.get(key, (number, now, now))
    if proof != number:
        before = latest
    session.leaflets[key] = (number, now, before)
    changed = [n for n, digest in enumerate(now, start=1) if before[n - 1 : n] != (digest,)]
    parts = [say("pages_now", n=len(now), was=len(before))] if len(now) != len(before) else []
    if changed:
        first, last = changed[0], changed[-1]
        parts.insert(0, say("page_set", page=first) if first == last else say("pages_set", first=first, last=last))
    return ", ".join(parts)
