"""A build: one kit, laid out in each language, and written as files; or only looked at."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.build.guide import with_guide
from pnp.build.manifest import (
    MANIFEST,
    Code,
    ComponentEntry,
    File,
    Manifest,
    PieceEntry,
    SealEntry,
    SheetEntry,
    codes_on,
    staged,
    write_json,
)
from pnp.build.pieces import FACES, Archive, PieceIndex, rows_of
from pnp.build.plan import FilePlan, OutputFile, meetings, work
from pnp.check.colour_rules import ComparedFace, alike
from pnp.check.face_rules import GlyphCheck, PageCheck
from pnp.check.place_rules import SealCheck
from pnp.check.rules import set_aside
from pnp.check.run import FaceCheck, KitCheck
from pnp.face.layout import Layout
from pnp.findings import Finding, Findings, KitError
from pnp.kit import Kit
from pnp.kit.folder import Stamps, check_unsaved
from pnp.kit.folder import stamps as stamps_of
from pnp.kit.model import AnyComponent, Leaflet
from pnp.kits import read
from pnp.render.pdf import write_pdf
from pnp.render.png import page_pictures
from pnp.scene import Page, Rect
from pnp.sheet.cutter import cut_dxf, cut_svg, sheet_lines
from pnp.sheet.impose import Sheet
from pnp.sheet.options import Options, Selection, selected
from pnp.sheet.paper import CutPaper, page_size
from pnp.sheet.parts import count, face_count, piece_faces, trim_size
from pnp.text.fonts import FontBook

WRITTEN = 0.9
"""Of the time for a kit, what passes until all files are written."""


class ReadKit(msgspec.Struct, frozen=True):
    """A kit as it is to be printed, with its warnings and when its files had been saved."""

    folder: Path
    kit: Kit
    findings: Findings
    selection: Selection
    stamps: Stamps


def build(folder: Path, options: Options, progress: Progress) -> Built:
    """Prints the kit in `folder` into `options.out/<kit id>/`; a selection of it into `<kit id>-reprint/`.

    A selection is looked at for itself: what concerns the kit as a whole, `check` and whole builds find.

    Raises KitError with all errors, or if the kit was saved meanwhile, and then has written nothing: the output is as
    it was before. Raises BadOptionError if the kit has not what the options name.
    """
    return print_kit(read_for_build(folder, options), options, progress)


def read_for_build(folder: Path, options: Options) -> ReadKit:
    """Reads a kit and what the options select of it. Raises KitError and BadOptionError as `build` does."""
    before = stamps_of(folder)
    kit, findings = read_kit(folder, options)
    return ReadKit(folder, kit, findings, selected(kit, options), before)


def print_kit(source: ReadKit, options: Options, progress: Progress, changes: ChangeFilter | None = None) -> Built:
    """Prints a kit, or only its `changes`, into `<kit id>-changed/`. Raises KitError as `build` does."""
    kit, findings = source.kit, source.findings
    selection = changes.selection if changes else source.selection
    findings.extend(_uneven_rules(kit, filter(selection.holds, kit.components)))
    if not selection.partial:
        from pnp.check.kit_rules import unused

        findings.extend(unused(kit))
    part = "changed" if changes else "reprint"
    target = options.out / (f"{kit.id}-{part}" if selection.partial else kit.id)
    archive = Archive(kit)
    made: list[Made] = []
    found: dict[str, Findings] = {}
    with staged(target) as stage:
        for language, told in each_language(kit, options, portion(progress, 0.0, WRITTEN)):
            run = LanguageBuild(kit, language, options, changes.by_language[language] if changes else selection, told)
            made.append(run.write(stage, archive, changes))
            found[language] = run.findings
        findings.extend_by_language(found)
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        progress(MANIFEST, WRITTEN)
        archive.rows(rows_of(kit))
        (stage / FACES).write_bytes(changes.packed_faces if changes else archive.packed())
        manifest = _manifest(kit, options, selection, made, changes)
        write_json(stage / MANIFEST, manifest)
        check_unsaved(source.folder, source.stamps)
    return Built(target, manifest, findings, source.stamps)


def check(folder: Path, options: Options, progress: Progress) -> Findings:
    """Lays out all that `build` would print, looks at it more closely than `build` has time to, and writes nothing.

    Raises BadOptionError as `build` does.
    """
    from pnp.check.kit_rules import lesson_faults, unused, wrong_words

    try:
        kit, findings = read_kit(folder, options)
        findings.extend(_uneven_rules(kit, kit.components))
    except KitError as error:
        findings = Findings()
        findings.extend(error.findings)
        return findings
    selection = selected(kit, options)
    looks = KitCheck(kit, options.paper_of(kit), options.black)
    found: dict[str, Findings] = {}
    for language, told in each_language(kit, options, progress):
        run = LanguageBuild(kit, language, options, selection, told, face_check=looks)
        run.check()
        found[language] = run.findings
    findings.extend_by_language(found)
    if not findings.errors:  # what could not be laid out may have been a place
        findings.extend(looks.pieces())
    findings.extend(unused(kit))
    findings.extend(lesson_faults(kit))
    findings.extend(wrong_words(kit))
    set_aside(kit, findings)
    return findings


def each_language(kit: Kit, options: Options, progress: Progress) -> Iterator[tuple[str, Progress]]:
    """The languages to print, each with the part of the whole progress that is its own."""
    languages = options.printed_languages(kit.languages)
    for index, language in enumerate(languages):
        yield language, portion(progress, index / len(languages), (index + 1) / len(languages))


def read_kit(folder: Path, options: Options) -> tuple[Kit, Findings]:
    """The kit in a folder, and its warnings. Raises KitError if it cannot be read, and BadOptionError if there is no
    paper of the name that the options give."""
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    options.paper_of(kit)
    return kit, findings


def _uneven_rules(kit: Kit, components: Iterable[AnyComponent]) -> Iterable[Finding]:
    """What leaflets tell otherwise in one language than in another. Raises KitError as reading them does."""
    leaflets = [component for component in components if isinstance(component, Leaflet)]
    if not leaflets:
        return ()
    from pnp.leaflet.parser import uneven_rules

    return uneven_rules(kit, leaflets)


def _manifest(
    kit: Kit,
    options: Options,
    selection: Selection,
    made: list[Made],
    changes: ChangeFilter | None,
) -> Manifest:
    pieces = changes.pieces if changes else tuple(piece for language in made for piece in language.pieces)
    lasting = {piece.component for piece in pieces}
    sheets = [sheet for language in made for sheet in language.sheets]
    return Manifest(
        kit=kit.id,
        title=dict(kit.title.texts),
        build=kit.build,
        version=kit.version,
        languages=options.printed_languages(kit.languages),
        companion=options.address(kit),
        gutters=options.gutters,
        profile=options.profile,
        without=tuple(component.id for component in kit.components if component.id in selection.without),
        files=tuple(file for language in made for file in language.files),
        components=tuple(
            component_entry(kit, component, options, selection)
            for component in kit.components
            if selection.holds(component) or component.id in lasting
        ),
        qr=tuple(code for language in made for code in language.codes),
        sheets=tuple(sheets),
        whole=changes is not None or not selection.partial,
        pieces=pieces,
        faces=FACES,
        seals=tuple(dict.fromkeys(seal for language in made for seal in language.seals)),
    )


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


Progress: TypeAlias = Callable[[str, float], None]
"""Told what is begun, mostly the name of a file, and the share of the kit that is done by then, 0 to 1."""

LAYING = 0.45
"""Of the time for a language's PDF files, what passes until their pages are laid out (measured on our kits)."""


def portion(progress: Progress, start: float, end: float) -> Progress:
    """The progress of a part of the whole."""
    return lambda name, done: progress(name, start + (end - start) * done)


class Made(msgspec.Struct, frozen=True):
    """The manifest entries of one language."""

    files: list[File]
    codes: list[Code]
    sheets: list[SheetEntry]
    pieces: list[PieceEntry]
    seals: list[SealEntry]


class LanguageBuild:
    """One language of a build. `face_check` looks for faults of its faces, by default only quickly."""

    def __init__(
        self,
        kit: Kit,
        language: str,
        options: Options,
        selection: Selection,
        progress: Progress,
        *,
        face_check: FaceCheck | None = None,
    ) -> None:
        self.kit = kit
        self.options = options
        self.selection = selection
        self.progress = progress
        self.findings = Findings()
        shares = len(options.printed_languages(kit.languages))
        self._face_check = face_check or FaceCheck(FontBook(kit.theme.fonts, kit.folder))
        self.layout = Layout(kit, language, ink=options.ink_mode, address=options.code_address(kit), shares=shares)
        self._glyphs = GlyphCheck(kit, language, self.layout.sheet_fonts)

    def write(self, stage: Path, archive: Archive, changes: ChangeFilter | None = None) -> Made:
        """Writes all files that are asked for; not worth keeping if there are errors among the findings."""
        made = Made([], [], [], [], [])
        try:
            self._write_pdfs(stage, archive, changes, made)
        except KitError as error:
            self.findings.extend(error.findings)
        self._check_faces()
        return made

    def _write_pdfs(self, stage: Path, archive: Archive, changes: ChangeFilter | None, made: Made) -> None:
        """Plans the files, lays out all faces on them, and writes them."""
        progress = self.progress
        progress(f"{self.kit.id}-{self.layout.language}", 0.0)
        plan = FilePlan(self.kit, self.layout, self.options, self.selection)
        files = with_guide(plan)
        pieces = PieceIndex(archive, (face for file in files for face in file.faces()))
        made.pieces.extend(pieces.entries(self.kit, self.layout.language, self.selection))
        made.seals.extend(pieces.seals)
        if changes:
            files = (*changes.extra_files(plan, files), *files)
        for index, file in enumerate(files):
            progress(file.name, LAYING + (1 - LAYING) * index / len(files))
            made.files.append(self._pdf(file, stage, made))
            made.sheets.extend(_sheet_entries(file))
            if self.options.cutter:
                cuts = write_cuts(file, stage, self.layout.fonts)
                made.files.extend(self._cut_entry(path, file.title) for path in cuts)

    def check(self) -> None:
        """Lays out every face and page without writing, and adds all findings."""
        try:
            seals = SealCheck(self.kit)
            self.findings.extend(alike(self.kit, self._sides(seals)))
            self.findings.extend(seals.findings())
            for lesson in self.kit.lessons:
                self.layout.figure(lesson.face)
            pages = PageCheck(self.kit)
            files = with_guide(FilePlan(self.kit, self.layout, self.options, self.selection))
            for index, file in enumerate(files):
                self.progress(file.name, index / len(files))
                for number, page in enumerate(self._inspected_pages(file), start=1):
                    self.findings.extend(pages.inspect(page, file.what, f"{file.name}.pdf", number))
        except KitError as error:
            self.findings.extend(error.findings)
        self._check_faces()

    def _sides(self, seals: SealCheck) -> Iterator[ComparedFace]:
        """Lays out every face, whatever is wrong with the pages, and gives those of rows."""
        for component in self.kit.components:
            for record, _copies in self.selection.expand(self.kit, component):
                for side, scene in piece_faces(self.kit, self.layout, component, record):
                    seals.note(component.id, side, record, scene)
                    if record:
                        yield ComparedFace(component.id, side, record, scene)

    def _check_faces(self) -> None:
        """Adds the findings of all faces that were laid out."""
        self.findings.extend(self.layout.findings)
        for laid in self.layout.laid:
            self.findings.extend(self._face_check.inspect(laid))

    def _pdf(self, file: OutputFile, stage: Path, made: Made) -> File:
        path = f"{file.name}.pdf"
        count = 0

        def pages() -> Iterator[Page]:
            nonlocal count
            for count, page in enumerate(self._inspected_pages(file), start=1):
                made.codes.extend(codes_on(page, count, path))
                yield page

        with (stage / path).open("wb") as out:
            write_pdf(
                pages(),
                out,
                fonts=self.layout.fonts,
                title=file.title,
                author=self.kit.author,
                language=self.layout.language,
                keywords=f"{self.kit.id} {self.kit.build}",
                black=self.options.black,
            )
        return self._entry(path, file, count)

    def _inspected_pages(self, file: OutputFile) -> Iterator[Page]:
        """The file's pages; findings about their glyphs are added."""
        for number, page in enumerate(file.pages(), start=1):
            self.findings.extend(self._glyphs.inspect(page, file.what, f"{file.name}.pdf page {number}"))
            yield page

    def _entry(self, path: str, file: OutputFile, pages: int) -> File:
        job = file.job
        return File(
            path=path,
            what=file.what,
            holds=job.holds if job else file.title,
            pages=pages,
            sheets=job.sheets if job else 0,
            stock=(job.stock or "paper") if job else "",
            both_sides=job.both_sides if job else False,
            onto=job.onto if job else "",
            cuts=job.cuts if job else 0,
            folds=job.folds if job else 0,
            paper=file.paper,
            language=self.layout.language,
            backs=file.backs,
            ink=self.options.ink,
            printer=file.printer,
        )

    def _cut_entry(self, path: str, name: str) -> File:
        return File(path=path, what="cut", holds=name, language=self.layout.language, ink=self.options.ink)


def _sheet_entries(file: OutputFile) -> Iterator[SheetEntry]:
    pages = 2 if file.backed else 1
    for index, sheet in enumerate(file.sheets):
        first = index * pages + 1
        cuts, folds = work([sheet])
        back_file, back_page = _behind(file, sheet, first, index + 1)
        yield SheetEntry(
            file=f"{file.name}.pdf",
            front_page=first,
            back_page=back_page if back_file else 0,
            back_file=back_file,
            stock=sheet.stock,
            components=dict(Counter(placement.part.component for placement in sheet.placements)),
            fill=round(sheet.fill, 3),
            cuts=cuts,
            folds=folds,
            meetings=meetings([sheet]),
            least_sheets=file.least_sheets,
        )


def _behind(file: OutputFile, sheet: Sheet, front: int, number: int) -> tuple[str, int]:
    """The file and the page with the backs of a sheet: its next page, the same one where it is folded, or one of a file
    of their own; no file, if it has none."""
    if sheet.mirror is None:
        return "", 0
    if sheet.fold is not None:
        return f"{file.name}.pdf", front
    return (f"{file.name}.pdf", front + 1) if file.backed else (f"{file.behind}.pdf", number)


class NothingWantedError(Exception):
    """There is nothing to print. The message says why."""


class Built(msgspec.Struct, frozen=True):
    """Result of a build: its folder, manifest and warnings, and when the kit's files had been saved."""

    folder: Path
    manifest: Manifest
    findings: Findings
    stamps: Stamps = {}


class ChangeFilter(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What a build of changed pieces prints.

    `selection` has the pieces of any language, `by_language` those of each. `pieces` and `packed_faces` are what lies
    in the box afterwards, for the manifest and the file of faces. `extra_files` plans what is printed besides, from the
    plan of a language and its files.
    """

    selection: Selection
    by_language: Mapping[str, Selection]
    pieces: tuple[PieceEntry, ...]
    packed_faces: bytes
    extra_files: Callable[[FilePlan, Sequence[OutputFile]], tuple[OutputFile, ...]]


DPI = 300


def write_cuts(file: OutputFile, stage: Path, fonts: FontBook) -> Iterator[str]:
    """Writes the lines of the sheets of a file, as SVG and DXF, and says how the files are called; sheets that a
    machine's own program prints as pictures with a clear ground, too. Sheets without marks are cut by hand."""
    for number, sheet in enumerate(file.sheets, start=1):
        if not isinstance(sheet.paper, CutPaper):
            continue
        width, height = sheet.paper.size(sheet.landscape)
        lines = tuple(sheet_lines(sheet))
        for kind, text in (("svg", cut_svg(lines, width, height)), ("dxf", cut_dxf(lines, height))):
            path = f"{file.name}-cut-{number}.{kind}"
            (stage / path).write_text(text, encoding="ascii", newline="\n")
            yield path
        if sheet.paper.cutter.marks is None:
            path = f"{file.name}-print-{number}.png"
            (page,) = islice(file.pages(), number - 1, number)
            (stage / path).write_bytes(_picture(page, sheet, fonts))
            yield path


def _picture(page: Page, sheet: Sheet, fonts: FontBook) -> bytes:
    """A page as a picture that is clear where no piece lies."""
    pieces = tuple(Rect(placement.clip, fill="#000000") for placement in sheet.placements)
    shown, covered = page_pictures((page, Page(page.width, page.height, pieces)), fonts=fonts, dpi=DPI)
    shown.putalpha(covered.convert("L").point(lambda value: 255 - value))
    out = io.BytesIO()
    shown.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()
