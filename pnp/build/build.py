"""Builds a kit: lays it out in each language, and writes the files or only checks them."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.build.guide import plan_guide
from pnp.build.manifest import (
    FACES,
    MANIFEST,
    PROGRAMS,
    Code,
    ComponentEntry,
    File,
    Manifest,
    PieceEntry,
    SealEntry,
    SheetEntry,
    find_codes,
    open_stage,
    write_json,
)
from pnp.build.pieces import SceneEncoder, index_pieces, pack_archive
from pnp.build.plan import OutputFile, PrintContext, count_work, list_meetings, plan_files
from pnp.check.colour_rules import find_lookalikes
from pnp.check.face_rules import PageCheck
from pnp.check.kit_rules import find_lesson_faults, find_tight_pads, find_unused, find_wrong_words
from pnp.check.place_rules import find_equal_seals
from pnp.check.rules import ComparedFace, set_aside
from pnp.check.run import FaceCheck, KitCheck
from pnp.face.layout import FaceScene, KitFaces
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import Stamps, check_unsaved, stamps
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kits import read
from pnp.leaflet.parser import find_uneven_rules
from pnp.render.pdf import write_pdf
from pnp.render.pdfx import PressProfile
from pnp.render.png import draw_page_pictures
from pnp.scene import Black, Page, Rect
from pnp.sheet.cutter import cut_dxf, cut_svg, list_sheet_lines
from pnp.sheet.impose import Sheet
from pnp.sheet.options import Options, Selection, select_pieces
from pnp.sheet.paper import CutPaper, find_page_size
from pnp.sheet.parts import count, face_count, list_piece_faces, measure_trim
from pnp.text.fonts import FontBook

START = "0-start-here.pdf"
"""The first page of the print guide of each language."""
DPI = 300

Progress: TypeAlias = Callable[[str, float], None]
"""Receives what begins, mostly the name of a file, and the share of the kit that is done, 0 to 1."""


class NothingWantedError(Exception):
    """There is nothing to print. The message says why."""


class ReadKit(msgspec.Struct, frozen=True):
    """A kit to print, its warnings, the selected pieces, and the state of its files when it was read."""

    kit: Kit
    findings: Findings
    selection: Selection
    stamps: Stamps


class Built(msgspec.Struct, frozen=True):
    """Result of a build: its folder, manifest and warnings."""

    folder: Path
    manifest: Manifest
    findings: Findings


class ChangeFilter(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The pieces to print in a build of changes.

    `selection` has the pieces of any language, `by_language` those of each. `pieces` and `packed_faces` describe the
    box afterwards, for the manifest and the face archive. `swap_list` plans the list of what to swap.
    """

    selection: Selection
    by_language: Mapping[str, Selection]
    pieces: tuple[PieceEntry, ...]
    packed_faces: bytes
    swap_list: Callable[[PrintContext, Sequence[OutputFile]], OutputFile | None]


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`.

    Raises KitError with all errors, or if the kit changed during the build. Then nothing is written.
    """
    return print_kit(read_for_build(folder, options), options, progress)


def read_for_build(folder: Path, options: Options) -> ReadKit:
    """Reads a kit and the selection of the options. Raises KitError if it has errors, BadOptionError for options that
    it cannot meet."""
    saved = stamps(folder)
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    options.paper_of(kit)
    return ReadKit(kit, findings, select_pieces(kit, options), saved)


def print_kit(source: ReadKit, options: Options, progress: Progress, changes: ChangeFilter | None = None) -> Built:
    """Prints a kit, or only its `changes`, into `<kit id>-changed/`. Raises KitError as `build` does."""
    kit, findings = source.kit, source.findings
    selection = changes.selection if changes else source.selection
    leaflets = [one for one in kit.components if isinstance(one, Leaflet) and selection.holds(one)]
    if leaflets:
        findings.extend(find_uneven_rules(kit, leaflets))
    if not selection.partial:
        findings.extend(find_unused(kit))
    suffix = "changed" if changes else "reprint"
    target = options.out / (f"{kit.id}-{suffix}" if selection.partial else kit.id)
    found: dict[str, Findings] = {}
    with open_stage(target) as stage:
        writer = BuildWriter(kit, options, stage, changes)
        for language, part in each_language(kit, options, progress):
            rows = changes.by_language[language] if changes else selection
            context = PrintContext(kit, options.layout(kit, language), options, rows)
            found[language] = writer.write_language(context, part)
        findings.extend_by_language(found)
        stop_at_errors(kit, findings)
        progress(MANIFEST, 1.0)
        manifest = writer.finish(selection)
        check_unsaved(kit.folder, source.stamps)
    return Built(target, manifest, findings)


def stop_at_errors(kit: Kit, findings: Findings) -> None:
    """Removes accepted findings, and raises KitError if errors remain."""
    set_aside(kit, findings)
    if findings.errors:
        raise KitError(findings)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out everything, with camera marks, applies all rules, and writes nothing. Raises BadOptionError."""
    options = msgspec.structs.replace(options, seals=True)
    findings = Findings()
    try:
        source = read_for_build(folder, options)
        kit = source.kit
        findings.extend(source.findings)
        findings.extend(find_uneven_rules(kit, kit.components))
    except KitError as error:
        findings.extend(error.findings)
        return findings
    paper = options.paper_of(kit)
    looks = KitCheck(kit, paper, options.black)
    found: dict[str, Findings] = {}
    for language, part in each_language(kit, options, progress):
        context = PrintContext(kit, options.layout(kit, language), options, source.selection)
        found[language] = _check_language(context, looks, part)
    findings.extend_by_language(found)
    if not findings.errors:  # what could not be laid out may have been a place
        findings.extend(looks.check_pieces())
    for faults in (find_tight_pads(kit, paper), find_unused(kit), find_lesson_faults(kit), find_wrong_words(kit)):
        findings.extend(faults)
    set_aside(kit, findings)
    return findings


def each_language(kit: Kit, options: Options, progress: Progress) -> Iterator[tuple[str, Progress]]:
    """Yields the languages to print, each with its share of the progress."""
    languages = options.list_languages(kit.languages)
    for index, language in enumerate(languages):

        def report(name: str, done: float, index: int = index) -> None:
            progress(name, (index + done) / len(languages))

        yield language, report


def _check_language(context: PrintContext, looks: KitCheck, progress: Progress) -> Findings:
    kit, layout = context.kit, context.layout
    with collect_findings(layout, looks.inspect) as findings:
        # Faces are laid out first, even if pages have faults.
        faces = [
            ComparedFace(component.id, side, record, scene)
            for component in kit.components
            for record, _ in context.selection.expand(kit, component)
            for side, scene in list_piece_faces(kit, layout, component, record)
        ]
        findings.extend(find_lookalikes(kit, faces))
        findings.extend(find_equal_seals(kit, faces))
        for lesson in kit.lessons:
            layout.figure(lesson.face)
        page_check = PageCheck(kit, context.language, layout.sheet_fonts)
        files = plan_files(context)
        guide = plan_guide(context, files)
        for file, pages in _draw_files((guide, *files) if guide else files, page_check, findings, progress):
            for number, page in enumerate(pages, start=1):
                findings.extend(page_check.find_crowding(page, file.what, f"{file.path} page {number}"))
    return findings


@contextmanager
def collect_findings(layout: KitFaces, inspect: Callable[[FaceScene], Iterable[Finding]]) -> Iterator[Findings]:
    """Collects the error that ends the block, if any, and the findings of all laid out faces."""
    findings = Findings()
    try:
        yield findings
    except KitError as error:
        findings.extend(error.findings)
    findings.extend(layout.findings)
    for laid in layout.laid:
        findings.extend(inspect(laid))


def _draw_files(
    files: Sequence[OutputFile], page_check: PageCheck, findings: Findings, progress: Progress
) -> Iterator[tuple[OutputFile, tuple[Page, ...]]]:
    """Yields each file with its pages. Adds findings about characters without a glyph."""
    for index, file in enumerate(files):
        progress(file.path, index / len(files))
        pages = tuple(file.draw_pages())
        for number, page in enumerate(pages, start=1):
            findings.extend(page_check.find_missing_glyphs(page, file.what, f"{file.path} page {number}"))
        yield file, pages


# --- files ----------------------------------------------------------------------------------------------


class BuildWriter:
    """Writes the files of a build into `stage` and collects their manifest entries."""

    def __init__(self, kit: Kit, options: Options, stage: Path, changes: ChangeFilter | None) -> None:
        self.kit = kit
        self.options = options
        self.stage = stage
        self.changes = changes
        self.encoder = SceneEncoder(FontBook(kit.theme.fonts, kit.folder), kit.build)
        self.files: list[File] = []
        self.codes: list[Code] = []
        self.sheets: list[SheetEntry] = []
        self.pieces: list[PieceEntry] = []
        self.seals: list[SealEntry] = []
        self.starts: list[Page] = []
        """The first page of each language's guide."""

    def write_language(self, context: PrintContext, progress: Progress) -> Findings:
        """Plans the files of a language, lays out all their faces, writes them, and returns the findings."""
        kit, layout = self.kit, context.layout
        progress(f"{kit.id}-{context.language}", 0.0)
        with collect_findings(layout, FaceCheck(FontBook(kit.theme.fonts, kit.folder)).inspect) as findings:
            files = plan_files(context)
            pieces, seals = index_pieces(self.encoder, context, files)
            self.pieces += pieces
            self.seals += seals
            first = self.changes.swap_list(context, files) if self.changes else plan_guide(context, files)
            page_check = PageCheck(kit, context.language, layout.sheet_fonts)
            for file, pages in _draw_files((first, *files) if first else files, page_check, findings, progress):
                self._write_file(file, pages, layout)
        return findings

    def _write_file(self, file: OutputFile, pages: Sequence[Page], layout: KitFaces) -> None:
        if file.what == "guide":
            self.starts.append(pages[0])
        write_document(self.stage / file.path, pages, layout, file.title, self.options.black)
        for number, page in enumerate(pages, 1):
            self.codes.extend(find_codes(page, number, file.path))
        self.files.append(file.entry(len(pages)))
        self.sheets.extend(_list_sheet_entries(file))
        for path, data in _cut_files(file, layout.fonts):
            (self.stage / path).parent.mkdir(parents=True, exist_ok=True)
            (self.stage / path).write_bytes(data)
            self.files.append(File(path=path, what="cut", holds=file.title, language=file.language, ink=file.ink))

    def finish(self, selection: Selection) -> Manifest:
        """Writes what all languages share: the face archive, the start page and the manifest."""
        kit, options, changes = self.kit, self.options, self.changes
        (self.stage / PROGRAMS).mkdir(exist_ok=True)
        (self.stage / FACES).write_bytes(changes.packed_faces if changes else pack_archive(self.encoder, kit))
        if pages := self.starts:
            layout = options.layout(kit, options.list_languages(kit.languages)[0])
            title, language = kit.title[layout.language], layout.language
            write_document(self.stage / START, pages, layout, title, options.black)
            start = File(path=START, what="start", holds=title, pages=len(pages), language=language, ink=options.ink)
            self.files.insert(0, start)
        pieces = changes.pieces if changes else tuple(self.pieces)
        lasting = {piece.component for piece in pieces}
        manifest = msgspec.structs.replace(
            begin_manifest(kit, options, selection, lambda one: selection.holds(one) or one.id in lasting),
            files=tuple(self.files),
            qr=tuple(self.codes),
            sheets=tuple(self.sheets),
            whole=changes is not None or not selection.partial,
            pieces=pieces,
            faces=FACES,
            seals=tuple(dict.fromkeys(self.seals)),
        )
        write_json(self.stage / MANIFEST, manifest)
        return manifest


def begin_manifest(
    kit: Kit, options: Options, selection: Selection, listed: Callable[[AnyComponent], bool]
) -> Manifest:
    """Returns a manifest without files: the data of kit and options, and the `listed` components."""
    page = find_page_size(options.paper_of(kit))
    components = tuple(
        ComponentEntry(
            id=one.id,
            kind=one.kind,
            title=dict(one.title.texts),
            count=count(kit, one, selection),
            width_mm=width,
            height_mm=height,
            faces=face_count(one),
            stock=one.stock,
        )
        for one in filter(listed, kit.components)
        for width, height in [page if isinstance(one, Leaflet) else measure_trim(kit, one)]
    )
    return Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=options.list_languages(kit.languages),
        companion=options.address(kit),
        gutters=options.gutters,
        profile=options.profile_of(kit),
        without=tuple(component.id for component in kit.components if component.id in selection.without),
        components=components,
        whole=not selection.partial,
    )


def write_document(
    path: Path,
    pages: Iterable[Page],
    layout: KitFaces,
    title: str,
    black: Black,
    *,
    name: str = "",
    press: PressProfile | None = None,
) -> None:
    """Writes pages of a kit as a PDF file; `name` is added to its keywords."""
    kit = layout.kit
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        write_pdf(
            pages,
            out,
            fonts=layout.fonts,
            title=title,
            author=kit.author,
            language=layout.language,
            keywords=f"{kit.id} {kit.build} {name}".strip(),
            black=black,
            press=press,
        )


def _cut_files(file: OutputFile, fonts: FontBook) -> Iterator[tuple[str, bytes]]:
    """Yields paths and contents of the cut lines of each sheet for a cutting machine, as SVG and DXF. Sheets without
    registration marks, which the machine's own program prints, are added as transparent pictures."""
    stem = f"{PROGRAMS}/{file.path.removesuffix('.pdf')}"
    for number, sheet in enumerate(file.imposed, start=1):
        if not isinstance(sheet.paper, CutPaper):
            continue
        width, height = sheet.paper.size(sheet.landscape)
        lines = tuple(list_sheet_lines(sheet))
        yield f"{stem}-cut-{number}.svg", cut_svg(lines, width, height).encode("ascii")
        yield f"{stem}-cut-{number}.dxf", cut_dxf(lines, height).encode("ascii")
        if not sheet.paper.cutter.arm:
            (page,) = islice(file.draw_pages(), number - 1, number)
            yield f"{stem}-print-{number}.png", _draw_pieces(page, sheet, fonts)


def _draw_pieces(page: Page, sheet: Sheet, fonts: FontBook) -> bytes:
    """Returns a page as a PNG picture that is transparent outside the pieces."""
    pieces = tuple(Rect(placement.clip, fill="#000000") for placement in sheet.placements)
    picture, covered = draw_page_pictures((page, Page(page.width, page.height, pieces)), fonts=fonts, dpi=DPI)
    picture.putalpha(covered.convert("L").point(lambda value: 255 - value))
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def _list_sheet_entries(file: OutputFile) -> Iterator[SheetEntry]:
    for number, sheet in enumerate(file.imposed, start=1):
        front = 2 * number - 1 if file.both_sides else number
        cuts, folds = count_work([sheet])
        back_file, back_page = "", 0
        if sheet.mirror is not None:
            back_file, back_page = (file.behind, number)
            if sheet.fold is not None or file.both_sides:
                back_file, back_page = file.path, front + (sheet.fold is None)
        yield SheetEntry(
            file=file.path,
            front_page=front,
            back_page=back_page,
            back_file=back_file,
            stock=sheet.stock,
            components=dict(Counter(placement.part.component for placement in sheet.placements)),
            fill=round(sheet.fill, 3),
            cuts=cuts,
            folds=folds,
            meetings=list_meetings([sheet]),
        )
