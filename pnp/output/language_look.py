"""One language of a build, looked at for what there is to find: nothing is written."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.lookalikes import Side, alike
from pnp.check.pages import GlyphCheck, PageCheck
from pnp.check.seals import SealCheck
from pnp.findings import KitError
from pnp.output.guide import with_guide
from pnp.output.language_build import LanguageBuild
from pnp.sheet.parts import piece_faces
from pnp.sheet.plan import FilePlan


def look(run: LanguageBuild) -> None:
    """Lays out every face and page; what there is to find is then among the findings of the run."""
    try:
        seals = SealCheck(run.kit)
        run.findings.extend(alike(run.kit, _sides(run, seals)))
        run.findings.extend(seals.findings())
        for lesson in run.kit.lessons:
            run.layout.figure(lesson.face)
        pages, glyphs = PageCheck(run.kit), GlyphCheck(run.kit, run.layout.language, run.layout.sheet_fonts)
        files = with_guide(FilePlan(run.kit, run.layout, run.options, run.selection))
        for index, file in enumerate(files):
            run.progress(file.name, index / len(files))
            for number, page in enumerate(file.pages(), start=1):
                run.findings.extend(glyphs.inspect(page, file.what, f"{file.name}.pdf page {number}"))
                run.findings.extend(pages.inspect(page, file.what, f"{file.name}.pdf", number))
    except KitError as error:
        run.findings.extend(error.findings)
    run.check_faces()


def _sides(run: LanguageBuild, seals: SealCheck) -> Iterator[Side]:
    """Lays out every face, so that all are looked at whatever is wrong with the pages; those that show a row."""
    for component in run.kit.components:
        for record, _copies in run.selection.expand(run.kit, component):
            for side, scene in piece_faces(run.kit, run.layout, component, record):
                seals.note(component.id, side, record, scene)
                if record:
                    yield Side(component.id, side, record, scene)
