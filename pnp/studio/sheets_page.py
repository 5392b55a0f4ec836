"""The files of a kit as they will print: sheets and leaflets, laid out when a page asks, drawn page by page."""

from __future__ import annotations

import hashlib
import io
import math
import shlex
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from msgspec.structs import replace

from pnp.art.paths import Point
from pnp.build.build import build
from pnp.build.manifest import MANIFEST
from pnp.build.plan import LABELS, OutputFile, PrintContext, count_outlines, plan_files, plan_leaflets
from pnp.calibration.printer_profile import (
    Profile,
    ProfileError,
    by_eye,
    check_printable,
    load,
    outcome,
    profile_of,
    save,
)
from pnp.calibration.printer_profile import certainty as uncertainties
from pnp.calibration.printer_profile import known as known_printers
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry, Letter, write_test_page
from pnp.check.outlines import texts
from pnp.diff.changed_since import build_changed
from pnp.face.paint import InkMode
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import source_text
from pnp.kit.model import Leaflet
from pnp.leaflet.parser import Documents
from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Box, Page, Placed, Text
from pnp.sheet.booklet import signature
from pnp.sheet.impose import Sheet
from pnp.sheet.options import BadOptionError, Options, Selection
from pnp.sheet.pack import Gutters
from pnp.sheet.paper import Backs, Mirror, PaperName
from pnp.sheet.printer import Turning
from pnp.studio.page_context import (
    AppResponse,
    FindingEntry,
    FindingList,
    GalleryView,
    PageView,
    StudioWords,
    current_session,
    first_error,
    language_of,
    png_response,
    render,
    words,
)
from pnp.studio.proof import BUILD
from pnp.studio.session import BuildResult, BuiltFile, LeafletPages, Session, drop_oldest, ignore_progress
from pnp.text.bidi import is_right_to_left
from pnp.text.fonts import FontBook

DPI = 80
MOST_PAGES = 600
"""Pages that can be drawn, oldest dropped first."""
BARE = "-bare"
"""Added to the digest of a page: without marks and foot."""
TOO_LARGE = "larger-than-paper"
PlanPart: TypeAlias = Literal["sheets", "leaflet", "booklet"]


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
        default = msgspec.structs.asdict(PrintSettings())
        given = msgspec.structs.asdict(self).items()
        return "".join(f" --{name} {shlex.quote(value)}" for name, value in given if value != default[name])

    def options(self, out: Path, languages: tuple[str, ...] = ()) -> Options:
        """Raises ProfileError for an unknown printer, BadOptionError for one that does not fit."""
        printer = load(self.printer).printer if self.printer else None
        return Options(out=out, languages=languages, **(msgspec.structs.asdict(self) | {"printer": printer}))


class PagePicture(msgspec.Struct, frozen=True):
    """A page by the digest of its picture."""

    digest: str
    page: Page

    @property
    def width(self) -> float:
        return self.page.width

    @property
    def height(self) -> float:
        return self.page.height

    @property
    def chapters(self) -> list[str]:
        return [one.title for one in self.page.anchors if one.title and not one.level]

    @property
    def targets(self) -> set[str]:
        """The rules that links of the page lead to."""
        return {one.target.removeprefix("#") for one in self.page.links if one.target.startswith("#")}

    @property
    def runs(self) -> Iterator[Text]:
        """The upright text of the page, at its place on it."""
        for text, (_, b, _, d, e, f) in texts(item for item in self.page.items if not isinstance(item, Placed)):
            if not b:
                yield replace(text, x=text.x + e, y=d * text.y + f, size=d * text.size)

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


CutStep: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""The start and end of a guillotine cut."""


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

    def sheets_with(self, text: str) -> list[tuple[int, SheetPreview]]:
        """Sheets with a piece whose title has this text, by number; all for ""."""
        return [(n, one) for n, one in enumerate(self.sheets, start=1) if not text or one.pieces_with(text)]


class PlannedFiles(msgspec.Struct, frozen=True):
    """The files of a kit, findings of pieces that are too large for the paper, and milliseconds; `fault` says what is
    wrong."""

    files: tuple[PlannedFile, ...] = ()
    too_large: tuple[Finding, ...] = ()
    took: int = 0
    fault: str = ""


def plan_print(session: Session, language: str, settings: PrintSettings, part: PlanPart = "sheets") -> PlannedFiles:
    """The sheets, leaflets or booklets of the kit, or what is wrong."""
    proof = session.proof
    if proof.kit is None or proof.broken:
        return PlannedFiles(fault=first_error(KitError(proof.errors)))
    kit = replace(proof.kit, build=BUILD)
    try:
        key = ("files", proof.number, language, settings, part)
        return session.compute(key, lambda: _plan_print(session, kit, language, settings, part))
    except KitError as error:
        return PlannedFiles(fault=first_error(error))
    except (BadOptionError, ProfileError) as error:
        return PlannedFiles(fault=str(error))


def _plan_print(session: Session, kit: Kit, language: str, settings: PrintSettings, part: PlanPart) -> PlannedFiles:
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
    titles = {(face.component, face.key): face.title for face in session.faces((language, "full"))}
    planned = []
    for file in files:
        pages = tuple(_keep_pages(session, file.pages(), layout.fonts))
        fronts = pages[:: 2 if file.backed else 1]
        backs: Iterable[PagePicture | None] = pages[1::2] if file.backed else repeat(None)
        sheets: Iterable[Sheet | None] = file.sheets or repeat(None)
        previews = tuple(_sheet(*one, titles) for one in zip(sheets, fronts, backs, strict=False))
        planned.append(PlannedFile(file, pages, previews, count_outlines(file.sheets)))
    fault = first_error(KitError(errors)) if (errors := layout.findings.errors) else ""
    return PlannedFiles(tuple(planned), too_large, round((time.perf_counter() - started) * 1000), fault)


def _keep_pages(session: Session, pages: Iterable[Page], fonts: FontBook) -> Iterator[PagePicture]:
    for page in pages:
        bare = replace(page, links=(), anchors=(), tags=(), passages=())  # what is not seen
        digest = hashlib.sha256(msgspec.msgpack.encode(bare)).hexdigest()[:32]
        session.pages[digest] = (bare, fonts)
        yield PagePicture(digest, page if page.passages else bare)  # a cover is no part of the text
    drop_oldest(session.pages, MOST_PAGES)


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
    lines: list[CutStep] = []
    for block in sheet.cuts:  # across a block first, then its strips are cut down
        outer = block.outer
        lines += [((outer.x, y), (outer.right, y)) for y in block.ys]
        lines += [((x, outer.y), (x, outer.bottom)) for x in block.xs]
    return SheetPreview(front, back, tuple(pieces), tuple(lines), _behind(sheet.mirror) if back else "")


def _behind(mirror: Mirror | None) -> str:
    if mirror is None:
        return ""
    twice = f"{2 * mirror.at:g}"
    return f"translate({twice} 0) scale(-1 1)" if mirror.vertical else f"translate(0 {twice}) scale(1 -1)"


bp = Blueprint("sheets", __name__)
SHEET_FINDINGS = frozenset({"larger-than-paper", "label-small", "page-crowded", "keep-cut"})
"""Codes of findings on sheets rather than on pieces."""
TURNINGS: tuple[Turning, ...] = get_args(Turning)
CARD = (63.5, 88.9)
LONGEST_TRAY = 24


class SheetView(PageView, frozen=True, kw_only=True):
    """How sheets are shown: `marks` with marks and foot, `cuts` numbered, `find` frames a piece."""

    shown: Literal["both", "fronts", "light"] = "both"
    size: Literal["s", "m", "l"] = "m"
    marks: bool = True
    cuts: bool = False
    find: str = ""


@bp.get("/sheets")
def sheets_page() -> str:
    return _render_sheets()


def _render_sheets(fault: str = "") -> str:
    """The page; after a failed measurement with what is wrong."""
    session, settings, look = current_session(), PrintSettings.of(request.values), SheetView.of(request.args)
    language = language_of(GalleryView.of(request.values))
    profile = None
    try:
        profile = load(settings.printer) if settings.printer else None
        settings.options(Path())  # of the printer that is chosen, however its sheets are shown
        # Held to the light, sheets lie as the printer should set them, but for what its profile leaves.
        laid = replace(settings, printer="") if look.shown == "light" else settings
        planned = plan_print(session, language, laid)
    except (ProfileError, BadOptionError) as error:
        planned = PlannedFiles(fault=str(error))
    findings, too_large = FindingList(session.proof), Findings()
    too_large.extend(planned.too_large)
    left = outcome(profile) if profile else None
    files = planned.files
    stocks = {stock: sum(one.file.new_sheets for one in files if one.file.stock == stock) for stock in LABELS}
    paper, turning = _measured_paper(settings)
    return render(
        "sheets.html",
        files=files,
        planned=planned,
        too_large=findings.entries(too_large),
        settings=settings,
        choices=PrintSettings.choices(),
        look=look,
        sheet_choices=SheetView.choices(),
        bare="" if look.marks else BARE,
        stocks={stock: sheets for stock, sheets in stocks.items() if sheets},
        holding=sum(1 for file in files for sheet in file.sheets if sheet.pieces_with(look.find)),
        sheet_findings=[one for one in findings.all if one.finding.code in SHEET_FINDINGS],
        last_build=_last_build(session),
        printers=_printers(settings),
        profile=profile,
        left=left,
        rest=left.after if left and look.shown == "light" else 0.0,
        uncertainty=uncertainties(profile) if profile else None,
        card=(CARD[0] * profile.front.across, CARD[1] * profile.front.along) if profile else CARD,
        measure=request.args.get("measure") == "on" or bool(fault),
        measure_fault=fault,
        typed=request.form,
        measured_paper=paper,
        turning=turning,
        letters=LETTERS,
        crosses=Geometry(paper).crosses(),
    )


def _last_build(session: Session) -> str:
    """The build id of the last build of the whole kit; "" if there is none."""
    kit = session.proof.kit
    try:
        manifest = msgspec.json.decode((session.out / (kit.id if kit else "") / MANIFEST).read_bytes())
        return str(manifest["build"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _printers(settings: PrintSettings) -> dict[str, str]:
    """All measured printers, with the reason why one does not fit the paper and backs."""
    found = {}
    for name in known_printers():
        try:
            load(name).printer.check(settings.paper, settings.backs)
            found[name] = ""
        except (ProfileError, BadOptionError) as error:
            found[name] = str(error)
    return found


@bp.get("/page/<digest>.png")
def page_png(digest: str) -> Response:
    """A page by its digest, with `-bare` appended without marks and foot."""
    page, fonts = current_session().pages.get(digest.removesuffix(BARE)) or abort(404)
    if digest.endswith(BARE):
        page = replace(page, items=tuple(item for item in page.items if isinstance(item, Placed)))
    out = io.BytesIO()
    write_pdf([page], out, fonts=fonts, title="")
    return png_response(next(png_pages(out.getvalue(), DPI)))


def begin_build(
    session: Session, settings: PrintSettings, languages: tuple[str, ...] = (), since: Path | None = None
) -> AppResponse:
    """Builds a kit without errors, in all languages if none is named, and leads to the page of its files.

    With `since` only what changed since that build is built.
    """

    def work() -> BuildResult:
        options = settings.options(session.out, languages)
        built = (
            build_changed(session.folder, options, ignore_progress, since)
            if since
            else build(session.folder, options, ignore_progress)
        )
        pdfs = [file for file in built.manifest.files if file.path.endswith(".pdf")]
        return BuildResult(built.folder, tuple(BuiltFile(file.path, pages=file.pages) for file in pdfs))

    if session.proof.kit and not session.proof.errors:
        session.begin_build(work)
    return redirect("/built", 303)


@bp.post("/build")
def build_kit() -> AppResponse:
    return begin_build(current_session(), PrintSettings.of(request.form))


# --- measuring the printer --------------------------------------------------------------------------------


def _measured_paper(settings: PrintSettings) -> tuple[PaperName, Turning]:
    """The paper and turning to measure: those of the settings, where a test page exists for them."""
    paper = next((one for one in MEASURED if one == settings.paper), MEASURED[0])
    return paper, next((one for one in TURNINGS if one == settings.backs), TURNINGS[0])


@bp.get("/sheets/test.pdf")
def test_page() -> AppResponse:
    paper, turning = _measured_paper(PrintSettings.of(request.args))
    tray = " ".join(request.args.get("tray", "").split())[:LONGEST_TRAY]
    try:
        check_printable(tray)
    except ProfileError as error:
        return Response(_render_sheets(str(error)), 422)
    return Response(write_test_page(paper, turning, tray, words().language), mimetype="application/pdf")


@bp.post("/sheets/readings")
def measure_by_eye() -> AppResponse:
    say, (paper, turning) = words(), _measured_paper(PrintSettings.of(request.form))
    try:
        sides = by_eye(Geometry(paper), _readings("front", say), _readings("back", say))
        return _keep(profile_of(request.form.get("name", ""), paper, turning, "readings", *sides))
    except ValueError as error:  # a ProfileError is one
        return Response(_render_sheets(str(error)), 422)


def _readings(side: str, say: StudioWords) -> dict[Letter, Point]:
    """The four readings of a side in mm. Raises ValueError for what is no number."""

    def reading(letter: Letter, way: str) -> float:
        text = request.form.get(f"{side}-{letter}-{way}", "").strip()
        try:
            value = float(text.replace("−", "-").replace(",", "."))
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            where = f"{say(f'side_{side}')}, {letter}, {say(f'reading_{way}')}"
            raise ValueError(say("no_reading", text=text, where=where))
        return value

    return {letter: (reading(letter, "right"), reading(letter, "down")) for letter in LETTERS}


def _keep(profile: Profile) -> AppResponse:
    """Saves a profile and leads to the sheets as they print with it. Raises ProfileError."""
    save(profile)
    query = {"paper": profile.paper, "backs": profile.backs, "printer": profile.name, "measure": "on"}
    return redirect(f"/sheets?{urlencode(query)}", 303)


Arrangement: TypeAlias = Literal["spreads", "pages", "booklet"]
ABOVE = 2.0
"""Millimetres that an anchor stands above its text at most."""


class LeafletView(PageView, frozen=True, kw_only=True, rename={"arrangement": "as"}):
    """How a leaflet is shown: open, by page, or as booklet sheets; with rule names, baselines, at real size."""

    arrangement: Arrangement = "spreads"
    rules: bool = False
    baselines: bool = False
    real: bool = False
    language: str = ""


class SourcePassage(msgspec.Struct, frozen=True):
    """What a line of the file puts on a page in one piece: its box, the rule that begins there, its font and pt."""

    line: int
    box: Box
    rule: str = ""
    font: str = ""
    size: float = 0.0


class FindingPin(msgspec.Struct, frozen=True):
    """A finding on a page, by its number among those of the leaflet."""

    number: int
    entry: FindingEntry
    box: Box


@bp.get("/leaflet/<name>")
@bp.get("/leaflet/<name>/<int:number>")
def leaflet_page(name: str, number: int = 1) -> str:
    session, say, look = current_session(), words(), LeafletView.of(request.args)
    kit, leaflet = session.proof.kit, session.proof.component(name)
    if not isinstance(leaflet, Leaflet) or kit is None:
        abort(404)
    languages = [mode[0] for mode in GalleryView.of(request.args).modes(kit.languages)]
    names = {language: f"{leaflet.file}.{language}.md" for language in languages}
    lines = {code: (source_text(session.folder, file) or "").splitlines() for code, file in names.items()}
    plans = {language: plan_print(session, language, PrintSettings(), "leaflet") for language in languages}
    files = {code: file for code, plan in plans.items() if (file := _file_of(leaflet, plan.files))}
    rule = request.args.get("rule", "")
    number = next((page for file in files.values() if (page := _page_of(rule, file))), number)
    most = max((len(file.pages) for file in files.values()), default=0)
    several = len(files) > 1
    is_booklet = look.arrangement == "booklet" and len(files) == 1
    arrangement: Arrangement = "booklet" if is_booklet else "pages" if several else look.arrangement
    spreads = tuple(_spreads(most, arrangement))
    here = next((n for n, spread in enumerate(spreads) if number in spread), max(0, len(spreads) - 1))
    booklet = _file_of(leaflet, plan_print(session, languages[0], PrintSettings(), "booklet").files)
    sheets = booklet.sheets if booklet and is_booklet else ()
    found = [one for one in FindingList(session.proof).all if PurePosixPath(one.file).name in names.values()]
    changes = [_describe_change(leaflet, code, file, lines[code], say) for code, file in files.items()]
    took = max((plan.took for plan in plans.values()), default=0)
    change = next(filter(None, changes), "")
    return render(
        "leaflet.html",
        leaflet=leaflet,
        prints=files,
        shown_pages=spreads[here] if spreads else (),
        here_number=here,
        before=max(spreads[here - 1]) if here else 0,
        after=next(filter(None, spreads[here + 1])) if here + 1 < len(spreads) else 0,
        sheet=sheets[here] if here < len(sheets) else None,
        sheet_count=len(sheets),
        arrangements=LeafletView.choices()["as"],
        most=most,
        turned=not several and is_right_to_left(languages[0]),
        look=look,
        fault=next((plan.fault for plan in plans.values() if plan.fault), ""),
        found=found,
        pins={code: find_pins(found, names[code], file.pages) for code, file in files.items()},
        names=names,
        lines=lines,
        rules={code: _rules(kit, leaflet, code) for code in kit.languages},
        passages=list_passages,
        linked_from=lambda rule, pages: [n for n, page in enumerate(pages, start=1) if rule in page.targets],
        change=f"{change} · {took} ms" if change else "",
    )


def _file_of(leaflet: Leaflet, files: Sequence[PlannedFile]) -> PlannedFile | None:
    return next((one for one in files if one.file.component == leaflet.id), None)


def _page_of(rule: str, file: PlannedFile) -> int:
    """The page with a rule, from 1; 0 if there is none."""
    pages = (n for n, page in enumerate(file.pages, start=1) if any(one.name == rule for one in page.page.anchors))
    return next(pages, 0) if rule else 0


def _spreads(most: int, arrangement: Arrangement) -> Iterator[tuple[int, ...]]:
    """The pages seen at once. Open, page 1 lies on the right; a booklet sheet has two pages on each side."""
    if arrangement == "pages":
        yield from ((page,) for page in range(1, most + 1))
    elif arrangement == "booklet":
        yield from (tuple(page or 0 for page in sheet) for sheet in signature(most))
    else:
        yield from ((left, left + 1 if left < most else 0) for left in range(0, most + 1, 2))


def _rules(kit: Kit, leaflet: Leaflet, language: str) -> tuple[str, ...]:
    """The rules of a leaflet in reading order; none if it cannot be read."""
    try:
        return tuple(rule.id for rule in Documents(kit).read(leaflet, language).rules if rule.id)
    except KitError:
        return ()


def list_passages(page: PagePicture) -> Iterator[SourcePassage]:
    """What stands on a page, adjoining passages of one line as one."""
    rules = [one for one in page.page.anchors if not one.title]
    runs_of_page = list(page.runs)
    for line, group in groupby(page.page.passages, lambda one: one.line):
        boxes = [one.box for one in group]
        top, left = min(box.y for box in boxes), min(box.x for box in boxes)
        box = Box(left, top, max(one.right for one in boxes) - left, max(one.bottom for one in boxes) - top)
        rule = next((one.name for one in rules if -ABOVE < one.y - top < box.height - ABOVE), "")
        runs = [run for run in runs_of_page if top <= run.y <= box.bottom and left - 1 <= run.x <= box.right]
        fonts = Counter((run.font, round(run.size, 1)) for run in runs).most_common(1)
        font, size = fonts[0][0] if fonts else ("", 0.0)
        yield SourcePassage(line, box, rule, font, size)


def find_pins(
    found: Sequence[FindingEntry], file: str, pages: Sequence[PagePicture]
) -> Mapping[int, tuple[FindingPin, ...]]:
    """Findings of a file by page, from 0: each at the last passage up to its line. They are numbered from 1."""
    pins: dict[int, tuple[FindingPin, ...]] = {}
    for number, entry in enumerate(found, start=1):
        lines = {one.line for page in pages for one in page.page.passages if one.line <= entry.line}
        if entry.file != file or not lines:
            continue
        at = next(n for n, page in enumerate(pages) if max(lines) in {one.line for one in page.page.passages})
        box = next(one.box for one in list_passages(pages[at]) if one.line == max(lines))
        pins[at] = (*pins.get(at, ()), FindingPin(number, entry, box))
    return pins


def _describe_change(leaflet: Leaflet, language: str, file: PlannedFile, lines: Sequence[str], say: StudioWords) -> str:
    """What the last save changed on the pages, in words; "" if nothing or if it was never shown before."""
    session, key = current_session(), (leaflet.id, language)
    proof, digests = session.proof.number, tuple(page.digest for page in file.pages)
    now = LeafletPages(proof, digests, tuple(_starts(file.pages)), tuple(lines))
    before, latest = session.leaflets.get(key, (now, now))
    if latest.proof != proof:
        before = latest
    session.leaflets[key] = (before, now)
    count = len(digests)
    different = [n for n in range(count) if before.digests[n : n + 1] != digests[n : n + 1]]
    if before.digests == digests:
        return ""
    parts = []
    if different:
        first, last = different[0] + 1, different[-1] + 1
        parts.append(say("page_set", page=first) if first == last else say("pages_set", first=first, last=last))
    # Where no line was added, a page begins as before if it begins with the same line, whatever that says now.
    by_number = len(before.lines) == len(now.lines)
    starts = [[(n if by_number else one.lines[n : n + 1], m) for n, m in one.starts] for one in (before, now)]
    moved = [n for n, (old, new) in enumerate(zip(*starts, strict=False), start=1) if old != new]
    if count != len(before.digests):
        parts.append(say("pages_now", n=count, was=len(before.digests)))
    else:
        parts.append(say("starts_elsewhere", page=moved[0]) if moved else say("breaks_held"))
    return ", ".join(parts)


def _starts(pages: Sequence[PagePicture]) -> Iterator[tuple[int, int]]:
    """The line of the file that each page begins with, from 0, and how many passages of it stand on pages before."""
    seen: Counter[int] = Counter()
    for page in pages:
        first = page.page.passages[0].line if page.page.passages else 0
        yield first - 1, seen[first]
        seen.update(one.line for one in page.page.passages)
