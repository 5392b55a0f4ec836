"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
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
    codes_on,
    stage_folder,
    write_json,
)
from pnp.build.pieces import PieceIndex, SceneEncoder, pack_archive
from pnp.build.plan import OutputFile, PrintContext, count_work, list_meetings, plan_files
from pnp.check.colour_rules import ComparedFace, find_lookalikes
from pnp.check.face_rules import GlyphCheck, PageCheck
from pnp.check.kit_rules import find_lesson_faults, find_tight_pads, find_unused, find_wrong_words
from pnp.check.place_rules import SealCheck
from pnp.check.rules import set_aside
from pnp.check.run import FaceCheck, KitCheck
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import Stamps, check_unsaved, stamps
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kits import read
from pnp.leaflet.parser import uneven_rules
from pnp.render.pdf import write_pdf
from pnp.render.png import page_pictures
from pnp.scene import Page, Rect
from pnp.sheet.cutter import cut_dxf, cut_svg, sheet_lines
from pnp.sheet.impose import Sheet
from pnp.sheet.options import Options, Selection, select_pieces
from pnp.sheet.paper import CutPaper, page_size
from pnp.sheet.parts import count, face_count, piece_faces, trim_size
from pnp.text.fonts import FontBook

LAYING = 0.45
"""Share of a language's time until all faces are laid out."""
START = "0-start-here.pdf"
"""The first page of the print guide of each language."""
DPI = 300

Progress: TypeAlias = Callable[[str, float], None]
"""Receives what begins, mostly the name of a file, and the share of the kit that is done, 0 to 1."""


class NothingWantedError(Exception):
    """There is nothing to print. The message says why."""


class ReadKit(msgspec.Struct, frozen=True):
    """A kit to print, its warnings, what is selected of it, and when its files were saved."""

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
    """What a build of changed pieces prints.

    `selection` has the pieces of any language, `by_language` those of each. `pieces` and `packed_faces` are what is in
    the box afterwards, for the manifest and the file of faces. `swap_list` plans the list of what to swap.
    """

    selection: Selection
    by_language: Mapping[str, Selection]
    pieces: tuple[PieceEntry, ...]
    packed_faces: bytes
    swap_list: Callable[[PrintContext, Sequence[OutputFile]], OutputFile | None]


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`.

    Faults of the kit as a whole are looked for by `check` and whole builds.

    Raises KitError with all errors, or if the kit was saved meanwhile. Then nothing is written.
    """
    return print_kit(read_for_build(folder, options), options, progress)


def read_for_build(folder: Path, options: Options) -> ReadKit:
    """Reads a kit and what the options select of it. Raises KitError and BadOptionError."""
    saved = stamps(folder)
    kit, findings = read_kit(folder, options)
    return ReadKit(kit, findings, select_pieces(kit, options), saved)


def read_kit(folder: Path, options: Options) -> tuple[Kit, Findings]:
    """Reads a kit and its warnings. Raises KitError if it has errors, BadOptionError if it lacks the options' paper."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    options.paper_of(kit)
    return kit, findings


def print_kit(source: ReadKit, options: Options, progress: Progress, changes: ChangeFilter | None = None) -> Built:
    """Prints a kit, or only its `changes`, into `<kit id>-changed/`. Raises KitError as `build` does."""
    kit, findings = source.kit, source.findings
    selection = changes.selection if changes else source.selection
    findings.extend(uneven_rules(kit, filter(selection.holds, kit.components)))
    if not selection.partial:
        findings.extend(find_unused(kit))
    suffix = "changed" if changes else "reprint"
    target = options.out / (f"{kit.id}-{suffix}" if selection.partial else kit.id)
    found: dict[str, Findings] = {}
    with stage_folder(target) as stage:
        writer = BuildWriter(kit, options, stage, changes)
        for language, part in each_language(kit, options, progress):
            rows = changes.by_language[language] if changes else selection
            found[language] = Findings()
            writer.write_language(
                PrintContext(kit, options.layout(kit, language), options, rows), part, found[language]
            )
        findings.extend_by_language(found)
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        progress(MANIFEST, 1.0)
        manifest = writer.finish(selection)
        check_unsaved(kit.folder, source.stamps)
    return Built(target, manifest, findings)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out everything, with camera seals, applies all rules, and writes nothing. Raises BadOptionError."""
    options = msgspec.structs.replace(options, seals=True)
    try:
        kit, findings = read_kit(folder, options)
        findings.extend(uneven_rules(kit, kit.components))
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    looks = KitCheck(kit, options.paper_of(kit), options.black)
    found: dict[str, Findings] = {}
    for language, part in each_language(kit, options, progress):
        found[language] = Findings()
        context = PrintContext(kit, options.layout(kit, language), options, select_pieces(kit, options))
        _check_language(context, looks, part, found[language])
    findings.extend_by_language(found)
    if not findings.errors:  # what could not be laid out may have been a place
        findings.extend(looks.check_pieces())
    findings.extend(find_tight_pads(kit, options.paper_of(kit)))
    findings.extend(find_unused(kit))
    findings.extend(find_lesson_faults(kit))
    findings.extend(find_wrong_words(kit))
    set_aside(kit, findings)
    return findings


def each_language(kit: Kit, options: Options, progress: Progress) -> Iterator[tuple[str, Progress]]:
    """The languages to print, each with its part of the progress."""
    languages = options.printed_languages(kit.languages)
    for index, language in enumerate(languages):
        yield language, partial(_report_part, progress, index, len(languages))


def _report_part(progress: Progress, index: int, parts: int, name: str, done: float) -> None:
    progress(name, (index + done) / parts)


def _check_language(context: PrintContext, looks: KitCheck, progress: Progress, findings: Findings) -> None:
    """Lays out every face and page without writing, and adds all findings."""
    kit, layout = context.kit, context.layout
    seals = SealCheck(kit)
    try:
        findings.extend(find_lookalikes(kit, _compared_faces(context, seals)))
        findings.extend(seals.findings())
        for lesson in kit.lessons:
            layout.figure(lesson.face)
        pages, glyphs = PageCheck(kit), GlyphCheck(kit, context.language, layout.sheet_fonts)
        files = plan_files(context)
        guide = plan_guide(context, files)
        files = (guide, *files) if guide else files
        for index, file in enumerate(files):
            progress(file.path, index / len(files))
            for number, page in enumerate(_inspect_pages(file, glyphs, findings), start=1):
                findings.extend(pages.inspect(page, file.what, file.path, number))
    except KitError as error:
        findings.extend(error.findings)
    _check_faces(layout, looks, findings)


def _compared_faces(context: PrintContext, seals: SealCheck) -> Iterator[ComparedFace]:
    """Lays out every face, even if pages have faults, and returns those of rows."""
    for component in context.kit.components:
        for record, _copies in context.selection.expand(context.kit, component):
            for side, scene in piece_faces(context.kit, context.layout, component, record):
                seals.note(component.id, side, record, scene)
                if record:
                    yield ComparedFace(component.id, side, record, scene)


def _check_faces(layout: Layout, looks: FaceCheck, findings: Findings) -> None:
    """Adds the findings of all faces that were laid out."""
    findings.extend(layout.findings)
    for laid in layout.laid:
        findings.extend(looks.inspect(laid))


def _inspect_pages(file: OutputFile, glyphs: GlyphCheck, findings: Findings) -> Iterator[Page]:
    """The file's pages. Adds findings about glyphs that no typeface has."""
    for number, page in enumerate(file.pages(), start=1):
        findings.extend(glyphs.inspect(page, file.what, f"{file.path} page {number}"))
        yield page


# --- files ----------------------------------------------------------------------------------------------


class BuildWriter:
    """Writes the files of a build into `stage` and collects their entries of the manifest."""

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

    def write_language(self, context: PrintContext, progress: Progress, findings: Findings) -> None:
        """Plans the files of a language, lays out all faces on them, and writes them. Adds to `findings`."""
        kit, layout, ink = self.kit, context.layout, self.options.ink
        progress(f"{kit.id}-{context.language}", 0.0)
        try:
            files = plan_files(context)
            pieces = PieceIndex(self.encoder, (face for file in files for face in file.faces()))
            self.pieces.extend(pieces.entries(kit, context.language, context.selection))
            self.seals.extend(pieces.seals)
            first = self.changes.swap_list(context, files) if self.changes else plan_guide(context, files)
            files = (first, *files) if first else files
            glyphs = GlyphCheck(kit, context.language, layout.sheet_fonts)
            for index, file in enumerate(files):
                progress(file.path, LAYING + (1 - LAYING) * index / len(files))
                pages = tuple(_inspect_pages(file, glyphs, findings))
                if file.what == "guide":
                    self.starts.append(pages[0])
                self._write_pdf(layout, file.path, file.title, pages)
                self.codes.extend(
                    code for number, page in enumerate(pages, 1) for code in codes_on(page, number, file.path)
                )
                self.files.append(_file_entry(file, len(pages), ink))
                self.sheets.extend(_sheet_entries(file))
                for path, data in _cut_files(file, layout.fonts):
                    (self.stage / path).parent.mkdir(parents=True, exist_ok=True)
                    (self.stage / path).write_bytes(data)
                    entry = File(path=path, what="cut", holds=file.title, language=file.language, ink=ink)
                    self.files.append(entry)
        except KitError as error:
            findings.extend(error.findings)
        _check_faces(layout, FaceCheck(FontBook(kit.theme.fonts, kit.folder)), findings)

    def finish(self, selection: Selection) -> Manifest:
        """Writes what all languages share: the file of faces, the start page and the manifest."""
        kit, options, changes = self.kit, self.options, self.changes
        (self.stage / PROGRAMS).mkdir(exist_ok=True)
        (self.stage / FACES).write_bytes(changes.packed_faces if changes else pack_archive(self.encoder, kit))
        if pages := self.starts:
            layout = options.layout(kit, options.printed_languages(kit.languages)[0])
            title, language = kit.title[layout.language], layout.language
            self._write_pdf(layout, START, title, pages)
            start = File(path=START, what="start", holds=title, pages=len(pages), language=language, ink=options.ink)
            self.files.insert(0, start)
        pieces = changes.pieces if changes else tuple(self.pieces)
        lasting = {piece.component for piece in pieces}
        manifest = Manifest(
            kit=kit.id,
            title=dict(kit.title.texts),
            build=kit.build,
            version=kit.version,
            languages=options.printed_languages(kit.languages),
            companion=options.address(kit),
            gutters=options.gutters,
            profile=options.profile_of(kit),
            without=tuple(component.id for component in kit.components if component.id in selection.without),
            files=tuple(self.files),
            components=tuple(
                component_entry(kit, component, options, selection)
                for component in kit.components
                if selection.holds(component) or component.id in lasting
            ),
            qr=tuple(self.codes),
            sheets=tuple(self.sheets),
            whole=changes is not None or not selection.partial,
            pieces=pieces,
            faces=FACES,
            seals=tuple(dict.fromkeys(self.seals)),
        )
        write_json(self.stage / MANIFEST, manifest)
        return manifest

    def _write_pdf(self, layout: Layout, path: str, title: str, pages: Iterable[Page]) -> None:
        target = self.stage / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as out:
            write_pdf(
                pages,
                out,
                fonts=layout.fonts,
                title=title,
                author=self.kit.author,
                language=layout.language,
                keywords=f"{self.kit.id} {self.kit.build}",
                black=self.options.black,
            )


def _cut_files(file: OutputFile, fonts: FontBook) -> Iterator[tuple[str, bytes]]:
    """Paths and contents of the cut lines of each sheet for a cutting machine, as SVG and DXF. Sheets without
    registration marks, which the machine's own program prints, are pictures with a clear ground, too."""
    stem = f"{PROGRAMS}/{file.path.removesuffix('.pdf')}"
    for number, sheet in enumerate(file.sheets, start=1):
        if not isinstance(sheet.paper, CutPaper):
            continue
        width, height = sheet.paper.size(sheet.landscape)
        lines = tuple(sheet_lines(sheet))
        yield f"{stem}-cut-{number}.svg", cut_svg(lines, width, height).encode("ascii")
        yield f"{stem}-cut-{number}.dxf", cut_dxf(lines, height).encode("ascii")
        if not sheet.paper.cutter.arm:
            (page,) = islice(file.pages(), number - 1, number)
            yield f"{stem}-print-{number}.png", _draw_pieces(page, sheet, fonts)


def _draw_pieces(page: Page, sheet: Sheet, fonts: FontBook) -> bytes:
    """A page as a PNG picture that is clear where no piece lies."""
    pieces = tuple(Rect(placement.clip, fill="#000000") for placement in sheet.placements)
    picture, covered = page_pictures((page, Page(page.width, page.height, pieces)), fonts=fonts, dpi=DPI)
    picture.putalpha(covered.convert("L").point(lambda value: 255 - value))
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def component_entry(kit: Kit, component: AnyComponent, options: Options, selection: Selection) -> ComponentEntry:
    """What the manifest says of a component."""
    is_leaflet = isinstance(component, Leaflet)
    width, height = page_size(options.paper_of(kit)) if is_leaflet else trim_size(kit, component)
    return ComponentEntry(
        id=component.id,
        kind=component.kind,
        title=dict(component.title.texts),
        count=count(kit, component, selection),
        width_mm=width,
        height_mm=height,
        faces=face_count(component),
        stock=component.stock,
    )


def _file_entry(file: OutputFile, pages: int, ink: str) -> File:
    at_home = file.sheet_count > 0
    return File(
        path=file.path,
        what=file.what,
        holds=file.holds or file.title,
        pages=pages,
        sheets=file.sheet_count,
        stock=file.stock if at_home else "",
        both_sides=file.backed and at_home,
        onto=file.onto,
        need=file.need,
        cuts=file.cuts,
        folds=file.folds,
        paper=file.paper,
        language=file.language,
        backs=file.backs,
        ink=ink,
        printer=file.printer,
    )


def _sheet_entries(file: OutputFile) -> Iterator[SheetEntry]:
    for number, sheet in enumerate(file.sheets, start=1):
        front = 2 * number - 1 if file.backed else number
        cuts, folds = count_work([sheet])
        back_file, back_page = "", 0
        if sheet.fold is not None and sheet.mirror is not None:
            back_file, back_page = file.path, front
        elif sheet.mirror is not None:
            back_file, back_page = (file.path, front + 1) if file.backed else (file.behind, number)
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
            least_sheets=file.least_sheets,
        )
