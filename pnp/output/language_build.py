"""One language of a build: its files written, or only checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import msgspec

from pnp.check.faces import FaceCheck
from pnp.check.kit import KitCheck
from pnp.check.lookalikes import Side, alike
from pnp.check.pages import GlyphCheck, PageCheck
from pnp.check.seals import SealCheck
from pnp.face.layout import Layout
from pnp.findings import Findings, KitError
from pnp.kit import Kit
from pnp.output import manifest as entry
from pnp.output.built import ChangeFilter
from pnp.output.guide import with_guide
from pnp.output.pieces import Archive, PieceIndex
from pnp.render.pdf import write_pdf
from pnp.scene import Page
from pnp.sheet.impose import Sheet
from pnp.sheet.options import Options
from pnp.sheet.parts import piece_faces
from pnp.sheet.plan import FilePlan, OutputFile
from pnp.sheet.print_job import meetings, work
from pnp.sheet.selection import Selection
from pnp.text.fonts import FontBook

Progress: TypeAlias = Callable[[str, float], None]
"""Told what is begun, mostly the name of a file, and the share of the kit that is done by then, 0 to 1."""

LAYING = 0.45
"""Of the time for a language's PDF files, what passes until their pages are laid out (measured on our kits)."""


def portion(progress: Progress, start: float, end: float) -> Progress:
    """The progress of a part of the whole."""
    return lambda name, done: progress(name, start + (end - start) * done)


class Made(msgspec.Struct, frozen=True):
    """The manifest entries of one language."""

    files: list[entry.File]
    codes: list[entry.Code]
    sheets: list[entry.SheetEntry]
    pieces: list[entry.PieceEntry]
    seals: list[entry.SealEntry]


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
        face_check: FaceCheck | KitCheck | None = None,
    ) -> None:
        self.kit = kit
        self.options = options
        self.selection = selection
        self.progress = progress
        self.findings = Findings()
        shares = len(options.printed_languages(kit.languages))
        self._face_check = face_check or FaceCheck(FontBook(kit.theme.fonts, kit.folder), thorough=False, shares=shares)
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
                from pnp.output.cut_files import write_cuts

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

    def _sides(self, seals: SealCheck) -> Iterator[Side]:
        """Lays out every face, whatever is wrong with the pages, and gives those of rows."""
        for component in self.kit.components:
            for record, _copies in self.selection.expand(self.kit, component):
                for side, scene in piece_faces(self.kit, self.layout, component, record):
                    seals.note(component.id, side, record, scene)
                    if record:
                        yield Side(component.id, side, record, scene)

    def _check_faces(self) -> None:
        """Adds the findings of all faces that were laid out."""
        self.findings.extend(self.layout.findings)
        for laid in self.layout.laid:
            self.findings.extend(self._face_check.inspect(laid))

    def _pdf(self, file: OutputFile, stage: Path, made: Made) -> entry.File:
        path = f"{file.name}.pdf"
        count = 0

        def pages() -> Iterator[Page]:
            nonlocal count
            for count, page in enumerate(self._inspected_pages(file), start=1):
                made.codes.extend(entry.codes_on(page, count, path))
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

    def _entry(self, path: str, file: OutputFile, pages: int) -> entry.File:
        job = file.job
        return entry.File(
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

    def _cut_entry(self, path: str, name: str) -> entry.File:
        return entry.File(path=path, what="cut", holds=name, language=self.layout.language, ink=self.options.ink)


def _sheet_entries(file: OutputFile) -> Iterator[entry.SheetEntry]:
    pages = 2 if file.backed else 1
    for index, sheet in enumerate(file.sheets):
        first = index * pages + 1
        cuts, folds = work([sheet])
        back_file, back_page = _behind(file, sheet, first, index + 1)
        yield entry.SheetEntry(
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
